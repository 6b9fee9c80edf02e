"""Tests of the needs of organisers, which docs/tournament-needs.md lists."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from domain.clock_terms import NO_CLOCK, ClockTerms
from domain.tournaments.clauses import TournamentRefused
from domain.tournaments.commands import (
    ChangeRules,
    CheckIn,
    ConfirmRound,
    CorrectResult,
    ForbidPair,
    GivePenalty,
    LinkGame,
    NoteClub,
    OverrideSeating,
    RegisterPlayer,
    SwapSeats,
    VoidTable,
    Withdraw,
    WithdrawDraw,
)
from domain.tournaments.events import HEATS, SWISS, SeatedTable
from domain.tournaments.standings import StandingsLine, points_of, standings
from domain.tournaments.state import DrawnRound
from tests.domain.tournaments.sample_tournament import SampleTournament

RULING = {"by": "arbiter", "text": "d" * 64}
DIRECTED = {"by": "director", "text": "d" * 64}
PENALTY = {"article": "x", **RULING}


def seated(round_: DrawnRound) -> list[str]:
    return [player for table in round_.tables for player in table.players]


def lines(sample: SampleTournament) -> dict[str, StandingsLine]:
    return {line.player: line for line in standings(sample.tournament)}


def table_of(round_: DrawnRound, player: str) -> int:
    return next(table.number for table in round_.tables if player in table.players)


def test_a_round_seats_only_checked_in_players():
    sample = SampleTournament().enter(8).act(RegisterPlayer(player="absent"), RegisterPlayer(player="late"))
    first = sample.release()
    assert sorted(seated(first)) == [f"player-{k}" for k in range(1, 9)]
    for table in first.tables:
        sample.result(table.number, (9, 7, 5, 3))
    sample.act(ConfirmRound(round=1, by="director"), CheckIn(player="late", share="ab" * 32))
    assert "late" in seated(sample.release()), "who comes late plays from the next round on"
    assert lines(sample)["late"].points == 0
    assert lines(sample)["absent"].why == ()


def test_a_round_with_any_number_of_players_seats_each_or_gives_a_bye():
    for form, rounds in ((HEATS, 1), (SWISS, 2)):
        for players in (3, 5, 6, 7, 11, 13, 22, 23):
            sample = SampleTournament(format=form, rounds=rounds).enter(players).play(rounds)
            for round_ in sample.tournament.rounds:
                assert sorted((*seated(round_), *round_.sit_outs)) == sorted(sample.tournament.entrants), players
    with pytest.raises(TournamentRefused, match=r"TO-3\.2"):
        SampleTournament().enter(2).draft()


def test_a_second_bye_comes_only_after_all_players_had_one():
    for form in (HEATS, SWISS):
        for players, size in ((5, 4), (7, 5)):
            sample = SampleTournament(format=form, rounds=9, smallest=size, preferred=size, largest=size).enter(players)
            outs = Counter[str]()
            for _ in range(9):
                sample.play()
                outs.update(sample.tournament.rounds[-1].sit_outs)
                assert max(outs.values()) - min(outs[one] for one in sample.tournament.entrants) <= 1
            assert sum(outs.values()) == 9 * (players % size)
            # No player loses points by it: it is worth the mean of their tables.
            for line in standings(sample.tournament):
                own = [why.points for why in line.why if why.kind != "sit_out"]
                assert {why.points for why in line.why if why.kind == "sit_out"} <= {sum(own, Fraction(0)) / len(own)}


def test_a_returning_player_does_not_get_bye_after_bye():
    sample = SampleTournament(rounds=6, smallest=4, largest=4).enter(9)
    outs = Counter[str]()
    for number in range(1, 7):
        sample.play()
        (out,) = sample.tournament.rounds[-1].sit_outs
        outs[out] += 1
        sample.act(Withdraw(player=out), CheckIn(player=out, share=f"{number:064x}"))
    assert set(outs.values()) == {1}


def test_a_bye_given_by_the_director_counts():
    sample = SampleTournament(smallest=3, largest=4).enter(8)
    draft = sample.draft()
    names = seated(draft)
    tables = (SeatedTable(table=1, players=tuple(names[:4])), SeatedTable(table=2, players=tuple(names[4:7])))
    sample.act(OverrideSeating(round=1, tables=tables, sit_outs=(names[7],), **DIRECTED))
    assert sample.tournament.rounds[0].sit_outs == (names[7],)
    sample.act(WithdrawDraw(round=1))
    assert sample.draft().sit_outs == ()
    assert seated(sample.tournament.rounds[0]) == names, "the next draw is the same"


def test_a_round_is_drawn_when_all_players_are_tied():
    sample = SampleTournament(rounds=2).enter(12)
    for _ in range(2):
        for table in sample.release().tables:
            sample.result(table.number, (5,) * len(table.players))
        sample.act(ConfirmRound(round=len(sample.tournament.rounds), by="director"))
    assert len({line.points for line in standings(sample.tournament)}) == 1
    assert [line.rank for line in standings(sample.tournament)] == [*range(1, 13)], "the lot decides at the end"
    assert sample.close().tournament.closed


def test_a_player_who_leaves_during_a_round_does_not_block_it():
    sample = SampleTournament(rounds=4).enter(11)
    first = sample.release()
    gone = first.tables[0].players[0]
    sample.act(Withdraw(player=gone))
    with pytest.raises(TournamentRefused, match=r"TO-6\.1"):
        sample.act(ConfirmRound(round=1, by="director"))
    sample.act(VoidTable(round=1, table=1, **RULING))  # the table is abandoned
    for table in first.tables[1:]:
        sample.result(table.number, (9, 7, 5, 3)[: len(table.players)])
    sample.act(ConfirmRound(round=1, by="director")).play(3)
    for round_ in sample.tournament.rounds[1:]:
        assert gone not in (*seated(round_), *round_.sit_outs)
        assert len(set(seated(round_))) == len(seated(round_)) == 10
    assert [why.kind for why in lines(sample)[gone].why] == ["ruling"]
    assert lines(sample)[gone].points == Fraction(11, 4), "the mean of a table, since there is no other"


def test_a_player_who_leaves_keeps_results_and_is_not_drawn_again():
    sample = SampleTournament(rounds=3, tie_breaks=("opponents",)).enter(9).play(1)
    gone = standings(sample.tournament)[0].player
    before = lines(sample)[gone].points
    sample.act(Withdraw(player=gone)).play(2)
    assert lines(sample)[gone].points == before
    assert all(gone not in seated(round_) for round_ in sample.tournament.rounds[1:])
    traces = [trace for line in standings(sample.tournament) for one in line.tie_breaks for trace in one.trace]
    assert any(trace.startswith("player-") for trace in traces)


def test_penalties_count_for_the_seating_of_the_first_round_too():
    sample = (
        SampleTournament(rounds=2).enter(8).act(GivePenalty(player="player-8", kind="points", points="2", **PENALTY))
    )
    before = sample.draft()
    sample.act(WithdrawDraw(round=1))
    assert sample.draft().tables == before.tables
    sample.act(WithdrawDraw(round=1))
    assert points_of(sample.tournament)["player-8"] == -2
    sample.play()
    leader = next(line.player for line in standings(sample.tournament) if line.player != "player-8")
    plain = SampleTournament(rounds=2)
    plain.events, plain.tournament = list(sample.events), sample.tournament
    assert table_of(plain.draft(), leader) == 1
    sample.act(GivePenalty(player=leader, kind="points", points="9", **PENALTY))
    assert table_of(sample.draft(), leader) == 2, "the first tables are those of the best"


def test_a_seating_can_be_prescribed_by_standings():
    sample = SampleTournament(rounds=2).enter(8).play()
    draft = sample.draft()
    by_place = [line.player for line in standings(sample.tournament)]
    tables = (SeatedTable(table=1, players=tuple(by_place[:4])), SeatedTable(table=2, players=tuple(by_place[4:])))
    sample.act(OverrideSeating(round=2, tables=tables, **DIRECTED))
    event = sample.events[-1]
    assert (event.cost_before, event.cost_after >= draft.cost) == (draft.cost, True)
    assert [one.players for one in sample.tournament.rounds[1].tables] == [table.players for table in tables]
    twice = (SeatedTable(table=1, players=tuple(by_place[:4])), SeatedTable(table=2, players=tuple(by_place[3:7])))
    with pytest.raises(TournamentRefused, match=r"TO-3\.5"):
        sample.act(OverrideSeating(round=2, tables=twice, **DIRECTED))


def test_drawing_again_does_not_repeat_a_meeting():
    sample = SampleTournament(rounds=3, smallest=4, largest=4).enter(16).play()
    first = sample.draft()
    sample.act(WithdrawDraw(round=2))
    assert sample.draft().tables == first.tables
    sample.act(WithdrawDraw(round=2)).play(2)
    met = Counter(
        pair
        for round_ in sample.tournament.rounds
        for one in round_.tables
        for pair in combinations(sorted(one.players), 2)
    )
    assert max(met.values()) == 1


def test_families_clubs_and_forbidden_pairs_are_kept_apart():
    for form in (HEATS, SWISS):
        sample = SampleTournament(format=form, rounds=3).enter(12)
        for player in ("player-1", "player-2", "player-3"):
            sample.act(NoteClub(player=player, club="club-1"))
        sample.act(ForbidPair(player="player-4", other="player-5")).play(3)
        for round_ in sample.tournament.rounds:
            assert len({table_of(round_, player) for player in ("player-1", "player-2", "player-3")}) == 3, form
            assert table_of(round_, "player-4") != table_of(round_, "player-5")


def test_a_ruling_can_compensate_the_opponents_of_an_excluded_player():
    sample = SampleTournament(smallest=4, largest=4, tie_breaks=("opponents",)).enter(4)
    players = sample.release().tables[0].players
    sample.result(1, (9, 7, 5, 3)).act(GivePenalty(player=players[0], kind="exclusion", **PENALTY))
    before = {player: line.points for player, line in lines(sample).items()}
    assert [before[player] for player in players] == [5, 3, 2, 1], "the rules take nothing back by themselves"
    sample.act(CorrectResult(round=1, table=1, scores=(0, 7, 5, 3), places=(4, 1, 2, 3), **RULING))
    found = lines(sample)
    assert [found[player].points for player in players] == [1, 5, 3, 2]
    assert {why.kind for line in found.values() for why in line.why} == {"ruling"}
    assert found[players[0]].rank == 4


def test_small_tables_rotate_and_settings_change_from_a_round_on():
    for form, spread in ((HEATS, 1), (SWISS, 2)):
        sample = SampleTournament(format=form, rounds=4).enter(22).play(4)
        tables = [table for round_ in sample.tournament.rounds for table in round_.tables]
        small = Counter(player for table in tables if len(table.players) == 3 for player in table.players)
        assert max(small.values()) - min(small[player] for player in sample.tournament.entrants) <= spread, form
    sample = SampleTournament(format=HEATS, rounds=4).enter(13).play(3)
    sample.act(ChangeRules(from_round=4, text="d" * 64, format=SWISS, preferred=5))
    last = sample.release()
    assert sorted(len(table.players) for table in last.tables) == [4, 4, 5]
    assert last.plan is None


def test_the_same_game_is_linked_to_one_table_only():
    sample = SampleTournament().enter(8)
    sample.release()
    sample.act(LinkGame(round=1, table=1, game="game-1"))
    for table in (1, 2):
        with pytest.raises(TournamentRefused, match=r"TO-4\.4"):
            sample.act(LinkGame(round=1, table=table, game="game-1"))


def test_a_changed_round_length_keeps_the_plan():
    sample = SampleTournament(format=HEATS, rounds=3, round_seconds=3000).enter(8).play()
    first, plan = sample.tournament.rounds[0], sample.tournament.basis
    sample.act(ChangeRules(from_round=2, text="d" * 64, round_seconds=2400))
    assert sample.tournament.basis == plan
    sample.play()
    assert [one.seconds for one in sample.tournament.rounds] == [first.seconds, 2400] == [3000, 2400]
    sample.act(ChangeRules(from_round=3, text="d" * 64, round_seconds=0))
    assert sample.release().seconds is None
    sample.act(ChangeRules(from_round=4, text="d" * 64, rounds=4))
    assert sample.tournament.basis > plan


def test_a_changed_clock_keeps_the_plan():
    slow, fast = ClockTerms(turn=60), ClockTerms(turn=30, at_zero="bot")
    sample = SampleTournament(format=HEATS, rounds=3, clock=slow).enter(8).play()
    plan = sample.tournament.basis
    sample.act(ChangeRules(from_round=2, text="d" * 64, clock=fast)).play()
    sample.act(ChangeRules(from_round=3, text="d" * 64, clock=NO_CLOCK))
    assert (sample.release().clock, sample.tournament.basis) == (None, plan)
    assert [one.clock for one in sample.tournament.rounds] == [slow, fast, None]


def test_swapped_seats_are_corrected_before_and_after_the_result():
    sample = SampleTournament(rounds=2).enter(8)
    round_ = sample.release()
    (first, *_), (second, *_) = (table.players for table in round_.tables)
    swap = SwapSeats(round=1, player=first, other=second, **RULING)
    early = SampleTournament(rounds=2).enter(8)
    early.release()
    early.act(swap).result(1, (9, 7, 5, 3)).result(2, (4, 8, 8, 1)).act(ConfirmRound(round=1, by="director"))
    sample.result(1, (9, 7, 5, 3)).result(2, (4, 8, 8, 1)).act(ConfirmRound(round=1, by="director"))
    before = {line.player: line for line in standings(sample.tournament)}
    sample.act(swap)
    after = {line.player: line for line in standings(sample.tournament)}
    assert (after[first].points, after[second].points) == (before[second].points, before[first].points)
    assert [one.kind for one in after[first].why] == ["ruling"]
    assert after[first].why[0].event == sample.tournament.version, "the reason for the points is the ruling"
    assert {one: line.points for one, line in after.items()} == {
        line.player: line.points for line in standings(early.tournament)
    }
    assert [one.players for one in sample.tournament.rounds[0].tables] == [
        one.players for one in early.tournament.rounds[0].tables
    ]
    again = standings(sample.act(swap).tournament)
    assert {line.player: line.points for line in again} == {one: line.points for one, line in before.items()}


def test_a_swap_of_seats_replans_heats_by_actual_meetings():
    sample = SampleTournament(format=HEATS, rounds=4).enter(16).play()
    one, other = (table.players[0] for table in sample.tournament.rounds[0].tables[:2])
    sample.act(SwapSeats(round=1, player=one, other=other, **RULING))
    sample.play(3)
    tables = [{*table.players} for round_ in sample.tournament.rounds for table in round_.tables]
    met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    assert sample.tournament.rounds[1].plan == 2
    assert max(met.values()) <= 2
