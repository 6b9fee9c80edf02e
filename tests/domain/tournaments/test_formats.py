"""Formats: the final, knock-out, round robin and league, drawn, recomputed and ranked."""

import hashlib
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from msgspec.structs import replace

from domain.tournaments.clauses import TournamentRefused
from domain.tournaments.commands import (
    ChangeRules,
    CheckIn,
    ConfirmRound,
    ForbidPair,
    GivePenalty,
    NoteClub,
    OverrideSeating,
    RegisterPlayer,
    ReopenRound,
    RevealSecrets,
    ScheduleRound,
    VoidTable,
    Withdraw,
)
from domain.tournaments.events import FORMATS, HEATS, KNOCKOUT, LEAGUE, ROUND_ROBIN, SWISS, RoundDrawn, SeatedTable
from domain.tournaments.formats import FORMATS as TABLE
from domain.tournaments.formats import next_format
from domain.tournaments.meetings import equal_rounds
from domain.tournaments.standings import StandingsLine, standings
from replay.tournaments.tournament_file import NumberedTournamentEvent, tournament_record, write_tournament
from replay.tournaments.tournament_verifier import verify_tournament
from tests.domain.tournaments.sample_tournament import LAST_SECRET, SampleTournament

RULING = {"by": "arbiter", "text": "d" * 64}
GOLDEN = {
    HEATS: "4b90aa6736a71e63ce5995cd0d58f1f9cccc523a264ebaf75d6d88d86eb22331",
    SWISS: "f8ade00e98eb228c6616592eb7de21872f40880babbff7cbbb4e3b015249fba1",
}
"""SHA-256 of files that were written before other formats existed."""


def file_of(sample: SampleTournament) -> bytes:
    events = tuple(NumberedTournamentEvent(n=n, at=1000 * n, event=event) for n, event in enumerate(sample.events, 1))
    return write_tournament(tournament_record(events))


def played_out(sample: SampleTournament) -> SampleTournament:
    while next_format(sample.tournament) is not None:
        sample.play()
    return sample


def lines(sample: SampleTournament) -> dict[str, StandingsLine]:
    found = standings(sample.tournament)
    for line in found:
        assert sum((one.points for one in line.why), Fraction(0)) == line.points
    assert {line.player for line in found} == set(sample.tournament.entrants)
    return {line.player: line for line in found}


def draws(sample: SampleTournament) -> list[RoundDrawn]:
    return [event for event in sample.events if isinstance(event, RoundDrawn)]


def assert_verified(sample: SampleTournament) -> None:
    verified = verify_tournament(file_of(sample))
    assert (verified.verdict, verified.first) == ("ok", None)


def test_files_of_heats_and_swiss_rounds_keep_their_bytes():
    for form, digest in GOLDEN.items():
        sample = SampleTournament(format=form, rounds=3).enter(12)
        sample.act(NoteClub(player="player-1", club="club-1"), NoteClub(player="player-2", club="club-1"))
        sample.act(ForbidPair(player="player-3", other="player-4")).play().act(Withdraw(player="player-5"))
        data = file_of(sample.play(2).close().act(RevealSecrets(secret=LAST_SECRET)))
        assert hashlib.sha256(data).hexdigest() == digest, form
        assert {event.algorithm for event in draws(sample)} == {"haricot-draw/1"}


def test_every_draw_of_every_format_can_be_recomputed():
    assert {*TABLE} == {*FORMATS}
    for form in FORMATS:
        sample = played_out(SampleTournament(format=form, rounds=5, preferred=3).enter(9)).close()
        assert_verified(sample.act(RevealSecrets(secret=LAST_SECRET)))
        for event in draws(sample):
            assert event.bound <= event.cost
            seated = [player for table in event.tables for player in table.players]
            assert sorted((*seated, *event.sit_outs)) == sorted(sample.tournament.entrants), form


def test_the_best_players_meet_in_the_final_and_the_others_keep_their_places():
    sample = SampleTournament(rounds=2, final=4).enter(9).play(2)
    before = [line.player for line in standings(sample.tournament)]
    points = {player: line.points for player, line in lines(sample).items()}
    drawn = sample.release()
    assert [table.players for table in drawn.tables] == [tuple(before[:4])], "the best one plays first"
    assert sorted(drawn.sit_outs) == sorted(before[4:])
    assert draws(sample)[-1].algorithm == "haricot-final/1"
    sample.result(1, (1, 9, 9, 4))
    sample.act(GivePenalty(player=before[3], kind="game_loss", round=3, article="x", **RULING))
    sample.act(ConfirmRound(round=3, by="director"))
    after = standings(sample.tournament)
    second, third, first, last = before[:4]
    assert [line.player for line in after] == [third, first, second, last, *before[4:]]
    assert {line.player: line.points for line in after} == points
    reached = after[0].tie_breaks[:2]
    assert [(one.name, one.value, one.trace) for one in reached] == [
        ("reached", 3, ()),
        ("place", 1, ("round 3: 1 of 4",)),
    ]
    assert next_format(sample.tournament) is None
    with pytest.raises(TournamentRefused, match=r"TO-3\.1"):
        sample.draft()
    assert_verified(sample.close())


