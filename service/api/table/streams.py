"""Streams of live games: server-sent events or lines of JSON, from any event until the game ends."""

from typing import Any

from marshmallow import Schema, fields, validate
from werkzeug.http import quote_etag

from domain.refusals import Misuse
from service.access.policy import SEAT
from service.access.visibility_scope import VisibilityScope
from service.api.text_types import text_of
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import N_MAX, NoneMatchHeader, StrictInteger, ViewLanguageQuery, expansion_param
from service.http.request_context import Call
from service.http.response import HttpAnswer
from service.streaming.expansions import EXPANDED_EVENTS_PER_COST, EXPANSIONS
from service.streaming.stream_encoding import NDJSON, NDJSON_FRAMES, SSE, SSE_FRAMES
from service.streaming.stream_messages import Messages
from service.streaming.stream_steps import GameStream

streams = Operations()


class StreamQuery(ViewLanguageQuery):
    """From where on, with which state."""

    after = StrictInteger(
        validate=validate.Range(0, N_MAX),
        metadata={"description": "Continue after this event; by default the stream begins with the present table"},
    )
    follow = fields.Boolean(
        load_default=True,
        truthy={"true"},
        falsy={"false"},
        metadata={"description": "`true`: wait for new events after the last one; `false`: end the stream there"},
    )
    expansions = expansion_param(
        EXPANSIONS,
        "What every event carries beside its envelope, as of that event and view: `table`; "
        "`moves`, which cards changed their place; `pays`, what each field would pay; "
        "`lands`, who holds which land of a board; `choices`, which are "
        "`to_act`, `asked` and, of the own seat, `legal` and `offers`; `words`, these two as buttons say them, and "
        "`sentence`, both in `lang`; `verdicts`, what the audit says of the event and of earlier ones that it clears; "
        "`backs`, the hidden cards of hands whose variety is known after it; "
        "`clock`, the clock of the game, null without one",
        example="table,choices",
    )


class LastEventHeader(Schema):
    """Where a stream that broke continues."""

    last = fields.String(
        data_key="Last-Event-ID",
        metadata={
            "description": "Continue after this event; browsers send it when they reconnect",
            "example": "57",
        },
    )


