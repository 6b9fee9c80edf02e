"""Check that each fault of a database is a clear error, soon and without the password, and changes nothing."""

import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest

from service.store.entries.metadata_store import Annotation
from service.store.errors import NoStoreYet, StoreProblem, StoreUnavailable
from service.store.event_store import GameStore, open_store
from service.store.location import Database
from service.store.postgres import database as opening
from service.store.postgres import migrations as postgres_schema
from service.store.postgres.naming import LOCK
from tests.servers.postgres import PASSWORD, QUOTED, Postgres, free_port
from tests.service.store.games import add_game, play_game

SOON = 3.5
"""Seconds within which a silent database is an error, with a margin for a busy machine."""


def problem(attempt: Callable[[], object], *says: str) -> StoreProblem:
    """Return the error of an attempt, which must come soon, contain all of `says`, and no password."""
    begun = time.monotonic()
    with pytest.raises(StoreUnavailable) as caught:
        attempt()
    assert time.monotonic() - begun < SOON
    for word in says:
        assert word in caught.value.says
    story = f"{caught.value.says} {caught.value.__cause__!r}"
    for secret in (PASSWORD, QUOTED, "wrong pass", "wrong%20pass"):
        assert secret not in story
    return caught.value


@pytest.fixture
def bare(postgres: Postgres, bare_database: str) -> Database:
    """A database without a store."""
    return Database(url=postgres.url(bare_database))


