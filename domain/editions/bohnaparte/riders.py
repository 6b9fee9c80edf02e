"""Section 14, the riders: which of them may attack, when beaten ones are upright again."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.editions.bohnaparte.areas import BEATEN, UPRIGHT, Board, board_of, with_terrain
from domain.editions.bohnaparte.events import RidersBeaten, RidersReadied
from domain.evolve import applies, require
from domain.pending_events import PendingEvents
from domain.rulebook import GuardFailure, Mechanism, Rulebook
from domain.table import Table

PADDOCK = "paddock"


def forbids_riders(board: Board, seat: int, riders: str | None) -> Mechanism | None:
    """Forbid riders that are another seat's or beaten; an attack without riders is allowed.

    Rule: BP-14.1, BP-14.5, BP-14.8.
    """
    if riders is None:
        return None
    if board.index(riders) is None:
        return GuardFailure("riders.none", board.lacks(riders))
    if board.kind(riders) != PADDOCK or board.state(riders).owner != seat:
        return "riders.none"
    return "riders.beaten" if board.state(riders).riders == BEATEN else None


def upright_paddocks(board: Board, seat: int) -> Iterator[str]:
    """Return the paddocks whose riders this seat may use. Rule: BP-14.8."""
    return (terrain.id for terrain in board.owned(seat, PADDOCK) if terrain.riders == UPRIGHT)


def ready_riders(rulebook: Rulebook, draft: PendingEvents) -> None:
    """Set the beaten riders of the active seat upright at the beginning of its turn. Rule: BP-14.8."""
    seat = draft.table.turn.seat
    for paddock in board_of(draft.table).owned(seat, PADDOCK):
        if paddock.riders == BEATEN:
            draft.record(RidersReadied(riders=paddock.id, seat=seat))


@applies(RidersBeaten)
def riders_beaten(table: Table, event: RidersBeaten) -> Table:
    """Mark the riders as beaten; they were upright before."""
    return _with_riders(table, event.riders, UPRIGHT, BEATEN)


@applies(RidersReadied)
def riders_readied(table: Table, event: RidersReadied) -> Table:
    """Set the riders upright; they were beaten before."""
    return _with_riders(table, event.riders, BEATEN, UPRIGHT)


def _with_riders(table: Table, paddock: str, before: str, after: str) -> Table:
    terrain = board_of(table).state(paddock)
    require(terrain.riders == before, f"the riders of {paddock} are not {before}")
    return with_terrain(table, replace(terrain, riders=after))
