"""Check key rotation: former signatures stay valid, also if the process is killed during the rotation."""

from pathlib import Path

import pytest

from domain.refusals import Misuse
from domain.visibility import OMNISCIENT
from replay.proofs.bundle_verifier import verify_bundle
from replay.proofs.checkpoints import verified_checkpoint
from replay.proofs.signed_notes import verified_note
from service.signing import rotation
from service.signing.audit_bundles import make_audit_bundle
from service.signing.key_announcements import announced_key, key_announcements
from service.signing.key_check import key_check
from service.signing.key_file import KeyFileProblem, load_signing_key, read_key
from service.signing.rotation import rotate_key
from service.signing.signer import SignedNote, Signer
from service.store.entries.signing_entries import LogCheckpoint, LoggedNote
from service.store.event_store import GameStore, open_store
from tests.service.signing.conftest import sqlite_first
from tests.service.store.games import EVERYTHING, LATE, add_game, play_game


class Stopped(BaseException):
    """Stands for the end of the process: no handler catches it."""


def bundled(store: GameStore, game: str) -> bytes:
    """Return the bundle of a game."""
    return make_audit_bundle(
        store, store.record(game), OMNISCIENT, store.find_entries(LoggedNote, log=game), lambda _: ()
    )


@sqlite_first
def test_a_rotation_keeps_former_signatures_and_signs_by_the_new_key(store: GameStore, key: Path) -> None:
    add_game(store, play_game("old", EVERYTHING))
    Signer(store, key).sign(0, as_is=["old"])
    before = read_key(key)
    rotated = rotate_key(store, key)
    assert (rotated.before, rotated.after) == (before.name, read_key(key))
    assert read_key(rotated.former) == before
    assert key.stat().st_mode & 0o777 == 0o600
    add_game(store, play_game("new", EVERYTHING))
    Signer(store, key).sign(0, as_is=["new"])
    for game, signer in (("old", before), ("new", rotated.after)):
        verified = verify_bundle(bundled(store, game), signer.verifier)
        assert {fault.step for fault in verified.faults} <= {"decisions"}, verified.faults
    said = [fault.says.name for fault in verify_bundle(bundled(store, "old"), rotated.after.verifier).faults]
    assert "bundle.other_key" in said
    note = key_announcements(store)[-1].note
    assert verified_note(note, before.verifier) == verified_note(note, rotated.after.verifier)
    assert announced_key(note) == rotated.after.verifier
    last = store.last_entry(LogCheckpoint)
    assert last is not None
    assert verified_checkpoint(last.note, rotated.after.verifier).size == len(store.find_entries(LoggedNote))


@pytest.mark.parametrize("step", ["_announce", "make_key", "Signer"])
def test_a_rotation_after_a_kill_at_any_step_completes_it(
    step: str, store: GameStore, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_game(store, play_game("g", LATE))
    Signer(store, key).sign(0, as_is=["g"])
    before = read_key(key)
    with monkeypatch.context() as patch:
        whole = getattr(rotation, step)

        def dying(*given: object) -> object:
            if step == "Signer" and len(key_announcements(store)) < 2:
                return whole(*given)
            whole(*given)
            raise Stopped

        patch.setattr(rotation, step, dying)
        with pytest.raises(Stopped):
            rotate_key(store, key)
    if step == "_announce":
        assert key_check(store, key)[1] is False
        with pytest.raises(KeyFileProblem, match="was interrupted"):
            load_signing_key(store, key)
    elif step == "make_key":
        assert load_signing_key(store, key) == before
    else:
        assert load_signing_key(store, key) != before
        return
    rotated = rotate_key(store, key)
    assert (rotated.before, load_signing_key(store, key)) == (before.name, rotated.after)
    assert len(key_announcements(store)) == 2
    assert sorted(one.name for one in key.parent.iterdir() if "haricot" in one.name or one.name.endswith(".next")) == [
        f"{key.name}.{before.name}"
    ]


def test_a_replaced_key_signs_no_more(store: GameStore, key: Path) -> None:
    add_game(store, play_game("g", LATE))
    signer = Signer(store, key)
    signer.sign(0, as_is=["g"])
    before = read_key(key)
    rotate_key(store, key)
    logged = store.find_entries(LoggedNote)
    with pytest.raises(KeyFileProblem, match=f"has replaced {before.name}"):
        signer._publish(before, [SignedNote("g", 1, "timed", "by a process that read the key just before\n")])
    assert store.find_entries(LoggedNote) == logged


def test_an_unsigned_store_or_a_lost_key_cannot_be_rotated(store: GameStore, key: Path) -> None:
    with pytest.raises(Misuse, match="nothing was signed"):
        rotate_key(store, key)
    add_game(store, play_game("g", LATE))
    Signer(store, key).sign(0, as_is=["g"])
    key.rename(key.with_name("away"))
    with pytest.raises(KeyFileProblem, match="is not at"):
        rotate_key(store, key)
    assert len(key_announcements(store)) == 1


def test_stores_that_share_a_key_file_rotate_their_keys_apart(
    store: GameStore, key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HARICOT_KEY_FILE", str(key))
    with open_store(tmp_path / "other") as other:
        for one in (store, other):
            add_game(one, play_game("g", LATE))
            Signer(one, key).sign(0, as_is=["g"])
        shared = load_signing_key(other, key)
        first = rotate_key(store, key)
        assert (load_signing_key(store, key), load_signing_key(other, key)) == (first.after, shared)
        check = key_check(other, tmp_path / "nowhere")
        assert check[1:] == (True, f"{shared.name} signs, in {first.former}")
        second = rotate_key(other, key)
        assert (second.before, load_signing_key(other, key), load_signing_key(store, key)) == (
            shared.name,
            second.after,
            first.after,
        )
        for one in (store, other):
            add_game(one, play_game("later", LATE))
            Signer(one, key).sign(0, as_is=["later"])
            assert key_check(one, tmp_path / "nowhere")[1] is True
        first.former.unlink()
        assert load_signing_key(other, key) == second.after, "a key that no store uses any more can be deleted"
        key.with_name(f"{key.name}.{first.after.name}").unlink()
        with pytest.raises(KeyFileProblem, match=f"no {key.name}.{first.after.name} lies beside it"):
            load_signing_key(store, key)
