"""Responses with a stream of a present state, as server-sent events."""

from marshmallow import Schema, fields

from service.http.request_context import Call
from service.http.response import HttpAnswer
from service.streaming.state_stream import FollowedState, PresentState, StateStream
from service.streaming.stream_encoding import SSE


class FollowQuery(Schema):
    """Whether a stream goes on after the present state."""

    follow = fields.Boolean(
        load_default=True,
        truthy={"true"},
        falsy={"false"},
        metadata={"description": "`true`: wait for new events after the last one; `false`: end the stream there"},
    )


def stream_state(call: Call, state: PresentState, followed: FollowedState, *, follow: bool) -> HttpAnswer:
    """Return a stream of this state."""
    quota = call.context.stream_quota
    shares = quota.shares(call.request.caller, call.principal.address)
    stream = StateStream(call.context, state, followed, lambda: quota.leave(shares), follow=follow)
    quota.enter(shares)  # this comes last: nothing may fail once the place is taken
    made = HttpAnswer(stream, 200, SSE, close=stream.release)
    made.headers.update({"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Authorization, Accept"})
    return made
