"""Tests of ratings: they equal those of an independent library, and steps are sums of their parts."""

from random import Random

import pytest
from openskill.models import BradleyTerryFull, PlackettLuce

from projections.analytics.ratings import RatedGame, RatingState, rate, rating_steps
from projections.analytics.statistics_sums import places_of

PLAYERS = [f"player-{k}" for k in range(40)]


def drawn_games(count: int) -> list[RatedGame]:
    luck = Random(7)
    found = []
    for number in range(count):
        size = luck.randint(2, 7)
        places = tuple(luck.randint(1, size) for _ in range(size))
        found.append(RatedGame(game=str(number), players=tuple(luck.sample(PLAYERS, size)), places=places))
    return found


def furthest_from(model: type, games: list[RatedGame]) -> float:
    """Return the largest difference from the ratings of the library's model after these games."""
    theirs = {player: model().rating(name=player) for player in PLAYERS}
    for game in games:
        rated = model().rate([[theirs[player]] for player in game.players], ranks=list(game.places))
        theirs |= {player: one for player, (one,) in zip(game.players, rated, strict=True)}
    ours = {step.player: step.after for step in rating_steps(games)}
    return max(
        max(abs(theirs[player].mu - one.rating), abs(theirs[player].sigma - one.uncertainty))
        for player, one in ours.items()
    )


def test_ratings_equal_those_of_an_independent_library():
    assert furthest_from(BradleyTerryFull, drawn_games(400)) < 1e-12


def test_control_another_rating_model_gives_other_ratings():
    assert furthest_from(PlackettLuce, drawn_games(20)) > 0.1


def test_a_rating_step_is_the_sum_of_its_parts():
    for step in rating_steps(drawn_games(60)):
        assert step.after.rating - step.before.rating == pytest.approx(sum(one.part for one in step.opponents))
        assert step.after.games == step.before.games + 1
        assert step.player not in {one.opponent for one in step.opponents}


def test_two_seats_of_one_player_do_not_rate_each_other():
    two = rate(RatedGame(game="g", players=("bot", "ana", "bot"), places=(1, 2, 3)), {})
    assert {step.player: [one.result for one in step.opponents] for step in two} == {
        "bot": [1.0, 0.0],
        "ana": [0.0, 1.0],
    }
    assert sum(one.part for one in two[0].opponents) == pytest.approx(0.0)
    assert rate(RatedGame(game="g", players=("bot", "bot"), places=(1, 2)), {}) == ()
    assert rate(RatedGame(game="g", players=("ana", None), places=(1, 2)), {}) == (), "an unknown player rates nobody"


def test_a_rating_is_provisional_until_its_deviation_is_small():
    assert RatingState().provisional
    assert not RatingState(uncertainty=2.7).provisional


def test_the_winner_of_a_tie_break_ranks_before_equal_scores():
    assert places_of((9, 12, 12, 3), (2,)) == (3, 2, 1, 4)
    assert places_of((9, 12, 12, 3), (1, 2)) == (3, 1, 1, 4)
