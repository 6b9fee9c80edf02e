"""The events by which a clock runs, none of which changes the table.

Whose time runs follows from the table. So events say only what the table cannot: that the clock starts or stops, that
time is added, and that a budget is used up.
"""

from typing import Annotated, ClassVar

from domain.clock_terms import ClockTerms, Seconds
from domain.events import Event
from domain.evolve import applies, require
from domain.member_types import Reason, SeatIndex, Text
from domain.table import Table
from domain.visibility import EVERYONE


class ClockEvent(Event):
    """An event of the clock, which leaves the table as it is."""


class GameTimed(ClockEvent, tag="game_timed.1"):
    """The game is played with a clock of these terms."""

    of_making: ClassVar[bool] = True
    terms: Annotated[ClockTerms, EVERYONE]


class ClockStarted(ClockEvent, tag="clock_started.1"):
    """Time runs: from the first move on, or because an official or the end of a pause says so."""

    reason: Annotated[Reason, EVERYONE]


class ClockStopped(ClockEvent, tag="clock_stopped.1"):
    """Time stands still. Nothing is given back or reset."""

    reason: Annotated[Reason, EVERYONE]


class ClockExtended(ClockEvent, tag="clock_extended.1"):
    """Time is added: to the running trading, or to the game of one seat, or of all without `seat`."""

    budget: Annotated[Text, EVERYONE]
    seconds: Annotated[Seconds, EVERYONE]
    reason: Annotated[Reason, EVERYONE]
    seat: Annotated[SeatIndex | None, EVERYONE] = None


class ClockExpired(ClockEvent, tag="clock_expired.1"):
    """A budget is used up: that of a seat, or of the trading for all."""

    budget: Annotated[Text, EVERYONE]
    seat: Annotated[SeatIndex | None, EVERYONE] = None


class TradingPassed(ClockEvent, tag="trading_passed.1"):
    """A seat wants nothing more of this trading, unless an offer or a deal follows."""

    seat: Annotated[SeatIndex, EVERYONE]


@applies(GameTimed, ClockStarted, ClockStopped, ClockExtended, ClockExpired, TradingPassed)
def clock_event(table: Table, event: ClockEvent) -> Table:
    """Change nothing: time does not lie on the table."""
    seat = getattr(event, "seat", None)
    require(
        bool(table.edition) and (seat is None or seat < len(table.seats)), "a clock belongs to a game and its seats"
    )
    return table
