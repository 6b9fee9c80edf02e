"""The clauses of the clock: what each allows, beside the nearest thing that it forbids."""

import re

import pytest

from domain.clock_events import ClockExpired, ClockExtended, ClockStarted, ClockStopped, TradingPassed
from domain.clock_terms import ClockTerms
from domain.commands import (
    CardRef,
    CreateGame,
    EndPlanting,
    EndTrading,
    OfferDonation,
    PlantFromHand,
)
from domain.edition_data.family import FAMILY
from domain.editions import EDITIONS
from domain.refusals import Misuse
from replay.codec import Codec
from replay.game import Game
from tests.timed_games import TimedGame, timed_game

TERMS = ClockTerms(turn=10, trading=20, game=30)


def begun(terms: ClockTerms = TERMS) -> TimedGame:
    """A game in which time runs since second 5."""
    timed = TimedGame(terms)
    timed.now = 5_000
    timed.plant()
    return timed


def trading(terms: ClockTerms = TERMS) -> TimedGame:
    """A game in its first trading, since second 5."""
    timed = begun(terms)
    timed.act(EndPlanting(seat=timed.seat))
    return timed


def blamed(timed: TimedGame) -> str | None:
    """The clause that the audit cites against the last event, which must be the first fault; None for no fault."""
    first = timed.audit().first
    assert first is None or first.n >= len(timed.game.envelopes) - 3
    return None if first is None else first.clause


def test_ck_1__a_clock_has_a_budget_and_a_seat_uses_that_of_the_turn_first() -> None:
    for terms in (ClockTerms(), ClockTerms(turn=1, at_zero="nothing")):
        with pytest.raises(Misuse, match=r"clock|zero"):
            TimedGame(terms)
    timed = begun()
    seat = timed.state.elapsed(timed.now + 4_000).seats[timed.seat]
    assert (seat.turn, seat.game) == (6_000, 30_000)
    timed.now += 11_000
    timed.act(EndPlanting(seat=timed.seat))
    assert (timed.state.seats[timed.seat].turn, timed.state.seats[timed.seat].game) == (0, 29_000)
    assert blamed(timed) is None


def test_ck_2__a_clock_starts_once_and_a_stop_resets_nothing() -> None:
    timed = begun()
    timed.now += 4_000
    timed.tell(ClockStopped(reason="paused"))
    timed.now += 90_000
    assert blamed(timed) is None
    timed.tell(ClockStarted(reason="resumed"))
    assert timed.state.seats[timed.seat].turn == 6_000
    assert blamed(timed) is None
    timed.tell(ClockStarted(reason="resumed"))
    assert blamed(timed) == "CK-2"


def test_ck_3__time_is_added_and_grace_once() -> None:
    timed = begun(ClockTerms(turn=10, grace=15))
    grace = ClockExtended(budget="game", seconds=15, reason="stream_lost", seat=timed.seat)
    timed.tell(grace)
    timed.tell(ClockExtended(budget="game", seconds=15, reason="organiser"))
    assert [time.left for time in timed.state.seats].count(25_000) == 2
    assert timed.state.seats[timed.seat].left == 40_000
    assert blamed(timed) is None
    timed.tell(grace)
    assert blamed(timed) == "CK-3"
    timed = begun()
    timed.tell(ClockExtended(budget="trading", seconds=15, reason="organiser"))
    assert blamed(timed) == "CK-3"  # no trading is under way


def test_ck_4__a_budget_is_used_up_at_zero_and_once() -> None:
    timed = begun()
    timed.run_out()
    assert (timed.now, blamed(timed)) == (45_000, None)
    timed.tell(ClockExpired(budget="turn", seat=timed.seat))
    assert blamed(timed) == "CK-4"
    timed = begun()
    timed.now = 44_999
    timed.tell(ClockExpired(budget="turn", seat=timed.seat))
    assert blamed(timed) == "CK-4"


