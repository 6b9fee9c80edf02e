"""Watching a game together: how many do, where a leader is, how people react."""

from typing import Annotated, Final, Literal, get_args

import msgspec

from domain.member_types import one_of
from domain.values import Value
from service.access.policy import SEAT
from service.api.response_schemas import Answer
from service.http.json_bodies import JsonBody
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import N_MAX
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer
from service.queries.watchers import Watch, band_of, public_id_of

Reaction = Literal["applause", "laughter", "surprise"]
REACTIONS: Final[tuple[str, ...]] = get_args(Reaction)
WatcherId = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{22,64}$")]
EventNumber = Annotated[int, msgspec.Meta(ge=1, le=N_MAX)]

watching = Operations()


class WatchRequest(Value):
    """A sign of a watcher.

    `watcher` is a secret of their own making. With `n` they lead others to this event. `follows` is the `lead` of
    another watcher. `reaction` is to event `reacts_to`.
    """

    watcher: WatcherId
    n: EventNumber | None = None
    follows: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")] | None = None
    reaction: Reaction | None = None
    reacts_to: EventNumber | None = None


class ReactionCount(Answer):
    """How many react in the same way."""

    reaction: Annotated[str, one_of(*REACTIONS)]
    count: int


class WatchState(Answer):
    """How many watch at least, the caller's own `lead`, and the event at which the followed one is."""

    watching: int
    lead: str
    led_to: int | None
    reactions: list[ReactionCount]


@watching.operation(
    "PUT",
    "/games/<game>/watch",
    "watch_game",
    ResponseSpec(WatchState),
    RequestSpec(body=JsonBody(WatchRequest), example={"watcher": "a-secret-of-22-letters", "n": 12}),
)
def watch_game(call: Call, sign: WatchRequest) -> HttpAnswer:
    """Watch a game, and learn how many do.

    `watching` is a lower bound in bands: 0, 1, 5, 10, 20, 50 and so on. A watcher who is silent for 45 seconds does not
    count. `lead` is public: others follow it. `led_to` is null where the followed one has gone, or is at an event that
    the caller may not know yet. The same holds for reactions. A seat of a running game counts as no watcher, cannot
    lead, and is told no reactions. Nothing of this is stored.
    """
    sight = call.sight
    lead = public_id_of(sign.watcher)
    plays = sight.relation == SEAT and not sight.over
    watch = Watch(
        sight.game,
        lead,
        n=None if sign.n is None else min(sign.n, sight.version),
        follows=sign.follows,
        reaction=sign.reaction,
        reacts_to=min(sign.reacts_to or sight.version, sight.version),
    )
    state = call.context.watchers.note(Watch(sight.game, "") if plays else watch)
    reactions = [(kind, count) for (kind, n), count in state.reactions.items() if n <= sight.version]
    totals = [(kind, sum(count for reaction, count in reactions if reaction == kind)) for kind in REACTIONS]
    led_to = state.led_to if state.led_to is not None and state.led_to <= sight.version else None
    return answer(
        WatchState(
            watching=band_of(state.present),
            lead=lead,
            led_to=led_to,
            reactions=[] if plays else [ReactionCount(reaction=kind, count=count) for kind, count in totals if count],
        )
    )
