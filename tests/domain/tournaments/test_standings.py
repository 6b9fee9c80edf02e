"""Standings: table points, reasons that add up, tie-breaks, penalties, rulings."""

from fractions import Fraction
from typing import Any

from domain.tournaments.certainty import certainty
from domain.tournaments.commands import (
    ConfirmRound,
    CorrectResult,
    GivePenalty,
    LiftPenalty,
    SubstitutePlayer,
    VoidTable,
    Withdraw,
)
from domain.tournaments.penalty_places import places_after
from domain.tournaments.standings import StandingsLine, points_of, standings
from domain.tournaments.table_points import DEFAULT, RANK_SHARE, are_places, places_by_scores, table_points
from tests.domain.tournaments.sample_tournament import SampleTournament

RULING = {"by": "arbiter", "text": "d" * 64}
PENALTY = {"article": "coins", **RULING}


def fractions(*texts: str) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, texts))


def lines(sample: SampleTournament) -> dict[str, StandingsLine]:
    """Return the lines by player; assert that reasons add up and ranks ascend."""
    found = standings(sample.tournament)
    for line in found:
        assert sum((one.points for one in line.why), Fraction(0)) == line.points
    assert [line.rank for line in found] == [1 + sum(before.rank < line.rank for before in found) for line in found]
    assert {line.player for line in found} == set(sample.tournament.entrants)
    return {line.player: line for line in found}


def one_table(scores: tuple[int, ...] = (9, 7, 5, 3), **rules: Any) -> tuple[SampleTournament, list[str]]:
    """Play one round at one table with this result; return the players in turn order."""
    sample = SampleTournament(**rules).enter(len(scores))
    players = [*sample.release().tables[0].players]
    sample.result(1, scores).act(ConfirmRound(round=1, by="director"))
    return sample, players


def test_table_points_depend_on_size_and_ties_share():
    assert table_points(DEFAULT, (1, 2, 3, 4)) == fractions("5", "3", "2", "1")
    assert table_points(DEFAULT, (1, 1, 3)) == fractions("4", "4", "2")
    assert table_points(DEFAULT, (2, 1, 2, 2, 5)) == fractions("2", "5", "2", "2", "0")
    assert table_points(DEFAULT, (1, 2, 3, 4, 5, 6, 7))[4:] == fractions("0", "0", "0")
    assert table_points((RANK_SHARE,), (1, 3, 2, 3)) == fractions("1", "1/6", "2/3", "1/6")
    assert places_by_scores((7, 9, 7, 1)) == (2, 1, 2, 4)
    assert places_by_scores((9, 9, 1), best=(1,)) == (2, 1, 3)
    assert are_places((2, 1, 2, 4))
    assert not are_places((2, 1, 2, 3))


def test_each_point_has_its_reason():
    sample = SampleTournament(rounds=3, smallest=4, largest=4).enter(9).play(3).close()
    found = lines(sample)
    outs = [round_.sit_outs[0] for round_ in sample.tournament.rounds]
    assert len(set(outs)) == 3, "nobody sits out twice before all did once"
    why = found[outs[0]].why
    assert [one.kind for one in why] == ["sit_out", "paper", "paper"]
    assert why[0].points == (why[1].points + why[2].points) / 2
    assert (why[0].round, why[0].table, why[0].place, why[0].event) == (
        1,
        None,
        None,
        sample.tournament.rounds[0].drawn,
    )


def test_a_bye_in_the_first_round_is_worth_the_mean_of_a_table():
    sample = SampleTournament(smallest=4, largest=4).enter(5)
    out = sample.release().sit_outs[0]
    assert lines(sample)[out].points == Fraction(11, 4)


def test_penalties_change_places_until_they_are_lifted():
    sample, (first, second, third, fourth) = one_table((9, 8, 8, 3))
    assert [points_of(sample.tournament)[player] for player in (first, second, third, fourth)] == [
        *fractions("5", "5/2", "5/2", "1")
    ]
    sample.act(GivePenalty(player=first, kind="coin_loss", round=1, **PENALTY))
    found = lines(sample)
    assert [found[player].points for player in (first, second, third)] == [*fractions("10/3", "10/3", "10/3")]
    assert [(one.kind, one.points) for one in found[first].why] == [("paper", 5), ("penalty", Fraction(-5, 3))]
    sample.act(GivePenalty(player=first, kind="game_loss", round=1, **PENALTY))
    assert lines(sample)[first].points == 1
    sample.act(LiftPenalty(penalty=2, **RULING), LiftPenalty(penalty=1, **RULING))
    assert lines(sample)[first].points == 5
    sample.act(GivePenalty(player=second, kind="points", points="1/2", **PENALTY))
    assert lines(sample)[second].why[-1].points == Fraction(-1, 2)
    assert places_after([4, 4, 3], [4, 4, 3], [2, 1, 3]) == (2, 1, 3), "what the game had decided stays decided"


