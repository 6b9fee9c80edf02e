"""The clock of a game as a pure projection: its terms, its events, and the table after each batch of the log.

No event says whose time runs. During the trading it is that of all, if the trading has a budget. Otherwise it is that
of each seat that the game waits for. A seat uses the budget of the turn first, then that of the game.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from domain.clock_events import (
    ClockExpired,
    ClockExtended,
    ClockStarted,
    ClockStopped,
    GameTimed,
    TradingPassed,
)
from domain.clock_terms import ARBITER, GAME, PASS, STREAM_LOST, TRADING, TURN, ClockTerms
from domain.commands import Command, EndTrading, SeatCommand, TakeSeat
from domain.deal_commitments import ShareCommand
from domain.engine import awaited_seats, legal_commands
from domain.events import BeansDonated, DonationOffered, Event, TradeAccepted, TradeProposed
from domain.forks import GameForked
from domain.rulebook import Bounds, Mechanism, Rulebook
from domain.table import Table
from domain.values import Value, changed

_SECOND: Final = 1000
_OFFERS_AND_DEALS: Final = (TradeProposed, DonationOffered, TradeAccepted, BeansDonated)
"""After these events every seat may want something again, so all passes are void."""


class SeatTime(Value, omit_defaults=False):
    """What a seat has left, in milliseconds: of its `turn`, None without such a budget, and of its `game`.

    It is `expired` from zero on, until it has time again. It was `graced` if it lost its stream before.
    """

    turn: int | None
    game: int
    expired: bool = False
    graced: bool = False

    @property
    def left(self) -> int:
        """All that is left for this turn."""
        return (self.turn or 0) + self.game

    def less(self, passed: int) -> "SeatTime":
        """Return the same after these milliseconds: first of the turn, then of the game."""
        of_turn = min(passed, self.turn or 0)
        turn = None if self.turn is None else self.turn - of_turn
        return replace(self, turn=turn, game=max(0, self.game - (passed - of_turn)))

    def renewed(self, terms: ClockTerms) -> "SeatTime":
        """Return the same as a new turn begins."""
        turn = None if terms.turn is None else terms.turn * _SECOND
        return replace(self, turn=turn, expired=self.expired and turn is None)


class Expiry(Value):
    """A budget that is used up at `at`, and the seat that it is of; None for the trading."""

    at: int
    budget: str
    seat: int | None = None


class ClockState(Value, omit_defaults=False):
    """The clock after a batch at `since`, in milliseconds since 1970.

    `on` are the seats whose time runs while the clock does. `trading` is what the trading has left in milliseconds,
    None outside a trading with a budget. `reason` is why the clock stands still. `moved` says that a seat has acted.
    """

    terms: ClockTerms
    seats: tuple[SeatTime, ...]
    since: int
    running: bool = False
    reason: str = ""
    moved: bool = False
    turn: int = 0
    trades: bool = False
    trading: int | None = None
    trading_expired: bool = False
    passed: tuple[int, ...] = ()
    on: tuple[int, ...] = ()
    active: int = 0

    @property
    def all_passed(self) -> bool:
        """Whether every seat has passed since the last offer or deal."""
        return self.trades and len(self.passed) == len(self.seats)

    @property
    def next_expiry(self) -> Expiry | None:
        """The budget that is used up first if nothing happens; None if none is."""
        if not self.running:
            return None
        if self.trading is not None:
            if self.trading_expired:
                return None
            return Expiry(at=self.since + self.trading, budget=TRADING)
        if not self.terms.limits_seats:
            return None
        running = (
            Expiry(at=self.since + self.seats[seat].left, budget=self._budget, seat=seat)
            for seat in self.on
            if not self.seats[seat].expired
        )
        return min(running, key=lambda expiry: expiry.at, default=None)

    @property
    def is_to_start(self) -> bool:
        """Whether the first move was made and the clock has not started yet. Rule: CK-2."""
        return self.moved and not self.running and not self.reason

    @property
    def ends_trading(self) -> bool:
        """Whether the clock ends the trading now: it is used up or all have passed. Rule: CK-5."""
        if not (self.running and self.trades):
            return False
        return self.all_passed or (self.trading_expired and self.terms.at_zero != ARBITER)

    @property
    def forced(self) -> tuple[int, ...]:
        """The seats for which the clock acts now, ascending. Rule: CK-5 to CK-8."""
        if self.ends_trading:
            return (self.active,)
        if not self.running or self.terms.at_zero == ARBITER or self.trading is not None:
            return ()
        return tuple(seat for seat in self.on if self.seats[seat].expired)

    def after(
        self, at: int, events: Iterable[Event], command: Command | None, rulebook: Rulebook, table: Table
    ) -> "ClockState":
        """Return the clock after one more batch at this time, which `command` led to, and the table after it."""
        state = self.elapsed(at)
        for event in events:
            state = state.with_event(event)
        is_move = isinstance(command, SeatCommand) and not isinstance(command, TakeSeat | ShareCommand)
        return state.waiting(rulebook, table, moved=self.moved or is_move)

    def elapsed(self, at: int) -> "ClockState":
        """Return the clock at this time, nothing having happened."""
        passed = max(0, at - self.since) if self.running else 0
        now = replace(self, since=max(at, self.since))
        if self.trading is not None:
            return replace(now, trading=max(0, self.trading - passed))
        seats = tuple(time.less(passed) if seat in self.on else time for seat, time in enumerate(self.seats))
        return replace(now, seats=seats)

    def verdicts(self, at: int, events: Iterable[Event]) -> Iterator[Mechanism | None]:
        """Yield for each event of the clock's own what forbids it at this time, or None. Rule: CK-2 to CK-5."""
        state = self.elapsed(at)
        for event in events:
            yield state.forbids(event)
            state = state.with_event(event)

    def forbids(self, event: Event) -> Mechanism | None:
        """Return what forbids an event of the clock now, or None."""
        match event:
            case ClockStarted():
                return "clock.running" if self.running else None
            case ClockStopped():
                return None if self.running else "clock.running"
            case ClockExtended(budget="trading", seat=None):
                return "clock.extension" if self.trading is None else None
            case ClockExtended(budget="game"):
                twice = event.reason == STREAM_LOST and (event.seat is None or self.seats[event.seat].graced)
                return "clock.extension" if twice or not self.terms.limits_seats else None
            case ClockExpired(seat=None):
                is_due = self.running and event.budget == TRADING and self.trading == 0 and not self.trading_expired
                return None if is_due else "clock.early"
            case ClockExpired(seat=int(seat)):
                return None if event.budget == self._budget and self._is_used_up(seat) else "clock.early"
            case TradingPassed():
                return None if self.trades and event.seat not in self.passed else "clock.pass"
        return "clock.extension"

    @property
    def _budget(self) -> str:
        """The budget that is used up with the last of a seat's time."""
        return GAME if self.terms.turn is None else TURN

    def _is_used_up(self, seat: int) -> bool:
        runs = self.running and self.terms.limits_seats and self.trading is None and seat in self.on
        return runs and self.seats[seat].left == 0 and not self.seats[seat].expired

    def with_event(self, event: Event) -> "ClockState":
        """Return the clock after this event, before it is known for whom the table waits."""
        match event:
            case ClockStarted():
                return replace(self, running=True, reason="")
            case ClockStopped():
                return replace(self, running=False, reason=event.reason)
            case ClockExtended():
                return self._extended(event)
            case ClockExpired(seat=None):
                return replace(self, trading_expired=True, trading=0)
            case ClockExpired(seat=int(seat)):
                time = self.seats[seat].less(self.seats[seat].left)
                return replace(self, seats=changed(self.seats, seat, replace(time, expired=True)))
            case TradingPassed():
                return replace(self, passed=tuple(sorted({*self.passed, event.seat})))
            case _ if isinstance(event, _OFFERS_AND_DEALS):
                return replace(self, passed=())
        return self

    def _extended(self, event: ClockExtended) -> "ClockState":
        more = event.seconds * _SECOND
        if event.budget == TRADING:
            return replace(self, trading=(self.trading or 0) + more, trading_expired=False)
        graced = event.reason == STREAM_LOST
        seats = tuple(
            replace(time, game=time.game + more, expired=False, graced=time.graced or graced)
            if event.seat in (None, seat)
            else time
            for seat, time in enumerate(self.seats)
        )
        return replace(self, seats=seats)

    def waiting(self, rulebook: Rulebook, table: Table, *, moved: bool) -> "ClockState":
        """Return the same for what the table waits for now."""
        state = replace(self, moved=moved, active=table.turn.seat)
        if table.result is not None or not table.begun:
            return replace(state, running=state.running and table.result is None, on=(), trades=False, trading=None)
        phase = rulebook.phase(table)
        if new_turn := table.turn.number != self.turn:
            seats = tuple(time.renewed(self.terms) for time in state.seats)
            state = replace(state, turn=table.turn.number, seats=seats)
        trades = EndTrading in phase.moves
        if not trades:
            state = replace(state, trades=False, trading=None, trading_expired=False, passed=())
        elif new_turn or not state.trades:
            budget = None if self.terms.trading is None else self.terms.trading * _SECOND
            state = replace(state, trades=True, trading=budget, trading_expired=False, passed=())
        return replace(state, on=awaited_seats(rulebook, table))


