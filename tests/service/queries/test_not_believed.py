"""A reader of Redis learns nothing of callers, and cannot make the secret of the pseudonyms."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from service.http.rate_limits import PREFIX
from service.ops.redis_client import RedisClient
from service.store.entries.metadata_store import TokenEntry
from service.store.store_secret import KIND, own_secret
from tests.service.queries.conftest import Fair


def dump(redis: RedisClient) -> list[str]:
    """Everything that a Redis holds, as text."""

    def read(client: Any) -> list[str]:
        ways = {b"hash": client.hgetall, b"zset": lambda at: client.zrange(at, 0, -1), b"string": client.get}
        return [f"{key!r} {ways[client.type(key)](key)!r}" for key in client.scan_iter("*")]

    return redis.ask(read)


# Rates


def callers_found(fair: Fair, *names: str) -> bool:
    """Whether somebody who can read all of Redis and knows these names finds out that they asked."""
    guessed = {RedisClient.pseudonym(_Plain(), f"from {name}") for name in names} | set(names)
    return any(guess in line for line in dump(fair.redis) for guess in guessed)


class _Plain:
    """A client whose secret everybody knows."""

    _secret = b""


def test_addresses_stand_there_under_names_that_nobody_else_can_make(
    new_fair: Callable[..., Fair], redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fair = new_fair(redis_url, rate="1000 per minute")
    fair.api.get("/v1/games")
    assert any(PREFIX in line for line in dump(fair.redis))
    assert not callers_found(fair, "127.0.0.1")
    fair.redis.ask(lambda client: client.flushall())
    assert fair.api.context.redis is not None
    monkeypatch.setattr(fair.api.context.redis, "_secret", b"")
    fair.api.get("/v1/games")
    assert callers_found(fair, "127.0.0.1"), "the control: under a digest that anybody can make they are found"


# The secret


def test_all_who_serve_a_store_share_its_secret_and_nobody_can_show_it(fair: Fair) -> None:
    store = fair.api.context.store
    (kept,) = store.noted(TokenEntry, kind=KIND)
    assert own_secret(store) == own_secret(store) == bytes.fromhex(kept.digest)
    assert len(own_secret(store)) == 32
    for shown in (kept.digest, f"hrc_{KIND}_{kept.digest}"):
        fair.api.problem(401, "auth.invalid", "GET", "/v1/games", shown)


def test_of_two_who_draw_at_once_the_first_counts(fair: Fair, monkeypatch: pytest.MonkeyPatch) -> None:
    store = fair.api.context.store
    noted, empty = store.noted, itertools.chain([[]], itertools.repeat(None))

    def overtaken(kind: Any, /, **where: Any) -> Any:
        first = next(empty)
        return noted(kind, **where) if first is None else first

    before = own_secret(store)
    monkeypatch.setattr(store, "noted", overtaken)
    assert own_secret(store) == before
    assert len(noted(TokenEntry, kind=KIND)) == 2
