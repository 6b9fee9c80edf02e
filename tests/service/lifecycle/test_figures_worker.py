"""Figures are made once a game may be known, by one process, and a killed one leaves nothing counted twice."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from projections.analytics.edition_statistics import CountedGame, EditionStatistics, edition_statistics
from service.access.context import Context
from service.analytics.analytics_fold import AnalyticsFold
from service.analytics.figures_store import FiguresStore
from service.analytics.rated_games import public_steps, rated_games
from service.lifecycle import figures_worker
from service.lifecycle.erasure import erase
from service.lifecycle.figures_worker import FiguresWorker
from service.settings import Settings
from service.store.entries.analytics_entries import FiguresEntry, FiguresGone, PlayerId, SeatPlayer
from service.store.entries.metadata_store import Arrangement
from service.store.event_store import GameStore, open_store
from tests.service.api.conftest import ApiClient, Match, open_api
from tests.service.disputes.test_disputes import CLAIM, RULING, act
from tests.service.store.contract.test_figures import hold


@pytest.fixture
def api(tmp_path: Path) -> Iterator[ApiClient]:
    with open_api(tmp_path / "store") as api:
        yield api


def now_said(context: Context) -> EditionStatistics:
    return context.analytics.ask("all", lambda fold: fold.statistics("classic", None, simulated=True))


def from_nothing(store: GameStore) -> EditionStatistics:
    """The same, by a fold of all games in the order of their ends."""
    figures = FiguresStore(store)
    heads = figures.counted(2**53, "classic")
    figures.catch_up(heads)
    return edition_statistics("classic", [CountedGame(one.figures, one.named) for one in figures.read(heads)])


def steps_of(fold: AnalyticsFold, players: set[str]) -> list[tuple[str, str, float]]:
    return [(one.step.game, one.step.player, one.step.after.rating) for name in players for one in fold.steps(name)]


def test_games_are_counted_in_any_order_and_erased_players_are_named_nowhere(api: ApiClient):
    context, worker = api.context, FiguresWorker(api.context)
    worker.turn()
    assert now_said(context).games == 0
    for number in (3, 1, 2):  # the ends of these games are out of order
        hold(context.store, number, ("ana",))
        worker.turn()
        assert now_said(context) == from_nothing(context.store)
    assert now_said(context).games == 3
    figures = FiguresStore(context.store)
    rated = rated_games(figures.read(figures.counted(2**53)))["classic"]
    expected = sorted((step.game, step.player, step.after.rating) for step in public_steps(rated))
    players = {player for _, player, _ in expected}
    found = context.analytics.ask("steps", lambda fold: steps_of(fold, players))
    assert sorted(found) == expected
    (ana,) = context.store.noted(PlayerId)
    assert context.analytics.ask("ana", lambda fold: len(fold.games_of(ana.player))) == 3
    erase(context.store, lambda name: name in ("ana", "Ana"))
    context.register.forget()  # as the notifier does when another process has written
    assert context.analytics.ask("ana", lambda fold: (*fold.games_of(ana.player), *fold.steps(ana.player))) == ()
    assert now_said(context).games == 3


def test_a_result_that_a_ruling_sets_aside_does_not_count_while_the_ruling_stands(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
):
    context, worker = api.context, FiguresWorker(api.context)
    games = [hold(context.store, number, ("ana", "bo", "cy")) for number in (1, 2)]
    ends = [context.tables.at_present(game).summary.times.ended or 0 for game in games]
    monkeypatch.setattr(time, "time_ns", lambda: (max(ends) + 60_000) * 10**6)
    seats = {seat: api.token("seat", games[0], seat) for seat in range(3)}
    match = Match(games[0], seats, api.token("organiser", games[0]), api.get(f"/v1/games/{games[0]}")["version"], "")
    act(api, match, match.seats[1], **CLAIM, event=match.version - 2)
    worker.turn()
    assert now_said(context).games == 2
    ruling = {**RULING, "remedy": "void", "penalty": "none", "against": None}
    act(api, match, api.token("arbiter", match.game), **ruling)
    worker.turn()
    assert now_said(context) == from_nothing(context.store)
    assert now_said(context).games == 1
    act(api, match, api.token("arbiter", match.game), type="ReopenDispute", dispute=1, text="Another witness came.")
    worker.turn()
    assert now_said(context) == from_nothing(context.store)
    assert now_said(context).games == 2


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
        assert len(one.noted(FiguresEntry)) == 1, "the other has the lease"
        first.turn()
        contexts[1].analytics.missing(look=True)
        assert now_said(contexts[0]) == now_said(contexts[1])
        assert now_said(contexts[1]).games == 2


def test_a_process_that_is_killed_leaves_nothing_counted_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with open_store(tmp_path) as store:
        for number in (1, 2, 3):
            hold(store, number, ("ana", "bo"))
    if (child := os.fork()) == 0:  # pragma: no cover
        monkeypatch.setattr(figures_worker, "AT_ONCE", 1)
        context = Context(open_store(tmp_path), Settings(store=tmp_path))
        settle, made = context.store.settle, []

        def dying(entries: object) -> None:
            made.append(entries)
            settle(lambda register: list(entries(register)) if len(made) < 3 else os._exit(0))

        monkeypatch.setattr(context.store, "settle", dying)
        FiguresWorker(context).turn()
        os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    with open_store(tmp_path) as store:
        assert len(store.noted(FiguresEntry)) == 2
        with Context(store, Settings(store=tmp_path)) as context:
            FiguresWorker(context).turn()
            assert now_said(context).games == 3
            assert now_said(context) == from_nothing(store)
            assert len(store.noted(SeatPlayer)) == 9
            assert len(store.noted(PlayerId)) == 2


def test_games_whose_figures_are_rebuilt_come_back(api: ApiClient):
    context, worker = api.context, FiguresWorker(api.context)
    for number in (1, 2):
        hold(context.store, number, ("ana", "bo"))
    worker.turn()
    assert now_said(context).games == 2
    rows = context.store.noted(FiguresEntry)
    context.store.note(*(FiguresGone(game=row.game, form=row.form, figures="") for row in rows))
    erase(context.store, lambda name: name in ("ana", "Ana"))  # so that all is folded again
    context.register.forget()
    assert now_said(context).games == 0
    context.store.note(rows[0])
    context.analytics.missing(look=True)
    assert now_said(context).games == 1
    worker.turn()
    assert now_said(context).games == 2
    assert now_said(context) == from_nothing(context.store)


def test_a_game_that_cannot_be_read_is_tried_once(api: ApiClient, monkeypatch: pytest.MonkeyPatch):
    worker = FiguresWorker(api.context)
    hold(api.context.store, 1)
    tried: list[int] = []
    monkeypatch.setattr(FiguresStore, "catch_up", lambda _, heads: tried.append(len(heads)))
    worker.turn()
    worker.turn()
    assert tried == [1]
