"""Check `append_soon`, which returns at once and calls back when the write is on disk."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import Thread, current_thread

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError
from msgspec.structs import replace

from replay.codec import Envelope
from replay.proofs.shuffle import seed_of_text
from replay.rewind import batches
from service.store.errors import Conflict, ImportedGame, NoSuchGame, StoreUnavailable, Unstorable
from service.store.event_store import GameStore, open_store
from service.store.location import Database
from service.store.postgres.naming import LOCK
from service.store.record_import import import_record
from service.store.sqlite.locks import exclusive
from tests.service.store.contract.conftest import Tables
from tests.service.store.games import EARLY, LATE, play_game, with_game_id
from tests.waiting import wait_until

ENVELOPES = play_game("g", LATE).envelopes
SEATED = 4
"""The number of events at the beginning of a test; the others are appended without waiting."""
LATER = list(batches(ENVELOPES[SEATED:]))
SLOW = 10
"""Seconds after which a call counts as waiting."""
Callback = tuple[str, int, Exception | None]
BlockWriters = Callable[[], AbstractContextManager[None]]


class Sender:
    """Appends batches without waiting, and records the callbacks."""

    def __init__(self, store: GameStore, tables: Tables) -> None:
        self.store = store
        self.callbacks: list[Callback] = []
        self.stored: list[int] = []
        """The number of stored events of the game at each callback."""
        self._tables = tables

    def send(self, game: str, batch: Sequence[Envelope], request: str | None = None) -> None:
        """Append a batch to a game without waiting."""
        last = batch[-1].n

        def done(error: Exception | None) -> None:
            self.stored.append(self._tables.count(game=game))
            self.callbacks.append((game, last, error))

        self.store.append_soon(game, with_game_id(batch, game), request=request, done=done)

    def wait_for(self, count: int) -> list[Callback]:
        """Wait for `count` callbacks, and return them."""
        wait_until(lambda: len(self.callbacks) >= count)
        return self.callbacks

    def kinds(self, count: int) -> dict[tuple[str, int], type[Exception] | None]:
        """Return the type of error by game and last event."""
        return {(game, n): error and type(error) for game, n, error in self.wait_for(count)}


def seat(store: GameStore, *games: str) -> None:
    """Add games whose seats are taken."""
    for game in games:
        store.append(game, with_game_id(ENVELOPES[:SEATED], game), seed=seed_of_text(game))


@pytest.fixture
def sender(store: GameStore, tables: Tables) -> Sender:
    """A sender for a store with the games g and h."""
    seat(store, "g", "h")
    return Sender(store, tables)


@pytest.fixture
def block_writers(tables: Tables) -> BlockWriters:
    """Hold the lock of writers, as a slow disk or another process does."""

    @contextmanager
    def holding() -> Iterator[None]:
        if isinstance(tables.location, Database):
            with psycopg.connect(tables.location.url) as connection:
                connection.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
                yield
        else:
            assert isinstance(tables.location, Path)
            with exclusive(tables.location):
                yield

    return holding


def require_no_wait(*calls: Callable[[], object]) -> None:
    """Make these calls one after another, and fail if they wait."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: [call() for call in calls]).result(SLOW)


def test_successive_batches_are_written_and_called_back_in_order(sender: Sender) -> None:
    for batch in LATER:
        for game in ("g", "h"):
            sender.send(game, batch)
    assert [(game, batch[-1].n, None) for batch in LATER for game in ("g", "h")] == sender.wait_for(2 * len(LATER))
    assert all(stored >= n for stored, (_, n, _) in zip(sender.stored, sender.callbacks, strict=True)), (
        "callback before the write"
    )
    for game in ("g", "h"):
        assert with_game_id(ENVELOPES, game) == sender.store.envelopes(game)
    jobs = [job for _, job in sender.store._last_events.values()]
    assert [(True, False)] * 2 == [(job is not None and job.done, hasattr(job, "work")) for job in jobs]


def test_a_callback_runs_in_a_thread_of_the_store_and_its_error_is_reported(
    sender: Sender, monkeypatch: pytest.MonkeyPatch
) -> None:
    reported: list[object] = []
    monkeypatch.setattr("threading.excepthook", lambda fault: reported.append((fault.exc_type, fault.thread)))
    threads: list[Thread] = []

    def stumble(_: Exception | None) -> None:
        threads.append(current_thread())
        raise ZeroDivisionError

    sender.store.append_soon("g", LATER[0], request=None, done=stumble)
    sender.send("h", LATER[0])
    sender.send("g", LATER[1])
    assert [None, None] == [error for _, _, error in sender.wait_for(2)]
    (thread,) = threads
    assert thread is not current_thread()
    assert [(ZeroDivisionError, thread)] == reported


def test_errors_known_before_writing_are_raised_at_once(sender: Sender) -> None:
    store = sender.store
    import_record(store, play_game("i", EARLY).record())
    too_large = [replace(LATER[0][0], at=2**70)]
    for game, batch, kind in (
        ("missing", LATER[0], NoSuchGame),
        ("g", LATER[1], Conflict),
        ("g", [LATER[0][0], LATER[0][0]], Unstorable),
        ("g", too_large, Unstorable),
        ("i", [replace(ENVELOPES[-1], n=play_game("i", EARLY).version + 1)], ImportedGame),
    ):
        with pytest.raises(kind):
            sender.send(game, batch)
    store.append_soon("g", [], request=None, done=sender.callbacks.append)  # type: ignore[arg-type]  # an error or None
    assert [None] == sender.callbacks, "an empty batch is done"


