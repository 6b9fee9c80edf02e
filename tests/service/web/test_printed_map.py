"""The printed map of the board: tiles at the positions of the page, and changes of the event marked."""

from service.web.printed_map import EDGES, printed_map

CELLS = [
    {"id": "camp-red", "row": 2, "x": 4, "terrain": "camp"},
    {"id": "quarry-1", "row": 3, "x": 5, "terrain": "quarry"},
]


def frame(geometry: str, owner: int | None, **attack: object) -> dict:
    terrains = [{"id": "camp-red", "owner": owner, "riders": "ready"}, {"id": "quarry-1", "empty": True}]
    return {"table": {"board": {"geometry": geometry, "cells": CELLS, "terrains": terrains}, **attack}}


def test_printed_tiles_match_the_page_and_changes_are_marked():
    drawn = printed_map([frame("staggered", None), frame("staggered", 2, attack={"target": "quarry-1"})], str.upper)
    assert drawn is not None
    assert drawn.edge == EDGES["staggered"]
    camp, quarry = drawn.tiles
    assert (camp.name, camp.x, camp.y, camp.seat, camp.changed, camp.target) == ("CAMP-RED", 0, 0, 2, True, False)
    assert (quarry.x, quarry.y, quarry.empty, quarry.changed, quarry.target) == (50.0, 86.6, True, False, True)
    assert camp.riders == "ready"
    on_grid = printed_map([frame("grid", 1)], str)
    assert on_grid is not None
    assert [(tile.x, tile.y) for tile in on_grid.tiles] == [(0, 0), (0, 104.0)]


def test_a_table_without_a_board_has_no_printed_map():
    assert printed_map([{"table": {"seats": []}}], str) is None
