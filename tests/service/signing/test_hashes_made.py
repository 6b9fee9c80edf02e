"""Who signs makes no leaf again that an answer has made, and takes it for that very event alone."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from replay.codec import Envelope
from replay.proofs.leaves import leaf
from replay.proofs.merkle_tree import leaf_hash
from service.queries.record_cache import RecordCache
from service.signing import merkle_log
from service.signing.log_service import LATELY, LogService
from service.signing.merkle_log import MerkleLog, new_log
from service.signing.signer import Signer
from service.store.entries.signing_entries import LoggedNote, own_rows
from service.store.event_store import GameStore
from service.store.queries import HIGHEST
from service.store.record_import import import_record
from tests.service.store.games import EVERYTHING, LATE, forked, keep, played

WHOLE, SOME = played("g", EVERYTHING), played("g", LATE)


def answered(store: GameStore) -> LogService:
    """The logs, after an answer that told of this game."""
    logs = LogService(store, RecordCache(store))
    assert logs.state("g", SOME.version) is not None
    return logs


def log_of(store: GameStore) -> MerkleLog:
    """The log of the game, as somebody else makes it."""
    log = new_log(store, "g")
    assert log is not None
    return log


def last(store: GameStore) -> Envelope:
    """Its last event, as it was read back."""
    return store.read_rows("g", store.ask(own_rows, "g", HIGHEST))[-1]


def test_of_an_event_at_hand_the_hash_is_that_of_its_leaf(store: GameStore) -> None:
    keep(store, SOME)
    logs, log, event = answered(store), log_of(store), last(store)
    assert logs.hash_made(log, event) == leaf_hash(leaf(event, log.key, log.options))


def test_of_any_other_event_or_with_another_key_none_is_taken(store: GameStore) -> None:
    keep(store, SOME)
    logs, log, event = answered(store), log_of(store), last(store)
    assert logs.hash_made(log, replace(event, at=event.at + 1)) is None
    assert logs.hash_made(log, replace(event, event=WHOLE.envelopes[-1].event)) is None
    assert logs.hash_made(log, replace(event, n=event.n + 1)) is None
    assert logs.hash_made(MerkleLog("g", log.begin, b"another key".ljust(32), log.options), event) is None
    assert logs.hash_made(MerkleLog("g", log.begin, log.key, {"some": "option"}), event) is None
    assert logs.hash_made(MerkleLog("g", log.begin, log.key, log.options, "proceedings"), event) is None
    assert LogService(store, RecordCache(store)).hash_made(log, event) is None


def test_so_many_are_kept_as_are_signed_in_time(store: GameStore) -> None:
    keep(store, WHOLE)
    logs, log = LogService(store, RecordCache(store)), log_of(store)
    logs.log("g", WHOLE.version)
    made = [envelope.n for envelope in WHOLE.envelopes if logs.hash_made(log, envelope) is not None]
    assert made == [*range(WHOLE.version - LATELY + 1, WHOLE.version + 1)]


def test_a_fork_that_came_as_a_file_is_signed_from_where_it_forks(store: GameStore, key: Path) -> None:
    record = forked(played("away", LATE).record(), 20, "brought").record()
    import_record(store, record)
    logs = LogService(store, RecordCache(store))
    state = logs.state("brought", len(record.envelopes))
    signer = Signer(store, key, logs.hash_made)
    signer.sign(0, ends=["brought"])
    assert {} == signer.altered
    assert state is not None
    assert store.noted(LoggedNote, log="brought")[-1].note.split("\n")[1:3] == [str(state.size), state.root]


def test_no_leaf_is_made_twice(store: GameStore, key: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(store, SOME)
    logs, made = answered(store), list[int]()

    def counted(envelope: Envelope, *more: object) -> bytes:
        made.append(envelope.n)
        return leaf(envelope, *more)  # type: ignore[arg-type]  # as they came

    monkeypatch.setattr(merkle_log, "leaf", counted)
    Signer(store, key, logs.hash_made).sign(0, ends=["g"])
    assert made == []
    alone = [note.note.split("\n")[:3] for note in store.noted(LoggedNote, log="g")]
    Signer(store, key).sign(0, ends=["g"])  # the control: who comes again makes all of them, and comes to the same
    assert made[-SOME.version :] == [*range(1, SOME.version + 1)]
    assert alone == [note.note.split("\n")[:3] for note in store.noted(LoggedNote, log="g")]
