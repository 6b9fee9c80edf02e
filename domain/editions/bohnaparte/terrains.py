"""Section 12: how each kind of terrain is reached, defended, scored."""

from collections.abc import Iterator
from typing import Any

from domain.editions.bohnaparte.areas import Board, board_of
from domain.editions.bohnaparte.boards import neighbours
from domain.rulebook import Rulebook
from domain.rulebook_sections import Land, Lands, TerrainType
from domain.table import Table

CAMP = "camp"
RIVER = "river"
FOREST = "forest"


def terrain_numbers(rulebook: Rulebook) -> dict[str, dict[str, Any]]:
    """Return the numbers of each kind of terrain: count, points, conquerable, min_defence.

    Rule: BP-12.1 to BP-12.10.
    """
    found: dict[str, dict[str, Any]] = rulebook.data.numbers["terrains"]
    return found


def min_defence(rulebook: Rulebook, kind: str) -> int:
    """Return the least value that a terrain of this kind defends itself with; 0 where none is given.

    Rule: BP-12.3, BP-12.4, BP-14.3.
    """
    return int(terrain_numbers(rulebook)[kind].get("min_defence", 0))


def is_conquerable(kind: str) -> bool:
    """Return whether terrains of a kind can be conquered. Rule: BP-11.3."""
    return kind != RIVER


def attack_route(board: Board, seat: int, target: str) -> str | None:
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


def attack_targets(board: Board, seat: int) -> Iterator[str]:
    """Yield every terrain that a seat can reach, does not own, may conquer. Rule: BP-11.3."""
    for cell, terrain in zip(board.cells, board.terrains, strict=True):
        if is_conquerable(cell.terrain) and terrain.owner != seat and attack_route(board, seat, cell.id) is not None:
            yield cell.id


def count_turned_up(plain: int, table: Table) -> int:
    """Return how many cards are turned up: `plain`, with one more for each farm of the active seat.

    Rule: BP-5.1, BP-12.5.
    """
    return plain + board_of(table).counts(table.turn.seat, "farm")


def lands_of(rulebook: Rulebook, camp: int) -> Lands:
    """Return what each kind of terrain is worth, where `camp` is what a camp is, with what each terrain of a board is.

    Rule: BP-9.7, BP-12.1.
    """
    worth = {
        kind: TerrainType(
            points=camp if kind == CAMP else own["points"],
            least=min_defence(rulebook, kind) or None,
            conquerable=is_conquerable(kind),
        )
        for kind, own in terrain_numbers(rulebook).items()
    }
    fortress = int(rulebook.data.numbers["fortress_points"])

    def laid(table: Table) -> dict[str, Land]:
        board = board_of(table)
        return {
            terrain.id: Land(
                kind=cell.terrain,
                owner=terrain.owner,
                points=worth[cell.terrain].points + fortress * terrain.fortress,
            )
            for cell, terrain in zip(board.cells, board.terrains, strict=True)
        }

    return Lands(kinds=worth, laid=laid)


def victory_points(rulebook: Rulebook, table: Table) -> tuple[int, ...]:
    """Return the points of each seat: its terrains with their fortresses. Rule: BP-9.7, BP-12.1."""
    assert rulebook.lands is not None
    scores = [0] * len(table.seats)
    for land in rulebook.lands.laid(table).values():
        if land.owner is not None:
            scores[land.owner] += land.points
    return tuple(scores)
