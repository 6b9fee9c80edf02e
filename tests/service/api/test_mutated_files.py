"""Import mutated game files over HTTP: no server error, and no harm to other games."""

import os
from pathlib import Path
from random import Random

import msgspec

from domain.commands import SeatCommand
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.turn_scheduler import next_command
from tests.replay.mutated_files import mutated_file
from tests.service.api.conftest import ApiClient, finished_file

FILES = int(os.environ.get("HARICOT_FOREIGN", "20"))
FILES_PER_STORE = 500
"""The number of files for each store: the list of games is read after each of them."""
NDJSON = "application/x-ndjson"
MOVES = 4
PARTS = ("", "/events", "/table", "/timeline", "/sentences", "/audit", "/file", "/legal-commands?seat=0", "/forks")


def test_mutated_game_files_cause_no_server_error(tmp_path: Path) -> None:
    accepted = 0
    for begin in range(0, FILES, FILES_PER_STORE):
        api = ApiClient(tmp_path / str(begin), file_bytes_max=1 << 24)
        api.post("/v1/games:import", data=finished_file(), content_type=NDJSON)
        match = api.match()
        for number in range(begin, min(FILES, begin + FILES_PER_STORE)):
            luck = Random(f"foreign|http|{number}")
            accepted += import_and_play(api, mutated_file(luck, f"foreign-{number}"), luck)
            listed = api.get("/v1/games?limit=200")["games"]
            assert match.game in {head["game"] for head in listed} or len(listed) == 200
            assert api.request("GET", "/").status_code == 200
        assert api.get(match.at, match.seats[0])["game"] == match.game
        assert api.get("/readyz")["damaged"] == 0
        api.context.close()
    assert accepted > FILES / 20, "too few files are accepted to test anything"


def import_and_play(api: ApiClient, data: bytes, luck: Random) -> bool:
    """Import a file; if it is accepted, read and fork the game and play on. Return whether it was accepted."""
    answer = api.request("POST", "/v1/games:import", data=data, content_type=NDJSON)
    assert answer.status_code in (200, 201, 409, 413, 422), answer.text
    if answer.status_code not in (200, 201):
        assert answer.json["code"] in ("file.corrupt", "request.shape", "game.conflict", "request.too-large")
        return False
    game = answer.json["game"]
    for part in PARTS:
        reply = api.request("GET", f"/v1/games/{game}{part}")
        assert reply.status_code in (200, 403, 422, 503), (part, reply.text)
    assert api.request("GET", f"/games/{game}").status_code == 200
    last = answer.json["version"]
    forked = api.request("POST", f"/v1/games/{game}/forks", json={"at": luck.choice((last, luck.randint(1, last)))})
    assert forked.status_code in (201, 422), forked.text
    if forked.status_code == 201:
        play_on(api, forked.json["game"])
    return True


def play_on(api: ApiClient, game: str) -> None:
    """Let bots make a few moves in a game."""
    context = api.context
    live = context.tables.current(game)
    bots = {seat: BOTS["greedy"](seat, str(seat)) for seat in range(len(live.table.seats))}
    for _ in range(MOVES):
        live = context.tables.current(game)
        command = next_command(live.table, live.version, bots) if live.table.begun else None
        if not isinstance(command, SeatCommand):
            break
        token = api.token("seat", game, command.seat)
        answer = api.request(
            "POST",
            f"/v1/games/{game}/commands",
            token,
            data=msgspec.json.encode(command),
            content_type="application/json",
        )
        assert answer.status_code in (201, 409, 422, 503), answer.text
