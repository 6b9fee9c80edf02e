"""Everything of a game, readable at any event, in the view that is one's right."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from flask import Response, request
from marshmallow import Schema, fields, validate
from msgspec.structs import replace

from domain.edition import LANGUAGES
from domain.editions import edition_named
from projections.chronicle import Chronicle
from projections.timeline import Timeline, timeline
from replay.choices import choices
from replay.codec import Envelope
from replay.record import Record
from replay.rewind import tables
from service.api.description import NoneMatchHeader, ViewQuery, Whole
from service.api.head import names_of
from service.api.keeping import tagged
from service.api.operation import Call, Room, answer
from service.api.shapes import Choices, EventFound, EventList, Sentences
from service.audits import Audit, seeds_of, told, told_verdict
from service.problems import Problem

EVENTS_MAX: Final = 1000
EVENTS_USUAL: Final = 200
WAIT_MAX: Final = 20
NDJSON: Final = "application/x-ndjson"

VIEW = ["view.forbidden"]
reading = Room("reading", __name__, description="Events, tables, sentences and verdicts of a game")


class TableQuery(ViewQuery):
    """The table after which event."""

    at = Whole(validate=validate.Range(1, 10**9), metadata={"description": "After this event; the last one by default"})


class EventsQuery(ViewQuery):
    """Which events."""

    after = Whole(
        load_default=0, validate=validate.Range(0, 10**9), metadata={"description": "Only events after this one"}
    )
    limit = Whole(
        validate=validate.Range(1, EVENTS_MAX),
        metadata={"description": f"How many events at most; by default {EVENTS_USUAL} as JSON, all of them as ndjson"},
    )
    kind = fields.String(
        data_key="type",
        validate=validate.Length(max=60),
        metadata={"description": "Only events of this type, such as `field_harvested.1`"},
    )
    seat = Whole(validate=validate.Range(0, 15), metadata={"description": "Only events of this seat"})
    wait = Whole(
        load_default=0,
        validate=validate.Range(0, WAIT_MAX),
        metadata={"description": "If there is none yet, wait so many seconds for one (long poll)"},
    )


class LanguageQuery(ViewQuery):
    """In which language."""

    lang = fields.String(load_default="en", validate=validate.OneOf(LANGUAGES), metadata={"description": "Language"})


class ChoicesQuery(Schema):
    """Whose choices, and when."""

    seat = Whole(required=True, validate=validate.Range(0, 15), metadata={"description": "Which seat asks"})
    at = Whole(validate=validate.Range(1, 10**9), metadata={"description": "After this event; the last one by default"})
    include = fields.String(
        validate=validate.OneOf(["blocked"]), metadata={"description": "`blocked` also says why the rest is refused"}
    )


@reading.operation(
    "GET",
    "/games/<game>/events",
    "list_events",
    answers=EventList,
    query=EventsQuery,
    others=[(200, {"type": "string"}, NDJSON), (304, None, "")],
    hears=[NoneMatchHeader],
    sends=["ETag", "Link"],
    problems=VIEW,
)
def list_events(call: Call, query: dict[str, Any]) -> Response:
    """A range of events, with a `Link` to those that follow; as `application/x-ndjson` a line each."""
    viewer = call.sight.viewer(query.get("view"))
    as_lines = request.accept_mimetypes.best_match(["application/json", NDJSON]) == NDJSON
    after, sight = query["after"], call.sight
    if query["wait"] and after >= sight.version and not sight.over:
        waiting, who = call.desk.waiting, call.principal
        with waiting.held(waiting.shares(who.name, who.address)):
            sight = call.desk.sight_later(sight, after, query["wait"])
    limit = query.get("limit", len(call.desk.envelopes(sight)) if as_lines else EVENTS_USUAL)

    def page() -> Response:
        found = list(enumerate(call.desk.lines(sight, viewer, after), after + 1))
        if "kind" in query or "seat" in query:
            envelopes = call.desk.envelopes(sight)
            found = [(n, line) for n, line in found if _matches(envelopes[n - 1].event, query)]
        lines = [line for _, line in found[:limit]]
        if as_lines:
            told = Response(b"".join(line + b"\n" for line in lines), mimetype=NDJSON)
        else:
            told = answer(EventList(events=[msgspec.Raw(line) for line in lines], version=sight.version))
        if len(found) > limit:
            told.headers["Link"] = _next(found[limit - 1][0])
        return told

    return tagged(call, "lines" if as_lines else "events", sight.version, viewer, page, lasting=True)


@reading.operation(
    "GET",
    "/games/<game>/events/<int:n>",
    "get_event",
    costs=2,
    answers=EventFound,
    query=LanguageQuery,
    problems=VIEW,
)
def get_event(call: Call, query: dict[str, Any]) -> Response:
    """One event, the command that caused it, and the verdict on it.

    The cause stands beside the envelope, also for the first event of its batch.
    """
    viewer, n = call.sight.viewer(query.get("view")), call.args["n"]
    if not 1 <= n <= call.sight.version:
        raise Problem("not-found", f"there is no event {n}: the game has events 1 to {call.sight.version}")
    desk, sight = call.desk, call.sight
    first = next(one.n for one in reversed(desk.envelopes(sight)[:n]) if one.cause is not None)
    question = ("verdict", sight.game, viewer.name, n)
    verdict = desk.study.found(question, call.origin, lambda: desk.auditor(sight, viewer).verdict(n), lambda _: 1)
    edition = Record(game=sight.game, envelopes=tuple(desk.envelopes(sight)[:1])).created.edition
    alone = replace(desk.redacted(sight, viewer, n), cause=None)
    return answer(
        EventFound(
            envelope=msgspec.Raw(desk.shelf.codec.to_json(alone)),
            cause=desk.redacted(sight, viewer, first).cause,
            verdict=None if verdict is None else told_verdict(edition, verdict, query["lang"]),
        ),
        Vary="Authorization",
    )


@reading.operation(
    "GET", "/games/<game>/sentences", "list_sentences", costs=2, answers=Sentences, query=LanguageQuery, problems=VIEW
)
def list_sentences(call: Call, query: dict[str, Any]) -> Response:
    """The game in sentences, in English, French or German."""
    record = call.desk.record(call.sight, call.sight.viewer(query.get("view")))
    data = edition_named(record.created.edition).data
    chronicle = Chronicle(data, query["lang"], names_of(call.desk, call.sight))
    sentences = [chronicle.sentence(envelope.event) for envelope in record.envelopes]
    return answer(Sentences(lang=query["lang"], sentences=sentences), Vary="Authorization")


@reading.operation(
    "GET",
    "/games/<game>/table",
    "get_table",
    answers={"type": "object", "description": "A position, as `adjudicate` takes it"},
    query=TableQuery,
    others=[(304, None, "")],
    hears=[NoneMatchHeader],
    sends=["ETag"],
    problems=VIEW,
)
def get_table(call: Call, query: dict[str, Any]) -> Response:
    """The table after an event, as a position that can be fed back in."""
    viewer, n = call.sight.viewer(query.get("view")), call.n(query.get("at"))
    position = msgspec.Raw(call.desk.position(call.sight, viewer, n))
    return tagged(call, "table", n, viewer, lambda: answer(position), lasting="at" in query)


@reading.operation(
    "GET", "/games/<game>/timeline", "get_timeline", costs=1, answers=Timeline, query=ViewQuery, problems=VIEW
)
def get_timeline(call: Call, query: dict[str, Any]) -> Response:
    """Markers for a scrubber, and the coins of each seat for a graph."""
    call.sight.viewer(query.get("view"))  # markers and numbers of coins are the same in every view
    if (known := call.desk.catalogue.timeline(call.sight.game, call.sight.version)) is not None:
        return answer(known, Vary="Authorization")
    record = Record(game=call.sight.game, envelopes=tuple(call.desk.envelopes(call.sight)))
    course = ((envelope.n, envelope.event, table) for envelope, table in tables(record))
    return answer(timeline(course), Vary="Authorization")


@reading.operation(
    "GET", "/games/<game>/audit", "get_audit", costs=10, answers=Audit, query=LanguageQuery, problems=VIEW
)
def get_audit(call: Call, query: dict[str, Any]) -> Response:
    """Three lines (rules, deal, record), what they come to, and a verdict for every event, as this view can tell."""
    return answer(_audited(call, query), Vary="Authorization")


@reading.operation(
    "POST",
    "/games/<game>/audits",
    "audit_game",
    costs=10,
    answers=Audit,
    status=201,
    query=LanguageQuery,
    sends=["Location"],
    problems=VIEW,
)
def audit_game(call: Call, query: dict[str, Any]) -> Response:
    """Decide every command again, compare every event, check the deal."""
    return answer(_audited(call, query), 201, Location=f"/v1/games/{call.sight.game}/audit")


def _audited(call: Call, query: dict[str, Any]) -> Audit:
    """The audit of what they may know of the game: found once for all who know as much, and only for what is new."""
    desk, sight, lang = call.desk, call.sight, query["lang"]
    viewer = sight.viewer(query.get("view"))
    desk.note_look(sight, viewer)
    seeds = seeds_of(Record(game=sight.game, envelopes=tuple(desk.envelopes(sight))), partial(_at_hand, call))
    question = ("audit", sight.game, sight.version, viewer.name, lang, tuple(sorted(seeds.items())))

    def found() -> Audit:
        return told(desk.auditor(sight, viewer).answer(seeds=seeds), lang)

    return desk.study.found(question, call.origin, found, lambda audit: audit.events)


def _at_hand(call: Call, game: str) -> Sequence[Envelope]:
    """What whoever asks may know of another game that is over; nothing of any other."""
    try:
        sight = call.desk.sight(game, call.principal)
    except Problem:
        return ()
    return call.desk.envelopes(sight) if sight.over else ()


@reading.operation(
    "GET",
    "/games/<game>/legal-commands",
    "list_legal_commands",
    answers=Choices,
    query=ChoicesQuery,
    problems=VIEW,
)
def list_legal_commands(call: Call, query: dict[str, Any]) -> Response:
    """What a seat may do after an event, and with `include=blocked` why it may not do the rest."""
    viewer, n = call.sight.own_seat(query["seat"]), call.n(query.get("at"))
    call.desk.note_look(call.sight, viewer)
    record = Record(game=call.sight.game, envelopes=tuple(call.desk.envelopes(call.sight)[: n + 1]))
    found = choices(record, n, query["seat"])
    if query.get("include") != "blocked":
        found["blocked"] = []
    if call.desk.paused(call.sight) and n == call.sight.version:
        found |= {"legal": [], "offers": []}
    return answer(found, Vary="Authorization")


def _next(after: int) -> str:
    """The Link to the events after this one, asked for as these were, but not waited for."""
    asked = {**request.args.to_dict(), "after": after}
    asked.pop("wait", None)
    return f'<{request.path}?{urlencode(asked)}>; rel="next"'


def _matches(event: Any, query: dict[str, Any]) -> bool:
    if "kind" in query and query["kind"] not in (event.__struct_config__.tag, type(event).__name__):
        return False
    return "seat" not in query or getattr(event, "seat", None) == query["seat"]
