"""Each clause of the rules of tournaments: what it refuses, and the nearest command that it allows."""

from collections.abc import Callable

import msgspec
import pytest

from domain.clock_terms import NO_CLOCK, ClockTerms
from domain.tournaments.clauses import CLAUSES, TournamentRefused
from domain.tournaments.commands import (
    AddTime,
    ChangeRules,
    CheckIn,
    CloseTournament,
    ConfirmRound,
    ConfirmTableResult,
    CorrectResult,
    CreateTournament,
    DrawRound,
    EnterResult,
    ForbidPair,
    GivePenalty,
    LiftPenalty,
    LinkGame,
    NoteClub,
    OverrideSeating,
    RegisterPlayer,
    ReleaseRound,
    ReopenRound,
    ReopenTournament,
    RevealSecrets,
    ScheduleRound,
    SubstitutePlayer,
    SwapSeats,
    TakeResult,
    TournamentCommand,
    VoidTable,
    Withdraw,
    WithdrawDraw,
)
from domain.tournaments.deciding import decide
from domain.tournaments.events import ROUNDS_MAX, SeatedTable
from domain.tournaments.state import Tournament
from tests.domain.tournaments.sample_tournament import LAST_SECRET, SampleTournament

SHARE = "ab" * 32
FOUR = {"scores": (9, 7, 5, 3), "places": (1, 2, 3, 4)}
RULING = {"by": "arbiter", "text": "d" * 64}
Given = Callable[[], SampleTournament]


def eight() -> SampleTournament:
    return SampleTournament().enter(8)


def drafted() -> SampleTournament:
    sample = eight()
    sample.draft()
    return sample


def released() -> SampleTournament:
    sample = eight()
    sample.release()
    return sample


def entered() -> SampleTournament:
    return released().act(EnterResult(round=1, table=1, by="scorer", **FOUR))


def linked() -> SampleTournament:
    return released().act(LinkGame(round=1, table=1, game="game-1"))


def two_sizes() -> SampleTournament:
    """Seven players of a duplicate tournament; the table of four plays a deal."""
    sample = SampleTournament(rounds=4, duplicate="coins").enter(7)
    sample.release()
    return sample.act(LinkGame(round=1, table=1, game="g-1", deal="x"))


def played() -> SampleTournament:
    return eight().play()


def settled() -> SampleTournament:
    return released().result(1, FOUR["scores"]).result(2, FOUR["scores"])


def penalised() -> SampleTournament:
    return played().act(GivePenalty(player="player-1", kind="warning", article="x", **RULING))


def closed() -> SampleTournament:
    return played().close()


def nine() -> SampleTournament:
    """Nine players at tables of four, where a substitute sits out."""
    sample = SampleTournament(smallest=4, largest=4).enter(9)
    sample.release()
    return sample


def knocked_out(players: int = 8) -> SampleTournament:
    """A knock-out with a draft of round 2; of 5 players at tables of four, one has a bye in round 1."""
    sample = SampleTournament(format="knockout", rounds=5, **({"smallest": 4, "largest": 4} if players == 5 else {}))
    sample.enter(players).play()
    if players != 5:
        sample.draft()
    return sample


def with_player(sample: SampleTournament, player: str | None = None) -> OverrideSeating:
    """Put another player on the first seat of round 2, or turn its order round."""
    round_ = sample.tournament.rounds[1]
    first, *others = round_.tables[0].players
    players = (*reversed(others), first) if player is None else (player, *others)
    outs = [one for one in (*round_.sit_outs, first) if one not in players]
    return OverrideSeating(round=2, tables=(SeatedTable(table=1, players=players),), sit_outs=tuple(outs), **RULING)


def excluded(sample: SampleTournament) -> SampleTournament:
    return sample.act(GivePenalty(player="player-1", kind="exclusion", article="x", **RULING))


def seating(sample: SampleTournament, first: slice) -> OverrideSeating:
    """Prescribe the first table with some of its players, and the others at the second."""
    round_ = sample.tournament.rounds[0]
    names = [player for table in round_.tables for player in table.players]
    tables = (SeatedTable(table=1, players=tuple(names[first])), SeatedTable(table=2, players=tuple(names[4:])))
    return OverrideSeating(round=1, tables=tables, **RULING)


def substitute(sample: SampleTournament, who: str | None = None, table: int = 1) -> SubstitutePlayer:
    round_ = sample.tournament.rounds[0]
    player, out = round_.tables[0].players[0], who or round_.sit_outs[0]
    return SubstitutePlayer(round=1, table=table, player=player, substitute=out, counts_for=out)


