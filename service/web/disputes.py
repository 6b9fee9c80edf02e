"""The disputes on the pages, in the words of the page's language."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from domain.disputes.events import REMEDIES, REWIND
from domain.editions import edition_named
from domain.refusals import HaricotError
from domain.remedies import Book
from domain.visibility import viewer_named
from service.web.batches import first_of_batch
from service.web.dispute_view import GoesOn, ShownAct, ShownAgain, ShownDispute, ShownProceedings
from service.web.event_report import RUNS, names_of
from service.web.language import translate

TERMS: Final = ("protest", "appeal")
GROUPED: Final = '"game_grouped.'
GROUPED_BY: Final = 2
"""The first event of a game that may name its group, counted from 1 after the fork."""
BESIDE: Final = {"power", "call"}
NEAR: Final = 12
"""How many events before a disputed one, and after it, can be chosen as evidence."""
UNITS: Final = {"days": 86_400, "hours": 3600, "minutes": 60, "seconds": 1}


def proceedings_for(answers: Callable[..., Any], book: Book, game: str, lang: str) -> ShownProceedings:
    """Return the proceedings as the caller may know them. Raises what the operations raise."""
    head, found = answers("get_game", game), answers("list_disputes", game)
    names = names_of(head["seats"], lang)
    unknown = found["unknown_players"] if found["disputes"] or head["status"] in RUNS else ()
    sentences = answers("list_sentences", game, lang=lang)["sentences"] if found["disputes"] else ()
    beside = [one for one in found["filed"] if BESIDE & one["event"].keys()]
    return ShownProceedings(
        game=game,
        halting="" if head["status"] not in RUNS else "resume" if head["paused"] else "pause",
        unknown=", ".join(names[seat] for seat in unknown or ()),
        people=sum(seat["kind"] == "human" for seat in head["seats"]),
        disputes=tuple(
            replace(
                _dispute(one, head, names, book, lang, answers),
                says=sentences[one["event"] - 1] if one["event"] <= len(sentences) else "",
                near=tuple(_near(one["event"], sentences)),
                appeal_until=_appeal_until(one, found["terms"]["appeal"]),
            )
            for one in found["disputes"]
        ),
        powers=tuple(_act(one, names, book, lang, runs=False) for one in beside),
        terms=tuple(translate(lang, f"dispute-term-{name}", term=span(found["terms"][name], lang)) for name in TERMS),
        confirmed=tuple(names[seat] for seat in found["confirmed"]),
        clauses=tuple(edition_named(head["rules"]["edition"]).data.all_clauses),
        articles=tuple(
            (entry.id, f"{entry.id} {getattr(entry, lang).name}", " ".join(entry.penalties)) for entry in book.entries
        ),
        remedies=tuple((remedy, translate(lang, f"dispute-do-{remedy}")) for remedy in REMEDIES),
        penalties=tuple((step, words[lang]) for step, words in book.penalties.items()),
        seats=(("", translate(lang, "dispute-nobody")), *((str(seat), name) for seat, name in enumerate(names))),
    )


def span(seconds: int, lang: str) -> str:
    """Return a time span in words, in the largest unit of which it is a whole number."""
    unit, length = next((unit, length) for unit, length in UNITS.items() if seconds % length == 0)
    return translate(lang, f"dispute-span-{unit}", count=seconds // length)


def printed(answers: Callable[..., Any], game: str, lang: str) -> Iterator[tuple[int, str, str]]:
    """Yield each dispute in short: the event, the claim, and the ruling or the state."""
    for one in answers("list_disputes", game)["disputes"]:
        claim, rulings = one["filed"][0], _rulings(one)
        words = " ".join(filter(None, (one["article"], claim["words"].get("text"))))
        if not rulings:
            yield one["event"], words, translate(lang, f"dispute-is-{one['state']}")
        else:
            ruling = rulings[-1]
            outcome = translate(lang, f"dispute-{ruling['event']['outcome']}", clause=ruling["event"]["clause"])
            yield one["event"], words, f"{outcome} {ruling['words'].get('text') or ''}".strip()


def _dispute(
    one: Mapping[str, Any],
    head: Mapping[str, Any],
    names: list[str],
    book: Book,
    lang: str,
    answers: Callable[..., Any],
) -> ShownDispute:
    entry, runs = book.entry(one["article"]), head["status"] in RUNS
    awaits = one["state"] in ("open", "appealed", "reopened")
    first = first_of_batch(partial(answers, "list_events", head["game"]), one["event"]) if awaits else None
    return ShownDispute(
        number=one["dispute"],
        event=one["event"],
        seat=one["seat"],
        claimant=names[one["seat"]],
        article=one["article"],
        article_name="" if entry is None else getattr(entry, lang).name,
        state=translate(lang, f"dispute-is-{one['state']}"),
        settled=0 if first is None else first["n"] - 1,
        awaits=awaits,
        says="",
        near=(),
        appeal_until="",
        untouched=one["state"] in ("open", "reopened") and not _rulings(one),
        appealed=one["state"] == "appealed",
        proposed=one["proposed"],
        fork=one["fork"],
        branches=tuple((game, game) for game in (*one["branches"], head["game"])) if one["branches"] else (),
        again=_again(one),
        repairs=runs and one["state"] == "ruled" and _rulings(one)[-1]["event"]["remedy"] == "repair",
        acted=_acted(first),
        goes_on=tuple(_goes_on(one, head, answers, lang)),
        acts=tuple(_act(filed, names, book, lang, runs=runs) for filed in one["filed"]),
    )


def _near(event: int, sentences: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the events around one with their words, as far as these are visible."""
    for n in range(max(1, event - NEAR), min(len(sentences), event + NEAR) + 1):
        yield str(n), sentences[n - 1]


