"""The content of an arbiter's report on a game or an event, from the API's responses to the caller."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final
from urllib.parse import quote

from flask import request

from domain.edition_data.edition import EditionData
from domain.editions import edition_named
from domain.refusals import HiddenView, Misuse, UnknownCard
from domain.translations import spoken
from domain.values import Value
from projections.seat_names import distinct_names
from projections.templates import fill_template
from service.web.batches import first_of_batch
from service.web.language import has_message, language, localized_url, translate
from service.web.lobby import NAMELESS
from service.web.page_data import script_data
from service.web.printed_map import printed_map
from service.web.printed_table import TableWords, middle_rows, seat_rows

AnswersFor = Callable[..., Any]
"""Returns what an operation returns to the caller: `answers(operation, game, **query)`."""
AROUND: Final = 5
"""How many events before and after its own the report of an event lists."""
FAULTS_MAX: Final = 12
"""How many other wrong events the report of an event lists. The report of the game has them all."""
WRONG: Final = frozenset({"illegal", "differs"})
JUDGED: Final = ("n", "verdict", "clause", "remedy")
RUNS: Final = frozenset({"open", "running"})
EVERYTHING: Final = "omniscient"


class ReportRequest(Value):
    """The requested report: of event n or of the whole game, in a view. The default is the widest public view."""

    game: str
    n: int | None = None
    view: str | None = None
    result: bool = False

    def address(self, n: int | None, path: str = "/sheet") -> str:
        """Return the address of another report in the same view, or of the replay if `path` is empty."""
        query = {"n": n, "as": self.view, "result": "shown" if self.result else None}
        return localized_url(f"/games/{quote(self.game, safe='')}{path}", **query)


class PrintedEvent(Value):
    """A line of the list of events: its sentence and its verdict."""

    n: int
    says: str
    verdict: str
    clause: str | None
    why: str
    remedy: Mapping[str, str] | None = None

    @property
    def wrong(self) -> bool:
        """Whether the event is not legal."""
        return self.verdict in WRONG


class Sheet:
    """What the caller may know of a game in one view: its head, and its events with their verdicts."""

    def __init__(self, answers: AnswersFor, wish: ReportRequest) -> None:
        self._answers = answers
        self.head = head = answers("get_game", wish.game)
        self.runs = head["status"] in RUNS
        views = head["may"]["views"]
        usual = views[0] if self.runs or EVERYTHING not in views else EVERYTHING
        self.wish = ReportRequest(game=wish.game, n=wish.n, view=wish.view or usual, result=wish.result)
        sentences = self._ask("list_sentences", lang=language())["sentences"]
        self.audit = self._ask("get_audit", lang=language())
        # These come from several requests: later events are left out, so that all agree.
        self.events = [
            PrintedEvent(says=says, why=one["says"], **{name: one.get(name) for name in JUDGED})
            for says, one in zip(sentences, self.audit["verdicts"], strict=False)
        ]
        self.markers = self._ask("get_timeline")["markers"]
        end = min((one["n"] for one in self.markers if one["kind"] == "end"), default=len(self.events) + 1)
        self.hides = not (wish.result or self.runs) and (wish.n or 0) < end
        self.shown = [one for one in self.events if not self.hides or one.n < end]
        self.faults = [one for one in self.shown if one.wrong]
        self.names = names_of(head["seats"], language())
        self.rules = rules_of(head["rules"], language())

    def name_of(self, seat: int) -> str:
        """Return the name of a seat, also of one that only a faulty record names."""
        return self.names[seat] if 0 <= seat < len(self.names) else translate(language(), "seat-number", n=seat + 1)

    def _ask(self, operation: str, **query: object) -> Any:
        return self._answers(operation, self.wish.game, as_=self.wish.view, **query)

    @property
    def seen_by(self) -> str:
        """The view of the report in words."""
        view = self.wish.view or ""
        if view.startswith("seat:"):
            return self.names[int(view[5:])]
        return translate(language(), "replay-everything" if view == EVERYTHING else "replay-spectator")

    @property
    def back(self) -> str:
        """The full address of the replay at the event, so that it can be typed from paper."""
        return request.host_url.rstrip("/") + self.wish.address(self.wish.n, "")

    def clause(self, citation: str) -> str:
        """Return the words of a clause, by the rules of the game, or an empty text if these are not available."""
        if self.rules is None or self.rules.cited(citation) is None:
            return ""
        return self.rules.says(citation)

    def of_game(self) -> dict[str, Any]:
        """Return the content for the whole game: its events by turn.

        The end is shown only if the result is asked for.
        """
        begun = [(0, translate(language(), "replay-setting-up"))]
        begun += [(one["n"], self._turn(one)) for one in self.markers if one["kind"] == "turn"]
        ends = [n for n, _ in begun[1:]] + [len(self.events) + 1]
        turns = [
            {"title": title, "events": [one for one in self.shown if n <= one.n < after]}
            for (n, title), after in zip(begun, ends, strict=True)
        ]
        return {"turns": [turn for turn in turns if turn["events"]], "hides": self.hides}

    def _turn(self, marker: Mapping[str, Any]) -> str:
        turn = translate(language(), "replay-turn", turn=str(marker["turn"]))
        return turn if marker["seat"] is None else f"{turn} · {self.name_of(marker['seat'])}"

    def of_event(self, n: int) -> dict[str, Any]:
        """Return the content for event n: the verdict, the facts, the tables before and after, and alternatives."""
        event = self.events[n - 1]
        first = first_of_batch(partial(self._ask, "list_events"), n)
        asked = {"after": max(0, n - 2), "limit": min(2, n), "with_": "pays"}
        snapshots = self._ask("list_tables", **asked)["tables"]
        words = TableWords(self.names, script_data(self.head, language()), self.head["rules"]["edition"])
        choices = self._choices(first)
        clause = self.clause(event.clause) if event.clause else ""
        return {
            "event": event,
            "clause": clause,
            "why": event.why.removeprefix(clause).strip(),
            "facts": list(self._facts(n, first, snapshots[0]["table"], choices, words)),
            "before": len(snapshots) > 1,
            "seats": [
                {"rows": seat_rows(snapshots, seat, words), "to_move": snapshots[0]["table"]["turn"]["seat"] == seat}
                for seat in range(len(self.names))
            ],
            "middle": middle_rows(snapshots, words),
            "map": printed_map(snapshots, words.place),
            "words": words,
            "effect": self._ask("get_event_verdict", n=n, lang=language())["effect"],
            "around": self.shown[max(0, n - 1 - AROUND) : n + AROUND],
            "choices": choices,
            "others": self.faults[:FAULTS_MAX],
            "more": max(0, len(self.faults) - FAULTS_MAX),
        }

    def _choices(self, first: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return the alternatives of the seat that gave the command, or None if its hand is hidden in this view."""
        command = (first.get("cause") or {}).get("command") or {}
        seat = command.get("seat")
        if self.rules is None or seat not in range(len(self.names)) or first["n"] < 2:
            return None
        if self.wish.view not in (EVERYTHING, f"seat:{seat}"):
            return None
        asked = {"seat": seat, "at": first["n"] - 1, "include": "blocked", "lang": language()}
        try:
            found = self._answers("list_legal_commands", self.wish.game, **asked)
        except (HiddenView, UnknownCard):  # hidden from the caller, or a table that no rules apply to
            return None
        words = found["words"]
        both = [
            *zip(found["legal"], words["legal"], strict=True),
            *zip(found["blocked"], words["blocked"], strict=True),
        ]
        order = next((says for one, says in both if command.items() <= one.items()), None)
        legal = [says for says in dict.fromkeys((*words["legal"], *words["offers"])) if says != order]
        return {"seat": seat, "order": order, "legal": legal}

    def _order(self, kind: str) -> str:
        """Return a command by its kind alone, for views that may not know more, or an empty text without words."""
        texts = {} if self.rules is None else self.rules.command_texts(language())
        return fill_template(texts.get(f"{kind}:open") or texts.get(kind, ""), lambda _: "…", lambda _: False)

    def _facts(
        self,
        n: int,
        first: Mapping[str, Any],
        table: Mapping[str, Any],
        choices: Mapping[str, Any] | None,
        words: TableWords,
    ) -> Iterator[tuple[str, str]]:
        """Yield the facts of the verdict, each with its name."""
        lang, cause, turn = language(), first.get("cause") or {}, table["turn"]
        command = cause.get("command") or {}
        if order := (choices or {}).get("order") or self._order(command.get("type", "")):
            yield translate(lang, "ask-what"), order
        if command.get("seat") is not None:
            yield translate(lang, "sheet-given-by"), _with_number(self.name_of(command["seat"]), command["seat"])
        if first["n"] != n:
            yield translate(lang, "sheet-follows-from"), translate(lang, "replay-event-number", n=str(first["n"]))
        yield translate(lang, "sheet-recorded"), f"{first['at'][:10]} {first['at'][11:19]} UTC"
        if turn["number"]:
            name, phase = self.name_of(turn["seat"]), words.phases.get(turn["phase"], turn["phase"])
            yield (
                translate(lang, "sheet-turn"),
                translate(lang, "table-turn", turn=str(turn["number"]), name=name, phase=phase),
            )
        yield translate(lang, "ask-turn-planted"), str(turn["planted"])
        for name, kind in words.noted.items():
            if turn.get(name):
                words_for = f"ask-turn-{name}"
                called = translate(lang, words_for) if has_message(words_for) else name
                yield called, translate(lang, "sheet-yes") if kind == "flag" else str(turn[name])
        yield translate(lang, "ask-exhaustions"), str(table["exhaustions"])


def names_of(seats: Sequence[Mapping[str, Any]], lang: str) -> list[str]:
    """Return the names of the seats, also of open ones. Equal names are distinguished."""

    def number(seat: int) -> str:
        return translate(lang, "seat-number", n=seat + 1)

    names = [None if NAMELESS.fullmatch(seat["name"] or "") else seat["name"] for seat in seats]
    return [name or number(seat) for seat, name in enumerate(distinct_names(names, number))]


def _with_number(name: str, seat: int) -> str:
    number = translate(language(), "seat-number", n=seat + 1)
    return name if name.endswith((number, f"({number})")) else f"{name} ({number})"


def rules_of(rules: Mapping[str, Any], lang: str) -> EditionData | None:
    """Return the rules of a game in a language, or None if they are not available."""
    try:
        return spoken(edition_named(rules["edition"], rules["version"]).data, lang)
    except Misuse:
        return None


def options_of(rules: EditionData, chosen: Mapping[str, Any]) -> Sequence[tuple[Any, Any]]:
    """Return the options of a game with their values, in the order of its edition."""
    return [(rule, chosen[rule.name]) for rule in rules.all_options if rule.name in chosen]
