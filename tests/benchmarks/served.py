"""The figures of the service over HTTP: durable commands, games made."""

import http.client
import json
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from service.store.event_store import open_store
from tests.benchmarks.cores import CLIENTS, SERVER, on_core
from tests.benchmarks.figure import Figure, percentile, together
from tests.benchmarks.scripts import SEATS, Loop, closed_loop, scripted, serving

ROUNDS = 3
SECONDS = 4


def figures() -> Iterator[Figure]:
    """Every figure of commands."""
    for games in (1, 8, 32):
        yield from _commands(games)
    yield from _creations()


def _commands(games: int) -> Iterator[Figure]:
    """Durable commands a second and their times; each seat of each game follows it by a stream."""
    rounds = [_round(games, number) for number in range(ROUNDS)]
    name = f"durable commands over HTTP, {games} games x {SEATS} followed seats"
    yield Figure(name, "1/s", [len(played.times) / played.seconds for played in rounds], "")
    for share, says in ((0.5, "p50"), (0.99, "p99")):
        late = [percentile(played.times, share) * 1000 for played in rounds]
        yield Figure(f"{name}, {says}", "ms", late, "<= 1.0" if games == 1 and share == 0.5 else "")
    cost = [played.processor / len(played.times) * 1000 for played in rounds]
    yield Figure(f"{name}, processor of the server, a move", "ms", cost, "")


def _round(games: int, number: int) -> Loop:
    with tempfile.TemporaryDirectory() as folder:
        with open_store(Path(folder)) as store:
            scripts = [scripted(store, f"bench-{number}-{game}") for game in range(games)]
        with on_core(SERVER), serving(folder) as (port, server), on_core(CLIENTS):
            return closed_loop(port, server.pid, scripts, SECONDS)


def _creations() -> Iterator[Figure]:
    """Games of bots and people made over HTTP, by eight clients."""
    rates = []
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as folder, serving(folder) as (port, _):
            until, made = time.perf_counter() + 3, []

            def create() -> None:
                connection = http.client.HTTPConnection("127.0.0.1", port)  # used within its round
                body = json.dumps({"edition": "classic", "players": 4})
                while time.perf_counter() < until:  # noqa: B023  # used within its round
                    connection.request("POST", "/v1/games", body, {"Content-Type": "application/json"})
                    answer = connection.getresponse()
                    answer.read()
                    assert answer.status == 201
                    made.append(1)  # noqa: B023  # used within its round

            together([create] * 8)
            rates.append(len(made) / 3)
    yield Figure("games made over HTTP", "1/s", rates, "")
