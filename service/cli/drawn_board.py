"""Bohnaparte's board drawn for a terminal: two letters for the terrain, then its owner and what stands on it."""

from collections.abc import Sequence

from rich.text import Text

from domain.editions.bohnaparte.areas import BEATEN, Board, Terrain, War
from domain.editions.bohnaparte.boards import Cell
from domain.table import Table
from projections.chronicle import Chronicle

SEAT_COLOURS = ("dark_orange", "grey78", "red1", "dodger_blue1", "green3", "yellow1")
HALF = 3
"""So many letters wide is half a card."""


def draw_board(table: Table, chronicle: Chronicle) -> list[Text]:
    """The board row by row, its key, and the attack that is open; nothing where no war is."""
    if not isinstance(table.annex, War) or not table.annex.board.cells:
        return []
    lay, attack = table.annex.board, table.annex.attack
    drawn = [Text(), *_rows(lay, None if attack is None else attack.target)]
    kinds = dict.fromkeys(cell.terrain for cell in lay.cells)
    drawn.append(Text("  ".join(f"{kind[:2]} {chronicle.word(kind)}" for kind in kinds), style="dim"))
    drawn.append(Text("0-5 owner  + fortress  o empty quarry  ! riders upright  ? riders beaten", style="dim"))
    if attack is not None:
        drawn.append(Text(f"attacked: {chronicle.place(attack.target)}, round {attack.round}", style="bold"))
    return drawn


def map_of_ids(cells: Sequence[Cell]) -> str:
    """The board row by row, each terrain by the id that commands and positions call it."""
    half = max(len(cell.id) for cell in cells) // 2 + 1
    rows: dict[int, str] = {}
    for cell in cells:
        rows[cell.row] = rows.get(cell.row, "").ljust(cell.x * half) + cell.id
    return "\n".join(rows[row] for row in sorted(rows))


def _rows(lay: Board, target: str | None) -> list[Text]:
    rows: dict[int, Text] = {}
    for cell, terrain in zip(lay.cells, lay.terrains, strict=True):
        line = rows.setdefault(cell.row, Text())
        line.append(" " * (cell.x * HALF - len(line.plain)))
        owner = terrain.owner
        style = "" if owner is None else SEAT_COLOURS[owner]
        line.append(f"{cell.terrain[:2]}{'' if owner is None else owner}{_mark(terrain)}", style=style)
        if terrain.id == target:
            line.stylize("reverse", len(line.plain) - 3)
    return [rows[row] for row in sorted(rows)]


def _mark(terrain: Terrain) -> str:
    if terrain.fortress:
        return "+"
    if terrain.empty:
        return "o"
    if terrain.riders is not None:
        return "?" if terrain.riders == BEATEN else "!"
    return ""
