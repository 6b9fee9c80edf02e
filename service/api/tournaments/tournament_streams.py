"""The stream of a tournament: server-sent events or lines of JSON, from any event on."""

from typing import Any

import msgspec
from marshmallow import Schema, fields, validate

from domain.refusals import Misuse
from replay.tournaments.tournament_file import NumberedTournamentEvent
from service.api.table.streams import LastEventHeader
from service.api.text_types import text_of
from service.api.tournaments.tournament_answers import event_with_words
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import N_MAX, StrictInteger
from service.http.request_context import Call
from service.http.response import HttpAnswer
from service.streaming.stream_encoding import NDJSON, NDJSON_FRAMES, SSE, SSE_FRAMES
from service.streaming.tournament_stream import TournamentStream
from service.tournaments.visible_tournament import VisibleTournament

tournament_streams = Operations()


class TournamentStreamQuery(Schema):
    """From where on, and whether to follow."""

    after = StrictInteger(
        load_default=0,
        validate=validate.Range(0, N_MAX),
        metadata={"description": "Continue after this event; by default the stream begins with the first event"},
    )
    follow = fields.Boolean(
        load_default=True,
        truthy={"true"},
        falsy={"false"},
        metadata={"description": "`true`: wait for new events after the last one; `false`: end the stream there"},
    )


@tournament_streams.operation(
    "GET",
    "/tournaments/<tournament>/stream",
    "stream_tournament",
    ResponseSpec(
        text_of("TournamentStreamMessage", SSE),
        media=SSE,
        others=[(200, text_of("TournamentStreamLine", NDJSON), NDJSON), (204, None, "")],
    ),
    RequestSpec(query=TournamentStreamQuery, headers=[LastEventHeader]),
)
def stream_tournament(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Stream a tournament as server-sent events or NDJSON.

    Each `event: event` has the id n and the data of `list_tournament_events`. `event: end` comes last, once the
    tournament is closed and its secrets are revealed. A client that goes on with `Last-Event-ID` misses nothing. After
    the last event of such a tournament the answer is 204. A comment or a blank line comes every few seconds. With
    `follow=false` it is a poll.
    """
    frames = NDJSON_FRAMES if call.request.prefers(NDJSON, SSE) else SSE_FRAMES
    visible, after = call.tournament, query["after"]
    place = "query.after"
    if last_event_id := call.request.head.headers.get("last-event-id"):
        place = "header.Last-Event-ID"
        if not (last_event_id.isascii() and last_event_id.isdigit() and len(last_event_id) < 10):
            raise Misuse("Last-Event-ID is the number of an event", place=place)
        after = int(last_event_id)
    if after > visible.version:
        says = f"there is no event {after}: the tournament has events 1 to {visible.version}"
        raise Misuse(says, place=place)
    if frames is SSE_FRAMES and last_event_id and visible.over and after == visible.version:
        return HttpAnswer(status=204)
    shares = call.context.stream_quota.shares(call.request.caller, call.principal.address)
    stream = TournamentStream(
        call.context,
        visible,
        after,
        frames,
        _line,
        lambda: call.context.stream_quota.leave(shares),
        follow=query["follow"],
    )
    call.context.stream_quota.enter(shares)  # this comes last: nothing may fail once the place is taken
    response = HttpAnswer(stream, 200, frames.media, close=stream.release)
    response.headers.update({"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Authorization, Accept"})
    return response


def _line(visible: VisibleTournament, one: NumberedTournamentEvent) -> bytes:
    return msgspec.json.encode(event_with_words(visible, one))
