"""Judges the events of a game clock, and the commands that the clock gave."""

from collections.abc import Sequence

from domain.clock_events import ClockEvent
from domain.clock_state import ClockState, clock_after, forced_clause, passing_command
from domain.clock_terms import BY_THE_CLOCK
from domain.commands import SeatCommand
from domain.events import Event
from domain.findings import found
from domain.refusals import HaricotError
from domain.rulebook import Rulebook
from domain.table import Table
from domain.upcasters import upcast
from domain.visibility import Viewer
from replay.batch_audit import EventVerdict, JudgedBatch, all_differ, all_illegal, lawful_verdict
from replay.codec import Envelope


def judge_clock_batch(rulebook: Rulebook, clock: ClockState | None, batch: Sequence[Envelope]) -> JudgedBatch:
    """Return the verdicts on a batch of clock events: each must be lawful at its time. Rule: CK-2 to CK-5."""
    events = [upcast(envelope.event) for envelope in batch]
    if clock is None or not all(isinstance(event, ClockEvent) for event in events):
        return all_differ(batch, found("uncommanded"))
    verdicts = [
        lawful_verdict(rulebook.data, envelope, None, 0)
        if mechanism is None
        else all_illegal([envelope], rulebook.refusal(mechanism)).verdicts[0]
        for envelope, mechanism in zip(batch, clock.verdicts(batch[0].at, events), strict=True)
    ]
    return JudgedBatch(verdicts)


def judge_forced_command(
    rulebook: Rulebook,
    viewer: Viewer,
    clock: ClockState | None,
    table: Table,
    batch: Sequence[Envelope],
    judged: JudgedBatch,
) -> JudgedBatch:
    """Return the verdicts on a batch; a command of the clock cites the clause that lets the clock give it.

    A command that the clock may not give is illegal. Rule: CK-5 to CK-7, CK-9.
    """
    cause, first = batch[0].cause, judged.verdicts[0]
    if first.wrong or cause is None or cause.by != BY_THE_CLOCK:
        return judged
    command = cause.command
    clause = None
    if clock is not None and isinstance(command, SeatCommand):
        clause = forced_clause(clock, command)
        if clause == "CK-6" and viewer.sees_all and command != passing_command(rulebook, table, command.seat):
            clause = None
    if clause is None:
        return all_illegal(batch, rulebook.refusal("clock.forced"))
    with_clause = EventVerdict(n=first.n, verdict=first.verdict, clause=clause, says=rulebook.data.says(clause))
    return judged._replace(verdicts=[with_clause, *judged.verdicts[1:]])


def clock_after_batch(
    clock: ClockState | None,
    rulebook: Rulebook | None,
    table: Table,
    batch: Sequence[Envelope],
    events: Sequence[Event],
) -> ClockState | None:
    """Return the clock after a batch that led to this table; None for a table that no game can reach."""
    if rulebook is None:
        return None
    cause = batch[0].cause
    command = None if cause is None else cause.command
    try:
        return clock_after(clock, batch[0].at, events, command, rulebook, table)
    except HaricotError:  # the verdict on the batch reports it
        return None
