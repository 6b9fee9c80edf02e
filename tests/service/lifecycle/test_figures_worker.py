"""Figures are made once a game may be known, by one process, and a killed one leaves nothing counted twice."""

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
from service.analytics.derived_tables import EVERY
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
from tests.service.store.contract.test_figures import from_nothing, hold


@pytest.fixture
def api(tmp_path: Path) -> Iterator[ApiClient]:
    with open_api(tmp_path / "store") as api:
        yield api


def now_said(context: Context) -> EditionStatistics:
    return context.statistics.statistics("classic", None)


def same_as_from_nothing(store: GameStore) -> bool:
    """Whether the sums and steps are those of a fold of all games in the order of their ends."""
    statistics, steps = from_nothing(store)
    players = {step.player for step in steps}
    found = [one.step for player in players for one in RatingReader(store).steps(player, "classic", EVERY)]
    key = lambda step: (step.game, step.player)  # noqa: E731  # one word for both
    return StatisticsReader(store).statistics("classic", None) == statistics and sorted(found, key=key) == sorted(
        steps, key=key
    )


def test_a_result_that_a_ruling_sets_aside_does_not_count_while_the_ruling_stands(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
):
    context, worker = api.context, FiguresWorker(api.context)
    ends = {}
    for number in (1, 2):
        game = hold(context.store, number, ("ana", "bo", "cy"))
        ends[context.tables.at_present(game).summary.times.ended or 0] = game
    clock = count(max(ends) + 60_000)
    monkeypatch.setattr(time, "time_ns", lambda: next(clock) * 10**6)
    first = ends[min(ends)]
    seats = {seat: api.token("seat", first, seat) for seat in range(3)}
    match = Match(first, seats, api.token("organiser", first), api.get(f"/v1/games/{first}")["version"], "")
    act(api, match, match.seats[1], **CLAIM, event=match.version - 2)
    worker.turn()
    assert now_said(context).games == 2
    ids = {one.person: one.player for one in context.store.noted(PlayerId)}
    before = {player: context.ratings.rating(player, "classic") for player in ids.values()}
    ruling = {**RULING, "remedy": "void", "penalty": "none", "against": None}
    act(api, match, api.token("arbiter", match.game), **ruling)
    worker.turn()
    assert now_said(context).games == 1
    assert same_as_from_nothing(context.store)
    for player, rating in before.items():
        (one,) = api.get(f"/v1/players/{player}/ratings")["corrections"]
        assert (one["game"], one["reason"], one["before"]) == (match.game, "ruled", rating.rating)
        assert one["after"] == context.ratings.rating(player, "classic").rating
    act(api, match, api.token("arbiter", match.game), type="ReopenDispute", dispute=1, text="Another witness came.")
    worker.turn()
    assert now_said(context).games == 2
    assert same_as_from_nothing(context.store)
    assert {player: context.ratings.rating(player, "classic") for player in before} == before
    again = context.ratings.corrections(ids["ana"], "classic")[-1]
    assert (again.reason, again.after) == ("counted_again", before[ids["ana"]].rating)


def test_an_end_is_counted_when_its_delay_has_passed(api: ApiClient, monkeypatch: pytest.MonkeyPatch):
    context, worker = api.context, FiguresWorker(api.context)
    game = hold(context.store, 1)
    ended = context.tables.at_present(game).summary.times.ended or 0
    context.store.note(Arrangement(game=game, delay_ms=60_000))
    for after, games in ((59_999, 0), (60_000, 1)):
        monkeypatch.setattr(time, "time_ns", lambda after=after: (ended + after) * 10**6)
        worker.turn()
        assert now_said(context).games == games == len(context.store.noted(FiguresEntry))


def test_one_of_two_processes_makes_them_and_both_tell_them(tmp_path: Path):
    with open_store(tmp_path) as one, open_store(tmp_path) as other:
        contexts = [Context(store, Settings(store=tmp_path)) for store in (one, other)]
        first, second = (FiguresWorker(context) for context in contexts)
        hold(one, 1)
        first.turn()
        hold(one, 2)
        second.turn()
        assert now_said(contexts[1]).games == 1, "the other has the lease"
        AnalyticsUpdater(other).update(now_ms())  # as a command does, which asks for no lease
        first.turn()
        assert now_said(contexts[0]) == now_said(contexts[1])
        assert now_said(contexts[1]).games == 2
        assert same_as_from_nothing(one)


def test_a_process_that_is_killed_leaves_nothing_counted_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with open_store(tmp_path) as store:
        for number in (1, 2, 3):
            hold(store, number, ("ana", "bo"))
    monkeypatch.setattr(analytics_updater, "BATCH", 1)
    monkeypatch.setattr(rating_updater, "BATCH", 1)
    settled = []
    for last in range(1, 9):  # each transaction is the last of one process: killed before it is committed
        if (child := os.fork()) == 0:  # pragma: no cover
            store = open_store(tmp_path)
            settle = store.settle

            def dying(entries: EntryChanges, settle: Callable[[EntryChanges], None] = settle, last: int = last) -> None:
                settled.append(entries)
                settle(entries if len(settled) < 1 + last % 3 else lambda register: _die(entries, register))

            monkeypatch.setattr(store, "settle", dying)
            AnalyticsUpdater(store).update(now_ms())
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        with open_store(tmp_path) as store:
            statistics, steps = from_nothing(store)
            assert StatisticsReader(store).statistics("classic", None) == statistics
            assert {one.game for one in store.noted(RatingStepEntry)} <= {one.game for one in steps}
    with open_store(tmp_path) as store:
        AnalyticsUpdater(store).update(now_ms())
        assert StatisticsReader(store).statistics("classic", None).games == 3
        assert same_as_from_nothing(store)
        assert len(store.noted(SeatPlayer)) == 9
        assert len(store.noted(PlayerId)) == 2


def _die(entries: EntryChanges, register: MetadataStore) -> Iterator[Change]:  # pragma: no cover
    yield from entries(register) if callable(entries) else entries
    os._exit(0)


def test_a_game_that_cannot_be_read_is_tried_once(api: ApiClient, monkeypatch: pytest.MonkeyPatch):
    worker, game = FiguresWorker(api.context), hold(api.context.store, 1)
    tried: list[str] = []
    monkeypatch.setattr(analytics_updater, "computed_figures", lambda _, one: tried.append(one))
    worker.turn()
    worker.turn()
    assert tried == [game]
