"""Check that a store set back to an older state is read-only until the restore is accepted."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from replay.proofs.merkle_tree import Tree
from replay.proofs.signed_notes import verified_note
from service.access.context import Context
from service.app import create_app
from service.settings import Settings
from service.signing.high_water_mark import HighWaterMark
from service.signing.key_file import read_key
from service.signing.restore_acceptance import FIRST_LINE, RESTORE_NOTE, accept_restored_store
from service.signing.rollback_guard import open_to_serve, open_to_write, rollback_message, suspend_if_rolled_back
from service.signing.signer import Signer
from service.signing.transparency_log import TransparencyLog
from service.store.entries.metadata_store import Annotation
from service.store.entries.signing_entries import LogCheckpoint, LoggedNote
from service.store.errors import WritesSuspended
from service.store.event_store import GameStore, open_store
from service.store.location import Database
from tests.servers.postgres import Postgres
from tests.service.filled_stores import make_backup, restore_backup
from tests.service.store.games import LATE, SITTING, add_game, play_game

PART, WHOLE = play_game("g", LATE), play_game("g", LATE + 9)
REMARK = Annotation(id="a", game="g", n=1, at=0, by="", kind="comment", text="")


@pytest.fixture
def older(tmp_path: Path) -> Iterator[GameStore]:
    """A copy of the store from before its last signature."""
    folder, key = tmp_path / "store", tmp_path / "key"
    with open_store(folder) as store:
        add_game(store, PART)
        Signer(store, key).sign(0, as_is=["g"])
    shutil.copytree(folder, tmp_path / "older")
    with open_store(folder) as store:
        store.append("g", WHOLE.envelopes[PART.version :])
        Signer(store, key).sign(0, as_is=["g"])
        assert suspend_if_rolled_back(store, key) is None  # control: this one was not set back
        store.save_entries(REMARK)
    with open_store(tmp_path / "older") as store:
        yield store


def test_a_store_that_was_set_back_refuses_every_write(older: GameStore, tmp_path: Path) -> None:
    says = suspend_if_rolled_back(older, tmp_path / "key")
    assert says is not None
    assert "was set back" in says
    assert "--accept-restore" in says
    before = older.position(), older.find_entries(LoggedNote)
    for write in (
        lambda: older.append("g", WHOLE.envelopes[PART.version :]),
        lambda: older.append_soon("g", WHOLE.envelopes[PART.version :], request=None, done=print),
        lambda: add_game(older, play_game("h", SITTING)),
        lambda: older.save_entries(REMARK),
        older.require_writable,
    ):
        with pytest.raises(WritesSuspended, match="was set back"):
            write()
    assert (older.position(), older.find_entries(LoggedNote)) == before
    assert older.record("g").envelopes[-1].n == PART.version


def test_a_service_over_a_store_that_was_set_back_is_read_only(older: GameStore, tmp_path: Path) -> None:
    suspend_if_rolled_back(older, tmp_path / "key")
    client = create_app(Context(older, Settings(store=tmp_path / "older"))).test_client()
    assert client.get("/v1/games/g").status_code == 200
    for answer in (client.post("/v1/games", json={"edition": "classic"}), client.get("/readyz")):
        assert (answer.status_code, answer.json["code"]) == (503, "unavailable")
        assert "set back to an older state" in answer.json["detail"]
        assert str(tmp_path) not in answer.text


def test_an_accepted_restore_is_logged_and_the_store_goes_on(older: GameStore, tmp_path: Path) -> None:
    key = tmp_path / "key"
    size = older.last_entry(LogCheckpoint)
    accept_restored_store(older, key)
    assert size is not None
    (note,) = older.find_entries(LoggedNote, kind=RESTORE_NOTE)
    first, said, root, _ = verified_note(note.note, read_key(key).verifier).split("\n")
    assert (first, int(said), len(root)) == (FIRST_LINE, size.size, 64)
    last = older.last_entry(LogCheckpoint)
    assert last is not None
    assert last.size == note.place + 1
    assert rollback_message(older, key) is None
    older.append("g", WHOLE.envelopes[PART.version :])
    Signer(older, key).sign(0, as_is=["g"])
    with open_store(tmp_path / "store") as other:  # now the other store is not the last signed one
        assert rollback_message(other, key) is not None


def test_a_concurrent_signature_is_no_rollback(tmp_path: Path) -> None:
    key = tmp_path / "key"
    with open_store(tmp_path / "store") as store:
        add_game(store, PART)
        Signer(store, key).sign(0, as_is=["g"])

        def overtaken() -> Tree:
            tree = TransparencyLog(store).update()
            store.append("g", WHOLE.envelopes[PART.version :])
            Signer(store, key).sign(0, as_is=["g"])
            return tree

        before = store.last_entry(LogCheckpoint)
        HighWaterMark(store, key).require_reached(overtaken)
        assert before != store.last_entry(LogCheckpoint)


def test_an_unreadable_high_water_mark_makes_the_store_read_only(older: GameStore, tmp_path: Path) -> None:
    (mark,) = tmp_path.glob("key.*")
    mark.write_text("{")
    says = rollback_message(older, tmp_path / "key")
    assert says is not None
    assert "does not say how far" in says
    mark.unlink()
    assert rollback_message(older, tmp_path / "key") is None


@pytest.mark.served
def test_a_database_restored_from_an_older_backup_is_read_only(
    postgres: Postgres, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = tmp_path / "key"
    monkeypatch.setenv("HARICOT_KEY_FILE", str(key))
    place, other = (Database(url=postgres.url(name)) for name in (database, postgres.new_database()))
    with open_to_write(place, print, create=True) as store:
        add_game(store, PART)
        Signer(store, key).sign(0, as_is=["g"])
        make_backup(place, tmp_path / "backup.gz")
        store.append("g", WHOLE.envelopes[PART.version :])
        Signer(store, key).sign(0, as_is=["g"])
    with open_to_write(place, print) as store:  # control: this one was not set back
        store.save_entries(REMARK)
    restore_backup(other, tmp_path / "backup.gz")
    with pytest.raises(WritesSuspended, match="was set back"):
        open_to_write(other, print)
    with open_to_serve(other, print, Event()) as store:
        assert store.record("g").envelopes[-1].n == PART.version
        with pytest.raises(WritesSuspended, match="was set back"):
            store.save_entries(REMARK)
        accept_restored_store(store, key)
        store.save_entries(REMARK)
    with open_to_write(other, print) as store:
        store.append("g", WHOLE.envelopes[PART.version :])
