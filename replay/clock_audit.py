"""Judges what the clock of a game did: its own events, and the commands that it gave."""

from collections.abc import Sequence

from domain.clock_events import ClockEvent
from domain.clock_state import ClockState, clock_after, forced_clause, passing
from domain.clock_terms import BY_THE_CLOCK
from domain.commands import SeatCommand
from domain.events import Event
from domain.findings import found
from domain.refusals import HaricotError
from domain.rulebook import Rulebook
from domain.table import Table
from domain.upcasters import today
from domain.visibility import Viewer
from replay.batch_audit import EventVerdict, Judged, lawful, refused, unlike
from replay.codec import Envelope


def acts_of_the_clock(rulebook: Rulebook, clock: ClockState | None, batch: Sequence[Envelope]) -> Judged:
    """Return the verdicts on a batch of clock events: each must be lawful at its time. Rule: CK-2 to CK-5."""
    events = [today(envelope.event) for envelope in batch]
    if clock is None or not all(isinstance(event, ClockEvent) for event in events):
        return unlike(batch, found("uncommanded"))
    verdicts = [
        lawful(rulebook.data, envelope, None, 0)
        if mechanism is None
        else refused([envelope], rulebook.refusal(mechanism)).verdicts[0]
        for envelope, mechanism in zip(batch, clock.verdicts(batch[0].at, events), strict=True)
    ]
    return Judged(verdicts)


def forced(
    rulebook: Rulebook,
    viewer: Viewer,
    clock: ClockState | None,
    table: Table,
    batch: Sequence[Envelope],
    answer: Judged,
) -> Judged:
    """Return the same verdicts on a batch, where the clock gave its command with the clause by which it may.

    The command of a clock that may give none is illegal. Rule: CK-5 to CK-7, CK-9.
    """
    cause, first = batch[0].cause, answer.verdicts[0]
    if first.wrong or cause is None or cause.by != BY_THE_CLOCK:
        return answer
    command = cause.command
    clause = None
    if clock is not None and isinstance(command, SeatCommand):
        clause = forced_clause(clock, command)
        if clause == "CK-6" and viewer.sees_all and command != passing(rulebook, table, command.seat):
            clause = None
    if clause is None:
        return refused(batch, rulebook.refusal("clock.forced"))
    cited = EventVerdict(n=first.n, verdict=first.verdict, clause=clause, says=rulebook.data.says(clause))
    return answer._replace(verdicts=[cited, *answer.verdicts[1:]])


def clock_after_batch(
    clock: ClockState | None,
    rulebook: Rulebook | None,
    table: Table,
    batch: Sequence[Envelope],
    events: Sequence[Event],
) -> ClockState | None:
    """Return the clock after a batch that led to this table; None for a table to which no game comes."""
    if rulebook is None:
        return None
    cause = batch[0].cause
    command = None if cause is None else cause.command
    try:
        return clock_after(clock, batch[0].at, events, command, rulebook, table)
    except HaricotError:  # the verdict on the batch says so
        return None
