"""Duplicate: the same seats of one deal are compared, with the reason of every point."""

from fractions import Fraction

import pytest

from domain.tournaments.commands import (
    ConfirmRound,
    CorrectResult,
    GivePenalty,
    LinkGame,
    TakeResult,
    VoidTable,
)
from domain.tournaments.standings import Reason, standings
from domain.tournaments.state import DrawnRound
from domain.tournaments.table_points import places_by_scores
from tests.domain.tournaments.sample_tournament import SampleTournament

RULING = {"by": "arbiter", "text": "d" * 64}
SCORES = ((9, 7, 5, 3), (5, 7, 8, 3), (10, 4, 5, 3))
"""The scores of three tables of four with one deal."""


def held(players: int = 12, **rules: object) -> tuple[SampleTournament, DrawnRound]:
    sample = SampleTournament(**{"duplicate": "coins", **rules}).enter(players)
    return sample, sample.release()


def take(sample: SampleTournament, table: int, scores: tuple[int, ...], deal: str | None = "deal") -> None:
    game = f"game-{len(sample.tournament.rounds)}-{table}"
    number = len(sample.tournament.rounds)
    places = places_by_scores(scores)
    sample.act(
        LinkGame(round=number, table=table, game=game, deal=deal),
        TakeResult(round=number, table=table, game=game, n=99, digest="a" * 64, scores=scores, places=places),
    )


def played(**rules: object) -> tuple[SampleTournament, DrawnRound]:
    sample, round_ = held(**rules)
    for number, scores in enumerate(SCORES, 1):
        take(sample, number, scores)
    return sample, round_


def reasons(sample: SampleTournament, player: str) -> list[Reason]:
    """Return the reasons of a player's points and assert that they add up."""
    line = next(one for one in standings(sample.tournament) if one.player == player)
    assert sum((one.points for one in line.why), Fraction(0)) == line.points
    return list(line.why)


def at(sample: SampleTournament, round_: DrawnRound, table: int, seat: int) -> list[Reason]:
    return reasons(sample, round_.tables[table - 1].players[seat])


def test_points_are_the_mean_of_the_differences_to_the_same_seat():
    sample, round_ = played()
    (reason,) = at(sample, round_, 2, 0)
    assert reason.points == Fraction((5 - 9) + (5 - 10), 2)
    compared = reason.comparison
    assert compared is not None
    assert (compared.coins, compared.others, compared.mean) == (5, 2, Fraction(19, 2))
    assert compared.tables == ((1, 1), (3, 3))
    assert reason.place == 3, "the place at the table is told, and counts for nothing"
    assert [one.points for one in at(sample, round_, 1, 3)] == [0]
    assert sum(line.points for line in standings(sample.tournament)) == 0
    lines = standings(sample.tournament)
    assert [line.points for line in lines] == sorted((line.points for line in lines), reverse=True)


def test_matchpoints_are_the_share_of_lower_scores():
    sample, round_ = played(duplicate="matchpoints")
    assert [at(sample, round_, table, 0)[0].points for table in (1, 2, 3)] == [Fraction(1, 2), 0, 1]
    assert [at(sample, round_, table, 1)[0].points for table in (1, 2, 3)] == [Fraction(3, 4), Fraction(3, 4), 0]
    assert [at(sample, round_, table, 3)[0].points for table in (1, 2, 3)] == [Fraction(1, 2)] * 3


@pytest.mark.parametrize("rule", ["coins", "matchpoints"])
def test_a_table_with_a_deal_of_its_own_is_compared_within_itself(rule: str):
    expected = {"coins": Fraction(9) - Fraction(7 + 5 + 3, 3), "matchpoints": Fraction(1)}[rule]
    sample, round_ = held(7, duplicate=rule)
    take(sample, 1, (9, 7, 5, 3))
    (reason,) = at(sample, round_, 1, 0)
    assert reason.points == expected
    assert reason.comparison is not None
    assert reason.comparison.tables == ()
    sample.result(2, (6, 5, 4))  # from paper
    assert at(sample, round_, 1, 0)[0].points == expected
    # The nearest twin: a second table of that deal is what it is compared with.
    sample, round_ = held(8, duplicate=rule)
    take(sample, 1, (9, 7, 5, 3))
    take(sample, 2, (9, 7, 5, 3))
    assert at(sample, round_, 1, 0)[0].points == {"coins": 0, "matchpoints": Fraction(1, 2)}[rule]


