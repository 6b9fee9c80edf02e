"""Check that of concurrent writers of a version exactly one succeeds, and the others get Conflict."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from replay.rewind import batches
from service.store.errors import Conflict, NoSuchGame, StoreUnavailable
from service.store.event_store import GameStore
from service.store.location import Location
from tests.service.store.contract.conftest import Tables
from tests.service.store.games import EARLY, LATE, play_game
from tests.service.store.races import require_one_winner


def test_a_version_that_exists_is_a_conflict_for_the_whole_batch(store: GameStore, tables: Tables) -> None:
    play = play_game("g", LATE)
    store.append("g", play.envelopes[:10])
    for first in (0, 1, 9, 11):
        with pytest.raises(Conflict):
            store.append("g", play.envelopes[first:])
    assert 10 == tables.count()
    store.append("g", play.envelopes[10:])


def test_the_table_refuses_a_version_that_exists(
    store: GameStore, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = play_game("g", LATE)
    store.append("g", play.envelopes[:10])
    monkeypatch.setattr(store, "_require_next_event", lambda game, n: None)
    with pytest.raises(Conflict):
        store.append("g", play.envelopes[9:])
    assert 10 == tables.count()


def test_the_first_batch_of_a_game_begins_with_event_1(store: GameStore) -> None:
    play = play_game("g")
    with pytest.raises(NoSuchGame):
        store.append("g", play.envelopes[1:])


@pytest.mark.long
@pytest.mark.parametrize("asked", [False, True], ids=["without request", "with request"])
def test_of_two_processes_that_append_one_version_exactly_one_wins(location: Location, asked: bool) -> None:
    require_one_winner(location, ["g"], asked=asked)


def test_of_many_threads_that_append_one_version_exactly_one_wins(store: GameStore) -> None:
    play = play_game("g", EARLY)
    start = threading.Barrier(8)

    def append_all(_: int) -> list[bool]:
        won = []
        for batch in batches(play.envelopes):
            start.wait(timeout=10)
            try:
                store.append("g", batch)
                won.append(True)
            except Conflict:
                won.append(False)
            assert tuple(play.envelopes[: batch[-1].n]) == store.record("g").envelopes[: batch[-1].n]
        return won

    with ThreadPoolExecutor(start.parties) as threads:
        won = list(threads.map(append_all, range(start.parties)))
    assert [1] * EARLY == [sum(results) for results in zip(*won, strict=True)]
    assert play.record() == store.record("g")


def test_a_closed_store_refuses_reads_and_writes(store: GameStore) -> None:
    store.close()
    attempts: list[Callable[[], object]] = [
        lambda: store.exists("g"),
        store.heads,
        lambda: store.append("g", play_game("g", 1).envelopes),
    ]
    for attempt in attempts:
        with pytest.raises(StoreUnavailable, match="closed"):
            attempt()
    store.close()
