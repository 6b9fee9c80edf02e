"""What is kept of games is bounded by what it takes: the estimates hold, and the 600th live game costs as the first."""

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
from service.ops.caches import RecentlyUsed
from service.ops.telemetry import CACHE_SIZE
from service.queries import table_cache
from service.queries.live_table import LiveTable
from service.queries.record_cache import RecordCache
from service.queries.table_cache import TableCache, _weight
from service.store.event_store import GameStore, open_store
from tests.benchmarks.growth import filled
from tests.long_tests import mostly_long

GAMES = 600


def live(states: list[bytes]) -> LiveTable:
    """The table that comes of these events."""
    empty = LiveTable(table=Table(), summary=Summary(game="g"), at=0, chance=None)
    return empty.after([Codec().from_state("g", n, state) for n, state in enumerate(states, 1)])


@pytest.mark.parametrize("edition", mostly_long(["classic", "bohnaparte"]))
def test_what_a_game_takes_is_estimated_within_a_half(edition: str) -> None:
    codec = Codec()
    states = [codec.to_state(envelope) for envelope in simulate(edition, 4, "1", 1, {}, ["trader"])[0].envelopes[:250]]
    live(states)  # what is made once for all games is there
    gc.collect()
    tracemalloc.start()
    made = live(states)
    gc.collect()
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken / 1.5 <= _weight(made) <= taken * 2


def read_again(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many games are read a second time, when each of many is asked for twice."""
    tables, read = TableCache(store, RecordCache(store)), list[str]()
    games = list(store.game_index.games())
    for game in games:
        tables.at_present(game)
    real = store.envelopes

    def envelopes(game: str, after: int = 0) -> Any:
        read.append(game)
        return real(game, after)

    monkeypatch.setattr(store, "envelopes", envelopes)
    monkeypatch.setattr(RecordCache, "cached", lambda *_: None)
    for game in games:
        tables.at_present(game)
    return len(read)


@pytest.mark.long
def test_each_live_game_costs_as_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_store(filled(tmp_path, GAMES)) as store:
        assert 0 == read_again(store, monkeypatch)


@pytest.mark.long
def test_planted_tables_that_are_counted_are_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_cache, "RecentlyUsed", lambda name, most, size: RecentlyUsed(name, 512))
    with open_store(filled(tmp_path, GAMES)) as store:
        assert read_again(store, monkeypatch) > 512


def test_the_metrics_say_what_a_cache_holds() -> None:
    cache: RecentlyUsed[str, bytes] = RecentlyUsed("a test", 100, len)
    holds = partial(CACHE_SIZE.labels("a test")._value.get)
    cache.put("a", b"x" * 60)
    assert holds() == 60
    cache.setdefault("b", b"x" * 50)
    assert (holds(), cache.size) == (50, 50), "the one that was asked for longest ago has gone"
    cache.take_out("b")
    assert holds() == 0
