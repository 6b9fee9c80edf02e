"""Section 12: how each kind of terrain is reached, defended, scored."""

from collections.abc import Iterator
from typing import Any

from domain.editions.bohnaparte.areas import Board, board_of
from domain.editions.bohnaparte.boards import neighbours
from domain.rulebook import Rulebook
from domain.table import Table

RIVER = "river"
FOREST = "forest"


def kinds(rulebook: Rulebook) -> dict[str, dict[str, Any]]:
    """Return the numbers of each kind of terrain: count, points, conquerable, min_defence.

    Rule: BP-12.1 to BP-12.10.
    """
    found: dict[str, dict[str, Any]] = rulebook.data.numbers["terrains"]
    return found


def min_defence(rulebook: Rulebook, kind: str) -> int:
    """Return the least value that a terrain of this kind defends itself with; 0 where none is given.

    Rule: BP-12.3, BP-12.4, BP-14.3.
    """
    return int(kinds(rulebook)[kind].get("min_defence", 0))


def way_to(board: Board, seat: int, target: str) -> str | None:
    """Return how a seat can attack a terrain: "" from one beside it, else the id of the river to cross.

    Crossing takes a forest. None when the seat cannot attack the terrain at all.
    Rule: BP-11.3, BP-14.4.
    """
    touching = neighbours(board.cells, board.geometry)
    own = {terrain.id for terrain in board.owned(seat)}
    if own.intersection(touching[target]):
        return ""
    if any(True for _ in board.owned(seat, FOREST)):
        for river in touching[target]:
            if board.kind(river) == RIVER and own.intersection(touching[river]):
                return river
    return None


def targets(board: Board, seat: int) -> Iterator[str]:
    """Yield every terrain that a seat can reach, does not own, may conquer. Rule: BP-11.3."""
    for cell, terrain in zip(board.cells, board.terrains, strict=True):
        if cell.terrain != RIVER and terrain.owner != seat and way_to(board, seat, cell.id) is not None:
            yield cell.id


def count_turned_up(plain: int, table: Table) -> int:
    """Return how many cards are turned up: `plain`, with one more for each farm of the active seat.

    Rule: BP-5.1, BP-12.5.
    """
    return plain + board_of(table).counts(table.turn.seat, "farm")


def points(rulebook: Rulebook, table: Table, camp: int) -> tuple[int, ...]:
    """Return the points of each seat: its terrains, their fortresses; `camp` is what a camp is worth.

    Rule: BP-9.7, BP-12.1.
    """
    board = board_of(table)
    worth = {kind: numbers["points"] for kind, numbers in kinds(rulebook).items()} | {"camp": camp}
    scores = [0] * len(table.seats)
    for cell, terrain in zip(board.cells, board.terrains, strict=True):
        if terrain.owner is not None:
            fortress = rulebook.data.numbers["fortress_points"] if terrain.fortress else 0
            scores[terrain.owner] += worth[cell.terrain] + fortress
    return tuple(scores)