@streams.operation(
    "GET",
    "/games/<game>/stream",
    "stream_game",
    ResponseSpec(
        text_of("StreamMessage", SSE),
        media=SSE,
        headers=["ETag"],
        others=[(200, text_of("StreamLine", NDJSON), NDJSON), (204, None, ""), (304, None, "")],
    ),
    RequestSpec(query=StreamQuery, headers=[LastEventHeader, NoneMatchHeader]),
    problems=["view.forbidden"],
    reads_latest=False,  # the stream itself reads the game, before it sends anything
    quick=True,
)
def stream_game(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Stream a game as server-sent events or NDJSON.

    `event: table` comes first if no cursor is given. `event: event` has the id n. `event: end` comes last.

    With `with=table,moves,pays,lands,choices,sentence` each event has, beside its envelope and as of that event and
    view:

    - `table`, the table;
    - `moves`, the cards that changed their place;
    - `pays`, what a harvest of each field would pay;
    - `lands`, as in `/tables`;
    - `to_act` and `asked`, and for the token of a seat `legal` and `offers`. All four are empty inside a batch, and the
      last two also while no seat may act;
    - `sentence`, a sentence;
    - `clock`, the clock of the game after it.

    The first table has `pays`, `lands`, `clock` and the choices, too. `legal` are whole commands that can be sent as
    they are. `offers` say what your own proposals may contain. `asked` are the seats with an offer to answer.
    `verdicts` are those of `get_audit` that this event adds or changes. `backs` are the cards of `list_known_cards`
    that lie in this table. A client that has both as of an event need not request them again.

    `event: notice` has no id. It is news that is not an event, as `{"n","kind","at","by","says"}`: `paused` (also sent
    to clients that connect during a pause), `resumed`, `remark`, `seat`, `dispute`. What the service notes itself also
    has a `code` and its `facts`, such as `{"dispute": 1, "event": 53}`. With `choices`, a pause and its end have those.

    `application/x-ndjson` has the same in lines: `{"table"}`, envelopes, `{"notice"}`, at the end `{"end"}`, with what
    was signed of the game. A comment or a blank line comes every few seconds. A client that reads nothing for long gets
    a last `event: problem`, or `{"problem"}`, and must reconnect.

    Server-sent events after a `Last-Event-ID` that is the last event of an ended game are 204. By this a browser's
    EventSource knows that it must not reconnect. A delayed spectator gets it once the delay is over.

    With `follow=false` it is a poll: everything so far is sent, `end` only if the game is over, and the response is
    complete. Its `ETag` names the state, notices included. A next poll with it as `If-None-Match` is 304 if nothing was
    added.
    """
    frames = NDJSON_FRAMES if call.request.prefers(NDJSON, SSE) else SSE_FRAMES
    expansions = query["expansions"].split(",") if "expansions" in query else ()
    sight, after = _start_position(call, query)
    if frames is SSE_FRAMES and sight.over and _last_event_id(call) and after == sight.version:
        sight.viewer(query.get("view"))  # a view that the caller may not use is refused here
        return HttpAnswer(status=204)
    messages = Messages(call.context, sight.viewer(query.get("view")), frames, expansions, query["lang"])
    follow, etag = query["follow"], ""
    if not follow:
        etag = messages.etag(sight)
        if after == sight.version and call.request.has_etag(etag):
            return _with_stream_headers(HttpAnswer(status=304), etag)
    if expansions:
        messages.table(sight)  # a game whose rules are not here is refused before anything is sent
        _charge_past_events(call, sight, after)
    context, shares = call.context, call.context.stream_quota.shares(call.request.caller, call.principal.address)
    seat = _graced_seat(call, sight) if follow else None

    def release() -> None:
        context.stream_quota.leave(shares)
        if seat is not None:
            context.lost_streams.stream_closed(sight.game, seat)

    stream = GameStream(context, sight, after, messages, release, follow=follow)
    context.stream_quota.enter(shares)  # this comes last: nothing may fail once the place is taken
    if seat is not None:
        context.lost_streams.stream_opened(sight.game, seat)
    return _with_stream_headers(HttpAnswer(stream, 200, frames.media, close=stream.release), etag)


def _graced_seat(call: Call, sight: VisibilityScope) -> int | None:
    """Return the seat of the caller, if the clock gives it grace when its stream is lost."""
    clock = call.reader.clock(sight, sight.version) if sight.relation == SEAT else None
    return None if clock is None or clock.terms.grace is None else sight.principal.seat


def _with_stream_headers(response: HttpAnswer, etag: str) -> HttpAnswer:
    response.headers.update({"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Authorization, Accept"})
    if etag:
        response.headers["ETag"] = quote_etag(etag)
    return response


def _start_position(call: Call, query: dict[str, Any]) -> tuple[VisibilityScope, int | None]:
    """Return what the caller may know, and after which event the stream continues."""
    sight, last_event_id = call.sight, _last_event_id(call)
    after: int | None = query.get("after")
    if last_event_id:
        if not (last_event_id.isascii() and last_event_id.isdigit() and len(last_event_id) < 10):
            raise Misuse("Last-Event-ID is the number of an event", place="header.Last-Event-ID")
        after = int(last_event_id)
    if (after or 0) > sight.version or query.get("view") not in (None, *sight.views) or not query["follow"]:
        sight = call.reader.current_sight(sight)  # another process may just have written that, or the end of the game
    if after is not None and after > sight.version:
        says = f"there is no event {after}: the game has events 1 to {sight.version}"
        raise Misuse(says, place="header.Last-Event-ID" if last_event_id else "query.after")
    return sight, after


def _last_event_id(call: Call) -> str | None:
    sent: str | None = call.request.head.headers.get("last-event-id")
    return sent


def _charge_past_events(call: Call, sight: VisibilityScope, after: int | None) -> None:
    """Count the cost of past events: with their state they cost more than a line each."""
    if after is not None and call.request.payer is not None:
        call.request.payer.charge((sight.version - after) // EXPANDED_EVENTS_PER_COST)
