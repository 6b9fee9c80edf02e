"""The auditor, which judges a whole record of a game."""

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
from replay.record import CorruptFile, Record, read_partial_file, redeal_viewer
from replay.redeal import RedealOutcome, SeenHistory
from replay.rewind import batches, redactions_in


class FirstFaultyEvent(Value):
    """The first event with a fault."""

    n: int
    clause: str | None
    says: str | Finding


class AuditLine(Value):
    """One of the three lines of an audit: its verdict and an explanation."""

    verdict: str
    says: Finding


class AuditResult(Value):
    """The audit of one game: three lines, their overall verdict, and a verdict for each event."""

    game: str
    edition: str
    events: int
    verdict: str
    first: FirstFaultyEvent | None
    rules: AuditLine
    deal: DealResult
    record: AuditLine
    verdicts: tuple[EventVerdict, ...]


def audit_file(data: bytes, name: str, under: str | None = None) -> AuditResult:
    """Return the audit of a game file. A file that was changed is `corrupt`.

    `name` replaces the id of the game if that cannot be read.
    """
    try:
        record, written = read_partial_file(data)
    except CorruptFile as error:
        return corrupt_result(name, max(data.count(b"\n") - 2, 0), error)
    return audit(record, under, written=written)


def corrupt_result(game: str, events: int, error: CorruptFile) -> AuditResult:
    """Return the audit of a file that cannot be read."""
    return AuditResult(
        game=game,
        edition="",
        events=events,
        verdict="corrupt",
        first=FirstFaultyEvent(n=error.n, clause=None, says=error.says),
        rules=AuditLine(verdict="unknown", says=found("rules.unreadable")),
        deal=DealResult(verdict="unproved", chosen=0, shares=0, says=found("deal.unreadable")),
        record=AuditLine(verdict="corrupt", says=found("record.corrupt", n=error.n, fault=error.says)),
        verdicts=(),
    )


def audit(
    record: Record, under: str | None = None, *, seeds: Seeds | None = None, written: int | None = None
) -> AuditResult:
    """Return the audit of a whole record, as its viewer sees it; see `Auditor`."""
    auditor = Auditor(record.game, record.viewer, under)
    auditor.extend(record.envelopes)
    return auditor.result(seeds=seeds, written=written)