def _appeal_until(one: Mapping[str, Any], seconds: int) -> str:
    """Return the end of the term for an appeal from the ruling in force, or an empty text if none is possible."""
    if one["state"] != "ruled" or _rulings(one)[-1]["event"].get("committee"):
        return ""
    until = datetime.fromisoformat(one["changed"]) + timedelta(seconds=seconds)
    return until.isoformat() if until > datetime.now(until.tzinfo) else ""


def _acted(first: Mapping[str, Any] | None) -> str:
    """Return the seat whose command caused the disputed event, for a form, or an empty text."""
    by = str((first or {}).get("cause", {}).get("by", ""))
    return by.partition(":")[2]


def _again(one: Mapping[str, Any]) -> ShownAgain | None:
    """Return the replay that the ruling in force orders and that was not made yet."""
    ruling = _rulings(one)[-1]["event"] if one["state"] == "ruled" else None
    if ruling is None or one["fork"] is not None or ruling["remedy"] != REWIND:
        return None
    return ShownAgain(at=ruling["back_to"], mode="exact" if ruling.get("exact") else "redeal")


def _goes_on(
    one: Mapping[str, Any], head: Mapping[str, Any], answers: Callable[..., Any], lang: str
) -> Iterator[GoesOn]:
    """Yield the running games of the group, if it matters that they are not over."""
    ruling = _rulings(one)[-1]["event"] if one["state"] == "ruled" else {}
    counts = ruling.get("branch") if ruling.get("remedy") != REWIND else None
    for played in _beside(one, head, answers):
        if played["status"] not in RUNS:
            continue
        if counts is not None and played["game"] != counts:
            yield GoesOn(game=played["game"], says=translate(lang, "dispute-goes-on", game=played["game"]), idle=True)
        elif head["status"] not in RUNS:
            yield GoesOn(
                game=played["game"], says=translate(lang, "dispute-opens-later", game=played["game"]), idle=False
            )


def _beside(one: Mapping[str, Any], head: Mapping[str, Any], answers: Callable[..., Any]) -> list[Mapping[str, Any]]:
    """Return the heads of the visible games of this one's group, then its own."""
    beside = []
    for game in filter(None, (*one["branches"], one["fork"])):
        with suppress(HaricotError):  # a private one is hidden
            other = answers("get_game", game)
            begun = answers("list_events", game, after=other["forked_from"]["at"], limit=GROUPED_BY)
            beside += [other] if GROUPED in begun else []
    return [*beside, head] if beside else []


def _rulings(one: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return each ruling as it was filed; those of committees as they were proposed."""
    filed = {one["n"]: one for one in one["filed"]}
    ruled = {n for n, one in filed.items() if one["event"]["type"].startswith("dispute_ruled.")}
    agreed = (one["event"] for one in filed.values() if one["event"]["type"].startswith("committee_ruled."))
    return [filed[n] for n in sorted(ruled.union(event["proposed"] for event in agreed))]


def _act(filed: Mapping[str, Any], names: list[str], book: Book, lang: str, *, runs: bool) -> ShownAct:
    event, words = filed["event"], filed["words"]
    kind, seat = event.get("power") or event["type"].partition(".")[0].replace("_", "-"), event.get("seat")
    by = event.get("by", "").partition(":")[2]
    other = translate(lang, "dispute-organiser" if event.get("by") == "organiser" else "dispute-arbiter")
    who = names[int(by)] if by else names[seat] if seat is not None else other
    text = words.get("text")
    why = "sealed" if runs and event.get("sealed") else "erased"
    return ShownAct(
        at=f"{filed['at'][:10]} {filed['at'][11:16]} UTC",
        what=translate(lang, f"dispute-filed-{kind}", who=who),
        text=text,
        withheld=translate(lang, f"dispute-{why}") if "text" in words and text is None else "",
        facts=tuple(_facts(event, names, book, lang)),
    )


def _facts(event: Mapping[str, Any], names: list[str], book: Book, lang: str) -> Iterator[str]:
    if "power" in event:
        yield translate(lang, "dispute-after", n=event["event"])
    if view := event.get("view"):
        seat = viewer_named(view).seat
        yield (
            translate(lang, "dispute-every-hand") if seat is None else translate(lang, "dispute-hand", who=names[seat])
        )
    if "events" in event:
        yield translate(lang, "dispute-events", events=", ".join(map(str, event["events"])))
    if event.get("branch"):
        yield translate(lang, "dispute-counts" if "outcome" in event else "dispute-branch", game=event["branch"])
    if "outcome" in event:
        yield translate(lang, f"dispute-{event['outcome']}", clause=event["clause"])
        yield translate(lang, f"dispute-remedy-{event['remedy']}", n=event.get("back_to") or 0)
    if event.get("against") is not None:
        penalty = book.penalties.get(event["penalty"], {}).get(lang, event["penalty"])
        yield translate(lang, "dispute-penalty", who=names[event["against"]], penalty=penalty)
