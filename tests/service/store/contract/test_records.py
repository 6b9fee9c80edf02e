"""Check that a store returns records as they were written, in whole batches."""

import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent
from msgspec.structs import replace

from replay.proofs.shuffle import seed_of_text
from replay.record import write_file
from replay.rewind import batches
from service.store.errors import NoSuchGame, StoreProblem, Unstorable
from service.store.event_store import GameStore, open_store
from service.store.location import Location
from service.store.recorder import GameOpening
from tests.service.store.contract.conftest import Tables
from tests.service.store.games import LATE, add_game, play_game


def test_a_record_is_returned_as_written_batch_by_batch(store: GameStore, location: Location) -> None:
    play = play_game("g", LATE)
    for batch in batches(play.envelopes):
        store.append("g", batch)
        assert store.record("g").envelopes == tuple(play.envelopes[: batch[-1].n])
    with open_store(location, create=False) as again:
        assert write_file(play.record()) == write_file(again.record("g"))


def test_events_are_stored_with_stable_names_and_positions(store: GameStore, tables: Tables) -> None:
    add_game(store, play_game("g", 2))
    add_game(store, play_game("h", 1))
    columns = f"{tables.position}, originator_id, originator_version, topic"
    rows = tables.execute(f"SELECT {columns} FROM {tables.schema}events ORDER BY 1")
    assert [(1, "g", 1, "game_created.1"), (2, "g", 2, "seat_taken.2"), (3, "h", 1, "game_created.1")] == rows


def test_an_id_may_be_any_text(store: GameStore) -> None:
    for game in ("", " ", "ü'\";--", "a/../b", "🫘", "%s"):
        play = add_game(store, play_game(game, 2))
        assert play == store.record(game)
    assert 6 == len(store.heads())


def test_a_value_that_no_column_can_hold_is_refused(store: GameStore) -> None:
    surrogate = "\udcff"
    too_large = replace(play_game("g", 2).envelopes[0], at=2**70)
    for attempt in (lambda: store.exists(surrogate), lambda: store.append("g", [too_large])):
        with pytest.raises(Unstorable):
            attempt()
    assert [] == store.heads()


def test_appending_no_events_changes_nothing(store: GameStore) -> None:
    store.append("g", [])
    assert not store.exists("g")


def test_a_missing_game_is_an_error(store: GameStore) -> None:
    with pytest.raises(NoSuchGame, match="haricot list"):
        store.record("g")
    assert not store.exists("g")
    assert store.seed("g") is None
    add_game(store, play_game("g"))
    assert store.exists("g")


def test_a_batch_of_another_game_or_with_a_gap_is_refused(store: GameStore, tables: Tables) -> None:
    envelopes = play_game("g").envelopes
    for wrong in ([envelopes[0], envelopes[2]], [envelopes[0], replace(envelopes[1], game="h")], envelopes[::-1]):
        with pytest.raises(Unstorable):
            store.append("g", wrong)
    assert 0 == tables.count()
    store.append("g", envelopes[:2])


def test_a_seed_is_stored_with_the_first_event_only(store: GameStore) -> None:
    play = play_game("g")
    with pytest.raises(StoreProblem, match="48 bytes"):
        store.append("g", play.envelopes[:1], seed=b"short")
    store.append("g", play.envelopes[:1], seed=seed_of_text("g"))
    with pytest.raises(StoreProblem, match="first event"):
        store.append("g", play.envelopes[1:2], seed=seed_of_text("g"))
    store.append("h", play_game("h", 1).envelopes)
    assert (seed_of_text("g"), None) == (store.seed("g"), store.seed("h"))
    assert 1 == store.record("g").envelopes[-1].n


def test_game_seed_and_events_are_written_together_or_not_at_all(store: GameStore, tables: Tables) -> None:
    event = StoredEvent("g", 1, "game_created.1", b"")
    opening = GameOpening("played", seed_of_text("g"), names=((1, "h"),))
    with pytest.raises(IntegrityError):
        store._recorder.insert_events([event, event], opening=opening)
    assert [0, 0, 0, 0] == [tables.count(table) for table in ("events", "games", "secrets", "names")]
    store._recorder.insert_events([event], opening=opening)
    assert [1, 1, 1, 1] == [tables.count(table) for table in ("events", "games", "secrets", "names")]