@pytest.fixture
def silent_port() -> Iterator[int]:
    """A port that accepts connections and stays silent."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_an_unreachable_database_is_reported_soon(postgres: Postgres, silent_port: int) -> None:
    there = f"127.0.0.1:{postgres.port}"
    runs, away = "the server runs: check user, password", "check whether the server runs"
    for url, says, advice in (
        (f"postgresql://haricot:wrong%20pass@{there}/postgres", "password authentication failed", runs),
        (f"postgresql://nobody:wrong%20pass@{there}/postgres", "password authentication failed", runs),
        (postgres.url("missing"), "does not exist", runs),
        (f"postgresql://haricot:{QUOTED}@127.0.0.1:{free_port()}/postgres", "refused", away),
        (f"postgresql://haricot:{QUOTED}@127.0.0.1:{silent_port}/postgres", "timeout", away),
        (f"postgresql://haricot:{QUOTED}@{there}/postgres?sslmode=require", "SSL", away),
        (f"postgresql://haricot:{QUOTED}@{there}/postgres?no_such_parameter=1", "cannot be read", "see the manual"),
    ):
        problem(lambda url=url: open_store(Database(url=url)), says, advice)


def test_control_advice_by_error_codes_alone_misses_a_wrong_password(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "_ADVICE", {"28P01": "look at user and password"})
    url = f"postgresql://haricot:wrong%20pass@127.0.0.1:{postgres.port}/postgres"
    problem(lambda: open_store(Database(url=url)), "check whether the server runs")


def test_opening_without_create_makes_no_store(bare: Database, postgres: Postgres, bare_database: str) -> None:
    problem(lambda: open_store(bare, create=False), "there is no store", "haricot simulate", "--store")
    with pytest.raises(NoStoreYet):
        open_store(bare, create=False)
    assert [] == postgres.execute("SELECT nspname FROM pg_namespace WHERE nspname = 'haricot'", bare_database)


def test_a_role_without_rights_is_not_advised_to_make_a_store(
    bare: Database, postgres: Postgres, bare_database: str
) -> None:
    postgres.execute(f"CREATE ROLE guest LOGIN PASSWORD '{PASSWORD}'")
    try:
        guest = Database(url=bare.url.replace("//haricot:", "//guest:"))
        problem(lambda: open_store(guest, create=False), "may not make one: check its rights")
        postgres.execute(f"GRANT CREATE ON DATABASE {bare_database} TO guest")
        with pytest.raises(NoStoreYet):
            open_store(guest, create=False)
    finally:
        postgres.execute("DROP OWNED BY guest", bare_database)
        postgres.execute("DROP ROLE guest")


def test_the_database_of_another_application_is_not_changed(postgres: Postgres) -> None:
    name = postgres.new_database()
    location = Database(url=postgres.url(name))
    postgres.execute("CREATE TABLE recipes (bean text)", name)
    for create in (True, False):
        problem(lambda create=create: open_store(location, create=create), "another application", "public.recipes")
    assert [] == postgres.execute("SELECT nspname FROM pg_namespace WHERE nspname = 'haricot'", name)
    postgres.execute("DROP TABLE recipes; CREATE SCHEMA haricot; CREATE TABLE haricot.beans (bean text)", name)
    problem(lambda: open_store(location), "another application")
    postgres.execute("DROP TABLE haricot.beans", name)
    open_store(location).close()  # an empty schema is accepted


def test_a_store_with_a_damaged_schema_is_refused(
    store: GameStore, location: Database, postgres: Postgres, database: str
) -> None:
    for fault, says in (
        ("UPDATE haricot.about SET version = 99", "newer Haricot"),
        ("UPDATE haricot.about SET version = 0", "damaged"),
        (f"UPDATE haricot.about SET version = {postgres_schema.VERSION}, application = 'beans'", "damaged"),
        ("UPDATE haricot.about SET application = 'haricot'; DROP TABLE haricot.names", "lacks names"),
        ("DROP FUNCTION haricot.append", "lacks names, append()"),
        ("DELETE FROM haricot.about", "damaged"),
    ):
        postgres.execute(fault, database)
        for create in (True, False):
            problem(lambda create=create: open_store(location, create=create), says)
        if says.startswith("lacks"):
            assert [False] == [ok for name, ok, _ in store.checks() if name == "tables"]


def test_an_older_store_is_migrated_once_and_keeps_its_games(
    store: GameStore, location: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = add_game(store, play_game("g"))
    step = ("CREATE TABLE haricot.later (game text)", "INSERT INTO haricot.later VALUES ('g')")
    later = postgres_schema.VERSION + 1
    monkeypatch.setitem(postgres_schema.STEPS, later, step)
    monkeypatch.setattr(postgres_schema, "VERSION", later)
    with ThreadPoolExecutor(4) as threads:
        stores = list(threads.map(open_store, [location] * 4))
    for opened in stores:
        assert record == opened.record("g")
        assert [(1,)] == opened._recorder.rows("SELECT count(*) FROM later")
        opened.close()
    monkeypatch.undo()
    problem(lambda: open_store(location), "newer Haricot", f"its schema is {later}")


def test_concurrent_openings_of_a_database_make_one_store(bare: Database) -> None:
    with ThreadPoolExecutor(8) as threads:
        stores = list(threads.map(open_store, [bare] * 8))
    add_game(stores[0], play_game("g", 2))
    assert [["g"]] * 8 == [[head.game for head in store.heads()] for store in stores]
    for store in stores:
        store.close()


def test_opening_while_another_process_makes_the_store_succeeds(
    bare: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, opened = opening.query_value, []

    def slowly(*question: Any) -> Any:
        answer = asked(*question)
        if not opened:
            opened.append(None)
            opened[0] = open_store(bare)  # between the first question and the second
        return answer

    monkeypatch.setattr(opening, "query_value", slowly)
    with open_store(bare) as store, opened[0] as first:
        add_game(first, play_game("g", 2))
        assert ["g"] == [head.game for head in store.heads()]


def test_a_read_only_role_and_a_standby_can_read(
    store: GameStore, location: Database, postgres: Postgres, database: str
) -> None:
    record = add_game(store, play_game("g"))
    for statement in (
        "DROP ROLE IF EXISTS reader",
        f"CREATE ROLE reader LOGIN PASSWORD '{PASSWORD}'",
        "GRANT USAGE ON SCHEMA haricot TO reader",
        "GRANT SELECT ON ALL TABLES IN SCHEMA haricot TO reader",
    ):
        postgres.execute(statement, database)
    url = location.url.replace("//haricot:", "//reader:")
    try:
        with open_store(Database(url=url), create=False) as reader:
            assert (False, True) == (reader.writable, store.writable)
            assert record == reader.record("g")
            problem(lambda: reader.append("h", play_game("h", 1).envelopes), "permission denied")
            assert [("database", False)] == [(name, ok) for name, ok, _ in reader.checks() if not ok]
            assert "reader may read the log, and not write it" in [says for *_, says in reader.checks()]
        with open_store(Database(url=f"{location.url}?options=-c%20default_transaction_read_only%3Don")) as standby:
            assert not standby.writable
            assert record == standby.record("g")
            problem(lambda: standby.append("h", play_game("h", 1).envelopes), "read-only")
    finally:
        postgres.execute("DROP OWNED BY reader", database)
        postgres.execute("DROP ROLE reader")


def test_the_doctor_checks_the_settings_of_the_server(store: GameStore, postgres: Postgres) -> None:
    add_game(store, play_game("g", 2))
    checks = {name: (ok, says) for name, ok, says in store.checks()}
    assert ["database", "postgresql", "durability", "checksums", "clock", "tables", "roles", "games"] == list(checks)
    assert all(ok for ok, _ in checks.values())
    assert "1 games, 2 events" == checks["games"][1]
    try:
        postgres.execute("ALTER SYSTEM SET full_page_writes = off")
        postgres.execute("SELECT pg_reload_conf()")
        time.sleep(0.2)
        assert [("durability", False)] == [(name, ok) for name, ok, _ in store.checks() if not ok]
    finally:
        postgres.execute("ALTER SYSTEM RESET full_page_writes")
        postgres.execute("SELECT pg_reload_conf()")


def test_every_connection_has_synchronous_commit(store: GameStore) -> None:
    add_game(store, play_game("g", 1))
    connections = (store._recorder._group._connection, store._recorder._connector.connect())
    for connection in connections:
        assert connection is not None
        assert ("on",) == connection.execute("SHOW synchronous_commit").fetchone()
    connections[1].close()


def test_a_connection_that_broke_while_idle_is_replaced(store: GameStore, postgres: Postgres, database: str) -> None:
    record = add_game(store, play_game("g", 2))
    assert record == store.record("g")
    others = f"FROM pg_stat_activity WHERE datname = '{database}' AND pid <> pg_backend_pid()"
    assert postgres.execute(f"SELECT count(pg_terminate_backend(pid, 5000)) {others}", database)[0][0] >= 2
    store.append("g", play_game("g", 3).envelopes[2:])
    assert 3 == len(store.envelopes("g"))


def test_an_append_whose_answer_is_lost_fails_and_is_not_sent_again(
    store: GameStore, location: Database, postgres: Postgres, database: str
) -> None:
    add_game(store, play_game("g", 1))
    with psycopg.connect(location.url, autocommit=True) as blocker, ThreadPoolExecutor(1) as threads:
        blocker.execute("BEGIN")
        blocker.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        waiting = threads.submit(store.append, "g", play_game("g", 2).envelopes[1:], request="sit")
        ended = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        while not postgres.execute(ended, database):
            assert not waiting.done(), "it does not wait for its turn"
        problem(waiting.result)
        blocker.execute("COMMIT")
    assert store.event_of_request("g", "sit") is None
    store.append("g", play_game("g", 2).envelopes[1:], request="sit")
    assert 1 == store.event_of_request("g", "sit") or 2 == store.event_of_request("g", "sit")


@pytest.mark.long
def test_a_lost_server_is_reported_soon_and_used_again_on_return(own_postgres: Postgres) -> None:
    remark = Annotation(id="a", game="g", n=1, at=0, by="", kind="comment", text="")
    with open_store(Database(url=own_postgres.url())) as store:
        record = add_game(store, play_game("g", 2))
        store.poll_changes()
        attempts: tuple[Callable[[], object], ...] = (
            lambda: store.record("g"),
            store.heads,
            lambda: store.append("h", play_game("h", 1).envelopes),
            lambda: store.save_entries(remark),
            lambda: store.take_lease("bots"),
        )
        for leave, come_back in (
            (own_postgres.freeze, own_postgres.thaw),
            (lambda: own_postgres.stop("immediate"), own_postgres.start),
        ):
            leave()
            with ThreadPoolExecutor(len(attempts)) as threads:
                for answer in [threads.submit(problem, attempt) for attempt in attempts]:
                    answer.result()
            assert [False] == [ok for name, ok, _ in store.checks()][1:]
            come_back()
            retry(lambda: store.record("g"))
            assert record == store.record("g")
            store.save_entries(remark)
            assert store.take_lease("bots")


def retry(attempt: Callable[[], object]) -> None:
    """Retry until it succeeds: after a failed answer the store waits a moment."""
    deadline = time.monotonic() + 2
    while True:
        try:
            attempt()
        except StoreProblem:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        else:
            return
