"""R15: whatever happens to Redis, every command succeeds, streams miss nothing, and lists are as made again."""

import itertools
import json
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from random import Random
from threading import Thread

import pytest

from service.http.rate_limits import Account, Limit, Rates, _Counts
from service.ops.redis_client import RedisClient, redis_checks
from tests.servers.proxy import Proxy, proxy_to
from tests.servers.redis_server import RedisServer
from tests.service.queries.conftest import PUBLIC, Fair
from tests.service.queries.test_game_list import index_rows

MOODS = int(os.environ.get("HARICOT_MOODS", "15"))
"""How many faults."""
TEN = Limit("10 per minute", "asked")
PATIENCE_SECONDS = 2.0
"""How long a command may take at most, on a machine that does other things besides."""


class Cable:
    """A Redis that is reached through a line, and the faults that both can have: each begins, and each heals."""

    def __init__(self, server: RedisServer, proxy: Proxy) -> None:
        self.server, self.proxy = server, proxy
        self.url = f"redis://127.0.0.1:{proxy.port}/0"
        self.faults: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
            "killed": (server.kill, server.start),
            "frozen": (server.pause, server.resume),
            "emptied": (server.flush, lambda: None),
            "half open": (self._fall_silent, self._speak),
            "cut replies": (self._cut, self._whole),
            "memory full": (lambda: self._memory(1), lambda: self._memory(0)),
        }

    def _fall_silent(self) -> None:
        self.proxy.silent = True

    def _speak(self) -> None:
        self.proxy.silent = False
        self.proxy.hang_up()

    def _cut(self) -> None:
        self.proxy.cut = 3
        self.proxy.hang_up()

    def _whole(self) -> None:
        self.proxy.cut = None
        self.proxy.hang_up()

    def _memory(self, most: int) -> None:
        with self.server.client() as client:
            client.config_set("maxmemory", most)


@pytest.fixture
def line(own_redis: RedisServer) -> Iterator[Cable]:
    """A Redis behind a line of which the test is the master."""
    with proxy_to(own_redis.port) as proxy:
        yield Cable(own_redis, proxy)


def follow(fair: Fair, path: str, token: str, seen: list[int]) -> None:
    """Follows a game to its end, or until the project closes."""
    answer = fair.api.ask("GET", f"{path}/stream?after=0", token, headers={"Accept": "application/x-ndjson"})
    for piece in answer.response:
        seen += [json.loads(said)["n"] for said in piece.decode().split("\n") if said]


def test_commands_streams_and_lists_survive_every_mood(new_fair, line, monkeypatch):
    monkeypatch.setattr("service.ops.redis_client.BREAK_SECONDS", 0.2)
    monkeypatch.setattr("service.ops.redis_client.WAIT_SECONDS", 0.1)
    fair = new_fair(line.url, rate="1000000 per minute", costs="")
    match = fair.api.match()
    seen: list[int] = []
    follower = Thread(target=follow, args=(fair, match.at, match.seats[1], seen))
    follower.start()
    slowest = 0.0
    luck = Random(15)
    for begin, heal in itertools.islice(itertools.cycle(line.faults.values()), MOODS):
        begin()
        for _ in range(4):
            before = time.monotonic()
            moved = fair.api.move(match, luck)
            slowest = max(slowest, time.monotonic() - before)
            if not moved:
                match = fair.api.match()
            answer = fair.api.get(f"{PUBLIC}&status=running")
            runs = fair.api.get(match.at)["status"] == "running"  # unless that was its last move
            assert runs == (match.game in [head["game"] for head in answer["games"]])
        heal()
    store = fair.api.context.store
    grown = index_rows(store)
    store.game_index.rebuild()
    assert {**index_rows(store), "roll_reached": grown["roll_reached"]} == grown
    assert slowest < PATIENCE_SECONDS
    fair.api.context.notifier.close()
    follower.join(10)
    assert seen == list(range(1, len(seen) + 1))
    assert len(seen) > MOODS


def test_rates_are_counted_together_and_by_each_alone_without_redis(new_fair, own_redis):
    first = new_fair(own_redis.url, rate="6 per minute")
    one, other = first.api, new_fair(own_redis.url, folder=first.folder, rate="6 per minute").api

    def statuses(*apis):
        return [api.ask("GET", "/healthz").status_code for api in apis]

    assert statuses(*(one, other) * 3) == [200] * 6
    assert statuses(one, other) == [429, 429]
    own_redis.kill()
    time.sleep(0.1)
    alone = statuses(*[one] * 8)
    assert 429 in alone
    assert set(alone) <= {200, 429}
    own_redis.start()


