"""Check statistics and ratings of a store: what counts, who is named, and that no game counts twice."""

from functools import cache
from typing import Any, NamedTuple

import pytest

from domain.refusals import Misuse
from projections.analytics.edition_statistics import EditionStatistics, edition_statistics
from projections.analytics.player_figures import PlayerFigures
from projections.analytics.ratings import RatedGame, RatingState, RatingStep, rating_steps
from projections.analytics.statistics_sums import CountedGame
from replay.game import Game
from service.analytics.analytics_updater import AnalyticsUpdater
from service.analytics.player_merge import merge_players
from service.analytics.player_registry import set_hidden
from service.analytics.rating_reader import PublicStep, RatingReader
from service.analytics.statistics_reader import StatisticsReader
from service.lifecycle.bots.simulate import simulate
from service.lifecycle.erasure import erase
from service.store.entries.analytics_entries import ANALYTICS_KINDS, DERIVED_KINDS, PlayerId, SeatPlayer
from service.store.entries.metadata_store import Arrangement, FormerPlayer, Player
from service.store.entries.proceedings_entries import Bearer
from service.store.event_store import GameStore
from tests.service.store.contract.conftest import sqlite_first
from tests.service.store.games import add_game, play_fork

NOW = 2**53


@cache
def played(number: int) -> tuple[Game, bytes]:
    return simulate("classic", 3, "figures", number, {}, ["greedy", "random", "greedy"])


def hold(store: GameStore, number: int, persons: tuple[str, ...] = (), **arranged: Any) -> str:
    """Add a finished game, with people at its first seats. Return its id."""
    game, seed = played(number)
    store.append(game.game, game.envelopes, seed=seed, entries=[Arrangement(game=game.game, **arranged)])
    for seat, person in enumerate(persons):
        store.save_entries(Player(game=game.game, seat=seat, kind="human", name=person.title()))
        store.save_entries(
            Bearer(digest=f"{number}-{seat}", game=game.game, seat=seat, person=person, called_by=None),
        )
    return game.game


class Found(NamedTuple):
    """Statistics of classic games in every selection, and figures of all players."""

    statistics: dict[tuple[int | None, bool], EditionStatistics]
    players: dict[str, tuple[PlayerFigures, ...]]
    ratings: dict[str, RatingState]
    steps: dict[str, list[PublicStep]]


def counted(store: GameStore, now: int = NOW) -> Found:
    """Update the statistics and return them."""
    AnalyticsUpdater(store).update(now)
    statistics, ratings = StatisticsReader(store), RatingReader(store)
    rated = dict(ratings.ratings("classic", None, 100))
    return Found(
        {
            (players, simulated): statistics.statistics("classic", players, simulated=simulated)
            for players in (None, 3)
            for simulated in (True, False)
        },
        {player: statistics.player(player) for player in rated},
        rated,
        {player: ratings.steps(player, None, 100) for player in rated},
    )


def full_fold(store: GameStore) -> tuple[EditionStatistics, list[RatingStep]]:
    """Return statistics and rating steps as pure folds of the counted games."""
    reader = StatisticsReader(store)
    games = reader.games(reader.places_after("classic", (-1, ""), 100))
    statistics = edition_statistics("classic", [CountedGame(one.figures, one.seated) for one in games])
    rated = [RatedGame(game=one.game, players=one.seated, places=one.places) for one in games]
    return statistics, list(rating_steps(rated))


def all_rows(store: GameStore) -> dict[str, list[Any]]:
    """Return all rows of analytics, except the numbers of changes."""
    return {
        kind.sql_table: sorted(
            (row for row in store.find_entries(kind) if not getattr(row, "name", "").startswith("revision")), key=repr
        )
        for kind in (*DERIVED_KINDS, *ANALYTICS_KINDS)
    }


def games_of(store: GameStore) -> set[str]:
    return {game for _, game in StatisticsReader(store).places_after("classic", (-1, ""), 100)}


