"""Many overlays follow five tables of bots: each gets events, and another table, within a second."""

import os
import re
import selectors
import socket
import sys
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import pytest

from tests.service.served.conftest import Client, Server

OVERLAYS: Final = int(os.environ.get("HARICOT_OVERLAYS", "20"))
SLOTS: Final = 5
FIELDS: Final = ("scores", "table", "hands", "clock")
"""Fields that show events; every slot has as many overlays of each."""
SECONDS: Final = 20.0 if OVERLAYS >= 100 else 6.0
LATE_SECONDS: Final = 1.0
SEEN: Final = re.compile(rb'"table":\d+,"game":"([^"]+)","n":(\d+)')


class Overlay:
    """An overlay at a field of a slot: which event of which game it showed, and when."""

    def __init__(self, port: int, tournament: str, slot: int, field: str) -> None:
        self.slot = slot
        self.line = socket.create_connection(("127.0.0.1", port), timeout=20)
        heads = ("HTTP/1.1", "Host: localhost", "Accept: text/event-stream")
        head = "\r\n".join(("", *heads[1:], "", ""))
        self.line.sendall(f"GET /broadcast/{tournament}/s{slot}/{field} {heads[0]}{head}".encode())
        self.line.setblocking(False)
        self.shown: list[tuple[float, str, int]] = []
        self._rest = b""

    def read(self) -> None:
        """Record what has arrived."""
        at, self._rest = time.time(), self._rest + self.line.recv(1 << 18)
        *whole, self._rest = self._rest.split(b"\n\n")
        for message in whole:
            if found := SEEN.search(message):
                self.shown.append((at, found[1].decode(), int(found[2])))

    def first_at(self, game: str, n: int) -> float | None:
        """Return when it first showed event n of a game or a later one."""
        return next((at for at, shown, upto in self.shown if shown == game and upto >= n), None)


def held(client: Client) -> tuple[str, list[str]]:
    """Create a tournament of five tables that bots play; return its id and its games."""
    wish = {"title": "On air", "edition": "classic", "rounds": 1, "format": "swiss", "preferred": 4}
    made = client.post("/v1/tournaments", wish).body
    at, client.token = f"/v1/tournaments/{made['tournament']}", made["tokens"][0]["token"]
    players = [{"name": f"Player {number}"} for number in range(4 * SLOTS)]
    client.post(f"{at}/players", {"players": players, "check_in": True})
    steps = [{"type": kind, "round": 1} for kind in ("DrawRound", "ReleaseRound")]
    client.post(f"{at}/commands", {"commands": steps})
    games = client.post(f"{at}/rounds/1/games", {"bots": {"*": "greedy"}, "pace": 1, "patience": 1}).body["games"]
    for table in range(1, SLOTS + 1):
        assert client.request("PUT", f"{at}/slots/s{table}", {"table": table}).status == 200
    return made["tournament"], [one["game"] for one in games]


def follow(overlays: list[Overlay], seconds: float) -> None:
    """Read all overlays for some time."""
    with selectors.DefaultSelector() as ready:
        for one in overlays:
            ready.register(one.line, selectors.EVENT_READ, one)
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            for key, _ in ready.select(left):
                key.data.read()


def late(overlays: list[Overlay], games: list[str], events: dict[str, list[Any]], begun: float) -> Iterator[float]:
    """Yield by how many seconds each overlay showed each event after it was recorded."""
    for one in overlays:
        game = games[one.slot - 1]
        for n, at in events[game]:
            shown = one.first_at(game, n)
            if at > begun and shown is not None:
                yield shown - at


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    limits = {"HARICOT_STREAMS_EACH_MAX": "1000", "HARICOT_STREAMS_MAX": "1000", "HARICOT_LOG": "warning"}
    made = Server(tmp_path / "data", tmp_path / "log", HARICOT_KEY_FILE=str(tmp_path / "key"), **limits)
    try:
        yield made.start()
    finally:
        made.end()


@pytest.mark.long
@pytest.mark.timeout(0)
def test_overlays_follow_their_table_within_a_second(server: Server) -> None:
    with Client(server.port) as client:
        tournament, games = held(client)
        director = client.token
    overlays = [
        Overlay(server.port, tournament, k % SLOTS + 1, FIELDS[k // SLOTS % len(FIELDS)]) for k in range(OVERLAYS)
    ]
    follow(overlays, 3)
    begun = time.time()
    follow(overlays, SECONDS)
    bound = time.time()
    with Client(server.port, director) as client:
        assert client.request("PUT", f"/v1/tournaments/{tournament}/slots/s1", {"table": 2}).status == 200
    follow(overlays, 2)
    rebound = [one.first_at(games[1], 1) for one in overlays if one.slot == 1]
    for one in overlays:
        one.line.close()
    with Client(server.port) as client:
        listed = {game: client.get(f"/v1/games/{game}/events?limit=1000").body["events"] for game in games}
    times = {
        game: [(one["n"], seconds) for one in found if (seconds := since_1970(one["at"])) < bound - LATE_SECONDS]
        for game, found in listed.items()
    }
    took = sorted(late(overlays, games, times, begun))
    p99 = took[int(0.99 * len(took))]
    again = max(one - bound for one in rebound if one is not None)
    sys.stdout.write(
        f"{OVERLAYS} overlays, {len(took)} events told: p50 {took[len(took) // 2]:.3f} s, p99 {p99:.3f} s, "
    )
    sys.stdout.write(f"most {took[-1]:.3f} s; another table after {again:.3f} s\n")
    assert len(took) > OVERLAYS
    assert None not in rebound
    assert p99 <= LATE_SECONDS
    assert again <= LATE_SECONDS


def since_1970(text: str) -> float:
    """Return a time of the API in seconds."""
    return datetime.fromisoformat(text).timestamp()
