"""The map of a war in a report: where each tile lies, whose it is and what stands on it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from domain.values import Value

RADIUS: Final = 57.7
STEPS: Final = {"staggered": (50.0, 86.6), "grid": (104.0, 104.0)}
"""How far tiles lie apart, across and down, as in js/table/board.js."""
EDGES: Final = {
    "staggered": "0,-55.7 48.2,-27.8 48.2,27.8 0,55.7 -48.2,27.8 -48.2,-27.8",
    "grid": "-50,-50 50,-50 50,50 -50,50",
}


class PrintedTile(Value):
    """A tile of the map, with its middle; `seat` is the owner. An `empty` one is a quarry whose stone was used."""

    name: str
    terrain: str
    x: float
    y: float
    seat: int | None
    fortress: bool
    empty: bool
    riders: str | None
    changed: bool
    target: bool


class PrintedMap(Value):
    """A map to be printed: its tiles, the shape of one, and the frame around them."""

    edge: str
    frame: str
    tiles: tuple[PrintedTile, ...]


def printed_map(snapshots: Sequence[Mapping[str, Any]], name: Callable[[str], str]) -> PrintedMap | None:
    """Return the map after an event; None for a table without a map. `snapshots` are its tables.

    `name` returns what a tile is called, by its id.
    """
    board = snapshots[-1]["table"].get("board")
    if not board or not board.get("cells"):
        return None
    cells, kind = board["cells"], board["geometry"] if board["geometry"] in STEPS else "staggered"
    across, down = STEPS[kind]
    left, top = min(cell["x"] for cell in cells), min(cell["row"] for cell in cells)
    columns = {cell["id"]: (cell["x"] - left) // 2 if kind == "grid" else cell["x"] - left for cell in cells}
    targets = {
        part["target"] for part in snapshots[-1]["table"].values() if isinstance(part, dict) and "target" in part
    }
    terrains, before = _terrains(snapshots[-1]), _terrains(snapshots[0])
    tiles = tuple(
        PrintedTile(
            name=name(cell["id"]),
            terrain=cell["terrain"],
            x=columns[cell["id"]] * across,
            y=(cell["row"] - top) * down,
            seat=terrains[cell["id"]].get("owner"),
            fortress=bool(terrains[cell["id"]].get("fortress")),
            empty=cell["terrain"] == "quarry" and bool(terrains[cell["id"]].get("empty")),
            riders=terrains[cell["id"]].get("riders"),
            changed=terrains[cell["id"]] != before.get(cell["id"], {}),
            target=cell["id"] in targets,
        )
        for cell in cells
    )
    width, height = max(tile.x for tile in tiles) + 2 * RADIUS, max(tile.y for tile in tiles) + 2 * RADIUS + 4
    frame = f"{-RADIUS} {-RADIUS - 2} {width:.1f} {height:.1f}"
    return PrintedMap(edge=EDGES[kind], frame=frame, tiles=tiles)


def _terrains(snapshot: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Return what is known of each tile, by its id."""
    board = snapshot["table"].get("board") or {"cells": [], "terrains": []}
    known = {one["id"]: one for one in board["terrains"]}
    return {cell["id"]: known.get(cell["id"], {}) for cell in board["cells"]}