def test_statistics_and_ratings_equal_a_full_fold_in_any_order(store):
    for number, people in ((3, ("ana", "bo")), (1, ()), (2, ("ana", "ana", "cy"))):
        hold(store, number, people)
        found = counted(store)
        statistics, steps = full_fold(store)
        assert found.statistics[None, True] == found.statistics[3, True] == statistics
        assert sorted(repr(one.step) for of in found.steps.values() for one in of) == sorted(map(repr, steps))
        assert found.ratings == {step.player: step.after for step in steps}
    assert statistics.games == 3
    assert found.statistics[None, False].games == 2
    ids = {one.person: one.player for one in store.find_entries(PlayerId)}
    assert ids.keys().isdisjoint(ids.values())
    (ana,) = found.players[ids["ana"]]
    assert (ana.games, ana.seats) == (2, 3)
    assert {one.player: one.games for one in ana.partners}.items() >= {ids["bo"]: 1, ids["cy"]: 1}.items()
    before = all_rows(store)
    AnalyticsUpdater(store).clear()
    assert counted(store) == found
    assert all_rows(store) == before, "a rebuild makes the same rows, and people keep their ids"


def test_private_forked_and_still_delayed_games_do_not_count(store):
    kept = hold(store, 1)
    late, private = hold(store, 2), hold(store, 3)
    ended = store.game_index.head(late).times.ended
    store.save_entries(Arrangement(game=late, delay_ms=60_000), Arrangement(game=private, private=True))
    add_game(store, play_fork(played(1)[0].record(), 20, "fork"))
    for after, games in ((59_999, {kept}), (60_000, {kept, late})):
        counted(store, ended + after)
        assert games_of(store) == games


def test_erasing_a_player_removes_the_name_and_changes_no_other_rating(store):
    hold(store, 1, ("ana", "bo"))
    hold(store, 2, ("bo", "ana", "cy"))
    before = counted(store)
    ids = {one.person: one.player for one in store.find_entries(PlayerId)}
    assert any(ids["ana"] in line.players for line in before.statistics[None, True].by_pair)
    erase(store, lambda name: name in ("ana", "Ana"))
    after = counted(store)
    assert ids["ana"] not in repr(after)
    assert after.ratings == {who: rating for who, rating in before.ratings.items() if who != ids["ana"]}
    assert after.statistics[None, True].by_turn_order == before.statistics[None, True].by_turn_order
    assert any(part.opponent is None for one in after.steps[ids["bo"]] for part in one.step.opponents)
    assert RatingReader(store).steps(ids["ana"], None, 9) == []
    assert StatisticsReader(store).player(ids["ana"]) == ()
    AnalyticsUpdater(store).clear()
    assert counted(store) == after, "also after a rebuild"


def test_hiding_a_player_changes_no_other_rating_and_can_be_undone(store):
    hold(store, 1, ("ana", "bo"))
    before = counted(store)
    ana, bo = (
        next(one.player for one in store.find_entries(PlayerId) if one.person == person) for person in ("ana", "bo")
    )
    assert set_hidden(store, "ana", hidden=True).player == ana
    after = counted(store)
    assert ana not in repr(after)
    assert ana in repr(before), "control"
    assert after.ratings == {who: rating for who, rating in before.ratings.items() if who != ana}
    assert any(part.opponent is None for one in after.steps[bo] for part in one.step.opponents)
    assert set_hidden(store, ana, hidden=False).player == ana
    assert counted(store) == before
    set_hidden(store, ana, hidden=True)
    late = hold(store, 2, ("bo", "ana"))
    assert ana not in repr(counted(store)), "later games do not name her"
    assert StatisticsReader(store).is_hidden_seat(late, 1)
    assert not StatisticsReader(store).is_hidden_seat(late, 0)
    erase(store, lambda name: name in ("ana", "Ana"))
    assert "ana" not in {one.person for one in store.find_entries(PlayerId)}, "a hidden player can be erased too"
    store.save_entries(PlayerId(player="p-other", maker="m", person="bo"))
    for name, says in ((ana, "was erased"), ("trader", "no player"), ("bo", "give one of the public ids p-")):
        with pytest.raises(Misuse, match=says):
            set_hidden(store, name, hidden=False)


