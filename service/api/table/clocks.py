"""The clock of a game: what is left, and what officials and seats do to it."""

from typing import Annotated

from marshmallow import fields, validate

from domain.clock_terms import SECONDS_MAX
from domain.member_types import Count
from projections.shown_clock import ShownClock, shown_clock
from service.api.games.person_schemas import SEATS_MAX
from service.api.response_schemas import Answer
from service.http.marshmallow_bodies import MarshmallowBody
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer, replay_header
from service.lifecycle.clock_acts import ACTS, ClockAct, act_on_clock, pass_trading
from service.ops.clock import now_ms

clocks = Operations()


class GameClock(Answer):
    """The clock of a game after event n, and the time of the server `now`, in milliseconds since 1970.

    `clock` is null for a game without one. For delayed spectators `now` is as late as the events that they know; where
    they are late by events, it is the time of the last one.
    """

    game: str
    n: Annotated[int, Count]
    now: int
    clock: ShownClock | None


class ClockActSchema(MarshmallowBody):
    """What to do: start the clock, stop it, or extend a budget by `seconds`.

    The budget is the `game` of a seat, of all seats without `seat`, or the `trading` that is under way.
    """

    value = ClockAct
    act = fields.String(validate=validate.OneOf(ACTS))
    budget = fields.String(validate=validate.OneOf(("game", "trading")))
    seat = fields.Integer(strict=True, validate=validate.Range(0, SEATS_MAX - 1))
    seconds = fields.Integer(strict=True, validate=validate.Range(1, SECONDS_MAX))


@clocks.operation(
    "GET",
    "/games/<game>/clock",
    "get_clock",
    ResponseSpec(GameClock),
)
def get_clock(call: Call) -> HttpAnswer:
    """Get the clock of a game and the time of the server.

    A client measures how far its own clock is off, and counts down from `since`. Streams carry the clock of each event
    with `with=clock`. Only the server decides when a budget is used up.
    """
    return _clock(call)


@clocks.operation(
    "POST",
    "/games/<game>/clock",
    "act_on_clock",
    ResponseSpec(GameClock),
    RequestSpec(body=ClockActSchema(), example={"act": "extend", "seat": 2, "seconds": 120}),
    problems=["clock.none", "game.ended", "game.paused", "game.conflict", "idempotency.reused", "rules.turn.order"],
    writes=True,
)
def post_clock(call: Call, act: ClockAct) -> HttpAnswer:
    """Start or stop the clock of a game, or extend a budget.

    Each act is an event that all spectators see. A stop resets nothing. An act that changes nothing is refused with the
    clause about it, such as CK-2 for a clock that runs already.
    """
    return _clock(call, again=act_on_clock(call.context, call.sight, act, call.request.key).replayed)


@clocks.operation(
    "POST",
    "/games/<game>/clock/passes",
    "pass_trading",
    ResponseSpec(GameClock),
    problems=["clock.none", "game.ended", "game.paused", "game.conflict", "idempotency.reused", "rules.turn.order"],
    writes=True,
)
def post_pass(call: Call) -> HttpAnswer:
    """Pass in the trading of a game with a clock, for your seat.

    A new offer or a deal makes all passes void. When every seat has passed, the clock ends the trading. Clause CK-5.
    """
    return _clock(call, again=pass_trading(call.context, call.sight, call.request.key).replayed)


def _clock(call: Call, *, again: bool = False) -> HttpAnswer:
    sight = call.reader.current_sight(call.sight)
    clock = shown_clock(call.reader.clock(sight, sight.version))
    now = now_ms() if sight.until is None else sight.until
    if clock is not None and sight.late_by_events:
        now = clock.since
    return answer(
        GameClock(game=sight.game, n=sight.version, now=now, clock=clock),
        200,
        Cache_Control="no-store",
        Vary="Authorization",
        **replay_header(again),
    )
