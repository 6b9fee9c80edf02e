"""Check that caches of games are bounded by memory: estimates hold, and 600 live games fit."""

import gc
import tracemalloc
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from domain.table import Table
from projections.summary import Summary
from replay.codec import Codec
from service.lifecycle.bots.simulate import simulate
from service.ops.caches import LruCache
from service.ops.telemetry import CACHE_SIZE
from service.queries import table_cache
from service.queries.live_table import LiveTable
from service.queries.record_cache import RecordCache
from service.queries.table_cache import TableCache, _size_of
from service.store.event_store import GameStore, open_store
from tests.benchmarks.growth import filled
from tests.long_tests import mostly_long

GAMES = 600


def live(states: list[bytes]) -> LiveTable:
    """Return the table of these events."""
    empty = LiveTable(table=Table(), summary=Summary(game="g"), at=0, chance=None)
    return empty.after([Codec().from_state("g", n, state) for n, state in enumerate(states, 1)])


@pytest.mark.parametrize("edition", mostly_long(["classic", "bohnaparte"]))
def test_the_estimated_memory_of_a_game_is_right_within_a_factor_of_two(edition: str) -> None:
    codec = Codec()
    states = [codec.to_state(envelope) for envelope in simulate(edition, 4, "1", 1, {}, ["trader"])[0].envelopes[:250]]
    live(states)  # what all games share exists before measuring
    gc.collect()
    tracemalloc.start()
    made = live(states)
    gc.collect()
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken / 1.5 <= _size_of(made) <= taken * 2


def read_again(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how many games are read again when each is requested twice."""
    tables, read = TableCache(store, RecordCache(store)), list[str]()
    games = list(store.game_index.games())
    for game in games:
        tables.current(game)
    real = store.envelopes

    def envelopes(game: str, after: int = 0) -> Any:
        read.append(game)
        return real(game, after)

    monkeypatch.setattr(store, "envelopes", envelopes)
    monkeypatch.setattr(RecordCache, "cached", lambda *_: None)
    for game in games:
        tables.current(game)
    return len(read)


@pytest.mark.long
def test_600_live_games_stay_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_store(filled(tmp_path, GAMES)) as store:
        assert 0 == read_again(store, monkeypatch)


@pytest.mark.long
def test_control_a_cache_of_512_tables_reads_games_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_cache, "LruCache", lambda name, most, size: LruCache(name, 512))
    with open_store(filled(tmp_path, GAMES)) as store:
        assert read_again(store, monkeypatch) > 512


def test_metrics_report_the_size_of_a_cache() -> None:
    cache: LruCache[str, bytes] = LruCache("a test", 100, len)
    holds = partial(CACHE_SIZE.labels("a test")._value.get)
    cache.put("a", b"x" * 60)
    assert holds() == 60
    cache.setdefault("b", b"x" * 50)
    assert (holds(), cache.size) == (50, 50), "the least recently used entry is gone"
    cache.pop("b")
    assert holds() == 0
