"""The clock of a game as it is shown: what each seat and the trading have left after an event."""

from domain.clock_state import ClockState
from domain.clock_terms import ClockTerms
from domain.member_types import SeatIndex
from domain.values import Value


class ShownSeatTime(Value, omit_defaults=False):
    """What a seat had left at `since`, in milliseconds: of its turn, null without such a budget, and of its game."""

    seat: SeatIndex
    turn_ms: int | None
    game_ms: int
    runs: bool
    expired: bool


class ShownClock(Value, omit_defaults=False):
    """The clock after an event that happened at `since`, in milliseconds since 1970.

    Time runs on from there for seats that `runs`, first of the turn, then of the game. `trading_ms` is what the trading
    had left, null outside a trading with a budget; it runs while the clock does.
    """

    terms: ClockTerms
    since: int
    running: bool
    reason: str
    seats: tuple[ShownSeatTime, ...]
    trades: bool
    trading_ms: int | None
    trading_expired: bool
    passed: tuple[SeatIndex, ...]


def shown_clock(clock: ClockState | None) -> ShownClock | None:
    """Return the clock as it is shown, or None for a game without one."""
    if clock is None:
        return None
    limited = clock.running and clock.trading is None and clock.terms.limits_seats
    return ShownClock(
        terms=clock.terms,
        since=clock.since,
        running=clock.running,
        reason=clock.reason,
        seats=tuple(
            ShownSeatTime(
                seat=seat,
                turn_ms=time.turn,
                game_ms=time.game,
                runs=limited and seat in clock.on and not time.expired,
                expired=time.expired,
            )
            for seat, time in enumerate(clock.seats)
        ),
        trades=clock.trades,
        trading_ms=clock.trading,
        trading_expired=clock.trading_expired,
        passed=clock.passed,
    )
