"""A longer list costs what is new in it."""

import pytest
from eventsourcing.persistence import StoredEvent

from service.store.envelope_mapper import LoggedEnvelope
from service.store.event_store import GameStore
from tests.service.store.games import keep, played


def test_the_list_asks_no_more_often_and_decodes_no_other_events_when_there_are_more_games(
    store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    decoded: list[str] = []
    real = store.roll._mapper.to_domain_event

    def decode(row: StoredEvent) -> LoggedEnvelope:
        decoded.append(row.topic)
        return real(row)

    monkeypatch.setattr(store.roll._mapper, "to_domain_event", decode)
    store.heads()
    for number in range(1, 4):
        keep(store, played(f"g{number}"))
        with store._recorder._readers.lent() as next_reader:
            next_reader.set_trace_callback(asked.append)
        assert number == len(store.heads())
        next_reader.set_trace_callback(None)
    assert 3 * 5 == len(asked), "the position, what is new until nothing is, the game, how late it is seen"
    assert {"game_created.1", "game_started.1"} == set(decoded)
