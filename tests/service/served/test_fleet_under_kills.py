"""PostgreSQL, Redis, two web processes and a worker: games end soundly while each of them is killed in turn."""

import http.client
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from threading import Event, Lock, Thread
from typing import Any, NamedTuple

import pytest

from service.store.event_store import open_store
from service.store.location import Database
from tests.random_player import pick_legal
from tests.servers.postgres import Postgres, own_postgres, postgres_template
from tests.servers.redis_server import RedisServer, own_redis
from tests.service.queries.test_game_list import index_rows
from tests.service.served.conftest import (
    GONE,
    Client,
    Played,
    Server,
    Worker,
    assert_sound,
    keys_of,
    record_of,
)
from tests.waiting import happens_within, wait_until

__all__ = ["own_postgres", "own_redis", "postgres_template"]

GAMES = int(os.environ.get("HARICOT_TOGETHER", "3"))
"""How many games are played."""
AT_ONCE = 8
BETWEEN_FAULTS = 12
"""How many commands are acknowledged between one fault and the next."""


class Fleet(NamedTuple):
    """A web service, a worker, a Redis and a database."""

    web: Server
    worker: Worker
    redis: RedisServer
    place: Database


class Follower:
    """A client that follows a game to its end, and reconnects as often as needed."""

    def __init__(self, port: int, game: str, token: str) -> None:
        self.seen: list[int] = []
        self.ended = Event()
        self._port, self._path, self._token = port, f"/v1/games/{game}/stream", token
        self._stop = Event()
        self._thread = Thread(target=self._follow)
        self._thread.start()

    def _follow(self) -> None:
        while not (self.ended.is_set() or self._stop.is_set()):
            with suppress(*GONE):
                self._read()

    def _read(self) -> None:
        line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=20)
        try:
            headers = {"Authorization": f"Bearer {self._token}", "Accept": "text/event-stream"}
            last = self.seen[-1] if self.seen else 0
            line.request("GET", f"{self._path}?after={last}", headers=headers)
            answer = line.getresponse()
            if answer.status != 200:
                answer.read()
                time.sleep(0.05)
                return
            while said := answer.readline():
                if said.startswith(b"id: "):
                    self.seen.append(int(said[4:]))
                elif said == b"event: end\n":
                    self.ended.set()
                    return
                if self._stop.is_set():
                    return
        finally:
            line.close()

    def close(self) -> None:
        """Stops following."""
        self._stop.set()
        self._thread.join()


class Acknowledgements:
    """The acknowledged commands of the clients: key and event of each."""

    def __init__(self) -> None:
        self.commands: dict[str, list[tuple[int, str]]] = {}
        self._guard = Lock()

    def add(self, game: str, n: int, key: str) -> None:
        """Record an acknowledged command."""
        with self._guard:
            self.commands.setdefault(game, []).append((n, key))

    def count(self) -> int:
        """Return how many commands were acknowledged."""
        with self._guard:
            return sum(map(len, self.commands.values()))


def play(port: int, number: int, done: Acknowledgements) -> tuple[str, Follower]:
    """Play a whole game of a human seat over HTTP and two bots; return it with a follower of the human seat."""
    luck = Random(number)
    with Client(port) as client:
        seats = [{"kind": "human"}, {"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "random"}]
        game = client.new_game(seats=seats, pace=0, edition="classic")
        follower = Follower(port, game.game, game.tokens[0])
        for move in count():
            if not _move(client, game, luck, f"{game.game} {move}", done):
                return game.game, follower
    raise AssertionError


def _move(client: Client, game: Played, luck: Random, key: str, done: Acknowledgements) -> bool:
    """Give one command of the human seat; return False when the game is over."""
    while True:
        reply, _ = client.insist("GET", f"{game.path}/legal-commands?seat=0", token=game.tokens[0])
        options: list[dict[str, Any]] = reply.body["legal"]
        head, _ = client.insist("GET", game.path, token=game.tokens[0])
        if head.body["status"] == "finished":
            return False
        if options and 0 in head.body["to_act"]:
            break
        time.sleep(0.01)
    command = pick_legal(options, luck, onward=True)
    reply, _ = client.insist("POST", f"{game.path}/commands", command, token=game.tokens[0], key=key)
    if reply.status == 201:
        done.add(game.game, reply.body["events"][0]["n"], key)
    else:
        assert reply.status == 409, reply  # a bot was faster
    return True


@pytest.fixture
def fleet(tmp_path: Path, own_postgres: Postgres, own_redis: RedisServer) -> Iterator[Fleet]:
    """A service of two web processes and a worker, on one database and one Redis."""
    url = own_postgres.url(own_postgres.new_database())
    settings = {"HARICOT_REDIS_URL": own_redis.url, "HARICOT_LOG": "warning"}
    web = Server(
        tmp_path, tmp_path / "web.log", "--no-demo", "--workers", "2", store=url, HARICOT_BOTS="false", **settings
    )
    worker = Worker(web.place, tmp_path / "worker.log", **settings)
    web.start()
    worker.start()
    yield Fleet(web, worker, own_redis, Database(url=url))
    worker.end()
    web.end()


def wait_for_commands(acknowledged: Acknowledgements) -> None:
    """Wait until more commands are acknowledged at all tables together."""
    before = acknowledged.count()
    wait_until(lambda: acknowledged.count() >= before + BETWEEN_FAULTS, "no command is acknowledged", seconds=60)


@pytest.mark.long
def test_games_end_as_acknowledged_while_every_process_is_killed(fleet: Fleet) -> None:
    web, worker, server, place = fleet
    done = Acknowledgements()
    followers: dict[str, Follower] = {}
    with ThreadPoolExecutor(AT_ONCE) as pool:
        games: list[Future[tuple[str, Follower]]] = [pool.submit(play, web.port, n, done) for n in range(GAMES)]
        try:
            for fault in (server.kill, server.start, lambda: kill_one(web), server.flush):
                wait_for_commands(done)
                fault()
            wait_for_commands(done)
            worker.kill()
            worker.start()
            for game in games:
                name, follower = game.result(240)
                followers[name] = follower
            assert all(follower.ended.wait(20) for follower in followers.values())
        finally:
            for game in games:
                if game.done() and game.exception() is None:
                    game.result()[1].close()
    for name, follower in followers.items():
        record = record_of(place, name)
        assert keys_of_seat(record) == sorted(done.commands[name])
        assert follower.seen == list(range(1, len(record.envelopes) + 1))
        assert_sound(record)
    assert_index_is_current(place)
    assert worker.stop() == 0
    assert web.stop() == 0


def keys_of_seat(record: Any) -> list[tuple[int, str]]:
    """Return events and keys of the commands of the human seat."""
    return [(n, key) for n, key in keys_of(record) if not key.startswith("bot:")]


def kill_one(web: Server) -> None:
    """Kill one of the web processes, and wait until it is replaced."""
    before = web.workers()
    os.kill(max(before), signal.SIGKILL)
    assert happens_within(10, lambda: len(web.workers()) >= len(before) and web.workers() != before)


def assert_index_is_current(place: Database) -> None:
    """Require that the index of games equals a rebuilt one."""
    with open_store(place, create=False) as store:
        store.heads()
        grown = index_rows(store)
        store.game_index.rebuild()
        assert {**index_rows(store), "roll_reached": grown["roll_reached"]} == grown