def test_excluded_and_withdrawn_players_keep_their_line():
    sample, (first, second, *_) = one_table()
    sample.act(Withdraw(player=second), GivePenalty(player=first, kind="exclusion", **PENALTY))
    assert sample.tournament.present == tuple(sorted({*sample.tournament.entrants} - {first, second}))
    found = standings(sample.tournament)
    assert (found[-1].player, found[-1].rank, found[-1].points) == (first, 4, 5)
    assert found[0].player == second


def test_a_ruling_replaces_or_voids_a_result():
    sample, (first, *_, last) = one_table()
    sample.act(CorrectResult(round=1, table=1, scores=(1, 7, 5, 9), places=(4, 2, 3, 1), game="again", n=300, **RULING))
    found = lines(sample)
    assert (found[last].points, found[last].why[0].kind, found[last].why[0].game) == (5, "ruling", "again")
    sample.act(VoidTable(round=1, table=1, **RULING))
    assert {line.points for line in lines(sample).values()} == {Fraction(11, 4)}
    assert lines(sample)[first].why[0].kind == "ruling"


def test_a_substitute_scores_for_the_absent_player():
    sample = SampleTournament(smallest=4, largest=4).enter(5)
    round_ = sample.release()
    player, out = round_.tables[0].players[0], round_.sit_outs[0]
    sample.act(SubstitutePlayer(round=1, table=1, player=player, substitute=out, counts_for=player))
    sample.result(1, (9, 7, 5, 3))
    assert lines(sample)[player].points == 5
    assert sample.tournament.rounds[0].tables[0].players[0] == out
    assert [one.kind for one in lines(sample)[out].why] == ["sit_out"]
    own = SampleTournament(smallest=4, largest=4).enter(5)
    round_ = own.release()
    player, out = round_.tables[0].players[0], round_.sit_outs[0]
    own.act(SubstitutePlayer(round=1, table=1, player=player, substitute=out, counts_for=out)).result(1, (9, 7, 5, 3))
    assert [(one.kind, one.points) for one in lines(own)[out].why] == [("paper", 5)]
    assert lines(own)[player].why == ()


def test_tie_breaks_are_applied_in_order_with_their_parts():
    sample = SampleTournament(
        rounds=2, format="swiss", smallest=3, preferred=3, largest=3, tie_breaks=("wins", "coin_share")
    ).enter(3)
    for scores in ((9, 3, 3), (3, 9, 3)):
        players = sample.release().tables[0].players
        by_name = dict(zip(sorted(players), scores, strict=True))
        sample.result(1, [by_name[player] for player in players])
        sample.act(ConfirmRound(round=len(sample.tournament.rounds), by="director"))
    one, other, third = standings(sample.tournament)
    assert (one.rank, other.rank, third.rank) == (1, 1, 3), "two are equal in everything"
    assert [(it.name, it.value) for it in one.tie_breaks] == [("wins", 1), ("coin_share", Fraction(4, 5))]
    assert one.tie_breaks[0].trace == ("round 1: 1",)
    assert third.tie_breaks == ()


def test_certainty_separates_skill_from_luck():
    """A player who always wins is certainly first; with luck only, every rank is possible."""
    skilled, lucky = (SampleTournament(rounds=4, smallest=3, preferred=3, largest=3).enter(6) for _ in range(2))
    for _ in range(4):
        for sample, by_skill in ((skilled, True), (lucky, False)):
            round_ = sample.release()
            for table in round_.tables:
                marks = [int(player.partition("-")[2]) for player in table.players]
                sample.result(table.number, marks if by_skill else [sample.luck.randint(1, 9) for _ in marks])
            sample.act(ConfirmRound(round=round_.number, by="director"))
    sure, unsure = (certainty(one.tournament, standings(one.tournament)) for one in (skilled, lucky))
    assert sure.reliability is not None
    assert unsure.reliability is not None
    assert sure.reliability > Fraction(4, 5) > Fraction(3, 5) > unsure.reliability
    assert sure.ranks["player-6"] == (1, 1)
    assert max(last - first for first, last in unsure.ranks.values()) >= 3
    early = SampleTournament().enter(3)
    assert certainty(early.tournament, standings(early.tournament)).reliability is None


def test_head_to_head_needs_all_meetings_and_chance_breaks_the_last_tie():
    met = SampleTournament(
        rounds=1, smallest=3, preferred=3, largest=3, table_points=("1",), tie_breaks=("head_to_head",)
    ).enter(6)
    met.play(1)
    behind = [line for line in standings(met.tournament) if line.points == 0]
    assert {line.tie_breaks[0].value for line in behind} == {0}, "not all of them have met"
    drawn, players = one_table((5, 5, 5), preferred=3, tie_breaks=("head_to_head", "lot"))
    assert [line.rank for line in standings(drawn.tournament)] == [1, 2, 3]
    assert sorted(players) == ["player-1", "player-2", "player-3"]