REFUSED: list[tuple[str, Given, TournamentCommand | Callable[[SampleTournament], TournamentCommand], object]] = [
    (
        "TO-1.5",
        played,
        ChangeRules(from_round=1, text="d" * 64, rounds=3),
        ChangeRules(from_round=2, text="d" * 64, rounds=3),
    ),
    (
        "TO-1.2",
        played,
        ChangeRules(from_round=2, text="d" * 64, rounds=65),
        ChangeRules(from_round=2, text="d" * 64, rounds=64),
    ),
    (
        "TO-1.11",
        played,
        ChangeRules(from_round=2, text="d" * 64, clock=ClockTerms(grace=30)),
        ChangeRules(from_round=2, text="d" * 64, clock=NO_CLOCK),
    ),
    ("TO-2.1", eight, RegisterPlayer(player="player-8"), RegisterPlayer(player="player-9")),
    ("TO-2.2", eight, NoteClub(player="player-9", club="club-1"), NoteClub(player="player-8", club="club-1")),
    (
        "TO-2.3",
        eight,
        CheckIn(player="player-1", share=SHARE),
        lambda s: s.act(Withdraw(player="player-1")) and CheckIn(player="player-1", share=SHARE),
    ),
    (
        "TO-2.3",
        lambda: excluded(eight()).act(Withdraw(player="player-1"), Withdraw(player="player-2")),
        CheckIn(player="player-1", share=SHARE),
        CheckIn(player="player-2", share=SHARE),
    ),
    (
        "TO-2.4",
        lambda: eight().act(RegisterPlayer(player="late")),
        Withdraw(player="late"),
        Withdraw(player="player-1"),
    ),
    ("TO-2.5", eight, ForbidPair(player="player-1", other="player-1"), ForbidPair(player="player-1", other="player-2")),
    ("TO-2.6", nine, lambda s: substitute(s, s.tournament.rounds[0].tables[1].players[0]), substitute),
    ("TO-2.6", nine, lambda s: substitute(s, table=2), substitute),
    (
        "TO-3.1",
        settled,
        lambda s: DrawRound(round=2, secret=s.secret(2)),
        lambda s: s.act(ConfirmRound(round=1, by="director")) and DrawRound(round=2, secret=s.secret(2)),
    ),
    (
        "TO-3.1",
        eight,
        lambda s: DrawRound(round=2, secret=s.secret(2)),
        lambda s: DrawRound(round=1, secret=s.secret(1)),
    ),
    (
        "TO-3.2",
        lambda: SampleTournament().enter(2),
        lambda s: DrawRound(round=1, secret=s.secret(1)),
        lambda s: s.enter(1, 3) and DrawRound(round=1, secret=s.secret(1)),
    ),
    (
        "TO-3.3",
        eight,
        lambda s: DrawRound(round=1, secret=s.secret(2)),
        lambda s: DrawRound(round=1, secret=s.secret(1)),
    ),
    (
        "TO-3.3",
        drafted,
        lambda s: ReleaseRound(round=1, secret=s.secret(2)),
        lambda s: ReleaseRound(round=1, secret=s.secret(1)),
    ),
    (
        "TO-3.4",
        released,
        WithdrawDraw(round=1),
        lambda s: (
            s.result(1, (1, 2, 3, 4)).result(2, (1, 2, 3, 4)).act(ConfirmRound(round=1, by="director")).draft()
            and WithdrawDraw(round=2)
        ),
    ),
    ("TO-3.5", drafted, lambda s: seating(s, slice(3)), lambda s: seating(s, slice(4))),
    ("TO-3.6", knocked_out, lambda s: with_player(s, s.tournament.rounds[1].sit_outs[0]), with_player),
    (
        "TO-3.7",
        eight,
        ScheduleRound(round=1, opens="2026-12-02T00:00:00Z", closes="2026-12-02T00:00:00Z"),
        ScheduleRound(round=1, opens="2026-12-02T00:00:00Z", closes="2026-12-02T00:00:01Z"),
    ),
    (
        "TO-3.7",
        eight,
        ScheduleRound(round=1, opens="2026-02-29T00:00:00Z", closes="2026-12-02T00:00:00Z"),
        ScheduleRound(round=1, opens="2028-02-29T00:00:00Z", closes="2028-12-02T00:00:00Z"),
    ),
    (
        "TO-3.7",
        played,
        ScheduleRound(round=1, opens="2026-12-02T00:00:00Z", closes="2026-12-03T00:00:00Z"),
        ScheduleRound(round=2, opens="2026-12-02T00:00:00Z", closes="2026-12-03T00:00:00Z"),
    ),
    (
        "TO-3.1",
        lambda: knocked_out(5).play(),
        lambda s: DrawRound(round=3, secret=s.secret(3)),
        lambda s: s.act(ReopenRound(round=2, **RULING)) and ConfirmRound(round=2, by="director"),
    ),
    (
        "TO-4.1",
        played,
        LinkGame(round=1, table=1, game="game-1"),
        lambda s: s.release() and LinkGame(round=2, table=1, game="game-1"),
    ),
    ("TO-4.1", released, AddTime(round=1, seconds=60, table=3), AddTime(round=1, seconds=60, table=2)),
    (
        "TO-4.2",
        entered,
        EnterResult(round=1, table=1, by="scorer", **FOUR),
        EnterResult(round=1, table=2, by="scorer", **FOUR),
    ),
    (
        "TO-4.3",
        released,
        EnterResult(round=1, table=1, by="scorer", scores=(1, 2, 3), places=(1, 2, 3)),
        EnterResult(round=1, table=1, by="scorer", **FOUR),
    ),
    (
        "TO-4.3",
        released,
        EnterResult(round=1, table=1, by="scorer", scores=(9, 9, 5, 3), places=(1, 1, 2, 4)),
        EnterResult(round=1, table=1, by="scorer", scores=(9, 9, 5, 3), places=(1, 1, 3, 4)),
    ),
    ("TO-4.4", linked, LinkGame(round=1, table=2, game="game-1"), LinkGame(round=1, table=2, game="game-2")),
    ("TO-4.7", linked, LinkGame(round=1, table=2, game="game-2", deal="x"), LinkGame(round=1, table=2, game="game-2")),
    ("TO-4.7", two_sizes, LinkGame(round=1, table=2, game="g-2", deal="x"), LinkGame(round=1, table=2, game="g-2")),
    (
        "TO-4.4",
        linked,
        TakeResult(round=1, table=1, game="game-2", n=9, digest=SHARE, **FOUR),
        TakeResult(round=1, table=1, game="game-1", n=9, digest=SHARE, **FOUR),
    ),
    (
        "TO-4.5",
        entered,
        ConfirmTableResult(round=1, table=1, by="scorer"),
        ConfirmTableResult(round=1, table=1, by="director"),
    ),
    (
        "TO-4.6",
        drafted,
        CorrectResult(round=1, table=1, **FOUR, **RULING),
        lambda s: (
            s.act(ReleaseRound(round=1, secret=s.secret(1))) and CorrectResult(round=1, table=1, **FOUR, **RULING)
        ),
    ),
    (
        "TO-4.6",
        lambda: played().act(VoidTable(round=1, table=1, **RULING)),
        VoidTable(round=1, table=1, **RULING),
        VoidTable(round=1, table=2, **RULING),
    ),
    (
        "TO-4.8",
        drafted,
        SwapSeats(round=1, player="player-1", other="player-2", **RULING),
        lambda s: (
            s.act(ReleaseRound(round=1, secret=s.secret(1)))
            and SwapSeats(round=1, player="player-1", other="player-2", **RULING)
        ),
    ),
    (
        "TO-4.8",
        lambda: played().enter(1, first=9),
        SwapSeats(round=1, player="player-1", other="player-9", **RULING),
        SwapSeats(round=1, player="player-1", other="player-8", **RULING),
    ),
    (
        "TO-5.1",
        drafted,
        GivePenalty(player="player-1", kind="coin_loss", article="x", round=1, **RULING),
        lambda s: (
            s.act(ReleaseRound(round=1, secret=s.secret(1)))
            and GivePenalty(player="player-1", kind="coin_loss", article="x", round=1, **RULING)
        ),
    ),
    (
        "TO-5.1",
        eight,
        GivePenalty(player="player-1", kind="points", article="x", **RULING),
        GivePenalty(player="player-1", kind="points", points="1/2", article="x", **RULING),
    ),
    (
        "TO-5.2",
        lambda: penalised().act(LiftPenalty(penalty=1, **RULING)),
        LiftPenalty(penalty=1, **RULING),
        lambda s: (
            s.act(GivePenalty(player="player-1", kind="warning", article="x", **RULING))
            and LiftPenalty(penalty=2, **RULING)
        ),
    ),
    (
        "TO-6.1",
        released,
        ConfirmRound(round=1, by="director"),
        lambda s: (
            s.result(1, (1, 2, 3, 4)).act(VoidTable(round=1, table=2, **RULING))
            and ConfirmRound(round=1, by="director")
        ),
    ),
    (
        "TO-6.2",
        lambda: SampleTournament(format="league", rounds=2, final=4).enter(8).play(3),
        ReopenRound(round=1, **RULING),
        ReopenRound(round=3, **RULING),
    ),
    ("TO-6.2", lambda: played().play(), ReopenRound(round=1, **RULING), ReopenRound(round=2, **RULING)),
    (
        "TO-6.3",
        settled,
        CloseTournament(by="director"),
        lambda s: s.act(ConfirmRound(round=1, by="director")) and CloseTournament(by="director"),
    ),
    (
        "TO-6.4",
        closed,
        RegisterPlayer(player="late"),
        lambda s: s.act(ReopenTournament(**RULING)) and RegisterPlayer(player="late"),
    ),
    (
        "TO-6.6",
        lambda: played().close().act(RevealSecrets(secret=LAST_SECRET), ReopenTournament(**RULING)),
        DrawRound(round=2, secret=SampleTournament().secret(2)),
        lambda _: GivePenalty(player="player-1", kind="warning", article="TR-1", **RULING),
    ),
    ("TO-6.5", played, RevealSecrets(secret=LAST_SECRET), lambda s: s.close() and RevealSecrets(secret=LAST_SECRET)),
]
CREATING = [
    ("TO-1.2", {"rounds": ROUNDS_MAX + 1}, {"rounds": ROUNDS_MAX}),
    ("TO-1.2", {"format": "ladder"}, {"format": "league"}),
    ("TO-1.6", {"final": 6}, {"final": 5}),
    ("TO-1.6", {"final": 4, "format": "knockout"}, {"final": 4, "format": "swiss"}),
    ("TO-1.6", {"final": 4, "rounds": ROUNDS_MAX}, {"final": 4, "rounds": ROUNDS_MAX - 1}),
    ("TO-1.7", {"advance": 4}, {"advance": 3}),
    ("TO-1.7", {"seeding": "rating"}, {"seeding": "standings"}),
    ("TO-1.8", {"counted": 5}, {"counted": 4}),
    ("TO-1.9", {"round_seconds": 59}, {"round_seconds": 60}),
    ("TO-1.9", {"round_seconds": 86_401}, {"round_seconds": 0}),
    ("TO-1.10", {"duplicate": "imps"}, {"duplicate": "coins"}),
    ("TO-1.10", {"duplicate": "coins", "format": "knockout"}, {"duplicate": "coins", "format": "league"}),
    ("TO-1.11", {"clock": ClockTerms()}, {"clock": ClockTerms(turn=60)}),
    ("TO-1.3", {"preferred": 6}, {"preferred": 5}),
    ("TO-1.4", {"table_points": ("3", "5")}, {"table_points": ("5", "5/2")}),
    ("TO-1.4", {"tie_breaks": ("wins", "wins")}, {"tie_breaks": ("wins", "lot")}),
    ("TO-1.4", {"tie_breaks": ("luck",)}, {"tie_breaks": ()}),
]


