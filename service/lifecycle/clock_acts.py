"""Changes of a game's clock, each decided at the current table and written as events."""

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
from service.commands.idempotent_commands import CommandOutcome
from service.ops.clock import now_ms
from service.problems import Problem
from service.queries.live_table import LiveTable

START = "start"
STOP = "stop"
EXTEND = "extend"
ACTS = (START, STOP, EXTEND)

ClockDecision = Callable[[ClockState, int], Sequence[ClockEvent]]
"""Returns the events of a change. It gets the clock as of now, and now in milliseconds since 1970."""


class ClockAct(Value):
    """An official's change of the clock: start it, stop it, or extend a budget by `seconds`.

    The budget `game` is the time of one seat, or of all seats without `seat`. The budget `trading` is the current
    trading phase.
    """

    act: str
    budget: str = "game"
    seat: int | None = None
    seconds: int | None = None


def clock_of(context: Context, live: LiveTable) -> ClockState | None:
    """Return the clock at a table, or None for a game without one."""
    return context.reader.clocks.at(live.game, live.version, live.version)


def record_clock_events(
    context: Context,
    game: str,
    decide: ClockDecision,
    *,
    by: str,
    requester: str,
    key: str | None = None,
    expected: int | None = None,
    pausable: bool = True,
) -> CommandOutcome:
    """Decide a change of a clock and record its events.

    After a conflict it is decided again, unless it is meant for the version `expected`. Raises Refusal with the clause
    that forbids it, or `clock.none`.
    """

    def decision(live: LiveTable) -> Decision:
        clock = clock_of(context, live)
        if clock is None:
            raise Problem("clock.none", f"{game} is played without a clock")
        if live.table.result is not None:
            raise Problem("game.ended", f"{game} has ended, so its clock cannot be changed")
        now = max(live.at, now_ms())
        events = decide(clock.elapsed(now), now)
        if not events:
            raise Problem("game.conflict", f"the clock of {game} was changed by another client")
        for mechanism in clock.verdicts(now, events):
            if mechanism is not None:
                raise rulebook_of(live.table).refusal(mechanism)
        return Decision(events=tuple(events), table=live.table)

    return context.command_handler.record_events(
        game, decision, by=by, requester=requester, key=key, expected=expected, pausable=pausable
    )


def act_on_clock(context: Context, sight: VisibilityScope, act: ClockAct, key: str | None) -> CommandOutcome:
    """Change the clock for an official. Raises Misuse for an unknown seat, else as `record_clock_events` does."""
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
    return record_clock_events(
        context, sight.game, lambda _, __: [event], by=sight.relation, requester=who, key=key, pausable=act.act == START
    )


def pass_trading(context: Context, sight: VisibilityScope, key: str | None) -> CommandOutcome:
    """Pass in the current trading phase for the principal's seat."""
    seat = sight.principal.seat
    assert seat is not None, "only seats may pass"
    passed = [TradingPassed(seat=seat)]
    return record_clock_events(
        context, sight.game, lambda _, __: passed, by=f"seat:{seat}", requester=sight.principal.name, key=key
    )


def expire(context: Context, game: str) -> CommandOutcome:
    """Record the expired budgets. If the terms call an arbiter at zero, the clock stops as well."""

    def used_up(clock: ClockState, now: int) -> Sequence[ClockEvent]:
        events: list[ClockEvent] = []
        while (expiry := clock.next_expiry) is not None and expiry.at <= now:
            event = ClockExpired(budget=expiry.budget, seat=expiry.seat)
            events.append(event)
            clock = clock.with_event(event)
        if events and clock.terms.at_zero == ARBITER:
            events.append(ClockStopped(reason=TIME_UP))
        return events

    return record_clock_events(context, game, used_up, by=BY_THE_CLOCK, requester=BY_THE_CLOCK)
