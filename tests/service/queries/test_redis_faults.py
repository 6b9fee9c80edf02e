"""Check R15: with any fault of Redis commands succeed, streams are complete, and lists equal rebuilt ones."""

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

from service.http.rate_limits import Account, Limit, RateCounter, _LocalCounts
from service.ops.redis_client import RedisClient, redis_checks
from tests.servers.proxy import Proxy, proxy_to
from tests.servers.redis_server import RedisServer
from tests.service.queries.conftest import PUBLIC, RedisService
from tests.service.queries.test_game_list import index_rows

FAULTS = int(os.environ.get("HARICOT_MOODS", "15"))
"""How many faults."""
TEN_PER_MINUTE = Limit("10 per minute", "asked")
PATIENCE_SECONDS = 2.0
"""The longest time for a command, on a busy machine."""


class FaultyRedis:
    """A Redis behind a proxy, and the faults of both, each with its beginning and its end."""

    def __init__(self, server: RedisServer, proxy: Proxy) -> None:
        self.server, self.proxy = server, proxy
        self.url = f"redis://127.0.0.1:{proxy.port}/0"
        self.faults: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
            "killed": (server.kill, server.start),
            "frozen": (server.pause, server.resume),
            "emptied": (server.flush, lambda: None),
            "half open": (self._mute, self._unmute),
            "cut replies": (self._cut, self._uncut),
            "memory full": (lambda: self._memory(1), lambda: self._memory(0)),
        }

    def _mute(self) -> None:
        self.proxy.silent = True

    def _unmute(self) -> None:
        self.proxy.silent = False
        self.proxy.hang_up()

    def _cut(self) -> None:
        self.proxy.cut = 3
        self.proxy.hang_up()

    def _uncut(self) -> None:
        self.proxy.cut = None
        self.proxy.hang_up()

    def _memory(self, most: int) -> None:
        with self.server.client() as client:
            client.config_set("maxmemory", most)


@pytest.fixture
def redis(own_redis: RedisServer) -> Iterator[FaultyRedis]:
    """A Redis behind a proxy."""
    with proxy_to(own_redis.port) as proxy:
        yield FaultyRedis(own_redis, proxy)


def follow(service: RedisService, path: str, token: str, seen: list[int]) -> None:
    """Follow a game to its end, or until the service closes."""
    answer = service.api.request("GET", f"{path}/stream?after=0", token, headers={"Accept": "application/x-ndjson"})
    for piece in answer.response:
        seen += [json.loads(said)["n"] for said in piece.decode().split("\n") if said]


def test_commands_streams_and_lists_survive_every_fault_of_redis(open_redis_service, redis, monkeypatch):
    monkeypatch.setattr("service.ops.redis_client.BREAKER_SECONDS", 0.2)
    monkeypatch.setattr("service.ops.redis_client.TIMEOUT_SECONDS", 0.1)
    service = open_redis_service(redis.url, rate="1000000 per minute", costs="")
    match = service.api.match()
    seen: list[int] = []
    follower = Thread(target=follow, args=(service, match.at, match.seats[1], seen))
    follower.start()
    slowest = 0.0
    luck = Random(15)
    for begin, heal in itertools.islice(itertools.cycle(redis.faults.values()), FAULTS):
        begin()
        for _ in range(4):
            before = time.monotonic()
            moved = service.api.move(match, luck)
            slowest = max(slowest, time.monotonic() - before)
            if not moved:
                match = service.api.match()
            answer = service.api.get(f"{PUBLIC}&status=running")
            runs = service.api.get(match.at)["status"] == "running"  # unless that was its last move
            assert runs == (match.game in [head["game"] for head in answer["games"]])
        heal()
    store = service.api.context.store
    grown = index_rows(store)
    store.game_index.rebuild()
    assert {**index_rows(store), "roll_reached": grown["roll_reached"]} == grown
    assert slowest < PATIENCE_SECONDS
    service.api.context.notifier.close()
    follower.join(10)
    assert seen == list(range(1, len(seen) + 1))
    assert len(seen) > FAULTS


def test_processes_share_rate_limits_and_count_alone_without_redis(open_redis_service, own_redis):
    first = open_redis_service(own_redis.url, rate="6 per minute")
    one, other = first.api, open_redis_service(own_redis.url, folder=first.folder, rate="6 per minute").api

    def statuses(*apis):
        return [api.request("GET", "/healthz").status_code for api in apis]

    assert statuses(*(one, other) * 3) == [200] * 6
    assert statuses(one, other) == [429, 429]
    own_redis.kill()
    time.sleep(0.1)
    alone = statuses(*[one] * 8)
    assert 429 in alone
    assert set(alone) <= {200, 429}
    own_redis.start()


