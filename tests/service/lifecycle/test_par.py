"""Check par: bots play the same deal, on request, once the end of the game is public."""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import fmean

import pytest

from domain.editions import EDITIONS
from domain.events import GameStarted
from projections.analytics.bot_games import par_share, turn_order_of_bots
from service.lifecycle.bots.par import events_until_deal
from service.lifecycle.figures_worker import FiguresWorker
from service.lifecycle.par import par_coins
from service.lifecycle.par_worker import ParWorker
from service.store.entries.analytics_entries import ParEntry
from service.store.entries.tournament_entries import TournamentGame
from service.store.event_store import open_store
from tests.service.api.conftest import ApiClient, open_api
from tests.service.command_line import run_ok, run_refused
from tests.service.lifecycle.bot_games import CASES, DealScores, deals_of, share_explained, turn_order_of
from tests.service.store.contract.test_figures import hold, played
from tests.service.store.games import add_game, play_fork

COUNT = int(os.environ.get("HARICOT_PAR_DEALS", "10"))


@pytest.fixture
def api(tmp_path: Path) -> Iterator[ApiClient]:
    with open_api(tmp_path / "store") as api:
        yield api


def test_par_is_computed_once_on_request(api: ApiClient) -> None:
    game = hold(api.context.store, 1, ("ana",))
    path = f"/v1/games/{game}/par"
    assert (api.get(path)["state"], api.get(path)["seats"]) == ("none", [])
    ParWorker(api.context).turn()
    assert api.get(path)["state"] == "none", "control: not requested"
    assert api.request("POST", path).json["state"] == "wanted"
    ParWorker(api.context).turn()
    found = api.get(path)
    assert (found["state"], found["bot"], found["runs"]) == ("made", "trader", 2)
    assert found["explained"]["deals"] > 0
    made = par_coins(api.context.store, game)
    assert made == par_coins(api.context.store, game)
    assert made[0] != made[1], "each run has another seed of the bots"
    scores = api.get(f"/v1/games/{game}")["scores"]
    for seat, line in enumerate(found["seats"]):
        par = fmean(run[seat] for run in made)
        assert (line["seat"], line["coins"], line["par"]) == (seat, scores[seat], round(par, 2))
        assert line["difference"] == pytest.approx(scores[seat] - par, abs=0.01)
    assert api.request("POST", path).json == found, "the second request computes nothing"


def test_par_replays_the_deal_without_any_decision(api: ApiClient) -> None:
    envelopes = api.context.store.envelopes(hold(api.context.store, 1))
    dealt = events_until_deal(envelopes)
    assert any(isinstance(one.event, GameStarted) for one in dealt)
    assert dealt == envelopes[: len(dealt)]
    assert envelopes[len(dealt)].cause is not None


def test_par_is_computed_for_counted_games_of_tournaments(api: ApiClient) -> None:
    game, other = hold(api.context.store, 1), hold(api.context.store, 2)
    api.context.store.save_entries(TournamentGame(game=game, tournament="spring", round=1, seated=1))
    worker = ParWorker(api.context)
    worker.turn()
    assert api.context.store.find_entries(ParEntry) == [], "it does not count yet"
    FiguresWorker(api.context).turn()
    worker.turn()
    assert [(one.game, one.state) for one in api.context.store.find_entries(ParEntry)] == [(game, "made")]
    assert other


def test_par_is_not_computed_before_the_end_is_public_nor_for_forks(api: ApiClient) -> None:
    store = api.context.store
    running = api.match().game
    late = hold(store, 2, delay_ms=10**13)
    hold(store, 1)
    add_game(store, play_fork(played(1)[0].record(), 20, "fork"))
    for game in (running, late, "fork"):
        assert api.request("POST", f"/v1/games/{game}/par").json["state"] == "none"
        assert api.get(f"/v1/games/{game}/par")["state"] == "none"
    api.problem(404, "not-found", "POST", "/v1/games/nothing/par")
    assert store.find_entries(ParEntry) == []


def test_haricot_par_prints_par_and_its_explained_share(tmp_path: Path) -> None:
    with open_store(tmp_path / "own") as store:
        game = hold(store, 1)
    out = run_ok("par", game, "--data", tmp_path / "own").out
    assert "Par explains" in out
    (said,) = run_ok("par", game, "--data", tmp_path / "own", "--json").lines
    assert [line["seat"] for line in said["seats"]] == [0, 1, 2]
    assert "no finished game" in run_refused("par", "nothing", "--data", tmp_path / "own")


def test_every_edition_and_size_has_a_measured_share_of_par() -> None:
    for edition in EDITIONS.values():
        for size in edition.data.players:
            share, order = par_share(edition.data.key, size), turn_order_of_bots(edition.data.key, size)
            assert share is not None
            assert share.interval[0] <= share.share <= share.interval[1]
            assert order is not None
            assert sum(line.wins for line in order.lines) == pytest.approx(1, abs=0.01)
    assert par_share("classic", 9) is None


def test_the_explained_share_is_high_if_par_predicts_and_low_if_not() -> None:
    luck = Random(1)
    alike, unlike = [], []
    for _ in range(60):
        deal = [luck.gauss(10, 3) for _ in range(3)]
        coins = tuple(round(one + luck.gauss(0, 1)) for one in deal)
        made = tuple(round(one) for one in deal)
        alike.append(DealScores((0.1,) * 3, coins, (made, made), ((0,), (0,))))
        other = tuple(luck.randint(0, 20) for _ in range(3))
        unlike.append(DealScores((0.1,) * 3, coins, (other, other), ((0,), (0,))))
    assert share_explained(alike)[0] > 0.8
    assert share_explained(unlike)[0] < 0.1


@pytest.mark.long
def test_a_new_measurement_confirms_the_stored_share_of_par() -> None:
    for edition, size in CASES:
        found = deals_of(edition, size, COUNT)
        kept, order = par_share(edition, size), turn_order_of_bots(edition, size)
        assert kept is not None
        assert order is not None
        for line, (_, _, coins, reach) in zip(order.lines, turn_order_of(found), strict=True):
            low, high = line.coins_interval
            assert low - reach <= coins <= high + reach, (edition, size, line.turn_order, coins)
        if COUNT >= kept.deals:  # of fewer deals the fit is worse, so that the share is less
            share, low, high = share_explained(found)
            assert low <= kept.interval[1], (edition, size, share)
            assert high >= kept.interval[0], (edition, size, share)
