"""The auditor: judges a whole record of a game."""

from collections.abc import Sequence
from typing import Any

from domain.events import DealRevealed
from domain.findings import Finding, found
from domain.forks import GameForked
from domain.values import Value
from domain.visibility import OMNISCIENT, Viewer
from replay.audit_run import AuditRun
from replay.batch_audit import EventVerdict
from replay.codec import Envelope
from replay.proofs.deal_check import DealResult, Seeds
from replay.record import CorruptFile, Record, maker_of, read_as_far
from replay.redeal import Redealt, Seen
from replay.rewind import batches, eyes_in


class FirstWrong(Value):
    """The first event with a fault."""

    n: int
    clause: str | None
    says: str | Finding


class AuditLine(Value):
    """The answer to one of the three questions of an audit."""

    verdict: str
    says: Finding


class AuditResult(Value):
    """The answer for one game of an `edition`: three lines, their overall verdict, and a verdict for each event."""

    game: str
    edition: str
    events: int
    verdict: str
    first: FirstWrong | None
    rules: AuditLine
    deal: DealResult
    record: AuditLine
    verdicts: tuple[EventVerdict, ...]


def audit_file(data: bytes, name: str, under: str | None = None) -> AuditResult:
    """Return the audit of a game file; a file that differs from what was written is corrupt.

    `name` replaces a lost id.
    """
    try:
        record, written = read_as_far(data)
    except CorruptFile as error:
        return corrupt(name, max(data.count(b"\n") - 2, 0), error)
    return audit(record, under, written=written)


def corrupt(game: str, events: int, error: CorruptFile) -> AuditResult:
    """Return the audit of a file that cannot be read."""
    return AuditResult(
        game=game,
        edition="",
        events=events,
        verdict="corrupt",
        first=FirstWrong(n=error.n, clause=None, says=error.says),
        rules=AuditLine(verdict="unknown", says=found("rules.unreadable")),
        deal=DealResult(verdict="unproved", chosen=0, shares=0, says=found("deal.unreadable")),
        record=AuditLine(verdict="corrupt", says=found("record.corrupt", n=error.n, fault=error.says)),
        verdicts=(),
    )


def audit(
    record: Record, under: str | None = None, *, seeds: Seeds | None = None, written: int | None = None
) -> AuditResult:
    """Return the answer on a whole record, as its viewer sees it; see `Auditor`."""
    auditor = Auditor(record.game, record.viewer, under)
    auditor.extend(record.envelopes)
    return auditor.answer(seeds=seeds, written=written)