def test_a_final_without_a_result_leaves_the_standings_as_they_were():
    sample = SampleTournament(rounds=1, final=3).enter(8).play()
    before = [line.player for line in standings(sample.tournament)]
    sample.release()
    assert [line.player for line in standings(sample.tournament)] == before
    sample.act(VoidTable(round=2, table=1, **RULING), ConfirmRound(round=2, by="director"))
    assert [line.player for line in standings(sample.tournament)] == before
    assert lines(sample)[before[0]].why[-1].points == 0


def test_an_absent_player_is_no_finalist():
    sample = SampleTournament(rounds=1, final=4).enter(8).play()
    best = [line.player for line in standings(sample.tournament)]
    sample.act(Withdraw(player=best[1]), GivePenalty(player=best[2], kind="exclusion", article="x", **RULING))
    assert sample.draft().tables[0].players == (best[0], *best[3:6])


def test_a_knockout_keeps_the_best_of_each_table_until_one_table_is_left():
    for rules in ({}, {"seeding": "standings"}):
        sample = SampleTournament(format=KNOCKOUT, rounds=10, **rules).enter(16).play()
        first, order = sample.tournament.rounds[0], [line.player for line in standings(sample.tournament)]
        kept = {player for table in first.tables for player in sorted(table.players, key=order.index)[:2]}
        assert {*order[:8]} == kept, "who stays in stands before who is out"
        assert [lines(sample)[player].tie_breaks[0].value for player in order] == [2] * 8 + [1] * 8
        played_out(sample)
        assert sample.tournament.rounds[1].involved == kept
        assert [len(round_.tables) for round_ in sample.tournament.rounds] == [4, 2, 1]
        assert set(draws(sample)[1].sit_outs) == set(sample.tournament.entrants) - kept
        last = sample.tournament.rounds[-1].tables[0]
        assert last.result is not None
        end = standings(sample.tournament)
        assert {line.player for line in end[:4]} == {*last.players}
        assert end[0].player in [p for p, place in zip(last.players, last.result.places, strict=True) if place == 1]
        assert Counter(line.tie_breaks[0].value for line in end) == {3: 4, 2: 4, 1: 8}
        assert {line.points for line in lines(sample).values()} == {Fraction(0)}
        assert_verified(sample.close())


def test_byes_go_to_players_with_the_fewest_byes():
    sample = SampleTournament(format=KNOCKOUT, rounds=9, smallest=2, preferred=2, largest=2).enter(7)
    played_out(sample)
    byes = [round_.byes for round_ in sample.tournament.rounds]
    assert list(map(len, byes)) == [1, 0, 0]
    assert byes[0][0] in sample.tournament.rounds[1].involved
    assert lines(sample)[byes[0][0]].why[0].kind == "sit_out"
    # Nine players at tables of four: too few stay in for a table, so the best of the others come too.
    sample = played_out(SampleTournament(format=KNOCKOUT, rounds=9, smallest=4, largest=4).enter(9))
    assert [(len(one.tables), len(one.byes)) for one in sample.tournament.rounds] == [(2, 1), (1, 1), (1, 0)]
    assert_verified(sample.close())


def test_a_tie_at_the_cut_is_broken_by_the_standings():
    sample = SampleTournament(format=KNOCKOUT, rounds=5).enter(8)
    tables = sample.release().tables
    sample.result(1, (9, 5, 5, 5)).act(VoidTable(round=1, table=2, **RULING), ConfirmRound(round=1, by="director"))
    order = [line.player for line in standings(sample.tournament)]
    winner, *tied = tables[0].players
    stay = {winner, min(tied, key=order.index), *sorted(tables[1].players, key=order.index)[:2]}
    assert stay == {*sample.release().tables[0].players}


def test_a_withdrawal_from_a_knockout_promotes_the_next_player_of_the_table():
    sample = SampleTournament(format=KNOCKOUT, rounds=5).enter(8).play()
    order = [line.player for line in standings(sample.tournament)]
    table = next(one for one in sample.tournament.rounds[0].tables if order[0] in one.players)
    third = sorted(table.players, key=order.index)[2]
    sample.act(Withdraw(player=order[0]), RegisterPlayer(player="late"), CheckIn(player="late", share="ab" * 32))
    drawn = sample.draft()
    assert third in drawn.tables[0].players
    assert "late" in drawn.sit_outs
    assert drawn.byes == ()


def test_a_knockout_by_the_standings_follows_swiss_rounds():
    sample = SampleTournament(rounds=2).enter(16).play(2)
    sample.act(ChangeRules(from_round=3, text="d" * 64, format=KNOCKOUT, rounds=9, seeding="standings", advance=1))
    best = [line.player for line in standings(sample.tournament)]
    drawn = sample.draft()
    for group in (best[:4], best[4:8], best[8:12], best[12:]):
        assert all(len({*group} & {*table.players}) == 1 for table in drawn.tables), "one of each group at a table"


