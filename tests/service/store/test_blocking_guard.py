"""Check that calls which may block are refused in the loop's thread, without effects, and allowed elsewhere."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from service.ops.redis_client import RedisClient
from service.store.concurrency.blocking_guard import GuardedLock, WouldBlock, forbid_blocking, may_block
from service.store.concurrency.single_flight import SingleFlight
from service.store.entries.metadata_store import Arrangement, Entry
from service.store.event_store import GameStore, open_store
from service.store.location import Database, Location
from service.store.metadata_cache import MetadataCache
from tests.service.store.games import play_game

GAME = "stored"


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[GameStore]:
    """A store with a game."""
    location: Location = tmp_path
    if request.param == "postgresql":
        location = Database(request.getfixturevalue("postgres").url(request.getfixturevalue("database")))
    with open_store(location) as found:
        found.append(GAME, play_game(GAME).envelopes)
        yield found


@pytest.fixture
def loop() -> Iterator[ThreadPoolExecutor]:
    """A thread that must not block."""
    with ThreadPoolExecutor(1, initializer=forbid_blocking) as one:
        yield one


READINGS: dict[str, Callable[[GameStore], Any]] = {
    "a row": lambda store: store.game_row(GAME),
    "events": lambda store: store.envelopes(GAME),
    "a lineage": lambda store: store.lineage(GAME),
    "the register": lambda store: store.find_entries(Arrangement, game=GAME),
    "a seed": lambda store: store.seed(GAME),
    "a position": lambda store: store.position(),
    "what was asked for": lambda store: store.event_of_request(GAME, "somebody a-key"),
    "the index": lambda store: store.game_index.head(GAME),
}
ENTRIES: tuple[Entry, ...] = (Arrangement(game=GAME),)
WRITINGS: dict[str, Callable[[GameStore], Any]] = {
    "events": lambda store: store.append("other", play_game("other").envelopes),
    "the register": lambda store: store.change_entries(ENTRIES),
}


def test_a_loop_thread_cannot_read_and_others_can(store: GameStore, loop: ThreadPoolExecutor) -> None:
    for read in READINGS.values():
        for _ in range(30):  # more than there are connections: a refused call takes none
            with pytest.raises(WouldBlock):
                loop.submit(read, store).result(20)
        read(store)


def test_a_loop_thread_cannot_write_and_others_can(store: GameStore, loop: ThreadPoolExecutor) -> None:
    before = store.position()
    for write in WRITINGS.values():
        with pytest.raises(WouldBlock):
            loop.submit(write, store).result(20)
        assert (store.position(), store.find_entries(Arrangement, game=GAME)) == (before, [])
    for write in WRITINGS.values():
        write(store)


def test_a_loop_thread_can_append_soon_after_an_own_write_only(store: GameStore, loop: ThreadPoolExecutor) -> None:
    first, *_, last = play_game("sent").envelopes
    begun = [one for one in play_game("sent").envelopes if one.n <= last.n]
    store.append("sent", begun[:1])
    said, written = list[Exception | None](), threading.Event()

    def done(error: Exception | None) -> None:
        said.append(error)
        written.set()

    loop.submit(store.append_soon, "sent", begun[1:], request=None, done=done).result(20)
    assert written.wait(20)
    assert said == [None]
    assert store.envelopes("sent") == begun
    store._last_events.clear()
    with pytest.raises(WouldBlock):
        loop.submit(store.append_soon, "sent", [last], request=None, done=done).result(20)
    assert len(said) == 1
    assert first.n == 1


def test_a_loop_thread_can_read_cached_metadata_only(store: GameStore, loop: ThreadPoolExecutor) -> None:
    cache = MetadataCache(store)

    def ask() -> Any:
        return loop.submit(lambda: cache.find_entries(Arrangement, game=GAME)).result(20)

    with pytest.raises(WouldBlock):
        ask()
    assert cache.find_entries(Arrangement, game=GAME) == ask() == []


def test_a_loop_thread_cannot_join_a_shared_reading(loop: ThreadPoolExecutor) -> None:
    shared, inside, enough = SingleFlight(), threading.Event(), threading.Event()

    def read() -> int:
        inside.set()
        assert enough.wait(20)
        return 1

    with ThreadPoolExecutor(1) as other:
        reading = other.submit(shared.run, "question", read)
        assert inside.wait(20)
        for question in ("question", "another"):
            with pytest.raises(WouldBlock):
                loop.submit(shared.run, question, read).result(20)
        enough.set()
        assert reading.result(20) == 1


def test_a_refused_call_of_redis_does_not_count_as_a_failure(loop: ThreadPoolExecutor) -> None:
    client = RedisClient("redis://127.0.0.1:1")
    with pytest.raises(WouldBlock):
        loop.submit(client.run, lambda redis: redis.ping()).result(20)
    assert (client.is_available, client.failures) == (True, 0)
    client.close()


def test_a_loop_thread_takes_a_free_lock_and_waits_for_none(loop: ThreadPoolExecutor) -> None:
    lock = GuardedLock()

    def hold() -> bool:
        with lock:
            return True

    assert loop.submit(hold).result(20)
    with lock, pytest.raises(WouldBlock):
        loop.submit(hold).result(20)
    assert loop.submit(hold).result(20), "a refused attempt does not change the lock"
    assert may_block()
