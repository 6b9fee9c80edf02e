"""Whoever does not wait for a write is told of it once it is on disk."""

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
from tests.service.store.games import EARLY, LATE, played, renamed
from tests.waiting import until

ENVELOPES = played("g", LATE).envelopes
SEATED = 4
"""So many events are there when a test begins; the others are appended without waiting."""
LATER = list(batches(ENVELOPES[SEATED:]))
SLOW = 10
"""Seconds after which what should not wait is taken to wait."""
Heard = tuple[str, int, Exception | None]
HeldUp = Callable[[], AbstractContextManager[None]]


class Sender:
    """Sends batches into a store, and hears what becomes of them."""

    def __init__(self, store: GameStore, tables: Tables) -> None:
        self.store = store
        self.heard: list[Heard] = []
        self.there: list[int] = []
        """How many events of that game others saw when it was told."""
        self._tables = tables

    def send(self, game: str, batch: Sequence[Envelope], request: str | None = None) -> None:
        """Appends a batch under the name of a game."""
        last = batch[-1].n

        def done(error: Exception | None) -> None:
            self.there.append(self._tables.count(game=game))
            self.heard.append((game, last, error))

        self.store.append_soon(game, renamed(batch, game), request=request, done=done)

    def hears(self, count: int) -> list[Heard]:
        """What was told, once it is so much."""
        until(lambda: len(self.heard) >= count)
        return self.heard

    def kinds(self, count: int) -> dict[tuple[str, int], type[Exception] | None]:
        """The kind of error by game and last event."""
        return {(game, n): error and type(error) for game, n, error in self.hears(count)}


def seat(store: GameStore, *games: str) -> None:
    """Games in which everybody sits."""
    for game in games:
        store.append(game, renamed(ENVELOPES[:SEATED], game), seed=seed_of_text(game))


@pytest.fixture
def sender(store: GameStore, tables: Tables) -> Sender:
    """Somebody who sends into a store with the games g and h."""
    seat(store, "g", "h")
    return Sender(store, tables)


@pytest.fixture
def held_up(tables: Tables) -> HeldUp:
    """Keeps everybody from writing, as a slow disk or another process does."""

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


