"""A full disk: commands are refused without a trace, and succeed at the same server once there is space."""

import os
import resource
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from random import Random
from threading import Event
from typing import Any, Final

import pytest

from tests.service.served.conftest import Client, Played, Serve, Server, assert_sound, keys_of, record_of
from tests.waiting import happens_within

FILLINGS: Final = int(os.environ.get("HARICOT_FILLINGS", "3"))
"""How often the disk is full."""
PLAYERS: Final = 3
ENOUGH: Final = 12
"""How many commands are given between two full disks, and how many are refused on each."""
FILE_BYTES: Final = 4096
"""The limit on the size of files: less than a page with its header."""


class PersistentPlayer:
    """A client that repeats each command until it succeeds."""

    def __init__(self, port: int, seed: int) -> None:
        self._port, self._luck = port, Random(seed)
        self.done: dict[str, list[tuple[int, str]]] = {}
        self.refused = self.given = 0

    def play(self, enough: Event) -> None:
        """Play game after game; fail at an answer that is neither 201 nor a valid 503."""
        with Client(self._port) as client:
            while not enough.is_set():
                wish = {"edition": "classic", "players": 3, "start": "now"}
                game = Played(client, self._insist(client, "/v1/games", wish, key=os.urandom(8).hex()))
                answer = self.done.setdefault(game.game, [])
                while not enough.is_set() and (command := game.choice(self._luck)) is not None:
                    key = f"{game.game} {len(answer)}"
                    _, path, body, token = game.order(command)
                    done = self._insist(client, path, body, token=token, key=key)
                    answer.append((int(done["events"][0]["n"]), key))

    def _insist(self, client: Client, path: str, body: object, **asked: str) -> Any:
        while True:
            reply = client.post(path, body, **asked)
            if reply.status == 201:
                self.given += 1
                return reply.body
            assert (reply.status, reply.body["code"]) == (503, "unavailable"), reply
            assert int(reply.headers["retry-after"]) > 0
            assert reply.headers["content-type"] == "application/problem+json"
            self.refused += 1
            time.sleep(0.01)


@contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """Limit the size of the files that the server can write, its log included, like a full disk."""
    unlimited = {worker: resource.prlimit(worker, resource.RLIMIT_FSIZE) for worker in server.workers()}
    for worker, (_, most) in unlimited.items():
        resource.prlimit(worker, resource.RLIMIT_FSIZE, (FILE_BYTES, most))
    try:
        yield
    finally:
        for worker, limits in unlimited.items():
            resource.prlimit(worker, resource.RLIMIT_FSIZE, limits)


@pytest.mark.long
def test_commands_refused_on_a_full_disk_succeed_later_once_without_a_restart(serve: Serve) -> None:
    server, enough = serve().start(), Event()
    workers = server.workers()
    tables = [PersistentPlayer(server.port, seed) for seed in range(PLAYERS)]

    def more(counted: str) -> None:
        so_far = [getattr(table, counted) for table in tables]
        waited = happens_within(
            20,
            lambda: (
                all(getattr(table, counted) >= count + ENOUGH for table, count in zip(tables, so_far, strict=True))
                or any(game.done() for game in games)
            ),
        )
        assert waited, f"nothing more is {counted}"

    with ThreadPoolExecutor(PLAYERS) as pool, Client(server.port) as client:
        games = [pool.submit(table.play, enough) for table in tables]
        try:
            for _ in range(FILLINGS):
                more("given")
                with full_disk(server):
                    more("refused")
                    for table in tables:  # stored events can still be read
                        for game in table.done:
                            assert client.get(f"/v1/games/{game}/events?limit=1000").status == 200
                    assert client.get("/healthz").status == 200
                    assert client.post("/v1/games", {"edition": "classic", "players": 3}).status == 503
            more("given")
        finally:
            enough.set()
        for played in games:
            played.result(30)
    assert server.workers() == workers
    assert server.stop() == 0
    for table in tables:
        for game, answer in table.done.items():
            record = record_of(server.data, game)
            assert keys_of(record) == answer
            assert_sound(record)


@pytest.mark.long
def test_control_without_repetition_refused_commands_are_lost(serve: Serve) -> None:
    server, luck = serve().start(), Random(1)
    with Client(server.port) as client:
        game = client.new_game()
        statuses = [game.give(luck, key=f"given once {number}") for number in range(5)]
        with full_disk(server):
            statuses += [game.give(luck, key=f"full disk {number}") for number in range(40)]
        statuses += [game.give(luck, key=f"once more {number}") for number in range(5)]
    assert server.stop() == 0
    assert statuses[:5] + statuses[-5:] == [201] * 10
    assert 503 in statuses
    assert len(keys_of(record_of(server.data, game.game))) == statuses.count(201) < len(statuses)


@pytest.mark.long
def test_readyz_reports_a_full_disk_until_there_is_space(serve: Serve) -> None:
    server = serve().start()
    with Client(server.port) as client:
        assert client.get("/readyz").status == 200
        with full_disk(server):
            assert happens_within(15, lambda: client.get("/readyz").status == 503)
            assert client.get("/readyz").body["code"] == "unavailable"
            assert (client.get("/healthz").status, client.get("/v1/games").status) == (200, 200)
        assert happens_within(15, lambda: client.get("/readyz").status == 200)
        assert client.new_game().give(Random(1)) == 201
    assert server.stop() == 0


@pytest.mark.long
def test_control_without_a_trial_write_readyz_reports_ready(serve: Serve) -> None:
    blind = "import service.store.event_store as e; e.GameStore.require_writable = lambda _: None; "
    server = serve(limit=blind).start()
    with Client(server.port) as client, full_disk(server):
        assert client.post("/v1/games", {"edition": "classic", "players": 3}).status == 503
        assert client.get("/readyz").status == 200
    assert server.stop() == 0
