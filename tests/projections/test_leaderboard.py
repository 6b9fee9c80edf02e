"""The boards: only games by the rules as they are printed count, with the options that their version had."""

import pytest
from msgspec.structs import replace

from domain.editions import EDITIONS, edition_named
from projections.leaderboard import Best, Outcome, results


def outcome(version: str, **options: object) -> Outcome:
    """A game of three that ended 11, 9, 12 under a version with its own usual options, but for some."""
    usual = {rule.name: rule.default for rule in edition_named("classic", "1").data.all_options}
    return Outcome(
        game="g", edition="classic", version=version, status="finished", options={**usual, **options},
        practice=False, forked=False, scores=(11, 9, 12),
    )  # fmt: skip


@pytest.mark.parametrize("version", ["1", "2"])
def test_a_usual_game_counts_under_every_version(version):
    assert results(outcome(version)) == tuple(Best(game="g", seat=s, score=n) for s, n in enumerate((11, 9, 12)))


def test_a_game_with_an_option_of_its_own_does_not_count():
    assert results(outcome("1", trade_coins=True)) == ()


def test_an_old_game_counts_when_a_later_version_has_another_option(monkeypatch):
    classic = EDITIONS["classic"]
    later = replace(classic.data.options[0], name="classic_later")
    data = replace(classic.data, options=(*classic.data.options, later))
    monkeypatch.setitem(EDITIONS, "classic", replace(classic, data=data))
    assert results(outcome("1"))
    assert results(outcome("2")) == ()
    assert results(outcome("2", classic_later=later.default))


def test_a_game_of_rules_that_are_not_here_does_not_count():
    assert results(outcome("9")) == ()
