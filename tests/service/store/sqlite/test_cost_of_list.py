"""Check that listing games reads what is new only."""

from pathlib import Path

import pytest

from replay.codec import Envelope
from service.store.envelope_mapper import EnvelopeMapper
from service.store.event_store import GameStore, open_store
from tests.service.store.games import add_game, play_game


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which the kind of every decoded event is added."""
    found: list[str] = []
    real = EnvelopeMapper.envelope

    def decode(mapper: EnvelopeMapper, game: str, n: int, topic: str, state: bytes) -> Envelope:
        found.append(topic)
        return real(mapper, game, n, topic, state)

    monkeypatch.setattr(EnvelopeMapper, "envelope", decode)
    return found


def test_the_list_needs_as_many_queries_for_more_games(store: GameStore, decoded: list[str]) -> None:
    asked: list[str] = []
    store.heads()
    counts = []
    for number in range(1, 4):
        add_game(store, play_game(f"g{number}"))
        with store._recorder._readers.connection() as next_reader:
            next_reader.set_trace_callback(asked.append)
        assert number == len(list(store.game_index.newest()))
        next_reader.set_trace_callback(None)
        counts.append(len(asked))
        asked.clear()
    assert counts[1] == counts[2], "the end of the log, the lines, what is new, its events, who is late, the list"
    assert counts[2] <= 12
    assert {"game_created.1", "game_started.1"} == set(decoded)
    assert 6 == len(decoded)


def test_a_list_without_news_needs_three_queries(store: GameStore, decoded: list[str]) -> None:
    add_game(store, play_game("g"))
    store.heads()
    decoded.clear()
    asked: list[str] = []
    with store._recorder._readers.connection() as next_reader:
        next_reader.set_trace_callback(asked.append)
    store.game_index.faults()
    next_reader.set_trace_callback(None)
    assert 3 == len(asked), "the end of the log, how far the lines go, the faults"
    assert [] == decoded


def test_a_reopened_store_decodes_no_listed_game_again(store: GameStore, tmp_path: Path, decoded: list[str]) -> None:
    for number in range(3):
        add_game(store, play_game(f"g{number}"))
    heads = store.heads()
    decoded.clear()
    with open_store(tmp_path) as again:
        assert heads == again.heads()
        assert [] == decoded
        add_game(again, play_game("new"))
        assert 4 == len(again.heads())
    assert ["game_created.1", "game_started.1"] == decoded
