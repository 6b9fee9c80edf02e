"""Check that a backup is a consistent snapshot, restored as a whole or not at all."""

import os
import shutil
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Final

import pytest

from domain.refusals import Misuse
from replay.record import Record, write_file
from service.store.archive.backup import backup
from service.store.archive.file import CorruptArchive
from service.store.entries.metadata_store import Annotation, TokenEntry
from service.store.errors import StoreProblem
from service.store.event_store import open_store
from service.store.location import Location
from service.store.sqlite.file import STORE, sqlite3
from service.store.sqlite.recorder import SqliteRecorder
from service.store.sqlite.rows import SqliteSnapshot
from tests.service.filled_stores import (
    digest_from_files,
    full_store,
    has_same_contents,
    make_backup,
    restore_backup,
    small_store,
    store_digest,
    table_contents,
)
from tests.service.store.folders import closing_file, contents, count
from tests.service.store.games import with_game_id
from tests.service.store.test_crash import BATCHES, ENDS, ENVELOPES, append
from tests.waiting import wait_until

RESTORES: Final = int(os.environ.get("HARICOT_RESTORES", "3"))
"""The number of backups under load."""
WRITERS: Final = 3
COUNT: Final = "SELECT count(*) FROM events"


def shares(restores: int) -> list[int]:
    """Split a number into parts of at most three, each for its own store, since stores grow under load."""
    return [min(3, restores - done) for done in range(0, restores, 3)]


