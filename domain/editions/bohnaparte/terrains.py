"""Section 12: what the terrains give and demand, and which of them a seat can reach."""

from collections.abc import Iterator
from typing import Any

from domain.editions.bohnaparte.areas import Board, board
from domain.editions.bohnaparte.boards import neighbours
from domain.rulebook import Rulebook
from domain.table import Table

RIVER = "river"
FOREST = "forest"


def kinds(rulebook: Rulebook) -> dict[str, dict[str, Any]]:
    """The kinds of terrain with their numbers: count, points, conquerable, min_defence. Rule: BP-12.1 to BP-12.10."""
    found: dict[str, dict[str, Any]] = rulebook.data.numbers["terrains"]
    return found


def min_defence(rulebook: Rulebook, kind: str) -> int:
    """The least that such a terrain defends itself with. Rule: BP-12.3, BP-12.4, BP-14.3."""
    return int(kinds(rulebook)[kind].get("min_defence", 0))


def way_to(lay: Board, seat: int, target: str) -> str | None:
    """How a seat can attack a terrain: "" from a terrain beside it, a river's id across that river, None not at all.

    Rule: BP-11.3, BP-14.4.
    """
    touching = neighbours(lay.cells, lay.geometry)
    own = {terrain.id for terrain in lay.owned(seat)}
    if own.intersection(touching[target]):
        return ""
    if any(True for _ in lay.owned(seat, FOREST)):
        for river in touching[target]:
            if lay.kind(river) == RIVER and own.intersection(touching[river]):
                return river
    return None


def targets(lay: Board, seat: int) -> Iterator[str]:
    """Every terrain that a seat can reach, is not its own and can be conquered. Rule: BP-11.3."""
    for cell, terrain in zip(lay.cells, lay.terrains, strict=True):
        if cell.terrain != RIVER and terrain.owner != seat and way_to(lay, seat, cell.id) is not None:
            yield cell.id


def count_turned_up(plain: int, table: Table) -> int:
    """One card more for each farm of the active seat. Rule: BP-5.1, BP-12.5."""
    return plain + board(table).counts(table.turn.seat, "farm")


def points(rulebook: Rulebook, table: Table, camp: int) -> tuple[int, ...]:
    """Each owned terrain and each fortress on one; a camp is worth what the option says. Rule: BP-9.7, BP-12.1."""
    lay, worth = board(table), {kind: numbers["points"] for kind, numbers in kinds(rulebook).items()} | {"camp": camp}
    scores = [0] * len(table.seats)
    for cell, terrain in zip(lay.cells, lay.terrains, strict=True):
        if terrain.owner is not None:
            fortress = rulebook.data.numbers["fortress_points"] if terrain.fortress else 0
            scores[terrain.owner] += worth[cell.terrain] + fortress
    return tuple(scores)