def clock_after(
    state: ClockState | None,
    at: int,
    events: Sequence[Event],
    command: Command | None,
    rulebook: Rulebook,
    table: Table,
) -> ClockState | None:
    """Return the clock after one more batch; None for a game without a clock.

    A fork has a clock if it says so itself: what was left goes on from its first move. Rule: CK-2.
    """
    timed = next((event for event in events if isinstance(event, GameTimed)), None)
    is_fork = any(isinstance(event, GameForked) for event in events)
    if timed is None and (state is None or is_fork):
        return None
    if state is None:
        assert timed is not None, "else there is no clock"
        terms = timed.terms
        time = SeatTime(turn=None, game=(terms.game or 0) * _SECOND).renewed(terms)
        state = ClockState(terms=terms, seats=(time,) * len(table.seats), since=at)
    elif is_fork:
        state = replace(state, since=at, running=False, reason="", moved=False)
    return state.after(at, events, command, rulebook, table)


def terms_of_clock(events: Iterable[Event]) -> ClockTerms | None:
    """Return the terms of the clock after these events of a game and its ancestors, or None without a clock."""
    terms = None
    for event in events:
        if isinstance(event, GameForked):
            terms = None
        elif isinstance(event, GameTimed):
            terms = event.terms
    return terms


def passing_command(rulebook: Rulebook, table: Table, seat: int) -> SeatCommand | None:
    """Return the command that passes: one that ends the phase, else the first legal one. Rule: CK-6."""
    options = [option for option in legal_commands(rulebook, table, seat) if not isinstance(option, Bounds)]
    return command_that_goes_on(options)


def command_that_goes_on(options: Sequence[Command]) -> SeatCommand | None:
    """Return which of these commands lets the game go on: one that ends the phase, else the first."""
    commands = [option for option in options if isinstance(option, SeatCommand)]
    ending = (option for option in commands if type(option).__name__.startswith("End"))
    return next(ending, next(iter(commands), None))


def forced_clause(state: ClockState, command: SeatCommand) -> str | None:
    """Return the clause by which the clock gives this command, or None if it may not. Rule: CK-5 to CK-7."""
    if state.ends_trading:
        return "CK-5" if command == EndTrading(seat=state.active) else None
    if command.seat not in state.forced:
        return None
    return "CK-6" if state.terms.at_zero == PASS else "CK-7"
