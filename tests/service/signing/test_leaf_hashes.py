"""Check that the signer reuses leaf hashes of responses, for exactly the same event alone."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from replay.codec import Envelope
from replay.proofs.leaves import make_leaf
from replay.proofs.merkle_tree import leaf_hash
from service.queries.record_cache import RecordCache
from service.signing import merkle_log
from service.signing.log_service import RECENT_EVENTS, LogService
from service.signing.merkle_log import MerkleLog, new_log
from service.signing.signer import Signer
from service.store.entries.signing_entries import LoggedNote, own_rows
from service.store.event_store import GameStore
from service.store.queries import INT64_MAX
from service.store.record_import import import_record
from tests.service.store.games import EVERYTHING, LATE, add_game, play_fork, play_game

WHOLE, PART = play_game("g", EVERYTHING), play_game("g", LATE)


def logs_after_response(store: GameStore) -> LogService:
    """Return the logs after a response about this game."""
    logs = LogService(store, RecordCache(store))
    assert logs.state("g", PART.version) is not None
    return logs


def log_of(store: GameStore) -> MerkleLog:
    """Return a new log of the game."""
    log = new_log(store, "g")
    assert log is not None
    return log


def last(store: GameStore) -> Envelope:
    """Return the last event, read from the store."""
    return store.envelopes_in_rows("g", store.query(own_rows, "g", INT64_MAX))[-1]


def test_a_cached_hash_is_that_of_the_leaf_of_its_event(store: GameStore) -> None:
    add_game(store, PART)
    logs, log, event = logs_after_response(store), log_of(store), last(store)
    assert logs.cached_leaf_hash(log, event) == leaf_hash(make_leaf(event, log.key, log.options))


def test_no_hash_is_cached_for_another_event_key_or_log(store: GameStore) -> None:
    add_game(store, PART)
    logs, log, event = logs_after_response(store), log_of(store), last(store)
    assert logs.cached_leaf_hash(log, replace(event, at=event.at + 1)) is None
    assert logs.cached_leaf_hash(log, replace(event, event=WHOLE.envelopes[-1].event)) is None
    assert logs.cached_leaf_hash(log, replace(event, n=event.n + 1)) is None
    assert logs.cached_leaf_hash(MerkleLog("g", log.begin, b"another key".ljust(32), log.options), event) is None
    assert logs.cached_leaf_hash(MerkleLog("g", log.begin, log.key, {"some": "option"}), event) is None
    assert logs.cached_leaf_hash(MerkleLog("g", log.begin, log.key, log.options, "proceedings"), event) is None
    assert LogService(store, RecordCache(store)).cached_leaf_hash(log, event) is None


def test_hashes_of_the_latest_events_are_cached(store: GameStore) -> None:
    add_game(store, WHOLE)
    logs, log = LogService(store, RecordCache(store)), log_of(store)
    logs.log("g", WHOLE.version)
    made = [envelope.n for envelope in WHOLE.envelopes if logs.cached_leaf_hash(log, envelope) is not None]
    assert made == [*range(WHOLE.version - RECENT_EVENTS + 1, WHOLE.version + 1)]


def test_an_imported_fork_is_signed_from_its_fork_on(store: GameStore, key: Path) -> None:
    record = play_fork(play_game("away", LATE).record(), 20, "brought").record()
    import_record(store, record)
    logs = LogService(store, RecordCache(store))
    state = logs.state("brought", len(record.envelopes))
    signer = Signer(store, key, logs.cached_leaf_hash)
    signer.sign(0, as_is=["brought"])
    assert {} == signer.altered
    assert state is not None
    assert store.find_entries(LoggedNote, log="brought")[-1].note.split("\n")[1:3] == [str(state.size), state.root]


def test_the_signer_makes_no_leaf_of_a_response_again(
    store: GameStore, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_game(store, PART)
    logs, made = logs_after_response(store), list[int]()

    def counted(envelope: Envelope, *more: object) -> bytes:
        made.append(envelope.n)
        return make_leaf(envelope, *more)  # type: ignore[arg-type]  # as they came

    monkeypatch.setattr(merkle_log, "make_leaf", counted)
    Signer(store, key, logs.cached_leaf_hash).sign(0, as_is=["g"])
    assert made == []
    alone = [note.note.split("\n")[:3] for note in store.find_entries(LoggedNote, log="g")]
    Signer(store, key).sign(0, as_is=["g"])  # control: a new signer makes all of them, with the same result
    assert made[-PART.version :] == [*range(1, PART.version + 1)]
    assert alone == [note.note.split("\n")[:3] for note in store.find_entries(LoggedNote, log="g")]
