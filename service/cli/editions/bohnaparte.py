"""Draws Bohnaparte's board in a terminal: two letters for the terrain, its owner, and the cards on it."""

from collections.abc import Sequence

import click
from rich.text import Text

from domain.edition_data.edition import EditionData
from domain.editions.bohnaparte.areas import BEATEN, Board, Terrain, War
from domain.editions.bohnaparte.boards import PLAYERS, Cell, cells_of_map
from domain.table import Table
from projections.sentences import Chronicle
from service.cli.board_renderer import BoardRenderer
from service.cli.output import print_json

SEAT_COLOURS = ("dark_orange", "grey78", "red1", "dodger_blue1", "green3", "yellow1")
HALF = 3
"""The width of half a card, in letters."""


def draw_board(table: Table, chronicle: Chronicle) -> list[Text]:
    """Return the board row by row, its key, and the open attack; nothing in a game without war."""
    if not isinstance(table.annex, War) or not table.annex.board.cells:
        return []
    board, attack = table.annex.board, table.annex.attack
    lines = [Text(), *_rows(board, None if attack is None else attack.target)]
    kinds = dict.fromkeys(cell.terrain for cell in board.cells)
    lines.append(Text("  ".join(f"{kind[:2]} {chronicle.word(kind)}" for kind in kinds), style="dim"))
    lines.append(Text("0-5 owner  + fortress  o empty quarry  ! riders upright  ? riders beaten", style="dim"))
    if attack is not None:
        lines.append(Text(f"attacked: {chronicle.place(attack.target)}, round {attack.round}", style="bold"))
    return lines


def print_boards(data: EditionData, as_json: bool) -> None:
    """Print the boards of this version of the edition, each terrain by its id."""
    for name, drawing in data.numbers["boards"].items():
        cells = cells_of_map(drawing)
        if as_json:
            print_json({"layout": name, "players": PLAYERS[name], "cells": cells})
        else:
            click.echo(f"{name}, {PLAYERS[name]} players\n{map_of_ids(cells)}\n")
    if not as_json:
        click.echo("With option bp_riders on, paddock-k lies where iron-mine-k does, and forest-k where quarry-k does.")


def custom_board_options(text: str) -> list[str]:
    """Return the options for a board written as JSON."""
    return ["bp_shape=custom", f"bp_board={text}"]


def map_of_ids(cells: Sequence[Cell]) -> str:
    """Return the board row by row, each terrain by its id in commands and positions."""
    half = max(len(cell.id) for cell in cells) // 2 + 1
    rows: dict[int, str] = {}
    for cell in cells:
        rows[cell.row] = rows.get(cell.row, "").ljust(cell.x * half) + cell.id
    return "\n".join(rows[row] for row in sorted(rows))


def _rows(board: Board, target: str | None) -> list[Text]:
    rows: dict[int, Text] = {}
    for cell, terrain in zip(board.cells, board.terrains, strict=True):
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


BOARDS = BoardRenderer(draw=draw_board, print_boards=print_boards, custom_options=custom_board_options)
