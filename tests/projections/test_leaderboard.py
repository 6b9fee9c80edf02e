"""Tests of the leaderboard: only games with the default options of their version count."""

import pytest
from msgspec.structs import replace

from domain.editions import EDITIONS, edition_named
from domain.forks import Origin
from domain.table import Result
from projections.leaderboard import LeaderboardResult, leaderboard_results
from projections.summary import GameRules, Summary


def ended(version: str, **options: object) -> Summary:
    """Return a game of three that ended 11, 9, 12 under the default options of a version, with changes."""
    usual = {rule.name: rule.default for rule in edition_named("classic", "1").data.all_options}
    rules = GameRules(edition="classic", version=version, options={**usual, **options}, digest="")
    result = Result(reason="deck", scores=(11, 9, 12), winners=(2,))
    return Summary(game="g", players=3, rules=rules, result=result)


@pytest.mark.parametrize("version", ["1", "2"])
def test_a_default_game_counts_under_every_version(version):
    assert leaderboard_results(ended(version)) == tuple(
        LeaderboardResult(game="g", seat=s, score=n) for s, n in enumerate((11, 9, 12))
    )


def test_a_game_with_a_changed_option_does_not_count():
    assert leaderboard_results(ended("1", trade_coins=True)) == ()


def test_an_old_game_counts_when_a_later_version_has_another_option(monkeypatch):
    classic = EDITIONS["classic"]
    later = replace(classic.data.options[0], name="classic_later")
    data = replace(classic.data, options=(*classic.data.options, later))
    monkeypatch.setitem(EDITIONS, "classic", replace(classic, data=data))
    assert leaderboard_results(ended("1"))
    assert leaderboard_results(ended("2")) == ()
    assert leaderboard_results(ended("2", classic_later=later.default))


def test_a_game_with_unknown_rules_does_not_count():
    assert leaderboard_results(ended("9")) == ()


@pytest.mark.parametrize(
    "otherwise",
    [
        {"imported": True},
        {"practice": True},
        {"forked_from": Origin(game="p", at=9)},
        {"result": Result(reason="rain")},
        {"result": None},
    ],
    ids=str,
)
def test_only_a_complete_rated_game_of_this_service_counts(otherwise):
    assert leaderboard_results(replace(ended("1"), **otherwise)) == ()
