"""Check when the worker counts games in statistics and ratings, and that a crash counts none twice."""

import os
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from projections.analytics.edition_statistics import EditionStatistics
from service.access.context import Context
from service.analytics import analytics_updater, rating_updater
from service.analytics.analytics_updater import AnalyticsUpdater
from service.analytics.derived_tables import NO_LIMIT
from service.analytics.rating_reader import RatingReader
from service.analytics.statistics_reader import StatisticsReader
from service.lifecycle.figures_worker import FiguresWorker
from service.ops.clock import now_ms
from service.settings import Settings
from service.store.entries.analytics_entries import FiguresEntry, PlayerId, RatingStepEntry, SeatPlayer
from service.store.entries.metadata_store import Arrangement, Change, EntryChanges, MetadataStore
from service.store.event_store import GameStore, open_store
from tests.service.api.conftest import ApiClient, Match, open_api
from tests.service.disputes.disputed_games import CLAIM, RULING, act
from tests.service.store.contract.test_figures import full_fold, hold


@pytest.fixture
def api(tmp_path: Path) -> Iterator[ApiClient]:
    with open_api(tmp_path / "store") as api:
        yield api


def counted_statistics(context: Context) -> EditionStatistics:
    return context.statistics.statistics("classic", None)


def equals_full_fold(store: GameStore) -> bool:
    """Return whether sums and steps equal a fold of all games in the order of their ends."""
    statistics, steps = full_fold(store)
    players = {step.player for step in steps}
    found = [one.step for player in players for one in RatingReader(store).steps(player, "classic", NO_LIMIT)]
    key = lambda step: (step.game, step.player)  # noqa: E731  # one word for both
    return StatisticsReader(store).statistics("classic", None) == statistics and sorted(found, key=key) == sorted(
        steps, key=key
    )


def test_a_game_voided_by_a_ruling_does_not_count_while_the_ruling_stands(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
):
    context, worker = api.context, FiguresWorker(api.context)
    ends = {}
    for number in (1, 2):
        game = hold(context.store, number, ("ana", "bo", "cy"))
        ends[context.tables.current(game).summary.times.ended or 0] = game
    clock = count(max(ends) + 60_000)
    monkeypatch.setattr(time, "time_ns", lambda: next(clock) * 10**6)
    first = ends[min(ends)]
    seats = {seat: api.token("seat", first, seat) for seat in range(3)}
    match = Match(first, seats, api.token("organiser", first), api.get(f"/v1/games/{first}")["version"], "")
    act(api, match, match.seats[1], **CLAIM, event=match.version - 2)
    worker.turn()
    assert counted_statistics(context).games == 2
    ids = {one.person: one.player for one in context.store.find_entries(PlayerId)}
    before = {player: context.ratings.rating(player, "classic") for player in ids.values()}
    ruling = {**RULING, "remedy": "void", "penalty": "none", "against": None}
    act(api, match, api.token("arbiter", match.game), **ruling)
    worker.turn()
    assert counted_statistics(context).games == 1
    assert equals_full_fold(context.store)
    for player, rating in before.items():
        (one,) = api.get(f"/v1/players/{player}/ratings")["corrections"]
        assert (one["game"], one["reason"], one["before"]) == (match.game, "ruled", rating.rating)
        assert one["after"] == context.ratings.rating(player, "classic").rating
    act(api, match, api.token("arbiter", match.game), type="ReopenDispute", dispute=1, text="Another witness came.")
    worker.turn()
    assert counted_statistics(context).games == 2
    assert equals_full_fold(context.store)
    assert {player: context.ratings.rating(player, "classic") for player in before} == before
    again = context.ratings.corrections(ids["ana"], "classic")[-1]
    assert (again.reason, again.after) == ("counted_again", before[ids["ana"]].rating)


def test_a_delayed_game_is_counted_when_its_delay_has_passed(api: ApiClient, monkeypatch: pytest.MonkeyPatch):
    context, worker = api.context, FiguresWorker(api.context)
    game = hold(context.store, 1)
    ended = context.tables.current(game).summary.times.ended or 0
    context.store.save_entries(Arrangement(game=game, delay_ms=60_000))
    for after, games in ((59_999, 0), (60_000, 1)):
        monkeypatch.setattr(time, "time_ns", lambda after=after: (ended + after) * 10**6)
        worker.turn()
        assert counted_statistics(context).games == games == len(context.store.find_entries(FiguresEntry))


def test_the_lease_holder_counts_games_and_all_processes_show_the_result(tmp_path: Path):
    with open_store(tmp_path) as one, open_store(tmp_path) as other:
        contexts = [Context(store, Settings(store=tmp_path)) for store in (one, other)]
        first, second = (FiguresWorker(context) for context in contexts)
        hold(one, 1)
        first.turn()
        hold(one, 2)
        second.turn()
        assert counted_statistics(contexts[1]).games == 1, "the other has the lease"
        AnalyticsUpdater(other).update(now_ms())  # as a command does, without a lease
        first.turn()
        assert counted_statistics(contexts[0]) == counted_statistics(contexts[1])
        assert counted_statistics(contexts[1]).games == 2
        assert equals_full_fold(one)


def test_a_killed_worker_leaves_no_game_counted_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with open_store(tmp_path) as store:
        for number in (1, 2, 3):
            hold(store, number, ("ana", "bo"))
    monkeypatch.setattr(analytics_updater, "GAMES_PER_TRANSACTION", 1)
    monkeypatch.setattr(rating_updater, "GAMES_PER_TRANSACTION", 1)
    settled = []
    for last in range(1, 9):  # each transaction is the last of one process: killed before it is committed
        if (child := os.fork()) == 0:  # pragma: no cover
            store = open_store(tmp_path)
            settle = store.change_entries

            def dying(entries: EntryChanges, settle: Callable[[EntryChanges], None] = settle, last: int = last) -> None:
                settled.append(entries)
                settle(entries if len(settled) < 1 + last % 3 else lambda register: _die(entries, register))

            monkeypatch.setattr(store, "change_entries", dying)
            AnalyticsUpdater(store).update(now_ms())
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        with open_store(tmp_path) as store:
            statistics, steps = full_fold(store)
            assert StatisticsReader(store).statistics("classic", None) == statistics
            assert {one.game for one in store.find_entries(RatingStepEntry)} <= {one.game for one in steps}
    with open_store(tmp_path) as store:
        AnalyticsUpdater(store).update(now_ms())
        assert StatisticsReader(store).statistics("classic", None).games == 3
        assert equals_full_fold(store)
        assert len(store.find_entries(SeatPlayer)) == 9
        assert len(store.find_entries(PlayerId)) == 2


def _die(entries: EntryChanges, register: MetadataStore) -> Iterator[Change]:  # pragma: no cover
    yield from entries(register) if callable(entries) else entries
    os._exit(0)


def test_an_unreadable_game_is_tried_once(api: ApiClient, monkeypatch: pytest.MonkeyPatch):
    worker, game = FiguresWorker(api.context), hold(api.context.store, 1)
    tried: list[str] = []
    monkeypatch.setattr(analytics_updater, "compute_figures", lambda _, one: tried.append(one))
    worker.turn()
    worker.turn()
    assert tried == [game]
