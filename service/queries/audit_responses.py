"""The response of an audit in words: its three lines, their result, and a verdict for each event."""

from collections.abc import Callable, Sequence
from typing import Annotated, Final

import msgspec

from domain.editions import EDITIONS
from domain.events import DealRevealed
from domain.findings import found as finding
from domain.forks import GameForked
from domain.member_types import one_of
from domain.remedies import TOURNAMENT, Book
from domain.values import Value
from projections.findings import FindingWriter
from projections.sentences import Chronicle
from replay import audit as found
from replay.batch_audit import EventVerdict
from replay.codec import Envelope
from replay.record import Record
from service.remedies import Remedy, remedy_for_finding, remedy_for_refusal

AUDITED: Final = ("clean", "legal", "irregular", "corrupt")
"""The results of an audit."""


class FirstFault(Value, omit_defaults=False):
    """The first event that is not legal."""

    n: int
    clause: str | None
    says: str


class RulesLine(Value):
    """Whether every event follows the rules: legal, irregular, or unknown if the rules are not available here."""

    verdict: Annotated[str, one_of("legal", "irregular", "unknown")]
    says: str


class DealLine(Value):
    """Whether the deal is proved, unproved or false, and how many of its shares players chose."""

    verdict: Annotated[str, one_of("proved", "unproved", "false")]
    chosen: int
    shares: int
    says: str


class RecordLine(Value, omit_defaults=False):
    """Whether the record is whole, unfinished, cut or corrupt, and signed."""

    verdict: Annotated[str, one_of("whole", "unfinished", "cut", "corrupt")]
    signed: bool
    says: str


class Verdict(Value, omit_defaults=False):
    """What the auditor says of event n (legal, consequence, illegal, differs or unknown), and what is done about it."""

    n: int
    verdict: Annotated[str, one_of("legal", "consequence", "illegal", "differs", "unknown")]
    clause: str | None
    says: str
    remedy: Remedy | msgspec.UnsetType = msgspec.UNSET


class Audit(Value, omit_defaults=False):
    """The answer for one game: clean, legal (no fault found, not all proved), irregular or corrupt."""

    game: str
    events: int
    verdict: Annotated[str, one_of(*AUDITED)]
    first: FirstFault | None
    rules: RulesLine
    deal: DealLine
    record: RecordLine
    verdicts: tuple[Verdict, ...]


Names = Sequence[str | None]
"""The names of the players, by seat."""


_SIGNED: Final = {
    "record.whole": finding("record.signed"),
    "record.unfinished": finding("record.signed_so_far"),
}
"""The texts for a record that is signed."""


def audit_answer(
    answer: found.AuditResult,
    lang: str = "en",
    names: Names = (),
    *,
    after: int = 0,
    book: Book = TOURNAMENT,
    signed: bool = False,
) -> Audit:
    """Return the response in words, with the verdicts after this event. Common texts are used for an unknown edition.

    `signed` says that the service's log has signed the record up to its last event.
    """
    findings = FindingWriter(_chronicle(answer.edition, lang, names))
    first, deal, record = answer.first, answer.deal, answer.record
    record_finding = _SIGNED.get(record.says.name, record.says) if signed else record.says
    return Audit(
        game=answer.game,
        events=answer.events,
        verdict=answer.verdict,
        first=None if first is None else FirstFault(n=first.n, clause=first.clause, says=findings.text(first.says)),
        rules=RulesLine(verdict=answer.rules.verdict, says=findings.text(answer.rules.says)),
        deal=DealLine(verdict=deal.verdict, chosen=deal.chosen, shares=deal.shares, says=findings.text(deal.says)),
        record=RecordLine(verdict=record.verdict, signed=signed, says=findings.text(record_finding)),
        verdicts=tuple(_verdict(verdict, findings, book) for verdict in answer.verdicts if verdict.n > after),
    )


def seeds_of(record: Record, visible_events: Callable[[str], Sequence[Envelope]]) -> dict[str, str]:
    """Return the revealed seeds of a record's parent games, by game. `visible_events` returns those of a game."""
    parents = [envelope.event.parent for envelope in record.envelopes if isinstance(envelope.event, GameForked)]
    return {
        parent: envelope.event.seed
        for parent in parents
        for envelope in visible_events(parent)[-1:]
        if isinstance(envelope.event, DealRevealed)
    }


def verdict_answer(
    edition: str, verdict: EventVerdict, lang: str = "en", names: Names = (), book: Book = TOURNAMENT
) -> Verdict:
    """Return one verdict in words."""
    return _verdict(verdict, FindingWriter(_chronicle(edition, lang, names)), book)


def _verdict(verdict: EventVerdict, findings: FindingWriter, book: Book) -> Verdict:
    says = findings.text(verdict.says)
    if not verdict.wrong:
        return Verdict(n=verdict.n, verdict=verdict.verdict, clause=verdict.clause, says=says)
    lang = findings.language
    if verdict.mechanism:
        remedy = remedy_for_refusal(book, verdict.mechanism, lang)
    else:
        remedy = remedy_for_finding(book, verdict.says, lang)
    return Verdict(n=verdict.n, verdict=verdict.verdict, clause=verdict.clause, says=says, remedy=remedy)


def _chronicle(edition: str, lang: str, names: Names) -> Chronicle:
    rulebook = EDITIONS.get(edition) or next(iter(EDITIONS.values()))
    return Chronicle(rulebook.data, lang, names)
