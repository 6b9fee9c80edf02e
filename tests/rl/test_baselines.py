"""Tests of the baselines: intervals, a reproducible page, and bots that beat random play."""

import pytest

import haricot_rl as rl
from haricot_rl.agents import AGENT_NAMES, MaskedAgent, agent_named, play_game
from haricot_rl.baselines import main
from haricot_rl.evaluation import Interval, play_against, results_by_turn, tally
from tests.long_tests import one_in
from tests.rl.games import TABLES, table


def near(interval):
    """Return an interval with the tolerance of printed figures."""
    return pytest.approx(interval, abs=5e-4)


@pytest.mark.parametrize(
    ("won", "games", "least", "most"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_win_rates_have_the_wilson_interval(won, games, least, most):
    assert tally((n < won, 0) for n in range(games)).win_rate == near(Interval(won / games, least, most))


def test_mean_points_have_an_interval():
    assert tally((False, score) for score in (8, 10, 12, 14)).score == near(Interval(11, 8.4696, 13.5304))
    assert tally([(True, 3)]).score.most == float("inf")


@pytest.mark.parametrize("name", one_in(3, TABLES))
def test_every_agent_plays_every_edition_to_its_end(name):
    game = table(name)
    agents = [agent_named(AGENT_NAMES[seat % len(AGENT_NAMES)], seat, "1") for seat in range(game.players)]
    result = play_game(game, agents, 1)
    assert len(result.scores) == game.players
    assert result == play_game(
        game, [agent_named(AGENT_NAMES[seat % len(AGENT_NAMES)], seat, "1") for seat in range(game.players)], 1
    )


@pytest.mark.long
def test_the_greedy_bot_beats_the_random_bot():
    game = table("classic")
    greedy, others = play_against(game, "greedy", "masked", 12, 1)
    masked, _ = play_against(game, "masked", "greedy", 12, 1)
    assert greedy.win_rate.least > 1 / 3 > masked.win_rate.most
    assert greedy.score.least > others.most


def test_win_rates_by_turn_order_sum_to_all_wins():
    places = results_by_turn(table("duel"), "masked", 6, 3)
    assert [place.games for place in places] == [6, 6]
    assert sum(place.won for place in places) >= 6


def test_a_truncated_game_has_no_result():
    game = rl.env(steps_max=5)
    with pytest.raises(RuntimeError, match="cut off after 5 steps"):
        play_game(game, [MaskedAgent("1")] * 3, 1)


@pytest.mark.long
def test_the_page_of_baselines_is_reproducible(capsys):
    pages = []
    for _ in range(2):
        main(["--games", "2", "--edition", "duel", "--seed", "4", "--note", "Here."])
        captured = capsys.readouterr()
        pages.append(captured.out)
    assert pages[0] == pages[1]
    rows = [line for line in pages[0].splitlines() if line.startswith("| ")]
    assert len(rows) == 12 + 2 + 2  # two heads of tables
    assert "Here. Intervals are at 95 %" in pages[0]
    assert captured.err.endswith("14 of 14 rows\n")


@pytest.mark.parametrize("wrong", [["--games", "1"], ["--games", "x"], ["--edition", "poker"]])
def test_wrong_arguments_of_the_baselines_are_reported_in_one_line(wrong, capsys):
    with pytest.raises(SystemExit) as ended:
        main(wrong)
    assert ended.value.code == 2
    assert "error: argument" in capsys.readouterr().err.splitlines()[-1]