def at_once(*calls: Callable[[], object]) -> None:
    """Makes these calls, one after another, and fails if they wait."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: [call() for call in calls]).result(SLOW)


# What becomes of it


def test_successive_events_sent_without_waiting_come_in_and_are_told_in_order(sender: Sender) -> None:
    for batch in LATER:
        for game in ("g", "h"):
            sender.send(game, batch)
    assert [(game, batch[-1].n, None) for batch in LATER for game in ("g", "h")] == sender.hears(2 * len(LATER))
    assert all(there >= n for there, (_, n, _) in zip(sender.there, sender.heard, strict=True)), (
        "told before it is there"
    )
    for game in ("g", "h"):
        assert renamed(ENVELOPES, game) == sender.store.envelopes(game)
    jobs = [job for _, job in sender.store._last.values()]
    assert [(True, False)] * 2 == [(job is not None and job.done, hasattr(job, "work")) for job in jobs]


def test_it_is_told_in_a_thread_of_the_store_and_what_that_raises_harms_nobody(
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
    assert [None, None] == [error for _, _, error in sender.hears(2)]
    (thread,) = threads
    assert thread is not current_thread()
    assert [(ZeroDivisionError, thread)] == reported


def test_what_can_be_seen_before_writing_is_raised_at_once(sender: Sender) -> None:
    store = sender.store
    import_record(store, played("i", EARLY).record())
    too_large = [replace(LATER[0][0], at=2**70)]
    for game, batch, kind in (
        ("nobody's", LATER[0], NoSuchGame),
        ("g", LATER[1], Conflict),
        ("g", [LATER[0][0], LATER[0][0]], Unstorable),
        ("g", too_large, Unstorable),
        ("i", [replace(ENVELOPES[-1], n=played("i", EARLY).version + 1)], ImportedGame),
    ):
        with pytest.raises(kind):
            sender.send(game, batch)
    store.append_soon("g", [], request=None, done=sender.heard.append)  # type: ignore[arg-type]  # an error or None
    assert [None] == sender.heard, "what is nothing is done"


def test_a_conflict_fails_with_what_follows_on_it_and_nothing_else(
    sender: Sender, tables: Tables, held_up: HeldUp
) -> None:
    seat(sender.store, "k")
    with open_store(tables.location) as other:
        other.append("g", LATER[0][:1])
    with held_up():
        sender.send("k", LATER[0])
        for batch in LATER[:3]:
            sender.send("g", batch)
        sender.send("h", LATER[0])
    first, second, third = (("g", batch[-1].n) for batch in LATER[:3])
    kept = {("k", LATER[0][-1].n): None, ("h", LATER[0][-1].n): None}
    assert {**kept, first: Conflict, second: Conflict, third: Conflict} == sender.kinds(5)
    causes = [error.__cause__ for _, _, error in sender.heard if error is not None]
    assert [IntegrityError] * 3 == [type(cause) for cause in causes]
    assert SEATED + 1 == tables.count(game="g")
    assert {"h", "k"} == set(sender.store._last)
    sender.store.append("g", ENVELOPES[SEATED + 1 :])


def test_a_request_happens_once(sender: Sender, held_up: HeldUp) -> None:
    with held_up():
        sender.send("g", LATER[0], request="r")
        sender.send("g", LATER[1], request="r")
        sender.send("h", LATER[0], request="r")
    conflicts = {key for key, error in sender.kinds(3).items() if error is Conflict}
    assert {("g", LATER[1][-1].n)} == conflicts
    assert SEATED + 1 == sender.store.asked("g", "r")


def test_a_request_that_no_column_can_hold_is_told_and_what_followed_on_it_fails(sender: Sender) -> None:
    sender.send("g", LATER[0], request="\udcff")
    sender.send("g", LATER[1])
    first, second = (("g", batch[-1].n) for batch in LATER[:2])
    assert {first: Unstorable, second: Conflict} == sender.kinds(2)
    assert renamed(ENVELOPES[:SEATED], "g") == sender.store.envelopes("g")


def test_a_thread_that_waits_may_follow_on_what_was_sent(sender: Sender, held_up: HeldUp) -> None:
    with ThreadPoolExecutor(1) as threads:
        with held_up():
            sender.send("g", LATER[0])
            until(lambda: not sender.store._recorder._group._waiting)
            waiting = threads.submit(sender.store.append, "g", LATER[1])
            until(lambda: sender.store._recorder._group._waiting)
            assert not sender.heard
        waiting.result(SLOW)
    sender.send("g", LATER[2])
    assert [None, None] == [error for _, _, error in sender.hears(2)]
    assert LATER[2][-1] == sender.store.envelopes("g")[-1]


# Nobody waits


def test_whoever_sends_does_not_wait_for_a_slow_disk(sender: Sender, held_up: HeldUp) -> None:
    seat(sender.store, *(f"g{number}" for number in range(50)))
    with ThreadPoolExecutor(1) as threads:
        with held_up():
            at_once(lambda: [sender.send(f"g{number}", LATER[0]) for number in range(50)])
            at_once(*(lambda batch=batch: sender.send("g", batch) for batch in LATER))  # type: ignore[misc]  # binds it
            assert not sender.heard
            waits = threads.submit(sender.store.append, "h", renamed(LATER[0], "h"))
            until(lambda: any(job.listener is None for job in sender.store._recorder._group._waiting))
            assert not waits.done(), "or nobody was held up"
        assert {None} == set(sender.kinds(50 + len(LATER)).values())
    assert ENVELOPES == sender.store.envelopes("g")


def test_whoever_knows_what_comes_next_asks_the_database_nothing(
    sender: Sender, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    ask = sender.store._recorder.game

    def game(name: str) -> object:
        asked.append(name)
        return ask(name)

    monkeypatch.setattr(sender.store._recorder, "game", game)
    for batch in LATER:
        sender.send("g", batch)
    sender.hears(len(LATER))
    assert [] == asked
    with open_store(tables.location) as other:
        other.append("h", renamed(LATER[0], "h"))
    sender.send("h", LATER[1])
    assert ["h"] == asked
    assert None is sender.hears(len(LATER) + 1)[-1][2]


# The end


def test_closing_waits_for_what_was_sent_and_takes_no_more(sender: Sender, tables: Tables, held_up: HeldUp) -> None:
    with ThreadPoolExecutor(1) as threads:
        with held_up():
            for batch in LATER:
                sender.send("g", batch)
            closing = threads.submit(sender.store.close)
            until(lambda: sender.store._recorder._group._ended)
            with pytest.raises(StoreUnavailable, match="closed"):
                sender.send("h", LATER[0])
            assert not sender.heard
        closing.result(SLOW)
    assert [None] * len(LATER) == [error for _, _, error in sender.heard], "each is told before the store is closed"
    with open_store(tables.location) as again:
        assert ENVELOPES == again.envelopes("g")
        assert SEATED == tables.count(game="h")