def test_a_prescribed_seating_changes_who_has_the_bye():
    sample = SampleTournament(format=KNOCKOUT, rounds=5, smallest=4, largest=4).enter(9)
    drawn = sample.draft()
    (bye,), one = drawn.byes, drawn.tables[0].players[0]
    tables = tuple(
        SeatedTable(table=table.number, players=tuple(bye if player == one else player for player in table.players))
        for table in drawn.tables
    )
    sample.act(OverrideSeating(round=1, tables=tables, sit_outs=(one,), **RULING))
    assert sample.tournament.rounds[0].byes == (one,)


def test_a_round_robin_with_a_design_pairs_all_equally_often():
    designs = ((9, 3, 4), (16, 4, 5), (25, 5, 6), (8, 4, 7), (6, 2, 5), (7, 2, 7), (15, 3, 7), (12, 4, 11))
    for players, size, rounds in designs:
        sample = SampleTournament(
            format=ROUND_ROBIN, rounds=12, smallest=min(3, size), preferred=size, largest=max(size, 2)
        ).enter(players)
        played_out(sample)
        assert len(sample.tournament.rounds) == rounds == equal_rounds(players, players // size, size)
        assert len(set(meetings(sample).values())) == 1, (players, size)
        assert len(meetings(sample)) == players * (players - 1) // 2
        assert draws(sample)[0].plan_cost == draws(sample)[0].plan_bound
        assert draws(sample)[0].algorithm == "haricot-round-robin/1"


def test_a_round_robin_lasts_until_all_have_met():
    sample = played_out(SampleTournament(format=ROUND_ROBIN, rounds=12, preferred=3, largest=3).enter(5))
    assert (len(meetings(sample)), len(sample.tournament.rounds)) == (10, 5), "two sit out each time"
    sample.act(RegisterPlayer(player="late"), CheckIn(player="late", share="ab" * 32))
    drawn = sample.draft()
    assert any("late" in table.players for table in drawn.tables), "who comes late meets the others too"
    assert draws(sample)[-1].plan == drawn.number
    short = played_out(SampleTournament(format=ROUND_ROBIN, rounds=2, preferred=3).enter(9))
    assert len(short.tournament.rounds) == 2, "no more than the rules name"


def meetings(sample: SampleTournament) -> Counter[frozenset[str]]:
    return Counter(
        frozenset(pair)
        for round_ in sample.tournament.rounds
        for table in round_.tables
        for pair in combinations(table.players, 2)
    )


def test_league_rounds_are_open_in_parallel_and_the_best_count():
    sample = SampleTournament(format=LEAGUE, rounds=3, counted=2).enter(8)
    for number in (1, 2, 3):
        opens, closes = f"2026-12-0{number}T18:00:00Z", f"2026-12-0{number + 1}T18:00:00Z"
        sample.act(ScheduleRound(round=number, opens=opens, closes=closes))
        assert sample.release().number == number, "no round waits for the results of another"
    assert sample.tournament.windows[3].closes == "2026-12-04T18:00:00Z"
    assert {event.plan for event in draws(sample)} == {1}
    for number in (3, 1):
        for table in (1, 2):
            sample.late_result(number, table, (9, 7, 5, 3))
        sample.act(ConfirmRound(round=number, by="director"))
    sample.late_result(2, 1, (9, 7, 5, 3))
    with pytest.raises(TournamentRefused, match=r"TO-6\.3"):
        sample.close()
    sample.act(VoidTable(round=2, table=2, **RULING), ConfirmRound(round=2, by="director"))
    missed = sample.tournament.rounds[1].tables[1].players
    for player, line in lines(sample).items():
        parts = Counter[int]()
        for one in line.why:
            if one.kind != "dropped":
                parts[one.round or 0] += int(one.points)
        assert line.points == sum(sorted(parts.values(), reverse=True)[:2])
        assert (player in missed) == (parts[2] == 0 and line.why[1].kind == "ruling")
    sample.act(ReopenRound(round=1, **RULING), ConfirmRound(round=1, by="director"))
    assert_verified(sample.close())


def test_a_draft_with_a_hidden_secret_is_checked_for_its_players():
    sample = SampleTournament(format=KNOCKOUT, rounds=5).enter(16).play()
    before = standings(sample.tournament)
    drawn = sample.draft()
    assert standings(sample.tournament) == before, "a draft changes no standings"
    assert verify_tournament(file_of(sample)).verdict == "open"
    (first, *others), out = drawn.tables[0].players, drawn.sit_outs[0]
    event = draws(sample)[-1]
    tables = (SeatedTable(table=1, players=(out, *others)), *event.tables[1:])
    sit_outs = tuple(sorted((*(player for player in event.sit_outs if player != out), first)))
    sample.events[-1] = replace(event, tables=tables, sit_outs=sit_outs)
    verified = verify_tournament(file_of(sample))
    assert verified.verdict == "wrong"
    assert verified.first is not None
    assert "not those who are still in" in verified.first.says
    sample.events[-1] = replace(event, algorithm="haricot-draw/1")
    assert verify_tournament(file_of(sample)).verdict == "wrong"