def test_each_clause_refuses_its_case_and_allows_the_nearest_one():
    for clause, given, refused, allowed in REFUSED:
        sample = given()
        with pytest.raises(TournamentRefused) as found:
            sample.act(refused(sample) if callable(refused) else refused)
        assert found.value.clause == clause, refused
        before = sample.tournament.version
        sample.act(allowed(sample) if callable(allowed) else allowed)  # type: ignore[arg-type]  # of many types
        assert sample.tournament.version > before, clause
    for clause, refused_rules, allowed_rules in CREATING:
        with pytest.raises(TournamentRefused) as found:
            SampleTournament(**refused_rules)
        assert found.value.clause == clause, refused_rules
        assert SampleTournament(**allowed_rules).tournament.version == 1


def test_to_1_1__a_tournament_is_created_once():
    again = msgspec.convert(
        msgspec.to_builtins(SampleTournament().tournament.rules) | {"type": "CreateTournament"}, CreateTournament
    )
    with pytest.raises(TournamentRefused, match=r"TO-1\.1"):
        SampleTournament().act(again)
    with pytest.raises(TournamentRefused, match=r"TO-1\.1"):
        decide(Tournament(), RegisterPlayer(player="player-1"))
    assert decide(Tournament(), again)


def test_every_tournament_clause_is_tested_and_translated():
    tested = {clause for clause, *_ in (*REFUSED, *CREATING)} | {"TO-1.1"}
    assert tested == set(CLAUSES)
    for id_, clause in CLAUSES.items():
        assert len({clause.en, clause.fr, clause.de}) == 3, id_