class Auditor:
    """Judges a record of one viewer. More events can be added, and answers requested, at any time.

    The recorded events are folded even after a divergence, so one fault does not hide the next. A record that cannot be
    folded to its end is corrupt, with the verdicts up to there. Events that depend on cards which the viewer does not
    know are `unknown`.

    A game is judged by the rules that it was played under. `under` names another version of them for a second opinion
    on all that follows its creation. Misuse when that version is not here or lacks the game's options.
    """

    def __init__(self, game: str, viewer: Viewer = OMNISCIENT, under: str | None = None) -> None:
        self._game = game
        self._course = AuditRun(viewer, under)
        self._sees_all = viewer.sees_all
        self.events = 0

    def verdict(self, n: int) -> EventVerdict | None:
        """Return the verdict on event n alone, without the check of the seed; None when the record ends before it."""
        verdicts = self._course.verdicts
        return verdicts[n - 1] if n <= len(verdicts) else None

    def reached(self, n: int) -> tuple[EventVerdict, ...]:
        """Return the verdicts that were reached with event n: its own, and those on earlier events that it changes."""
        reached = self._course.reached
        return reached[n - 1] if n <= len(reached) else ()

    def extend(self, envelopes: Sequence[Envelope]) -> None:
        """Judge more whole batches, which must follow on those judged before.

        A fork that dealt again comes with all the events before it.
        """
        if eyes := eyes_in(envelopes):
            self._course.eyes, self._course.redealt = eyes, self._redealt(envelopes)
        for batch in batches(envelopes):
            self._course.go_on(batch)
        self.events += len(envelopes)

    def answer(self, *, seeds: Seeds | None = None, written: int | None = None) -> AuditResult:
        """Return the audit of all batches judged so far.

        `seeds` are the revealed ones of a fork's ancestors, by game, where available. `written` is how many events a
        file without an end line should hold.
        """
        course = self._course
        verdicts, wrong = list(course.verdicts), list(course.wrong)
        deal, faults = course.deal.line(seeds or {}, ended=self._ended)
        for n, says in faults:
            if n <= len(verdicts) and not verdicts[n - 1].wrong:
                verdicts[n - 1] = EventVerdict(n=n, verdict="differs", clause=verdicts[n - 1].clause, says=says)
                wrong.append(verdicts[n - 1])
        rules, record = self._rules_line(), self._record_line(written)
        firsts = [FirstWrong(n=verdict.n, clause=verdict.clause, says=verdict.says) for verdict in wrong]
        if record.verdict == "cut":
            firsts.append(FirstWrong(n=self.events, clause=None, says=record.says))
        return AuditResult(
            game=self._game,
            edition="" if course.created is None else course.created.edition,
            events=self.events,
            verdict=_comes_to(rules, deal, record),
            first=min(firsts, key=lambda first: first.n, default=None),
            rules=rules,
            deal=deal,
            record=record,
            verdicts=tuple(verdicts),
        )

    def _redealt(self, envelopes: Sequence[Envelope]) -> dict[int, Redealt]:
        """Return what was dealt again, by the number of the event, for a viewer from whom nothing of it is hidden."""
        found: dict[int, Redealt] = {}
        for at, envelope in enumerate(envelopes):
            fork, viewer = envelope.event, maker_of(envelope)
            if self._sees_all and isinstance(fork, GameForked) and viewer is not None and fork.table is not None:
                seen = Seen(game=fork.parent, viewer=viewer, envelopes=tuple(envelopes[:at]))
                found[envelope.n] = Redealt(seen, fork.table)
        return found

    @property
    def _ended(self) -> bool:
        return self._course.table.result is not None and not self._course.deal.kept

    def _rules_line(self) -> AuditLine:
        course = self._course
        facts: dict[str, Any] = {**course.versions()}
        if course.wrong:
            first = min(course.wrong, key=lambda verdict: verdict.n)
            facts |= {"count": len(course.wrong), "n": first.n, "clause": first.clause, "fault": first.says}
            return AuditLine(verdict="irregular", says=found("rules.irregular", **facts))
        if course.rulebook is None:
            return AuditLine(verdict="unknown", says=course.no_rules())
        unknown = sum(verdict.verdict == "unknown" for verdict in course.verdicts)
        facts |= {"count": len(course.verdicts) - unknown, "unknown": unknown}
        return AuditLine(verdict="legal", says=found("rules.seen" if unknown else "rules.legal", **facts))

    def _record_line(self, written: int | None) -> AuditLine:
        course, n = self._course, self.events
        if (broken := course.broken) is not None:
            fault = course.verdicts[-1].says
            return AuditLine(verdict="corrupt", says=found("record.corrupt", n=broken.n, fault=fault))
        if written is not None:
            return AuditLine(verdict="cut", says=found("record.no_end_line", n=n, written=written))
        if isinstance(course.missing, DealRevealed):
            return AuditLine(verdict="cut", says=found("record.unrevealed", n=n))
        if course.missing is not None:
            return AuditLine(verdict="cut", says=found("record.cut", n=n, event=course.missing))
        name = "whole" if self._ended else "unfinished"
        return AuditLine(verdict=name, says=found(f"record.{name}", n=n))


def _comes_to(rules: AuditLine, deal: DealResult, record: AuditLine) -> str:
    """Return the overall verdict: a fault decides, and only a record with nothing left open is `clean`."""
    if record.verdict == "corrupt":
        return "corrupt"
    if rules.verdict == "irregular" or deal.verdict == "false" or record.verdict == "cut":
        return "irregular"
    proved = (rules.verdict, deal.verdict, record.verdict) == ("legal", "proved", "whole")
    return "clean" if proved else "legal"
