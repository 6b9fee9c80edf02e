"""What happens to the clock of a game: each act is decided at its current table, and written as an event."""

from collections.abc import Callable, Sequence

from domain.clock_events import ClockEvent, ClockExpired, ClockExtended, ClockStarted, ClockStopped, TradingPassed
from domain.clock_state import ClockState
from domain.clock_terms import ARBITER, BY_THE_CLOCK, TIME_UP
from domain.editions import rulebook_of
from domain.engine import Decision
from domain.refusals import Misuse
from domain.values import Value
from service.access.context import Context
from service.access.visibility_scope import VisibilityScope
from service.commands.idempotent_commands import Done
from service.ops.clock import now_ms
from service.problems import Problem
from service.queries.live_table import LiveTable

START = "start"
STOP = "stop"
EXTEND = "extend"
ACTS = (START, STOP, EXTEND)

Decided = Callable[[ClockState, int], Sequence[ClockEvent]]
"""Returns the events of an act at a clock, which was brought to the time in milliseconds since 1970."""


class ClockAct(Value):
    """What an official does to the clock: start it, stop it, or extend a budget by `seconds`.

    The budget is the game of a seat, of all seats without `seat`, or the `trading` that is under way.
    """

    act: str
    budget: str = "game"
    seat: int | None = None
    seconds: int | None = None


def clock_of(context: Context, live: LiveTable) -> ClockState | None:
    """Return the clock at a table, or None for a game without one."""
    return context.reader.clocks.at(live.game, live.version, live.version)


def tell_clock(
    context: Context,
    game: str,
    decided: Decided,
    *,
    by: str,
    asker: str,
    key: str | None = None,
    expected: int | None = None,
    pausable: bool = True,
) -> Done:
    """Record what happens to a clock. Raises Refusal with the clause that forbids it, or `clock.none`.

    The act is decided again if another writer was faster, unless it is meant for the version `expected`. So nothing
    happens twice.
    """

    def ruled(live: LiveTable) -> Decision:
        clock = clock_of(context, live)
        if clock is None:
            raise Problem("clock.none", f"{game} is played without a clock")
        if live.table.result is not None:
            raise Problem("game.ended", f"{game} has ended, and its clock with it")
        now = max(live.at, now_ms())
        events = decided(clock.elapsed(now), now)
        if not events:
            raise Problem("game.conflict", f"the clock of {game} was changed by another client")
        for mechanism in clock.verdicts(now, events):
            if mechanism is not None:
                raise rulebook_of(live.table).refusal(mechanism)
        return Decision(events=tuple(events), table=live.table)

    return context.live.record(game, ruled, by=by, asker=asker, key=key, expected=expected, pausable=pausable)


def act_on_clock(context: Context, sight: VisibilityScope, act: ClockAct, key: str | None) -> Done:
    """Do what an official wants. Raises Misuse for a seat that there is not, else as `tell_clock` does."""
    if act.seat is not None:
        sight.require_seat(act.seat, "seat")
    if act.act == EXTEND and act.seconds is None:
        raise Misuse("say by how many seconds to extend it", place="seconds")
    event: ClockEvent
    match act.act:
        case "start":
            event = ClockStarted(reason=sight.relation)
        case "stop":
            event = ClockStopped(reason=sight.relation)
        case _:
            seconds = act.seconds or 1
            event = ClockExtended(budget=act.budget, seconds=seconds, reason=sight.relation, seat=act.seat)
    who = sight.principal.name
    return tell_clock(
        context, sight.game, lambda _, __: [event], by=sight.relation, asker=who, key=key, pausable=act.act == START
    )


def pass_trading(context: Context, sight: VisibilityScope, key: str | None) -> Done:
    """Pass in the trading under way, for the seat of this principal."""
    seat = sight.principal.seat
    assert seat is not None, "only seats may pass"
    passed = [TradingPassed(seat=seat)]
    return tell_clock(context, sight.game, lambda _, __: passed, by=f"seat:{seat}", asker=sight.principal.name, key=key)


def expire(context: Context, game: str) -> Done:
    """Record the budgets that are used up. Where an arbiter is called at zero, the clock stops as well."""

    def used_up(clock: ClockState, now: int) -> Sequence[ClockEvent]:
        events: list[ClockEvent] = []
        while (expiry := clock.next_expiry) is not None and expiry.at <= now:
            event = ClockExpired(budget=expiry.budget, seat=expiry.seat)
            events.append(event)
            clock = clock.with_event(event)
        if events and clock.terms.at_zero == ARBITER:
            events.append(ClockStopped(reason=TIME_UP))
        return events

    return tell_clock(context, game, used_up, by=BY_THE_CLOCK, asker=BY_THE_CLOCK)