def test_who_waits_is_woken_by_what_another_process_wrote_through_redis_at_once(new_fair, redis_url, monkeypatch):
    """With the notifier's own poll out of the way, only Redis can have told."""
    monkeypatch.setattr("service.store.sqlite.recorder.POLL_SECONDS", 30.0)
    one = new_fair(redis_url)
    other = new_fair(redis_url, folder=one.folder)
    match = one.api.match()
    with other.api.context.notifier.listening(match.game) as listener:
        begun = time.monotonic()
        one.api.submit(match, {"type": "PlantFromHand", "seat": 0, "field": 0})
        listener.wait(match.version, 10)
        assert time.monotonic() - begun < 2
        assert listener.latest > match.version


@pytest.mark.parametrize("kind", ["wants a password", "is no Redis"])
def test_a_redis_that_is_not_for_us_is_done_without_and_told_by_the_doctor(new_fair, tmp_path, kind):
    with ExitStack() as stack:
        if kind == "is no Redis":
            other = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
            url = f"redis://127.0.0.1:{other.getsockname()[1]}/0"
            stack.callback(answering(other).join)
            stack.callback(other.shutdown, socket.SHUT_RDWR)
        else:
            server = RedisServer(tmp_path / "redis", "--requirepass", "beans").start()
            stack.callback(server.end)
            url = server.url
        fair = new_fair(url, rate="1000 per minute")
        match = fair.api.match()
        fair.api.submit(match, {"type": "PlantFromHand", "seat": 0, "field": 0})
        assert [head["game"] for head in fair.api.get(PUBLIC)["games"]] == [match.game]
        assert fair.api.get("/readyz")["redis"] == "away"
        ((name, well, says),) = redis_checks(url)
        assert (name, well) == ("redis", False)
        assert "HARICOT_REDIS_URL" in says


def answering(door: socket.socket) -> Thread:
    """Something that speaks otherwise."""

    def answer() -> None:
        with suppress(OSError):
            while True:
                caller, _ = door.accept()
                with caller:
                    caller.recv(1000)
                    caller.sendall(b"220 beans.example ready\r\n")

    thread = Thread(target=answer)
    thread.start()
    return thread


@pytest.mark.parametrize("spoilt", ["nonsense", "a list", "for ever"])
def test_a_count_in_redis_that_is_not_as_it_should_be_is_begun_anew(new_fair, own_redis, spoilt):
    fair = new_fair(own_redis.url, rate="6 per minute")
    assert fair.api.ask("GET", "/healthz").headers["X-RateLimit-Remaining"] == "5"
    (key,) = fair.redis.ask(lambda client: client.keys("haricot:rate:*"))
    assert b"127.0.0.1" not in key
    if spoilt == "for ever":
        fair.redis.ask(lambda client: client.persist(key))
    else:
        fair.redis.ask(lambda client: client.delete(key))
        fair.redis.ask(lambda client: client.set(key, "x") if spoilt == "nonsense" else client.rpush(key, "x"))
    answer = fair.api.ask("GET", "/healthz").headers
    assert answer["X-RateLimit-Remaining"] == ("4" if spoilt == "for ever" else "5")
    assert 0 < fair.redis.ask(lambda client: client.ttl(key)) <= 60


def test_while_redis_is_away_each_goes_on_from_what_it_was_told_last(own_redis):
    rates, me = Rates(RedisClient(own_redis.url)), [Account("me", TEN)]
    assert [rates.count(me).left for _ in range(6)] == [9, 8, 7, 6, 5, 4]
    own_redis.kill()
    gone_on = [rates.count(me) for _ in range(6)]
    assert [rate.left for rate in gone_on] == [3, 2, 1, 0, -1, -2]
    assert all(0 < rate.until - time.time() <= 60 for rate in gone_on)
    assert rates.count([Account("you", TEN)]).left == 9
    own_redis.start()


def test_control_counts_that_are_not_kept_begin_anew(own_redis, monkeypatch):
    monkeypatch.setattr(_Counts, "learn", lambda *_: None)
    rates, me = Rates(RedisClient(own_redis.url)), [Account("me", TEN)]
    for _ in range(6):
        rates.count(me)
    own_redis.kill()
    assert rates.count(me).left == 9
    own_redis.start()