def test_merged_players_count_as_one_as_in_a_full_fold(store):
    for number, people in ((1, ("ana", "bo", "cy")), (2, ("bo", "cy")), (3, ("cy", "bo", "ana"))):
        hold(store, number, people)
    before = counted(store)
    ids = {one.person: one.player for one in store.find_entries(PlayerId)}
    rows = all_rows(store)
    assert len(merge_players(store, "ana", "bo", really=False).seats) == 3
    assert all_rows(store) == rows, "a dry run changes nothing"
    merge_players(store, "ana", ids["bo"], really=True)
    after = counted(store)
    statistics, steps = full_fold(store)
    assert after.statistics[None, True] == statistics
    assert sorted(repr(one.step) for of in after.steps.values() for one in of) == sorted(map(repr, steps))
    assert after.ratings == {step.player: step.after for step in steps}
    assert ids["bo"] not in repr(after)
    assert StatisticsReader(store).player(ids["ana"])[0].seats == 5
    (corrected,) = RatingReader(store).corrections(ids["ana"], "classic")
    assert (corrected.reason, corrected.before) == ("merged", before.ratings[ids["ana"]].rating)
    assert corrected.after == after.ratings[ids["ana"]].rating
    rows = all_rows(store)
    AnalyticsUpdater(store).clear()
    assert counted(store) == after
    assert all_rows(store) == rows
    hold(store, 4, ("bo",))
    counted(store)
    assert StatisticsReader(store).player(ids["ana"])[0].seats == 6, "later games count for the merged player"
    merge_players(store, "cy", "ana", really=True)
    assert set_hidden(store, "bo", hidden=True).player == ids["cy"], "through both merges"
    hold(store, 5, ("di",))
    counted(store)
    with pytest.raises(Misuse, match="is hidden"):
        merge_players(store, "di", "cy", really=True)
    erase(store, lambda name: name == "bo")
    assert {one.person for one in store.find_entries(PlayerId)} == {None, "di"}, "all ids of the player are erased"


@sqlite_first
@pytest.mark.parametrize("times", [1, 9])
def test_games_counted_during_a_merge_are_part_of_it(store, times):
    """The last attempt of a merge blocks other writers."""
    hold(store, 1, ("ana", "bo"))
    counted(store)
    more = iter(range(2, 2 + times))

    def meanwhile():
        if (number := next(more, None)) is not None:
            hold(store, number, ("bo",))
            counted(store)

    merged = merge_players(store, "ana", "bo", really=True, on_seat=meanwhile)
    after = counted(store)
    statistics, steps = full_fold(store)
    assert after.statistics[None, True] == statistics
    assert sorted(repr(one.step) for of in after.steps.values() for one in of) == sorted(map(repr, steps))
    (ana,) = (one.player for one in store.find_entries(PlayerId) if not one.hidden)
    assert StatisticsReader(store).player(ana)[0].seats == 1 + len(merged.seats) == len(games_of(store)) + 1
    assert merged.merged.player not in repr(after)


def test_a_seat_that_changed_players_counts_for_no_player(store):
    game = hold(store, 1, ("ana", "bo", "cy"))
    store.save_entries(FormerPlayer(game=game, seat=1, n=30, at=5, kind="human", name="Di"))
    counted(store)
    (one,) = StatisticsReader(store).games(StatisticsReader(store).places_after("classic", (-1, ""), 9))
    assert one.seated[1] is None
    assert {row.seat for row in store.find_entries(SeatPlayer)} == {0, 2}
