"""Section 14, the riders: which paddock's riders may attack, and when the beaten stand upright again."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.draft import Draft
from domain.editions.bohnaparte.areas import BEATEN, UPRIGHT, Board, board, with_terrain
from domain.editions.bohnaparte.events import RidersBeaten, RidersReadied
from domain.history import applies, require
from domain.rulebook import Because, Rulebook, Slot
from domain.table import Table

PADDOCK = "paddock"


def forbids_riders(lay: Board, seat: int, riders: str | None) -> Slot | None:
    """Own riders, and upright; none at all is allowed too. Rule: BP-14.1, BP-14.5, BP-14.8."""
    if riders is None:
        return None
    if lay.index(riders) is None:
        return Because("riders.none", lay.lacks(riders))
    if lay.kind(riders) != PADDOCK or lay.state(riders).owner != seat:
        return "riders.none"
    return "riders.beaten" if lay.state(riders).riders == BEATEN else None


def upright(lay: Board, seat: int) -> Iterator[str]:
    """The paddocks whose riders this seat may use. Rule: BP-14.8."""
    return (terrain.id for terrain in lay.owned(seat, PADDOCK) if terrain.riders == UPRIGHT)


def ready(rulebook: Rulebook, draft: Draft) -> None:
    """At the beginning of their holder's turn beaten riders are set upright. Rule: BP-14.8."""
    seat = draft.table.turn.seat
    for paddock in board(draft.table).owned(seat, PADDOCK):
        if paddock.riders == BEATEN:
            draft.happen(RidersReadied(riders=paddock.id, seat=seat))


@applies(RidersBeaten)
def riders_beaten(table: Table, event: RidersBeaten) -> Table:
    """The riders lie there, beaten."""
    return _turned(table, event.riders, UPRIGHT, BEATEN)


@applies(RidersReadied)
def riders_readied(table: Table, event: RidersReadied) -> Table:
    """The riders stand upright."""
    return _turned(table, event.riders, BEATEN, UPRIGHT)


def _turned(table: Table, paddock: str, before: str, after: str) -> Table:
    terrain = board(table).state(paddock)
    require(terrain.riders == before, f"the riders of {paddock} are not {before}")
    return with_terrain(table, replace(terrain, riders=after))
