"""Boards of one's own on the command line."""

import json

from tests.service.command_line import fine, misused

ROWS = ["camp", "farm village", "abbey city abbey", "camp city quarry camp"]
TRIANGLE = [
    {"row": row, "x": 4 - row + 2 * place, "terrain": terrain}
    for row, line in enumerate(ROWS)
    for place, terrain in enumerate(line.split())
]


def test_bots_play_on_a_board_that_somebody_drew(tmp_path):
    board = tmp_path / "board.json"
    board.write_text(json.dumps(TRIANGLE), "utf-8")
    told = fine("simulate", "--edition", "bohnaparte", "--players", 3, "--board", board, "--data", tmp_path, "--json")
    (game,) = told.lines
    (created,) = fine("events", game["game"], "--data", tmp_path, "--json").lines[:1]
    assert created["event"]["rules"]["options"]["bp_shape"] == "custom"
    assert len(game["scores"]) == 3


def test_what_cannot_be_a_board_is_refused_by_its_clause(tmp_path):
    board = tmp_path / "board.json"
    for text, why in ((json.dumps(TRIANGLE[1:]), "camp"), ("\x00\xff", "JSON")):
        board.write_bytes(text.encode("latin-1"))
        said = misused("simulate", "--edition", "bohnaparte", "--players", 3, "--board", board, "--data", tmp_path)
        assert "BP-10.4" in said
        assert why in said
