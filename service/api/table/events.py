"""The events of a game: a range of them, or one with its verdict."""

from typing import Any, Final

import msgspec
from marshmallow import fields, validate
from msgspec.structs import replace

from domain.visibility import Viewer
from replay.record import Record
from replay.verdict_details import explain_verdict
from service.access.table_facts import seat_names
from service.api.table.command_schemas import EventDetails, EventList
from service.api.text_types import text_of
from service.http.http_caching import cached_response, with_event_etag
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import N_MAX, NoneMatchHeader, StrictInteger, ViewLanguageQuery, ViewQuery
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer, next_page_link
from service.problems import Problem
from service.queries.audit_responses import verdict_answer
from service.queries.verdict_detail_responses import VerdictDetails, details_answer
from service.streaming.long_poll import wait_for_event
from service.streaming.stream_encoding import NDJSON

EVENTS_MAX: Final = 1000
EVENTS_USUAL: Final = 200
WAIT_MAX: Final = 20

events = Operations()


class EventsQuery(ViewQuery):
    """Which events."""

    after = StrictInteger(
        load_default=0, validate=validate.Range(0, N_MAX), metadata={"description": "Only events after this one"}
    )
    limit = StrictInteger(
        validate=validate.Range(1, EVENTS_MAX),
        metadata={"description": f"How many events at most; by default {EVENTS_USUAL} as JSON, all of them as ndjson"},
    )
    kind = fields.String(
        data_key="type",
        validate=validate.Length(max=60),
        metadata={"description": "Only events of this type, such as `field_harvested.1`"},
    )
    seat = StrictInteger(validate=validate.Range(0, 15), metadata={"description": "Only events of this seat"})
    wait = StrictInteger(
        load_default=0,
        validate=validate.Range(0, WAIT_MAX),
        metadata={"description": "If there is none yet, wait this many seconds for one (long poll)"},
    )


@events.operation(
    "GET",
    "/games/<game>/events",
    "list_events",
    ResponseSpec(
        EventList, headers=["ETag", "Link"], others=[(200, text_of("Envelope", NDJSON), NDJSON), (304, None, "")]
    ),
    RequestSpec(query=EventsQuery, headers=[NoneMatchHeader]),
    problems=["view.forbidden"],
)
def list_events(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """List a range of events.

    `Link` points to the next page. With `Accept: application/x-ndjson` each event is one line. With `wait` it is a long
    poll: if there is no event yet, the response comes with the next one, or when the time is up.
    """
    viewer = call.sight.viewer(query.get("view"))
    as_lines = call.request.prefers(NDJSON, "application/json")
    after, sight = query["after"], call.sight
    if query["wait"] and after >= sight.version and not sight.over:
        caller, address = call.request.caller, call.principal.address
        waiting, polls = call.context.stream_quota, call.context.poll_quota
        with waiting.held(waiting.shares(caller, address)), polls.held(polls.shares(caller, address)):
            sight = wait_for_event(call.context, sight, after, query["wait"])
    limit = query.get("limit", len(call.reader.envelopes(sight)) if as_lines else EVENTS_USUAL)

    def page() -> HttpAnswer:
        matching = list(enumerate(call.reader.lines(sight, viewer, after), after + 1))
        if "kind" in query or "seat" in query:
            envelopes = call.reader.envelopes(sight)
            matching = [(n, line) for n, line in matching if _matches(envelopes[n - 1].event, query)]
        lines = [line for _, line in matching[:limit]]
        if as_lines:
            response = HttpAnswer(b"".join(line + b"\n" for line in lines), 200, NDJSON)
        else:
            response = answer(EventList(events=[msgspec.Raw(line) for line in lines], version=sight.version))
        if len(matching) > limit:
            response.headers["Link"] = _next(call, matching[limit - 1][0])
        return response

    return with_event_etag(call, "lines" if as_lines else "events", sight.version, viewer, page, is_final=True)


@events.operation(
    "GET",
    "/games/<game>/events/<int:n>",
    "get_event",
    ResponseSpec(EventDetails),
    RequestSpec(query=ViewLanguageQuery),
    cost=2,
    caches=True,
    problems=["view.forbidden"],
)
def get_event(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Get one event with its command and its verdict.

    The cause is beside the envelope, also for the first event of its batch.
    """
    viewer, n = call.sight.viewer(query.get("view")), call.args["n"]
    if not 1 <= n <= call.sight.version:
        raise Problem("not-found", f"there is no event {n}: the game has events 1 to {call.sight.version}")
    return cached_response(call, lambda: _event(call, viewer, n, query["lang"]))


def _event(call: Call, viewer: Viewer, n: int, lang: str) -> HttpAnswer:
    context, reader, sight = call.context, call.reader, call.sight
    first = next(one.n for one in reversed(reader.envelopes(sight)[:n]) if one.cause is not None)
    question = ("verdict", sight.game, viewer.name, n)  # a batch is judged once, and only by what came before it
    verdict = context.background.result(
        question, call.request.network, lambda: reader.auditor(sight, viewer).verdict(n), lambda _: 1
    )
    edition = Record(game=sight.game, envelopes=tuple(reader.envelopes(sight)[:1])).created.edition
    alone = replace(reader.redacted_event(sight, viewer, n), cause=None)
    names = seat_names(reader, sight)
    return answer(
        EventDetails(
            envelope=msgspec.Raw(context.records.codec.to_json(alone)),
            cause=reader.redacted_event(sight, viewer, first).cause,
            verdict=None if verdict is None else verdict_answer(edition, verdict, lang, names, context.book),
        ),
        Vary="Authorization",
    )


@events.operation(
    "GET",
    "/games/<game>/events/<int:n>/verdict",
    "get_event_verdict",
    ResponseSpec(VerdictDetails),
    RequestSpec(query=ViewLanguageQuery),
    cost=10,
    caches=True,
    problems=["view.forbidden"],
)
def get_event_verdict(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Explain the verdict on one event.

    It has the facts that the verdict rests on, what else was legal then, and what the event changed. Facts and
    alternatives are for views that see the hand of the seat that acted. The effect is for views that see every card.
    """
    context, reader, sight, n = call.context, call.reader, call.sight, call.args["n"]
    viewer = sight.viewer(query.get("view"))
    if not 1 <= n <= sight.version:
        raise Problem("not-found", f"there is no event {n}: the game has events 1 to {sight.version}")
    names, lang = tuple(seat_names(reader, sight)), query["lang"]
    cache_key = ("considered", sight.game, sight.version, viewer.name, n, lang, names)

    def explain() -> VerdictDetails:
        record = reader.record(sight, viewer)
        verdict, edition = reader.auditor(sight, viewer).verdict(n), record.created.edition
        answered = None if verdict is None else verdict_answer(edition, verdict, lang, names, context.book)
        return details_answer(explain_verdict(record, n), answered, edition, lang, names)

    def respond() -> HttpAnswer:
        return answer(
            context.background.result(cache_key, call.request.network, explain, lambda _: 1), Vary="Authorization"
        )

    return cached_response(call, respond)


def _next(call: Call, after: int) -> str:
    """Return the Link to the next events, with the same query but without waiting."""
    next_query = {**call.request.args, "after": after}
    next_query.pop("wait", None)
    return next_page_link(call.request.head.path, next_query)


def _matches(event: Any, query: dict[str, Any]) -> bool:
    if "kind" in query and query["kind"] not in (event.__struct_config__.tag, type(event).__name__):
        return False
    return "seat" not in query or getattr(event, "seat", None) == query["seat"]
