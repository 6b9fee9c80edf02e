"""Check that entries and requests are written together with their events, or not at all."""

import pytest
from msgspec.structs import replace

from service.store.entries.metadata_store import Arrangement, IdempotencyRecord, Player
from service.store.errors import Conflict
from service.store.event_store import GameStore
from service.store.record_import import import_record
from tests.service.store.contract.conftest import Tables
from tests.service.store.entries import PLAIN
from tests.service.store.games import EARLY, play_game


def test_entries_are_written_with_the_events_that_open_their_game(store: GameStore) -> None:
    entries = [Arrangement(game="i", private=True), Player(game="i", seat=0, kind="human"), PLAIN[IdempotencyRecord]]
    store.append("i", play_game("i", 1).envelopes, entries=entries)
    assert entries == [
        *store.find_entries(Arrangement),
        *store.find_entries(Player),
        *store.find_entries(IdempotencyRecord),
    ]


def test_an_import_can_write_entries(store: GameStore) -> None:
    import_record(store, play_game("i", 2).record(), entries=[Player(game="i", seat=0, kind="human")])
    assert [Player(game="i", seat=0, kind="human")] == store.find_entries(Player, game="i")


def test_a_failing_entry_undoes_events_and_other_entries(store: GameStore, tables: Tables) -> None:
    store.save_entries(PLAIN[IdempotencyRecord])
    play = play_game("i", EARLY)
    entries = [Player(game="i", seat=0, kind="human"), PLAIN[IdempotencyRecord]]
    with pytest.raises(Conflict):
        store.append("i", play.envelopes, entries=entries)
    assert not store.exists("i")
    store.append("i", play.envelopes[:3])
    with pytest.raises(Conflict):
        store.append("i", play.envelopes[3:], request="seat:0 again", entries=entries)
    assert [3, 0] == [tables.count(table, "i") for table in ("events", "players")]
    assert store.event_of_request("i", "seat:0 again") is None


def test_failing_events_undo_their_entries(store: GameStore) -> None:
    with pytest.raises(Conflict):
        store.append("g", play_game("g", 1).envelopes, entries=[PLAIN[Player], PLAIN[IdempotencyRecord]])
    assert [] == [*store.find_entries(Player), *store.find_entries(IdempotencyRecord)]


def test_a_request_is_found_by_its_first_event(store: GameStore) -> None:
    play = play_game("i", EARLY)
    store.append("i", play.envelopes[:4], request="organiser create")
    store.append("i", play.envelopes[4:9], request="seat:1 plant")
    assert (1, 5) == (store.event_of_request("i", "organiser create"), store.event_of_request("i", "seat:1 plant"))
    assert store.event_of_request("i", "seat:2 plant") is store.event_of_request("h", "seat:1 plant") is None


def test_a_request_happens_once_in_a_game(store: GameStore) -> None:
    play = play_game("i", EARLY)
    store.append("i", play.envelopes[:4], request="seat:1 plant")
    with pytest.raises(Conflict, match="same request"):
        store.append("i", play.envelopes[4:9], request="seat:1 plant", entries=[PLAIN[IdempotencyRecord]])
    assert 4 == len(store.envelopes("i"))
    assert [] == store.find_entries(IdempotencyRecord)
    store.append("i", play.envelopes[4:9], request="seat:1 harvest")
    store.append(
        "h", [replace(envelope, game="h") for envelope in play_game("h", 2).envelopes[1:]], request="seat:1 plant"
    )
