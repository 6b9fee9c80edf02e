"""Servers whose clocks differ by days serve one game: its dates never go back, and it does not stall."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tests.service.served.conftest import ROOT, Client, Serve, assert_sound, record_of
from tests.waiting import happens_within

DAY: Final = 86_400
SHIFTED: Final = """
import os, time
ahead = int(os.environ["CLOCK_AHEAD"])
right, right_ns = time.time, time.time_ns
time.time = lambda: right() + ahead
time.time_ns = lambda: right_ns() + ahead * 10**9
"""
"""Code that every process of a server with a shifted clock runs first."""


@pytest.fixture
def clients(serve: Serve, tmp_path: Path) -> Iterator[list[Client]]:
    """Clients of three servers: with a correct clock, two days behind, and one day ahead."""
    (tmp_path / "sitecustomize.py").write_text(SHIFTED)
    path = os.pathsep.join((str(tmp_path), str(ROOT)))
    servers = [serve(PYTHONPATH=path, CLOCK_AHEAD=str(ahead)).start() for ahead in (0, -2 * DAY, DAY)]
    found = [Client(server.port) for server in servers]
    yield found
    for client in found:
        client.close()


def at_both_ends(data: Path, game: str) -> tuple[int, int]:
    """Return the dates of the first and last event in seconds from now; require that no date goes back."""
    times = [envelope.at for envelope in record_of(data, game).envelopes]
    assert times == sorted(times)
    return round(times[0] / 1000 - time.time()), round(times[-1] / 1000 - time.time())


@pytest.mark.long
def test_dates_never_go_back_at_servers_with_different_clocks(clients: list[Client], tmp_path: Path) -> None:
    right, behind, ahead = clients
    luck = Random(4)

    game = behind.new_game()
    for number in range(18):
        game.client = clients[number % 3]
        assert game.give(luck, key=f"command {number}") == 201
    first, last = at_both_ends(tmp_path / "data", game.game)
    assert first < -DAY  # or the clocks did not differ
    assert last > DAY // 2
    assert_sound(record_of(tmp_path / "data", game.game))
    for client in clients:
        assert (
            client.get(f"{game.path}/audit").body["verdict"] == "legal"
        )  # it is running, so its deal is not proved yet
        for token in (*game.tokens.values(), game.organiser):
            assert client.get("/v1/tokens/me", token=token).status == 200

    # A server whose clock is behind shows delayed spectators nothing too early.
    game = right.new_game(spectator_delay={"seconds": 3600})
    for number in range(6):
        game.client = clients[number % 2]
        assert game.give(luck) == 201
    assert [client.get(game.path).body["version"] for client in (right, behind)] == [1, 1]

    # Bots do not wait until their clock reaches that of another server.
    bots = [{"kind": "bot", "bot": "greedy"}] * 3
    made = ahead.post("/v1/games", {"edition": "classic", "seats": bots, "pace": 0.01, "start": "now"}).body
    path = f"/v1/games/{made['game']}"
    assert happens_within(20, lambda: right.get(path).body["version"] > made["version"] + 20)
    at_both_ends(tmp_path / "data", made["game"])
