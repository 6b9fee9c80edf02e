"""Check that a reader of Redis learns nothing of callers, and cannot compute their pseudonyms."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from service.http.rate_limits import PREFIX
from service.ops.redis_client import RedisClient
from service.store.entries.metadata_store import TokenEntry
from service.store.store_secret import KIND, shared_secret
from tests.service.queries.conftest import RedisService


def dump(redis: RedisClient) -> list[str]:
    """Return everything that a Redis holds, as text."""

    def read(client: Any) -> list[str]:
        ways = {b"hash": client.hgetall, b"zset": lambda at: client.zrange(at, 0, -1), b"string": client.get}
        return [f"{key!r} {ways[client.type(key)](key)!r}" for key in client.scan_iter("*")]

    return redis.run(read)


def callers_found(service: RedisService, *names: str) -> bool:
    """Return whether a reader of Redis who guesses these names finds that they sent requests."""
    guessed = {RedisClient.pseudonym(_KnownSecret(), f"from {name}") for name in names} | set(names)
    return any(guess in line for line in dump(service.redis) for guess in guessed)


class _KnownSecret:
    """A client with a known secret."""

    _secret = b""


def test_addresses_are_stored_in_redis_under_keyed_pseudonyms(
    open_redis_service: Callable[..., RedisService], redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = open_redis_service(redis_url, rate="1000 per minute")
    service.api.get("/v1/games")
    assert any(PREFIX in line for line in dump(service.redis))
    assert not callers_found(service, "127.0.0.1")
    service.redis.run(lambda client: client.flushall())
    assert service.api.context.redis is not None
    monkeypatch.setattr(service.api.context.redis, "_secret", b"")
    service.api.get("/v1/games")
    assert callers_found(service, "127.0.0.1"), "control: a digest without the secret can be guessed"


def test_processes_share_the_secret_of_a_store_which_is_no_token(service: RedisService) -> None:
    store = service.api.context.store
    (kept,) = store.find_entries(TokenEntry, kind=KIND)
    assert shared_secret(store) == shared_secret(store) == bytes.fromhex(kept.digest)
    assert len(shared_secret(store)) == 32
    for shown in (kept.digest, f"hrc_{KIND}_{kept.digest}"):
        service.api.problem(401, "auth.invalid", "GET", "/v1/games", shown)


def test_of_two_secrets_made_at_once_the_first_counts(service: RedisService, monkeypatch: pytest.MonkeyPatch) -> None:
    store = service.api.context.store
    noted, empty = store.find_entries, itertools.chain([[]], itertools.repeat(None))

    def overtaken(kind: Any, /, **where: Any) -> Any:
        first = next(empty)
        return noted(kind, **where) if first is None else first

    before = shared_secret(store)
    monkeypatch.setattr(store, "find_entries", overtaken)
    assert shared_secret(store) == before
    assert len(noted(TokenEntry, kind=KIND)) == 2
