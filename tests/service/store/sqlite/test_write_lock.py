"""Check that the lock of writers stays open, and is always that of the present file in the folder."""

import fcntl
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from service.store.errors import StoreUnavailable
from service.store.event_store import GameStore, open_store
from service.store.sqlite.locks import LOCK, WriteLock, exclusive
from tests.service.store.games import LATE, add_game, play_game
from tests.waiting import wait_until

ENVELOPES = play_game("g", LATE).envelopes


def is_held(path: Path) -> bool:
    """Return whether the file is locked."""
    with path.open() as other:
        try:
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def delete(path: Path) -> None:
    """Delete the file."""
    path.unlink()


def replace(path: Path) -> None:
    """Replace the file by another one."""
    beside = path.with_suffix(".other")
    beside.touch()
    beside.replace(path)


def test_the_lock_file_is_opened_once_and_locked_only_during_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    really_open = os.open
    lock = WriteLock(tmp_path)

    def recording(path: str, *more: int) -> int:
        opened.append(path)
        return really_open(path, *more)

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", recording)
        for _ in range(3):
            with lock:
                assert is_held(tmp_path / LOCK)
            assert not is_held(tmp_path / LOCK)
    lock.close()
    assert 1 == opened.count(str(tmp_path / LOCK))


@pytest.mark.parametrize("change", [delete, replace])
def test_a_deleted_or_replaced_lock_file_is_opened_again(change: Callable[[Path], None], tmp_path: Path) -> None:
    lock = WriteLock(tmp_path)
    with lock:
        pass
    change(tmp_path / LOCK)
    with lock:
        assert is_held(tmp_path / LOCK)
    lock.close()


@pytest.mark.parametrize("change", [delete, replace])
def test_a_waiting_writer_waits_again_for_a_replaced_lock_file(change: Callable[[Path], None], tmp_path: Path) -> None:
    held: list[bool] = []

    def take() -> None:
        with exclusive(tmp_path):
            held.append(is_held(tmp_path / LOCK))

    with ThreadPoolExecutor(1) as threads:
        with exclusive(tmp_path):
            old = (tmp_path / LOCK).stat().st_ino
            waits = threads.submit(take)
            wait_until(lambda: waits_for(old))
            change(tmp_path / LOCK)
            with exclusive(tmp_path):
                pass
        waits.result(10)
    assert [True] == held


def waits_for(number: int) -> bool:
    """Return whether a process waits for the lock of the file with this inode."""
    lines = Path("/proc/locks").read_text().splitlines()
    return any("->" in line and f":{number} " in line for line in lines)


def test_an_error_releases_the_lock(tmp_path: Path) -> None:
    lock = WriteLock(tmp_path)
    with pytest.raises(ZeroDivisionError), lock:
        raise ZeroDivisionError
    assert not is_held(tmp_path / LOCK)
    lock.close()
    lock.close()


def test_a_lock_file_that_moved_with_its_folder_is_not_used(tmp_path: Path) -> None:
    folder, moved = tmp_path / "folder", tmp_path / "moved"
    folder.mkdir()
    lock = WriteLock(folder)
    with lock:
        assert is_held(folder / LOCK)
    folder.rename(moved)
    folder.touch()
    with pytest.raises(StoreUnavailable, match=LOCK), lock:
        pass
    assert not is_held(moved / LOCK)


def test_a_closed_store_has_no_file_open(tmp_path: Path) -> None:
    def open_files() -> list[str]:
        found = [handle.readlink() for handle in Path("/proc/self/fd").iterdir() if handle.is_symlink()]
        return [str(path) for path in found if path.is_relative_to(tmp_path)]

    with open_store(tmp_path) as store:
        store.append("g", ENVELOPES[:1])
        assert 1 == open_files().count(str(tmp_path / LOCK))
    assert [] == open_files()


def test_two_stores_take_turns_although_the_lock_file_is_deleted(store: GameStore, tmp_path: Path) -> None:
    folder = store._location
    assert isinstance(folder, Path)
    with open_store(folder) as other:
        for n, envelope in enumerate(ENVELOPES):
            (store, other)[n % 2].append("g", [envelope])
            if not n % 3:
                (folder / LOCK).unlink()
        assert ENVELOPES == store.envelopes("g") == other.envelopes("g")


def test_a_lock_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    (tmp_path / LOCK).mkdir()
    with pytest.raises(StoreUnavailable, match=LOCK), exclusive(tmp_path):
        pass


def test_games_are_listed_without_the_lock_file(store: GameStore, tmp_path: Path) -> None:
    add_game(store, play_game("g"))
    (tmp_path / LOCK).unlink()
    (tmp_path / LOCK).mkdir()
    assert ["g"] == [head.game for head in store.heads()]
