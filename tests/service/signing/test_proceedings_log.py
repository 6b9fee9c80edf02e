"""Check that proceedings are signed in their own log, as games are, so that no change is missed."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.disputes.events import DisputeOpened, DisputeRuled, Proceeding, StatementMade
from domain.visibility import OMNISCIENT
from replay.proofs import verify_bundle as standalone
from replay.proofs.bundle_verifier import verify_bundle
from service.queries.record_cache import RecordCache
from service.signing.audit_bundles import make_audit_bundle
from service.signing.log_service import LogService
from service.signing.proceedings_log import (
    proceedings_log_name,
    proceedings_log_state,
    proceedings_rows,
    read_proceedings_log,
)
from service.signing.rotation import rotate_key
from service.signing.signer import Signer
from service.signing.signing_worker import SigningWorker
from service.store.entries.proceedings_entries import DisputeEvent
from service.store.entries.signing_entries import LoggedNote
from service.store.event_store import GameStore
from tests.long_tests import mostly_long
from tests.service.signing.altered_logs import altered
from tests.service.signing.conftest import sqlite_first
from tests.service.store.games import EVERYTHING, LATE, add_game, play_game

PROCEEDINGS: tuple[Proceeding, ...] = (
    DisputeOpened(dispute=1, seat=1, event=12, article="TR-1", text="a" * 43),
    StatementMade(dispute=1, seat=0, text="b" * 43),
    DisputeRuled(
        dispute=1,
        arbiter="0123456789abcdef",
        outcome="upheld",
        clause="CL-4.4",
        book="tournament",
        article="TR-1",
        remedy="repair",
        text="c" * 43,
    ),
)


def file_on(store: GameStore, game: str, count: int = len(PROCEEDINGS)) -> None:
    """File the first `count` proceedings on a game."""
    for n, event in list(enumerate(PROCEEDINGS, 1))[len(proceedings_rows(store, game)) : count]:
        store.save_entries(
            DisputeEvent(game=game, n=n, at=1_000 * n, version=12, event=msgspec.json.encode(event).decode())
        )


def sign(store: GameStore, key: Path, game: str = "g") -> Signer:
    """Sign a game and its proceedings."""
    new = Signer(store, key)
    new.sign(0, milestones=[game, proceedings_log_name(game)], as_is=[game])
    return new


def sizes(store: GameStore, game: str = "g") -> list[int]:
    return [note.size for note in store.find_entries(LoggedNote, log=proceedings_log_name(game))]


def bundled(store: GameStore, count: int = 99) -> bytes:
    """Return the bundle of the game, with at most `count` proceedings."""
    notes, filed = store.find_entries(LoggedNote, log="g"), read_proceedings_log(store, "g", count)
    return make_audit_bundle(store, store.record("g"), OMNISCIENT, notes, lambda _: (), filed)


def edited(data: bytes, change: Callable[[Any], object]) -> bytes:
    """Return the bundle with changed proceedings, and everything else in its right form."""
    bundle = json.loads(data)
    change(bundle["proceedings"])
    return json.dumps(bundle, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


@sqlite_first
def test_a_bundle_has_the_proceedings_and_every_change_of_them_is_found(store: GameStore, key: Path) -> None:
    add_game(store, play_game("g", EVERYTHING))
    sign(store, key)
    assert json.loads(bundled(store))["proceedings"] is None
    file_on(store, "g")
    sign(store, key)
    assert sizes(store) == [1, 2, 3], "each size follows from what was filed standalone"
    data = bundled(store)
    assert [len(json.loads(bundled(store, count))["proceedings"]["entries"]) for count in (1, 2, 3)] == [1, 2, 3]

    def faults(changed: bytes) -> tuple[set[str], set[str]]:
        ours = {fault.step for fault in verify_bundle(changed).faults} - {"decisions"}
        return ours, {fault[0] for fault in standalone.verify(changed)[1]}

    assert faults(data) == (set(), set())
    for change in (
        lambda log: log["entries"].__setitem__(2, log["entries"][2].replace("upheld", "dismissed")),
        lambda log: [log[name].pop() for name in ("entries", "hashes", "disclosures")],
        lambda log: log["entries"].reverse(),
    ):
        assert all("root" in found for found in faults(edited(data, change)))
    assert edited(data, lambda _: None) == data  # control: the form is the same


def test_a_new_worker_signs_unsigned_proceedings(store: GameStore, key: Path) -> None:
    add_game(store, play_game("g", LATE))
    file_on(store, "g", 1)
    worker = SigningWorker(store, LogService(store, RecordCache(store)), key)
    worker.turn()
    assert sizes(store) == [1]
    file_on(store, "g", 2)
    worker.turn()
    assert sizes(store) == [1, 2]
    file_on(store, "g", 3)
    new_worker = SigningWorker(store, LogService(store, RecordCache(store)), key)
    new_worker.turn()
    assert sizes(store) == [1, 2, 3]
    state = proceedings_log_state(store, "g", 3)
    assert state is not None
    assert state.note == store.find_entries(LoggedNote, log=proceedings_log_name("g"))[-1].note
    assert (state.size, state.note.split("\n")[:3]) == (3, [state.note.split("\n")[0], "3", state.root])


CHANGES = {
    "another outcome": "UPDATE haricot.proceedings SET event = replace(event, 'upheld', 'dismissed') WHERE n = 3",
    "another time": "UPDATE haricot.proceedings SET at = 7 WHERE n = 2",
    "the last is gone": "DELETE FROM haricot.proceedings WHERE n = 3",
    "one is missing": "DELETE FROM haricot.proceedings WHERE n = 2",
    "of another game": "UPDATE haricot.proceedings SET game = 'h' WHERE n = 3",
}


@pytest.mark.parametrize("statement", mostly_long(CHANGES.values(), 3), ids=CHANGES)
def test_changed_proceedings_are_found_and_never_signed(
    statement: str, store: GameStore, key: Path, behind: Callable[[str], None]
) -> None:
    for game in ("g", "h"):
        add_game(store, play_game(game, LATE))
    file_on(store, "g")
    assert sign(store, key).altered == {}
    assert altered(store, store.record("g")) is None
    before = sizes(store)
    behind(statement)
    assert altered(store, store.record("g")) is not None
    assert proceedings_log_name("g") in sign(store, key).altered
    assert sizes(store) == before


def test_after_a_rotation_the_new_key_signs_game_and_proceedings(store: GameStore, key: Path) -> None:
    add_game(store, play_game("g", EVERYTHING))
    file_on(store, "g", 1)
    sign(store, key)
    rotated = rotate_key(store, key)
    file_on(store, "g")
    sign(store, key)
    data = bundled(store)
    assert {fault.step for fault in verify_bundle(data, rotated.after.verifier).faults} <= {"decisions"}
    assert len(json.loads(data)["proceedings"]["entries"]) == 3