def test_a_restored_store_has_every_row_of_every_table_and_the_same_backup(tmp_path: Path) -> None:
    source, copy = full_store(tmp_path / "source"), tmp_path / "copy"
    answer = make_backup(source, tmp_path / "a")
    assert answer == restore_backup(copy, tmp_path / "a") == make_backup(copy, tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert table_contents(source) == table_contents(copy)
    with open_store(source) as one, open_store(copy) as other:
        assert has_same_contents(one, other)
        assert all(ok for _, ok, _ in other.checks())
    assert (answer.games, answer.events) == (count(source, "games"), count(source))


def test_the_digest_follows_its_definition_and_covers_every_event(tmp_path: Path) -> None:
    full_store(tmp_path)
    with open_store(tmp_path) as store:
        files = [write_file(store.record(head.game)) for head in store.heads()]
        before = store_digest(tmp_path)
        assert digest_from_files(iter(files)) == before
        append(store, "one more", BATCHES[0])
    assert store_digest(tmp_path) != before


def test_an_empty_store_can_be_backed_up(tmp_path: Path) -> None:
    open_store(tmp_path / "s").close()
    assert make_backup(tmp_path / "s", tmp_path / "file") == restore_backup(tmp_path / "copy", tmp_path / "file")


class Load:
    """Threads that write games into a store."""

    def __init__(self, location: Location) -> None:
        self.acknowledged: dict[str, int] = {}
        self._enough = Event()
        self._store = open_store(location)
        self._threads = [Thread(target=self._write, args=(writer,)) for writer in range(WRITERS)]

    def _write(self, writer: int) -> None:
        number = 0
        while not self._enough.is_set():
            number += 1
            game = f"load-{writer}-{number}"
            for batch in BATCHES:
                append(self._store, game, batch)
                self.acknowledged[game] = batch[-1].n

    def __enter__(self) -> "Load":
        for thread in self._threads:
            thread.start()
        while len(self.acknowledged) < 2 * WRITERS and all(thread.is_alive() for thread in self._threads):
            self._enough.wait(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self._enough.set()
        for thread in self._threads:
            thread.join()
        self._store.close()


def require_history(location: Location, least: dict[str, int], *, others: Collection[str] = ()) -> str:
    """Require that every game of a copy is a prefix in whole batches, and has all acknowledged ones.

    Return the digest of such a store. Games in `others` are ignored.
    """
    files = []
    with open_store(location, create=False) as store:
        games = {head.game: head.version for head in store.heads() if head.game not in others}
        assert not {game for game, version in least.items() if games.get(game, 0) < version}, "games fell short"
        for game, version in games.items():
            assert version in ENDS
            record = Record(game=game, envelopes=tuple(with_game_id(ENVELOPES[:version], game)))
            assert store.record(game) == record
            batches = [batch for batch in BATCHES if batch[-1].n <= version]
            assert [f"{game} {batch[-1].n}" for batch in batches] == [
                one.id for one in store.find_entries(Annotation, game=game)
            ]
            assert all(store.event_of_request(game, f"until {batch[-1].n}") == batch[0].n for batch in batches)
            assert store.seed(game) is not None
            files.append(write_file(record))
    return digest_from_files(iter(files))


def restore_under_load(location: Location, folder: Path, restores: int) -> None:
    """Require that backups under load are consistent snapshots."""
    with Load(location) as load:
        for number in range(restores):
            least = dict(load.acknowledged)
            file, copy = folder / f"{number}.gz", folder / f"copy-{number}"
            answer = make_backup(location, file)
            assert answer == restore_backup(copy, file)
            assert require_history(copy, least) == answer.digest
            shutil.rmtree(copy)


@pytest.mark.long
@pytest.mark.parametrize("restores", shares(RESTORES))
def test_a_backup_under_load_is_a_consistent_snapshot(restores: int, tmp_path: Path) -> None:
    restore_under_load(tmp_path / "store", tmp_path, restores)


def test_control_a_copied_file_without_its_log_is_incomplete(tmp_path: Path) -> None:
    (tmp_path / "copy").mkdir()
    with Load(tmp_path / "store") as load, closing_file(tmp_path / "store") as reader:
        reader.execute("BEGIN")
        reader.execute(COUNT)  # while a reader is open, later writes stay in the log
        before = len(load.acknowledged)
        wait_until(lambda: len(load.acknowledged) > before + WRITERS)
        least = dict(load.acknowledged)
        shutil.copy(tmp_path / "store" / STORE, tmp_path / "copy")
    with pytest.raises((AssertionError, StoreProblem)):
        require_history(tmp_path / "copy", least)


def test_sqlites_own_online_backup_keeps_the_digest(tmp_path: Path) -> None:
    full_store(tmp_path / "store")
    (tmp_path / "copy").mkdir()
    with closing_file(tmp_path / "store") as source, closing_file(tmp_path / "copy") as target:
        source.backup(target)
    assert store_digest(tmp_path / "copy") == store_digest(tmp_path / "store")


def backed_up_with_a_write_within(folder: Path, file: Path) -> None:
    """Make a backup during which another process writes."""

    @contextmanager
    def meddling(steps: int, what: str) -> Iterator[object]:
        with open_store(folder) as store:
            append(store, f"during the {what}", BATCHES[0])
        yield lambda: None

    backup(folder, file, meddling)  # type: ignore[arg-type]  # nothing else is called


def test_a_write_during_a_backup_is_not_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_store(tmp_path / "store")
    backed_up_with_a_write_within(tmp_path / "store", tmp_path / "good")
    assert (1, 3) == (restore_backup(tmp_path / "copy", tmp_path / "good").games, count(tmp_path / "store", "games"))

    @contextmanager
    def in_many_moments(self: SqliteRecorder) -> Iterator[SqliteSnapshot]:
        connection = self.file.connect()
        yield SqliteSnapshot(connection)
        connection.close()

    monkeypatch.setattr(SqliteRecorder, "snapshot", in_many_moments)
    shutil.rmtree(tmp_path / "store")
    small_store(tmp_path / "store")
    backed_up_with_a_write_within(tmp_path / "store", tmp_path / "bad")
    with pytest.raises(CorruptArchive):
        restore_backup(tmp_path / "other", tmp_path / "bad")
    assert not (tmp_path / "other").exists()


def test_restore_fills_an_empty_store_only(small: bytes, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(small)
    full_store(tmp_path / "store")
    with open_store(tmp_path / "noted") as store:
        store.save_entries(TokenEntry(digest="", kind="service", game=None, seat=None, made=1))
    before = table_contents(tmp_path / "store")
    with pytest.raises(StoreProblem, match="is not empty"):
        restore_backup(tmp_path / "store", tmp_path / "file")
    assert table_contents(tmp_path / "store") == before
    with pytest.raises(StoreProblem, match="is not empty"):
        restore_backup(tmp_path / "noted", tmp_path / "file")
    open_store(tmp_path / "empty").close()
    restore_backup(tmp_path / "empty", tmp_path / "file")
    with pytest.raises(StoreProblem, match="is not empty"):
        restore_backup(tmp_path / "empty", tmp_path / "file")


def test_a_backup_replaces_an_older_one_and_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "files" / "file"
    file.parent.mkdir()
    small_store(tmp_path / "store")
    make_backup(tmp_path / "store", file)
    first = file.read_bytes()
    shutil.copy(tmp_path / "store" / STORE, tmp_path / "kept")
    with sqlite3.connect(tmp_path / "store" / STORE) as connection:
        connection.execute("UPDATE events SET state = x'00' WHERE originator_version = 2")
    connection.close()
    assert list(make_backup(tmp_path / "store", file).damaged) == ["small"]
    shutil.copy(tmp_path / "kept", tmp_path / "store" / STORE)
    with open_store(tmp_path / "store") as store:
        append(store, "more", BATCHES[0])
    make_backup(tmp_path / "store", file)
    assert file.read_bytes() != first
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize("target", ["store", f"store/{STORE}", "text", "missing/file", "/dev/full", "/proc/file"])
def test_a_backup_to_an_unsuitable_path_is_refused(target: str, tmp_path: Path) -> None:
    small_store(tmp_path / "store")
    (tmp_path / "text").write_text("my letters")
    before = contents(tmp_path)
    with pytest.raises(Misuse):
        make_backup(tmp_path / "store", tmp_path / target)
    assert contents(tmp_path) == before