class Auditor:
    """Judges the record of one viewer. More events can be added, and results requested, at any time.

    The recorded events are folded even after a divergence, so one fault does not hide the next. A record that cannot be
    folded to its end is `corrupt`, with the verdicts up to there. Events that depend on cards which the viewer does not
    know are `unknown`.

    A game is judged by the rules that it was played by. `under` names other rules for a second opinion on all events
    after its creation. Misuse if these rules are not known here or lack the game's options.
    """

    def __init__(self, game: str, viewer: Viewer = OMNISCIENT, under: str | None = None) -> None:
        self._game = game
        self._run = AuditRun(viewer, under)
        self._sees_all = viewer.sees_all
        self.events = 0

    def verdict(self, n: int) -> EventVerdict | None:
        """Return the verdict on event n, without the check of the seed; None if the record ends before it."""
        verdicts = self._run.verdicts
        return verdicts[n - 1] if n <= len(verdicts) else None

    def new_verdicts(self, n: int) -> tuple[EventVerdict, ...]:
        """Return the verdict on event n, and the verdicts on earlier events that it adds or changes."""
        by_event = self._run.new_verdicts
        return by_event[n - 1] if n <= len(by_event) else ()

    def extend(self, envelopes: Sequence[Envelope]) -> None:
        """Judge more whole batches, which must follow the batches judged before.

        The first call for a fork that dealt again must hold all the events before the fork.
        """
        if redactions := redactions_in(envelopes):
            self._run.redactions, self._run.redeals = redactions, self._redeal_outcomes(envelopes)
        for batch in batches(envelopes):
            self._run.add_batch(batch)
        self.events += len(envelopes)

    def result(self, *, seeds: Seeds | None = None, written: int | None = None) -> AuditResult:
        """Return the audit of all batches judged so far.

        `seeds` are the revealed seeds of a fork's ancestors, by game, as far as available. `written` is the number of
        events that a file without an end line should hold.
        """
        run = self._run
        verdicts, wrong = list(run.verdicts), list(run.wrong)
        deal, faults = run.deal.result(seeds or {}, ended=self._ended)
        for n, says in faults:
            if n <= len(verdicts) and not verdicts[n - 1].wrong:
                verdicts[n - 1] = EventVerdict(n=n, verdict="differs", clause=verdicts[n - 1].clause, says=says)
                wrong.append(verdicts[n - 1])
        rules, record = self._rules_line(), self._record_line(written)
        firsts = [FirstFaultyEvent(n=verdict.n, clause=verdict.clause, says=verdict.says) for verdict in wrong]
        if record.verdict == "cut":
            firsts.append(FirstFaultyEvent(n=self.events, clause=None, says=record.says))
        return AuditResult(
            game=self._game,
            edition="" if run.created is None else run.created.edition,
            events=self.events,
            verdict=_overall_verdict(rules, deal, record),
            first=min(firsts, key=lambda first: first.n, default=None),
            rules=rules,
            deal=deal,
            record=record,
            verdicts=tuple(verdicts),
        )

    def _redeal_outcomes(self, envelopes: Sequence[Envelope]) -> dict[int, RedealOutcome]:
        """Return what forks dealt again, by the number of the fork's event; empty for a viewer who does not see it."""
        outcomes: dict[int, RedealOutcome] = {}
        for at, envelope in enumerate(envelopes):
            fork, viewer = envelope.event, redeal_viewer(envelope)
            if self._sees_all and isinstance(fork, GameForked) and viewer is not None and fork.table is not None:
                seen = SeenHistory(game=fork.parent, viewer=viewer, envelopes=tuple(envelopes[:at]))
                outcomes[envelope.n] = RedealOutcome(seen, fork.table)
        return outcomes

    @property
    def _ended(self) -> bool:
        return self._run.table.result is not None and not self._run.deal.withheld

    def _rules_line(self) -> AuditLine:
        run = self._run
        facts: dict[str, Any] = {**run.versions()}
        if run.wrong:
            first = min(run.wrong, key=lambda verdict: verdict.n)
            facts |= {"count": len(run.wrong), "n": first.n, "clause": first.clause, "fault": first.says}
            return AuditLine(verdict="irregular", says=found("rules.irregular", **facts))
        if run.rulebook is None:
            return AuditLine(verdict="unknown", says=run.no_rules_finding())
        unknown = sum(verdict.verdict == "unknown" for verdict in run.verdicts)
        facts |= {"count": len(run.verdicts) - unknown, "unknown": unknown}
        return AuditLine(verdict="legal", says=found("rules.seen" if unknown else "rules.legal", **facts))

    def _record_line(self, written: int | None) -> AuditLine:
        run, n = self._run, self.events
        if (broken := run.broken) is not None:
            fault = run.verdicts[-1].says
            return AuditLine(verdict="corrupt", says=found("record.corrupt", n=broken.n, fault=fault))
        if written is not None:
            return AuditLine(verdict="cut", says=found("record.no_end_line", n=n, written=written))
        if isinstance(run.missing, DealRevealed):
            return AuditLine(verdict="cut", says=found("record.unrevealed", n=n))
        if run.missing is not None:
            return AuditLine(verdict="cut", says=found("record.cut", n=n, event=run.missing))
        name = "whole" if self._ended else "unfinished"
        return AuditLine(verdict=name, says=found(f"record.{name}", n=n))


def _overall_verdict(rules: AuditLine, deal: DealResult, record: AuditLine) -> str:
    """Return the overall verdict. A fault decides it, and only a record with nothing left open is `clean`."""
    if record.verdict == "corrupt":
        return "corrupt"
    if rules.verdict == "irregular" or deal.verdict == "false" or record.verdict == "cut":
        return "irregular"
    proved = (rules.verdict, deal.verdict, record.verdict) == ("legal", "proved", "whole")
    return "clean" if proved else "legal"
