"""Check that a reader of the growing log misses nothing, however many processes write."""

import multiprocessing
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.synchronize import Barrier
from typing import Final

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent

from service.store.errors import StoreUnavailable
from service.store.event_store import GameStore, open_store
from service.store.location import Database
from service.store.postgres.naming import LOCK
from tests.service.store.games import EARLY, add_game, play_game
from tests.service.store.postgres.conftest import heard
from tests.service.store.races import require_one_winner
from tests.waiting import wait_until

SECONDS: Final = float(os.environ.get("HARICOT_TAIL", "1"))
"""The time for which four processes write."""
ROUNDS: Final = int(os.environ.get("HARICOT_RACES", str(2 * EARLY)))
"""The number of versions that two processes append at once."""
WRITERS: Final = 4
LARGE: Final = 400
LOCKING: Final = f"PERFORM pg_catalog.pg_advisory_xact_lock({LOCK});"
SPAWN = multiprocessing.get_context("spawn")


def write_on(location: Database, writer: int, start: Barrier) -> None:
    """Append to the writer's own game; every other writer in large batches."""
    size, n = (LARGE, 0) if writer % 2 else (1, 0)
    with open_store(location) as store:
        start.wait(timeout=30)
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            rows = [StoredEvent(f"g{writer}", n + number, "a", b"") for number in range(1, size + 1)]
            store._recorder.insert_events(rows)
            n += size


@pytest.mark.long
def test_a_reader_of_the_log_of_four_processes_misses_nothing(store: GameStore, location: Database) -> None:
    start = SPAWN.Barrier(WRITERS + 1)
    writers = [SPAWN.Process(target=write_on, args=(location, number, start)) for number in range(WRITERS)]
    for writer in writers:
        writer.start()
    start.wait(timeout=30)
    seen: list[int] = []
    while any(writer.is_alive() for writer in writers):
        seen += [position for position, _, _ in store.event_numbers_since(seen[-1] if seen else 0)]
    for writer in writers:
        writer.join()
        assert 0 == writer.exitcode
    while found := store.event_numbers_since(seen[-1]):
        seen += [position for position, _, _ in found]
    stored = [position for (position,) in store._recorder.rows("SELECT notification_id FROM events ORDER BY 1")]
    assert stored == seen
    assert len(stored) > WRITERS * LARGE


@pytest.fixture
def slow_writer(location: Database) -> Iterator[psycopg.Connection]:
    """A connection for a writer that commits late."""
    connection = psycopg.connect(location.url, autocommit=True)
    yield connection
    connection.close()


def begin_to_append(connection: psycopg.Connection, game: str) -> None:
    connection.execute("BEGIN")
    row = ([game], [1], ["a"], [b""], [None])
    connection.execute("SELECT haricot.append(%s, %s::bigint[], %s, %s, %s::text[])", row)


def test_positions_become_visible_in_order(store: GameStore, slow_writer: psycopg.Connection) -> None:
    begin_to_append(slow_writer, "slow")
    with ThreadPoolExecutor(1) as threads:
        quick = threads.submit(store._recorder.insert_events, [StoredEvent("quick", 1, "a", b"")])
        time.sleep(0.2)
        assert not quick.done()
        assert [] == store.event_numbers_since(0)
        slow_writer.execute("COMMIT")
        quick.result(timeout=5)
    assert ["slow", "quick"] == [game for _, game, _ in store.event_numbers_since(0)]


def test_control_without_the_lock_a_reader_misses_a_late_commit(
    store: GameStore, slow_writer: psycopg.Connection
) -> None:
    (definition,) = slow_writer.execute("SELECT pg_get_functiondef('haricot.append'::regproc)").fetchone() or ("",)
    assert LOCKING in definition
    slow_writer.execute(definition.replace(LOCKING, ""))
    begin_to_append(slow_writer, "slow")
    store._recorder.insert_events([StoredEvent("quick", 1, "a", b"")])
    ((position, game, _),) = store.event_numbers_since(0)
    slow_writer.execute("COMMIT")
    assert "quick" == game
    assert [] == store.event_numbers_since(position), "control"
    assert 2 == len(store.event_numbers_since(0))


def test_a_hanging_writer_loses_the_lock_after_a_timeout(store: GameStore, slow_writer: psycopg.Connection) -> None:
    slow_writer.execute(
        "SET idle_in_transaction_session_timeout = '3s'"
    )  # connections of the store set it at connecting
    begin_to_append(slow_writer, "slow")
    begun = time.monotonic()
    with pytest.raises(StoreUnavailable, match="timeout"):
        add_game(store, play_game("g", 1))
    assert time.monotonic() - begun < 3.5
    add_game(store, play_game("g", 1))
    assert ["g"] == [game for _, game, _ in store.event_numbers_since(0)]


@pytest.mark.long
def test_of_two_processes_that_append_to_many_games_exactly_one_wins(location: Database) -> None:
    require_one_winner(location, [f"g{number}" for number in range(ROUNDS // EARLY)], asked=True)


def test_news_arrive_late_after_the_listening_connection_breaks(store: GameStore, location: Database) -> None:
    with open_store(location) as other:
        other.poll_changes()
        heard(other, "events", "metadata")
        woken: list[float] = []
        other.on_external_write(lambda: woken.append(time.monotonic()))
        ended = store._recorder.rows(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            " AND (query LIKE 'LISTEN%%' OR query LIKE 'SELECT max%%')"
        )
        assert [(True,)] == ended
        add_game(store, play_game("g", 1))
        heard(other, "events", "metadata", seconds=3)
        wait_until(lambda: woken, "it does not listen again", seconds=3)


def test_news_arrive_by_polling_after_a_lost_announcement(store: GameStore, location: Database) -> None:
    with open_store(location) as other, psycopg.connect(location.url, autocommit=True) as meddler:
        other.poll_changes()
        heard(other, "events", "metadata")
        found = meddler.execute("SELECT pg_get_functiondef('haricot.append'::regproc)").fetchone()
        assert found
        mute = "\n".join(line for line in found[0].splitlines() if "pg_notify" not in line)
        meddler.execute(mute)
        store._recorder.insert_events([StoredEvent("g", 1, "a", b"")])
        begun = time.monotonic()
        heard(other, "events", "metadata", seconds=3)
        assert time.monotonic() - begun > 0.2, "found by polling"


def test_a_lease_has_one_holder_and_ends_with_its_session(store: GameStore, location: Database) -> None:
    with open_store(location) as other:
        assert store.take_lease("bots")
        assert store.take_lease("bots")
        assert not other.take_lease("bots")
        assert other.take_lease("projections")
        store._recorder.rows(
            "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_locks WHERE locktype = 'advisory' AND pid <> %s",
            other._recorder._leases._session.info.backend_pid,
        )
        assert other.take_lease("bots")
        assert not store.take_lease("bots"), "it has noticed"
    wait_until(lambda: store.take_lease("bots"), "the server does not notice the closed session", seconds=5)
