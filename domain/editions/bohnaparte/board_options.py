"""Sections 2, 10, 14: the board that the options name."""

from collections.abc import Mapping
from typing import Final

from domain.edition_data.edition import EditionData
from domain.editions.bohnaparte.areas import Board
from domain.editions.bohnaparte.boards import PLAYERS, Cell, cells_of_map, custom_cells, with_sides_turned
from domain.editions.bohnaparte.camps import blank_board
from domain.visibility import Options

NO_SUCH_SIDE: Final[Mapping[str, tuple[str, ...]]] = {
    "off": ("paddock", "forest"),
    "on": ("iron_mine",),
    "combined": (),
}
"""The terrains that do not exist under each value of the option `bp_riders`. Rule: BP-14.1, BP-14.12."""


def board_for(data: EditionData, players: int, options: Options) -> Board:
    """Return the board that the options name, before camps are chosen; Refusal when there is no such board.

    Rule: BP-2.3, BP-10.3 to BP-10.5, BP-14.1, BP-14.12, BP-14.13.
    """
    shape, riders, geometry = (str(options[name]) for name in ("bp_shape", "bp_riders", "bp_geometry"))
    text = str(options["bp_board"])
    if riders == "combined" and shape != "custom":
        raise data.refusal("board.combined", f"bp_shape is {shape}")
    if shape == "custom":
        return blank_board(shape, geometry, _custom(data, players, text, riders, geometry))
    if text:
        raise data.refusal("board.custom", "a board is given, but bp_shape is not custom")
    name = f"standard_{players}" if shape == "standard" else shape
    if PLAYERS[name] != players:
        raise data.refusal("board.players", f"{shape} for {players} players")
    cells = cells_of_map(data.numbers["boards"][name])
    if riders == "on":
        cells = _with_riders(data, with_sides_turned(cells, data.numbers["riders_replace"]))
    return blank_board(name, geometry, cells)


def _custom(data: EditionData, players: int, text: str, riders: str, geometry: str) -> tuple[Cell, ...]:
    terrains = data.numbers["terrains"]
    counts = {kind: terrains[kind]["count"] for kind in terrains if kind not in NO_SUCH_SIDE[riders]}
    try:
        cells = custom_cells(text, players, counts, geometry)
    except ValueError as error:
        raise data.refusal("board.custom", str(error)) from None
    return cells if riders == "off" else _with_riders(data, cells)


def _with_riders(data: EditionData, cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    if not {"paddock", "forest"} <= {cell.terrain for cell in cells}:
        raise data.refusal("board.riders")
    return cells