def test_redis_announces_the_writes_of_another_process_at_once(open_redis_service, redis_url, monkeypatch):
    """Only Redis can have announced it: the notifier polls after 30 seconds."""
    monkeypatch.setattr("service.store.sqlite.recorder.POLL_SECONDS", 30.0)
    one = open_redis_service(redis_url)
    other = open_redis_service(redis_url, folder=one.folder)
    match = one.api.match()
    with other.api.context.notifier.listen(match.game) as listener:
        begun = time.monotonic()
        one.api.submit(match, {"type": "PlantFromHand", "seat": 0, "field": 0})
        listener.wait(match.version, 10)
        assert time.monotonic() - begun < 2
        assert listener.latest > match.version


@pytest.mark.parametrize("kind", ["wants a password", "is no Redis"])
def test_an_unusable_redis_is_ignored_and_reported_by_the_doctor(open_redis_service, tmp_path, kind):
    with ExitStack() as stack:
        if kind == "is no Redis":
            other = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
            url = f"redis://127.0.0.1:{other.getsockname()[1]}/0"
            stack.callback(answer_otherwise(other).join)
            stack.callback(other.shutdown, socket.SHUT_RDWR)
        else:
            server = RedisServer(tmp_path / "redis", "--requirepass", "beans").start()
            stack.callback(server.end)
            url = server.url
        service = open_redis_service(url, rate="1000 per minute")
        match = service.api.match()
        service.api.submit(match, {"type": "PlantFromHand", "seat": 0, "field": 0})
        assert [head["game"] for head in service.api.get(PUBLIC)["games"]] == [match.game]
        assert service.api.get("/readyz")["redis"] == "away"
        ((name, well, says),) = redis_checks(url)
        assert (name, well) == ("redis", False)
        assert "HARICOT_REDIS_URL" in says


def answer_otherwise(listener: socket.socket) -> Thread:
    """Answer connections with another protocol, in a thread."""

    def answer() -> None:
        with suppress(OSError):
            while True:
                caller, _ = listener.accept()
                with caller:
                    caller.recv(1000)
                    caller.sendall(b"220 beans.example ready\r\n")

    thread = Thread(target=answer)
    thread.start()
    return thread


@pytest.mark.parametrize("spoilt", ["nonsense", "a list", "for ever"])
def test_a_spoilt_count_in_redis_starts_again(open_redis_service, own_redis, spoilt):
    service = open_redis_service(own_redis.url, rate="6 per minute")
    assert service.api.request("GET", "/healthz").headers["X-RateLimit-Remaining"] == "5"
    (key,) = service.redis.run(lambda client: client.keys("haricot:rate:*"))
    assert b"127.0.0.1" not in key
    if spoilt == "for ever":
        service.redis.run(lambda client: client.persist(key))
    else:
        service.redis.run(lambda client: client.delete(key))
        service.redis.run(lambda client: client.set(key, "x") if spoilt == "nonsense" else client.rpush(key, "x"))
    answer = service.api.request("GET", "/healthz").headers
    assert answer["X-RateLimit-Remaining"] == ("4" if spoilt == "for ever" else "5")
    assert 0 < service.redis.run(lambda client: client.ttl(key)) <= 60


def test_without_redis_a_process_counts_on_from_the_last_shared_count(own_redis):
    rates, me = RateCounter(RedisClient(own_redis.url)), [Account("me", TEN_PER_MINUTE)]
    assert [rates.count(me).left for _ in range(6)] == [9, 8, 7, 6, 5, 4]
    own_redis.kill()
    gone_on = [rates.count(me) for _ in range(6)]
    assert [rate.left for rate in gone_on] == [3, 2, 1, 0, -1, -2]
    assert all(0 < rate.reset_at - time.time() <= 60 for rate in gone_on)
    assert rates.count([Account("you", TEN_PER_MINUTE)]).left == 9
    own_redis.start()


def test_control_without_kept_counts_the_rate_limit_starts_again(own_redis, monkeypatch):
    monkeypatch.setattr(_LocalCounts, "set_counts", lambda *_: None)
    rates, me = RateCounter(RedisClient(own_redis.url)), [Account("me", TEN_PER_MINUTE)]
    for _ in range(6):
        rates.count(me)
    own_redis.kill()
    assert rates.count(me).left == 9
    own_redis.start()
