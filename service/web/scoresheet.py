"""The score sheet of a game, which people sign at its end: in words, on one page."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from domain.editions import EDITIONS
from domain.translations import tongue
from domain.values import Value
from replay.proofs.checkpoints import read_checkpoint
from replay.proofs.signed_notes import read_note
from service.web.disputes import printed
from service.web.event_report import EVERYTHING, RUNS, names_of, options_of, rules_of
from service.web.language import translate

WRONG_MAX: Final = 3
"""How many irregular events are listed. The report of the game has them all."""
DISPUTES_MAX: Final = 3
VALUE_MAX: Final = 30
"""How many characters of an option's value are shown: a custom board is longer than the page."""
VOIDED: Final = "game_voided."
BEGINNINGS: Final = ("game_created.", "game_forked.")
"""The events that hold a commitment. A fork has its own."""
SIMPLE: Final = "simple"
Fact = tuple[str, str]
"""A fact and its name."""


class ProtocolSources(Value):
    """The sources of a score sheet: the API's responses to the caller."""

    head: Mapping[str, Any]
    events: Sequence[Mapping[str, Any]]
    sentences: Sequence[str]
    audit: Mapping[str, Any]
    checkpoint: Mapping[str, Any] | None = None
    disputes: tuple["PrintedDispute", ...] = ()


class PrintedDispute(Value):
    """The claim about an event, and the ruling: the clause and the words of the arbiter."""

    n: int
    claim: str
    ruling: str


class PrintedPerson(Value, omit_defaults=False):
    """A player: the seat and the result. Score and rank are None without a result."""

    seat: int
    name: str
    bot: bool
    score: int | None = None
    won: bool = False


class PrintedOption(Value):
    """A chosen option of the rules. An unusual one differs from the edition's default."""

    name: str
    value: str
    unusual: bool


class PrintedFault(Value):
    """An irregular event, with its clause, the reason, and the remedy."""

    n: int
    says: str
    verdict: str
    clause: str
    why: str
    remedy: str


class Protocol(Value):
    """A game on one page, in one language. While it `runs`, there is no result and nothing to sign."""

    lang: str
    game: str
    edition: str
    version: str
    runs: bool
    upto: int
    times: tuple[Fact, ...]
    people: tuple[PrintedPerson, ...]
    ending: str
    options: tuple[PrintedOption, ...]
    audit: tuple[Fact, ...]
    faults: tuple[PrintedFault, ...]
    faults_left: int
    disputes: tuple[PrintedDispute, ...]
    disputes_left: int
    proof: tuple[Fact, ...]
    verify: str


def protocol_for(answers: Callable[..., Any], game: str, lang: str) -> Protocol:
    """Return the score sheet that the caller may have. Raises what the operations raise for a hidden game.

    For a running game it shows a spectator's view, as paper is passed from hand to hand.
    """
    head = answers("get_game", game)
    view = EVERYTHING if head["status"] not in RUNS and EVERYTHING in head["may"]["views"] else "spectator"
    lines = answers("list_events", game, as_=view).split("\n")  # a text may contain other line ends
    sentences = answers("list_sentences", game, as_=view, lang=lang)["sentences"]
    checkpoint = answers("list_checkpoints", game)["checkpoint"]
    found = ProtocolSources(
        head=head,
        events=[json.loads(line) for line in lines if line],
        sentences=sentences,
        audit=answers("get_audit", game, as_=view, lang=lang),
        checkpoint=checkpoint,
        disputes=tuple(
            PrintedDispute(n=n, claim=claim, ruling=ruling) for n, claim, ruling in printed(answers, game, lang)
        ),
    )
    return protocol_of(found, lang)


def protocol_of(found: ProtocolSources, lang: str) -> Protocol:
    """Return the score sheet in a language."""
    head = found.head
    key, version = head["rules"]["edition"], head["rules"]["version"]
    faults = list(_faults(found, lang))
    return Protocol(
        lang=lang,
        game=head["game"],
        edition=EDITIONS[key].data.name[lang] if key in EDITIONS else key,
        version=version,
        runs=head["status"] in RUNS,
        upto=len(found.events),
        times=tuple(_times(head, lang)),
        people=tuple(_people(head, lang)),
        ending=_ending(found),
        options=tuple(_options(head["rules"], lang)),
        audit=tuple(
            (translate(lang, f"replay-{name}"), found.audit[name]["says"]) for name in ("rules", "deal", "record")
        ),
        faults=tuple(faults[:WRONG_MAX]),
        faults_left=len(faults[WRONG_MAX:]),
        disputes=found.disputes[:DISPUTES_MAX],
        disputes_left=len(found.disputes[DISPUTES_MAX:]),
        proof=tuple(_proof(found, lang)),
        verify=translate(lang, "protocol-judge" if found.checkpoint is None else "protocol-verify", game=head["game"]),
    )