def test_paper_games_and_unlinked_games_are_compared_with_no_deal():
    sample, round_ = held()
    take(sample, 1, SCORES[0])
    take(sample, 2, SCORES[1], deal=None)
    sample.act(LinkGame(round=1, table=3, game="abandoned", deal="deal")).result(3, SCORES[2])
    for table in (1, 2, 3):
        (reason,) = at(sample, round_, table, 0)
        assert reason.comparison is not None
        assert reason.comparison.tables == ()
    take_one = SCORES[1]
    assert at(sample, round_, 2, 0)[0].points == take_one[0] - Fraction(sum(take_one[1:]), 3)


def test_a_voided_table_gets_the_mean_and_is_not_compared():
    sample, round_ = played()
    sample.act(VoidTable(round=1, table=3, **RULING))
    (reason,) = at(sample, round_, 2, 0)
    assert (reason.points, reason.comparison.tables) == (Fraction(5 - 9), ((1, 1),))
    (voided,) = at(sample, round_, 3, 0)
    assert (voided.kind, voided.points) == ("ruling", 0)
    sample.act(ConfirmRound(round=1, by="director"))
    second = sample.release()
    for number, scores in enumerate(SCORES, 1):
        take(sample, number, scores)
    player = round_.tables[2].players[0]
    seated = next((table, table.players.index(player)) for table in second.tables if player in table.players)
    won = seated[0].number, SCORES[seated[0].number - 1][seated[1]]
    mean = Fraction(sum(scores[seated[1]] for scores in SCORES) - won[1], 2)
    assert {one.points for one in reasons(sample, player)} == {won[1] - mean}


def test_a_player_who_sits_out_scores_the_mean():
    for rule, neutral in (("coins", Fraction(0)), ("matchpoints", Fraction(1, 2))):
        sample, round_ = held(9, duplicate=rule, smallest=4, largest=4)
        assert [reasons(sample, player)[0].points for player in round_.sit_outs] == [neutral]


def test_a_ruling_changes_the_comparisons_of_all_tables():
    sample, round_ = played()
    sample.act(CorrectResult(round=1, table=1, scores=(1, 7, 5, 3), places=(4, 1, 2, 3), **RULING))
    assert at(sample, round_, 2, 0)[0].points == 5 - Fraction(1 + 10, 2)
    assert at(sample, round_, 1, 0)[0].points == 1 - Fraction(5 + 10, 2)


def test_a_penalty_changes_only_the_points_of_its_player():
    sample, round_ = played()
    player = round_.tables[1].players[2]
    before = {line.player: line.points for line in standings(sample.tournament)}
    sample.act(GivePenalty(player=player, kind="coin_loss", round=1, article="TR-1", **RULING))
    assert [one.points for one in reasons(sample, player)] == [Fraction(3), Fraction(-1)]
    sample.act(GivePenalty(player=player, kind="game_loss", round=1, article="TR-2", **RULING))
    assert sum(one.points for one in reasons(sample, player)) == Fraction(0 - 5)
    after = {line.player: line.points for line in standings(sample.tournament)}
    assert {name for name in before if before[name] != after[name]} == {player}


def test_only_the_best_rounds_count_with_negative_points_too():
    sample, round_ = played(rounds=2, counted=1)
    sample.act(ConfirmRound(round=1, by="director"))
    sample.release()
    for number, scores in enumerate(reversed(SCORES), 1):
        take(sample, number, scores)
    for line in standings(sample.tournament):
        played_ = [one.points for one in line.why if one.kind == "game"]
        assert line.points == max(played_), line
    assert round_.number == 1
