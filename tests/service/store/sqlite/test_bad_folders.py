"""Check that each bad folder is a clear error and is not changed."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from service.store.errors import StoreUnavailable
from service.store.event_store import GameStore, open_store
from service.store.sqlite.file import STORE
from service.store.sqlite.locks import LOCK
from tests.service.store.folders import closing_file, contents, cut, meddle, overwrite
from tests.service.store.games import EVERYTHING, LATE, add_game, play_game


def make_it_a_file(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.write_text("a shopping list")


def make_it_another_applications(folder: Path) -> None:
    (folder / STORE).unlink()
    meddle(folder, "CREATE TABLE recipes (bean TEXT)")


def leave_another_applications_log(folder: Path) -> None:
    """Leave the log of a killed application, which SQLite would clean up."""
    make_it_another_applications(folder)
    with closing_file(folder) as file:
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("INSERT INTO recipes VALUES ('chili')")
        for name in (STORE, f"{STORE}-wal"):
            shutil.copy(folder / name, folder / f"copy-{name}")
    for name in (STORE, f"{STORE}-wal"):
        (folder / f"copy-{name}").rename(folder / name)


def replace_by_folder(folder: Path) -> None:
    (folder / STORE).unlink()
    (folder / STORE).mkdir()


def leave_only_the_log(folder: Path) -> None:
    (folder / STORE).rename(folder / f"{STORE}-wal")


BAD_FOLDERS: dict[str, tuple[Callable[[Path], None], str]] = {
    "a file": (make_it_a_file, "is a file, not a folder"),
    "no database": (lambda folder: overwrite(folder, 0, b"a shopping list"), "not a database"),
    "another application": (make_it_another_applications, "another application"),
    "another application, killed": (leave_another_applications_log, "another application"),
    "a newer schema": (lambda folder: meddle(folder, "PRAGMA user_version = 99"), "newer Haricot.*update"),
    "no schema": (lambda folder: meddle(folder, "PRAGMA user_version = 0"), "damaged"),
    "a table missing": (lambda folder: meddle(folder, "DROP TABLE names"), "lacks names.*Restore"),
    "an empty file": (lambda folder: cut(folder, 0), "empty.*Restore"),
    "half a header": (lambda folder: cut(folder, 50), "damaged.*Restore"),
    "only the header": (lambda folder: cut(folder, 100), "damaged.*Restore"),
    "only the first page": (lambda folder: cut(folder, 4096), "damaged.*Restore"),
    "cut at a page": (lambda folder: cut(folder, 5 * 4096), "damaged.*Restore"),
    "cut within a page": (lambda folder: cut(folder, (folder / STORE).stat().st_size - 7), "cut off.*Restore"),
    "its schema overwritten": (lambda folder: overwrite(folder, 100, b"\xff" * 3000), "damaged.*Restore"),
    "a folder in its place": (replace_by_folder, "not a file"),
    "only its log": (leave_only_the_log, "is missing, but its|there is no store"),
}


@pytest.fixture(scope="module")
def good_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a sound store, to be read only."""
    folder = tmp_path_factory.mktemp("good")
    with open_store(folder) as store:
        add_game(store, play_game("g", LATE))
    (folder / LOCK).unlink()
    return folder


def test_a_good_folder_is_no_problem(good_folder: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(good_folder, tmp_path / "data")
    for create in (True, False):
        with open_store(folder, create=create) as store:
            assert play_game("g", LATE).record() == store.record("g")
    assert [*contents(good_folder).values()] == [*contents(folder).values()], "reading changes nothing"


@pytest.mark.parametrize("create", [True, False], ids=["to write", "to read"])
@pytest.mark.parametrize("bad", BAD_FOLDERS)
def test_a_bad_folder_is_a_clear_error_and_not_changed(
    bad: str, create: bool, good_folder: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(good_folder, tmp_path / "data")
    make_bad, says = BAD_FOLDERS[bad]
    make_bad(folder)
    before = contents(folder)
    with pytest.raises(StoreUnavailable, match=says):
        open_store(folder, create=create)
    after = contents(folder)
    if bad == "only its log" and create:  # the lock is taken before the check
        assert b"" == after.pop(str(folder / LOCK))
    assert before == after


def test_a_folder_without_a_store_is_an_error_with_advice(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "missing"):
        with pytest.raises(StoreUnavailable, match=r"haricot simulate.*haricot import"):
            open_store(folder, create=False)
    assert [] == list(tmp_path.iterdir())


def test_an_incomplete_store_of_a_crash_is_removed(tmp_path: Path) -> None:
    for leftover in (f"{STORE}.new", f"{STORE}.new-journal", f"{STORE}.new-wal"):
        (tmp_path / leftover).write_bytes(b"half a store")
    with open_store(tmp_path) as store:
        add_game(store, play_game("g", 2))
    assert {STORE, LOCK} == {path.name for path in tmp_path.iterdir()}


def test_a_path_can_have_characters_that_are_special_in_a_uri(tmp_path: Path) -> None:
    folder = tmp_path / "50% off? #1 ü&mode=ro"
    with open_store(folder) as store:
        add_game(store, play_game("g", 2))
    assert {STORE, LOCK} == {path.name for path in folder.iterdir()}


def test_a_damaged_page_is_reported_when_it_is_read(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        add_game(store, play_game("g", EVERYTHING))
    stored = (tmp_path / STORE).read_bytes()
    for begin in range(0, len(stored), 4096):
        if b"bean_planted.1" in stored[begin : begin + 4096]:
            overwrite(tmp_path, begin, b"\xff" * 4096)
    with open_store(tmp_path, create=False) as store:
        with pytest.raises(StoreUnavailable, match="haricot doctor"):
            store.record("g")
        assert ("integrity", False) in [(name, ok) for name, ok, _ in store.checks()]


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        ("DELETE FROM events WHERE originator_version = 5", "g in .* is damaged: event 5 is missing"),
        ("DELETE FROM events", "g in .* is damaged: event 1 is missing"),
        ("UPDATE events SET state = x'c1' WHERE originator_version = 5", "event 5 of g"),
        ("UPDATE events SET state = 7 WHERE originator_version = 5", "event 5 of g"),
        ("UPDATE events SET topic = 'bean_eaten.1' WHERE originator_version = 5", "event 5 of g.*bean_eaten"),
    ],
)
def test_missing_and_spoilt_rows_are_errors(fault: str, says: str, store: GameStore, tmp_path: Path) -> None:
    add_game(store, play_game("g"))
    store.record("g")
    meddle(tmp_path, fault)
    with pytest.raises(StoreUnavailable, match=f"{says}.*backup"):
        store.record("g")


def test_a_game_without_its_first_event_is_left_out_and_named(store: GameStore, tmp_path: Path) -> None:
    add_game(store, play_game("g"))
    add_game(store, play_game("h"))
    meddle(tmp_path, "DELETE FROM events WHERE originator_id = 'g' AND originator_version = 1")
    assert ["h"] == [head.game for head in store.heads()]
    assert {"g": "its first event is missing"} == store.game_index.faults()