def _times(head: Mapping[str, Any], lang: str) -> Iterator[Fact]:
    for name in ("created", "started", "ended"):
        if at := head[name]:
            yield translate(lang, f"protocol-{name}"), f"{at[:10]} {at[11:16]} UTC"
    if origin := head["forked_from"]:
        yield (
            translate(lang, "protocol-forked"),
            translate(lang, "protocol-forked-at", game=origin["game"], n=str(origin["at"])),
        )
    if head["practice"]:
        yield translate(lang, "protocol-practice"), translate(lang, "sheet-yes")


def _people(head: Mapping[str, Any], lang: str) -> Iterator[PrintedPerson]:
    scores, winners = head["scores"], head["winners"] or ()
    names = names_of(head["seats"], lang)
    for k, seat in enumerate(head["seats"]):
        yield PrintedPerson(
            seat=k + 1,
            name=names[k],
            bot=seat["kind"] == "bot",
            score=None if scores is None else scores[k],
            won=k in winners,
        )


def _ending(found: ProtocolSources) -> str:
    """Return in words why a game ended without a result."""
    both = zip(found.events, found.sentences, strict=False)
    return next((says for one, says in both if one["event"]["type"].startswith(VOIDED)), "")


def _options(rules: Mapping[str, Any], lang: str) -> Iterator[PrintedOption]:
    data = rules_of(rules, lang)
    if data is None:
        for name, value in rules["options"].items():
            yield PrintedOption(name=name, value=_shortened(json.dumps(value)), unusual=False)
        return
    words = tongue(data.key, lang)
    for rule, value in options_of(data, rules["options"]):
        says = str(value) if rule.open else words.value(rule.name, value)
        yield PrintedOption(name=words.option(rule.name), value=_shortened(says), unusual=value != rule.default)


def _shortened(text: str) -> str:
    return text if len(text) <= VALUE_MAX else f"{text[: VALUE_MAX - 1]}…"


def _faults(found: ProtocolSources, lang: str) -> Iterator[PrintedFault]:
    for one in found.audit["verdicts"]:
        if one["verdict"] in ("illegal", "differs") and one["n"] <= len(found.sentences):
            yield PrintedFault(
                n=one["n"],
                says=found.sentences[one["n"] - 1],
                verdict=translate(lang, f"replay-{one['verdict']}"),
                clause=one["clause"] or "",
                why=one["says"],
                remedy=(one.get("remedy") or {}).get("says", ""),
            )


def _proof(found: ProtocolSources, lang: str) -> Iterator[Fact]:
    """Yield the commitment with the level of the deal, then size, root and signature of the log."""
    level, committed = SIMPLE, None
    for one in found.events:
        event = one["event"]
        if event["type"] == "deal_agreed.1":
            level = event["level"]
        if event["type"].startswith(BEGINNINGS):
            committed = event.get("commitment")
    if committed:
        yield translate(lang, "protocol-level"), translate(lang, f"new-level-{level}")
    yield translate(lang, "protocol-commitment"), committed or translate(lang, "protocol-uncommitted")
    if found.checkpoint is None:
        yield translate(lang, "protocol-log"), translate(lang, "protocol-unsigned")
        return
    yield translate(lang, "protocol-size"), str(found.checkpoint["size"])
    yield translate(lang, "protocol-root"), found.checkpoint["root"]
    yield translate(lang, "protocol-key"), _signed(found.checkpoint, lang)


def _signed(checkpoint: Mapping[str, Any], lang: str) -> str:
    """Return by which key the log is signed, and up to which size if that is not all of it."""
    if checkpoint["note"] is None:
        return translate(lang, "protocol-unsigned")
    note = read_note(checkpoint["note"])
    key, size = f"{note.signatures[0].name}+{note.signatures[0].id.hex()}", read_checkpoint(note.text).size
    return key if size == checkpoint["size"] else translate(lang, "protocol-signed-upto", signer=key, n=str(size))
