"""Section 3 of every rulebook: how a turn passes through its phases."""

from msgspec.structs import replace

from domain.events import PhaseSkipped, PhaseStarted, TurnEnded, TurnStarted
from domain.evolve import applies, new_turn, require
from domain.pending_events import PendingEvents
from domain.rulebook import Phase, Rulebook
from domain.rules import ending
from domain.table import Table


def start_turn(rulebook: Rulebook, draft: PendingEvents, seat: int) -> None:
    """Make a seat active and open its first phase. Rule: CL-3.1, CL-3.2."""
    draft.record(TurnStarted(seat=seat, turn=draft.table.turn.number + 1))
    if rulebook.on_turn_start is not None:
        rulebook.on_turn_start(rulebook, draft)
    open_first_phase(rulebook, draft, rulebook.turn)


def close_phase(rulebook: Rulebook, draft: PendingEvents) -> None:
    """Close the current phase, then open the next phase or the next turn, or end the game.

    Rule: CL-3.1, CL-3.2, CL-9.2, CL-9.3.
    """
    table = draft.table
    names = [phase.name for phase in rulebook.turn]
    index = names.index(table.turn.phase)
    if table.final and rulebook.turn[index].can_end_game:
        ending.end_game(rulebook, draft, "exhaustion")
    elif index + 1 < len(names):
        open_first_phase(rulebook, draft, rulebook.turn[index + 1 :])
    else:
        draft.record(TurnEnded(seat=table.turn.seat))
        start_turn(rulebook, draft, table.next_seat(table.turn.seat))


def open_first_phase(rulebook: Rulebook, draft: PendingEvents, phases: tuple[Phase, ...]) -> None:
    """Open the first of `phases` that is not left out. Rule: CL-3.3."""
    seat = draft.table.turn.seat
    for phase in phases:
        if phase.is_present is not None and not phase.is_present(draft.table):
            continue
        reason = None if phase.skip_reason is None else phase.skip_reason(draft.table)
        if reason is None:
            draft.record(PhaseStarted(seat=seat, phase=phase.name))
            if phase.on_open is not None:
                phase.on_open(rulebook, draft)
            return
        draft.record(PhaseSkipped(seat=seat, phase=phase.name, reason=reason))


def skip_with_empty_hand(table: Table) -> str | None:
    """Return why nothing is planted from hand when the active seat has no card there. Rule: CL-3.3."""
    return None if table.active.hand else "empty_hand"


def close_finished_phases(rulebook: Rulebook, draft: PendingEvents) -> None:
    """End phases in which nothing is left to do. Rule: CL-4.8."""
    while draft.table.result is None and rulebook.phase(draft.table).is_over(draft.table):
        close_phase(rulebook, draft)


@applies(TurnStarted)
def turn_started(table: Table, event: TurnStarted) -> Table:
    """Start a fresh turn of that seat."""
    require(event.turn == table.turn.number + 1 and event.seat < len(table.seats), "turns follow one another")
    return replace(table, turn=new_turn(table, event.seat, event.turn))


@applies(TurnEnded)
def turn_ended(table: Table, event: TurnEnded) -> Table:
    """Change nothing until the next turn starts."""
    require(event.seat == table.turn.seat, "only the active seat's turn ends")
    return table


@applies(PhaseStarted)
def phase_started(table: Table, event: PhaseStarted) -> Table:
    """Put the turn into that phase."""
    require(event.seat == table.turn.seat, "phases are the active seat's")
    return replace(table, turn=replace(table.turn, phase=event.phase))


@applies(PhaseSkipped)
def phase_skipped(table: Table, event: PhaseSkipped) -> Table:
    """Change nothing."""
    require(event.seat == table.turn.seat, "phases are the active seat's")
    return table