def test_a_conflict_fails_its_batch_and_the_later_ones_of_its_game(
    sender: Sender, tables: Tables, block_writers: BlockWriters
) -> None:
    seat(sender.store, "k")
    with open_store(tables.location) as other:
        other.append("g", LATER[0][:1])
    with block_writers():
        sender.send("k", LATER[0])
        for batch in LATER[:3]:
            sender.send("g", batch)
        sender.send("h", LATER[0])
    first, second, third = (("g", batch[-1].n) for batch in LATER[:3])
    kept = {("k", LATER[0][-1].n): None, ("h", LATER[0][-1].n): None}
    assert {**kept, first: Conflict, second: Conflict, third: Conflict} == sender.kinds(5)
    causes = [error.__cause__ for _, _, error in sender.callbacks if error is not None]
    assert [IntegrityError] * 3 == [type(cause) for cause in causes]
    assert SEATED + 1 == tables.count(game="g")
    assert {"h", "k"} == set(sender.store._last_events)
    sender.store.append("g", ENVELOPES[SEATED + 1 :])


def test_a_request_happens_once(sender: Sender, block_writers: BlockWriters) -> None:
    with block_writers():
        sender.send("g", LATER[0], request="r")
        sender.send("g", LATER[1], request="r")
        sender.send("h", LATER[0], request="r")
    conflicts = {key for key, error in sender.kinds(3).items() if error is Conflict}
    assert {("g", LATER[1][-1].n)} == conflicts
    assert SEATED + 1 == sender.store.event_of_request("g", "r")


def test_an_unstorable_request_fails_its_batch_and_the_later_ones(sender: Sender) -> None:
    sender.send("g", LATER[0], request="\udcff")
    sender.send("g", LATER[1])
    first, second = (("g", batch[-1].n) for batch in LATER[:2])
    assert {first: Unstorable, second: Conflict} == sender.kinds(2)
    assert with_game_id(ENVELOPES[:SEATED], "g") == sender.store.envelopes("g")


def test_append_can_follow_a_batch_of_append_soon(sender: Sender, block_writers: BlockWriters) -> None:
    with ThreadPoolExecutor(1) as threads:
        with block_writers():
            sender.send("g", LATER[0])
            wait_until(lambda: not sender.store._recorder._group._waiting)
            waiting = threads.submit(sender.store.append, "g", LATER[1])
            wait_until(lambda: sender.store._recorder._group._waiting)
            assert not sender.callbacks
        waiting.result(SLOW)
    sender.send("g", LATER[2])
    assert [None, None] == [error for _, _, error in sender.wait_for(2)]
    assert LATER[2][-1] == sender.store.envelopes("g")[-1]


def test_append_soon_does_not_wait_for_a_slow_disk(sender: Sender, block_writers: BlockWriters) -> None:
    seat(sender.store, *(f"g{number}" for number in range(50)))
    with ThreadPoolExecutor(1) as threads:
        with block_writers():
            require_no_wait(lambda: [sender.send(f"g{number}", LATER[0]) for number in range(50)])
            require_no_wait(*(lambda batch=batch: sender.send("g", batch) for batch in LATER))  # type: ignore[misc]  # binds it
            assert not sender.callbacks
            waits = threads.submit(sender.store.append, "h", with_game_id(LATER[0], "h"))
            wait_until(lambda: any(job.listener is None for job in sender.store._recorder._group._waiting))
            assert not waits.done(), "the lock is not held"
        assert {None} == set(sender.kinds(50 + len(LATER)).values())
    assert ENVELOPES == sender.store.envelopes("g")


def test_append_soon_reads_nothing_when_it_knows_the_last_event(
    sender: Sender, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    ask = sender.store._recorder.game_row

    def game(name: str) -> object:
        asked.append(name)
        return ask(name)

    monkeypatch.setattr(sender.store._recorder, "game_row", game)
    for batch in LATER:
        sender.send("g", batch)
    sender.wait_for(len(LATER))
    assert [] == asked
    with open_store(tables.location) as other:
        other.append("h", with_game_id(LATER[0], "h"))
    sender.send("h", LATER[1])
    assert ["h"] == asked
    assert None is sender.wait_for(len(LATER) + 1)[-1][2]


def test_closing_writes_what_was_sent_and_refuses_more(
    sender: Sender, tables: Tables, block_writers: BlockWriters
) -> None:
    with ThreadPoolExecutor(1) as threads:
        with block_writers():
            for batch in LATER:
                sender.send("g", batch)
            closing = threads.submit(sender.store.close)
            wait_until(lambda: sender.store._recorder._group._is_closed)
            with pytest.raises(StoreUnavailable, match="closed"):
                sender.send("h", LATER[0])
            assert not sender.callbacks
        closing.result(SLOW)
    assert [None] * len(LATER) == [error for _, _, error in sender.callbacks], (
        "all callbacks come before the store is closed"
    )
    with open_store(tables.location) as again:
        assert ENVELOPES == again.envelopes("g")
        assert SEATED == tables.count(game="h")
