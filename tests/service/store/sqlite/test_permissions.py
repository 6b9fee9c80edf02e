"""Check that only its owner can use a store, unless the owner permits others to read it."""

import shutil
from pathlib import Path

from replay.record import write_file
from service.store.event_store import open_store
from service.store.record_import import import_record
from service.store.sqlite.file import STORE
from service.store.sqlite.locks import LOCK
from tests.service.store.folders import contents, found_without_rights, tried
from tests.service.store.games import add_game, play_game


def test_only_its_owner_can_enter_a_new_folder(tmp_path: Path) -> None:
    open_store(tmp_path / "a" / "b").close()
    assert 0o700 == (tmp_path / "a" / "b").stat().st_mode & 0o777


def test_only_their_owner_can_read_files_in_an_existing_folder(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    with open_store(tmp_path) as store:
        add_game(store, play_game("g"))
        assert store.take_lease("bots")
        files = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert {STORE, f"{STORE}-wal", f"{STORE}-shm", LOCK, "bots.lock"} == set(files)
    assert {0o600} == set(files.values())


def locked_out(folder: Path) -> dict[str, object]:
    """Return what a user finds who cannot write into these folders."""
    found: dict[str, object] = {}
    with open_store(folder / "kept") as store:
        found["heads"] = [(head.game, head.version) for head in store.heads()]
        found["record"] = write_file(store.record("g"))
        found["append"] = tried(lambda: store.append("h", play_game("h", 2).envelopes))
        found["checks"] = {name: ok for name, ok, _ in store.checks()}
    with open_store(folder / "file") as store:
        found["file"] = [head.game for head in store.heads()]
        found["append to the file"] = tried(lambda: store.append("h", play_game("h", 2).envelopes))
    for name in ("empty", "empty/new", "killed", "closed", "secret"):
        found[name] = tried(lambda name=name: open_store(folder / name))  # type: ignore[misc]  # binds the name
    return found


def test_a_folder_without_write_permission_is_read_and_not_changed(public_path: Path) -> None:
    record = play_game("g").record()
    for name in ("kept", "file", "killed", "closed", "secret"):
        (public_path / name).mkdir()
        with open_store(public_path / name) as store:
            import_record(store, record)
            if name == "killed":
                shutil.copy(public_path / name / f"{STORE}-wal", public_path / name / "wal")
    (public_path / "killed" / "wal").rename(public_path / "killed" / f"{STORE}-wal")
    (public_path / "empty").mkdir()
    for name in ("kept", "file", "killed"):  # their owner permits reading, which no store does by itself
        for file in (public_path / name).glob(f"{STORE}*"):
            file.chmod(0o444)
    for name, mode in (
        ("kept", 0o555),
        ("file", 0o777),
        ("killed", 0o555),
        ("closed", 0o555),
        ("empty", 0o555),
        ("secret", 0o000),
    ):
        (public_path / name).chmod(mode)
    before = contents(public_path)
    (public_path / "closed" / STORE).chmod(0o000)
    found = found_without_rights(locked_out, public_path)
    (public_path / "closed" / STORE).chmod(0o600)
    (public_path / "file" / LOCK).touch()
    assert before == contents(public_path)
    assert [("g", len(record.envelopes))] == found["heads"]
    assert write_file(record) == found["record"]
    assert ["g"] == found["file"]
    assert [False] == [ok for name, ok in found["checks"].items() if name == "folder"]
    for name in ("append", "append to the file", "empty", "empty/new", "killed", "closed", "secret"):
        assert str(found[name]).startswith("StoreUnavailable: "), (name, found[name])
    assert str(found["closed"]).endswith("open it as a user who may write")