def test_ck_5__the_trading_ends_when_all_have_passed_or_its_budget_is_used_up() -> None:
    timed = trading()
    for seat in range(3):
        assert timed.state.forced == ()
        timed.tell(TradingPassed(seat=seat))
    timed.force()
    assert blamed(timed) is None
    assert "CK-5" in {verdict.clause for verdict in timed.audit().verdicts if verdict.verdict == "legal"}
    timed = trading()
    for seat in range(3):
        timed.tell(TradingPassed(seat=seat)) if seat != timed.seat else None
    slot = timed.game.table.active.slots[0]
    gift = CardRef(source="hand", slot=slot)
    timed.act(OfferDonation(seat=timed.seat, to=(timed.seat + 1) % 3, cards=(gift,)))
    timed.tell(TradingPassed(seat=timed.seat))
    assert (timed.state.passed, timed.state.forced) == ((timed.seat,), ())
    timed.act(EndTrading(seat=timed.seat), "clock")
    assert blamed(timed) == "CK-9"
    timed = trading()
    timed.run_out()
    timed.force()
    assert (timed.now, blamed(timed)) == (25_000, None)
    timed = begun()
    timed.tell(TradingPassed(seat=0))
    assert blamed(timed) == "CK-5"


def test_ck_6__at_zero_a_seat_passes() -> None:
    timed = begun()
    timed.run_out()
    timed.act(EndPlanting(seat=timed.seat), "clock")
    assert blamed(timed) is None
    timed = begun()
    timed.run_out()
    timed.act(PlantFromHand(seat=timed.seat, field=1), "clock")
    assert blamed(timed) == "CK-9"


def test_ck_7__at_zero_a_bot_plays_until_the_seat_gets_time() -> None:
    timed = begun(ClockTerms(turn=10, at_zero="bot"))
    timed.run_out()
    timed.act(PlantFromHand(seat=timed.seat, field=1), "clock")
    assert (timed.state.forced, blamed(timed)) == ((timed.seat,), None)
    timed.tell(ClockExtended(budget="game", seconds=1, reason="organiser", seat=timed.seat))
    timed.act(EndPlanting(seat=timed.seat), "clock")
    assert blamed(timed) == "CK-9"


def test_ck_8__where_an_arbiter_is_called_nothing_is_forced() -> None:
    timed = begun(ClockTerms(turn=10, trading=5, at_zero="arbiter"))
    timed.now += 10_000
    timed.tell(ClockExpired(budget="turn", seat=timed.seat), ClockStopped(reason="time_up"))
    assert (timed.state.forced, timed.state.running, blamed(timed)) == ((), False, None)
    timed.act(EndPlanting(seat=timed.seat), "clock")
    assert blamed(timed) == "CK-9"


def test_ck_9__the_clock_gives_no_command_without_an_expiry() -> None:
    timed = begun()
    timed.act(EndPlanting(seat=timed.seat), "clock")
    assert blamed(timed) == "CK-9"
    timed = begun()
    timed.act(EndPlanting(seat=timed.seat))
    assert blamed(timed) is None


def test_every_clause_of_the_clock_has_a_test_and_every_mechanism_is_seen_refusing() -> None:
    tested = {f"CK-{found[1]}" for name in globals() if (found := re.match(r"test_ck_(\d+)__", name))}
    assert tested == set(FAMILY.clauses)


def test_a_clock_changes_no_table_and_a_game_without_one_keeps_its_bytes() -> None:
    timed = timed_game("classic", 3, "classic-3-1")
    commands = [one.cause for one in timed.game.envelopes if one.cause is not None and one.cause.command is not None]
    plain = Game("classic-3-1", timed.game.chance)
    for cause in commands:
        command = cause.command
        if isinstance(command, CreateGame):
            command = CreateGame(edition=command.edition, players=command.players)
        assert command is not None
        plain.act(command, by=cause.by, key=None, at=0)
    assert plain.table == timed.game.table
    assert b'"clock' in Codec().to_json(timed.game.envelopes[0])
    assert b'"clock' not in Codec().to_json(plain.envelopes[0])


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_passing_clock_advances_every_edition(edition: str) -> None:
    timed = TimedGame(ClockTerms(turn=1), edition, EDITIONS[edition].data.players[0], f"{edition}-1")
    timed.tell(ClockStarted(reason="organiser"))
    while timed.game.table.turn.number < 4 and timed.game.table.result is None:
        timed.run_out()
        timed.force()
    assert timed.audit().first is None
