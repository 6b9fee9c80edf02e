"""The lock of those who write stays open, and is always that of the file which lies in the folder."""

import fcntl
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from service.store.errors import StoreUnavailable
from service.store.event_store import GameStore, open_store
from service.store.sqlite.locks import LOCK, WriteLock, exclusive
from tests.service.store.games import LATE, keep, played
from tests.waiting import until

ENVELOPES = played("g", LATE).envelopes


def is_held(path: Path) -> bool:
    """Whether somebody has locked the file that lies there."""
    with path.open() as other:
        try:
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def taken_away(path: Path) -> None:
    """The file is gone."""
    path.unlink()


def replaced(path: Path) -> None:
    """Another file lies there."""
    beside = path.with_suffix(".other")
    beside.touch()
    beside.replace(path)


def test_it_is_opened_once_and_held_only_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    really_open = os.open
    lock = WriteLock(tmp_path)

    def listening(path: str, *more: int) -> int:
        opened.append(path)
        return really_open(path, *more)

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", listening)
        for _ in range(3):
            with lock:
                assert is_held(tmp_path / LOCK)
            assert not is_held(tmp_path / LOCK)
    lock.close()
    assert 1 == opened.count(str(tmp_path / LOCK))


@pytest.mark.parametrize("meddle", [taken_away, replaced])
def test_who_finds_it_taken_away_or_replaced_locks_what_lies_there_now(
    meddle: Callable[[Path], None], tmp_path: Path
) -> None:
    lock = WriteLock(tmp_path)
    with lock:
        pass
    meddle(tmp_path / LOCK)
    with lock:
        assert is_held(tmp_path / LOCK)
    lock.close()


@pytest.mark.parametrize("meddle", [taken_away, replaced])
def test_who_waited_for_a_file_that_is_gone_waits_for_the_new_one(
    meddle: Callable[[Path], None], tmp_path: Path
) -> None:
    held: list[bool] = []

    def take() -> None:
        with exclusive(tmp_path):
            held.append(is_held(tmp_path / LOCK))

    with ThreadPoolExecutor(1) as threads:
        with exclusive(tmp_path):
            old = (tmp_path / LOCK).stat().st_ino
            waits = threads.submit(take)
            until(lambda: waits_for(old))
            meddle(tmp_path / LOCK)
            with exclusive(tmp_path):
                pass
        waits.result(10)
    assert [True] == held


def waits_for(number: int) -> bool:
    """Whether somebody waits for the lock of the file with this number."""
    lines = Path("/proc/locks").read_text().splitlines()
    return any("->" in line and f":{number} " in line for line in lines)


def test_an_error_within_lets_go_of_it(tmp_path: Path) -> None:
    lock = WriteLock(tmp_path)
    with pytest.raises(ZeroDivisionError), lock:
        raise ZeroDivisionError
    assert not is_held(tmp_path / LOCK)
    lock.close()
    lock.close()


def test_a_lock_that_was_moved_away_with_its_folder_is_not_kept(tmp_path: Path) -> None:
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


def test_two_stores_take_turns_though_the_lock_is_taken_away_between(store: GameStore, tmp_path: Path) -> None:
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


def test_without_the_lock_games_are_listed_all_the_same(store: GameStore, tmp_path: Path) -> None:
    keep(store, played("g"))
    (tmp_path / LOCK).unlink()
    (tmp_path / LOCK).mkdir()
    assert ["g"] == [head.game for head in store.heads()]
