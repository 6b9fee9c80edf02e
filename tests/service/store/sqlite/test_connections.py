"""Check readers, writers and locks on the file of a store."""

import fcntl
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from replay.record import Record
from service.store.errors import StoreProblem, StoreUnavailable
from service.store.event_store import GameStore, open_store
from service.store.sqlite.file import STORE, StoreFile, sqlite3
from service.store.sqlite.locks import LOCK
from service.store.sqlite.migrations import VERSION
from tests.service.store.folders import closing_file, count, meddle
from tests.service.store.games import SITTING, add_game, play_game, with_game_id


def ask_both(store: GameStore, query: str) -> tuple[list[object], list[object]]:
    """Return the answers of the writing connection and of a reading one."""
    recorder = store._recorder
    return recorder._group.run(lambda writer: writer.execute(query).fetchall()), recorder.rows(query)


def test_writes_during_closing_are_written_or_refused(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    batch = play_game("g", SITTING).envelopes
    written: list[str] = []
    enough = threading.Event()

    def write_until_closed(thread: int) -> str:
        for number in range(1_000):
            game = f"{thread} {number}"
            try:
                store.append(game, with_game_id(batch, game))
                written.append(game)
                store.record(game)
            except StoreProblem as problem:
                return type(problem).__name__
            if len(written) > 20:
                enough.set()
        return "never closed"

    with ThreadPoolExecutor(8) as threads:
        answer = threads.map(write_until_closed, range(8))
        assert enough.wait(timeout=10)
        store.close()
        assert {"StoreUnavailable"} == set(answer)
    assert {STORE, LOCK} == {path.name for path in tmp_path.iterdir()}, "the last connection has cleaned up"
    with open_store(tmp_path) as again:
        heads = again.heads()
        assert set(written) <= {head.game for head in heads}
        assert {len(batch)} == {head.version for head in heads}


def test_a_reader_can_finish_while_the_store_closes(store: GameStore) -> None:
    with store._recorder._readers.connection() as reader:
        store.close()
        assert [] == reader.execute("SELECT * FROM events").fetchall()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        reader.execute("SELECT * FROM events")


def test_readers_do_not_wait_for_a_writer_and_see_the_former_state(store: GameStore) -> None:
    record = add_game(store, play_game("g", SITTING))
    with ThreadPoolExecutor(4) as threads:

        def look_around(writer: sqlite3.Connection) -> list[Record]:
            writer.execute("DELETE FROM events")
            found = list(threads.map(store.record, ["g"] * 4))
            writer.execute("ROLLBACK")
            writer.execute("BEGIN")
            return found

        assert [record] * 4 == store._recorder._group.run(look_around)
    assert record == store.record("g")


def test_a_writer_waits_for_the_lock(tmp_path: Path) -> None:
    play = play_game("g")

    def write() -> None:
        with open_store(tmp_path) as store:
            store.append("g", play.envelopes)

    open_store(tmp_path).close()
    writer = threading.Thread(target=write)
    with (tmp_path / LOCK).open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        writer.start()
        writer.join(0.2)
        assert writer.is_alive()
        assert 0 == count(tmp_path)
    writer.join()
    assert play.version == count(tmp_path)


def test_opening_a_store_twice_in_a_process_keeps_its_locks(store: GameStore, tmp_path: Path) -> None:
    def another_process_looks() -> None:
        look = (
            f"import sqlite3; file = sqlite3.connect({str(tmp_path / STORE)!r}); file.execute('SELECT * FROM events')"
        )
        subprocess.run([sys.executable, "-c", f"{look}.fetchall(); file.close()"], check=True)

    log = tmp_path / f"{STORE}-wal"
    add_game(store, play_game("g"))
    open_store(tmp_path).close()
    another_process_looks()
    assert log.exists()
    # Control: closing the file by other means releases the locks. The other process then believes to be the last one,
    # and removes the log that others still write to.
    (tmp_path / STORE).read_bytes()
    another_process_looks()
    assert not log.exists()


def test_connections_have_the_settings_for_durability(store: GameStore, tmp_path: Path) -> None:
    expected = {"synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000, "cell_size_check": 1, "journal_mode": "wal",
                "user_version": VERSION}  # fmt: skip
    for name, value in expected.items():
        assert ([(value,)], [(value,)]) == ask_both(store, f"PRAGMA {name}")
    store.close()
    assert b"BEAN" == (tmp_path / STORE).read_bytes()[68:72]


def test_the_doctor_checks_the_settings_of_the_file(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    add_game(store, play_game("g", 2))
    monkeypatch.setattr("service.store.sqlite.file.sqlite3.sqlite_version_info", (3, 51, 2))
    checks = {name: (ok, says) for name, ok, says in store.checks()}
    assert ["sqlite", "folder", "schema", "durability", "integrity", "games"] == list(checks)
    assert all(ok for ok, _ in checks.values())
    assert "pysqlite3" in checks["sqlite"][1]
    assert "1 games, 2 events" == checks["games"][1]
    monkeypatch.setattr("service.store.sqlite.file.sqlite3.sqlite_version_info", (3, 51, 3))
    assert "pysqlite3" not in store.checks()[0][2]
    careless = store._recorder.file.connect()
    careless.execute("PRAGMA synchronous = NORMAL")
    monkeypatch.setattr(store._recorder, "file", StoreFile(lambda: careless, writable=True, version=VERSION))
    assert ("durability", False, "synchronous is 1") == store.checks()[3]


def test_a_store_locked_by_another_program_is_an_error(store: GameStore, tmp_path: Path) -> None:
    ask_both(store, "PRAGMA busy_timeout = 10")
    with closing_file(tmp_path) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable, match="locked"):
            add_game(store, play_game("g"))
    add_game(store, play_game("g"))


def test_a_store_without_write_ahead_log_gets_it_back(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    meddle(tmp_path, "PRAGMA journal_mode = DELETE")
    with open_store(tmp_path, create=False) as store:
        assert "wal" == store._recorder.rows("PRAGMA journal_mode")[0][0]
