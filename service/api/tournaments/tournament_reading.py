"""What a client reads of a tournament: the whole, its events, its standings, its file."""

from typing import Any, Final

from marshmallow import Schema, fields, validate

from replay.tournaments.tournament_file import TournamentRecord, standings_in_file, write_tournament
from service.api.tournaments.standings_answers import standings_answer, standings_reliability
from service.api.tournaments.standings_schemas import TournamentStandings
from service.api.tournaments.tournament_answers import (
    etag_of,
    event_number_or_last,
    event_with_words,
    tournament_answer,
)
from service.api.tournaments.tournament_schemas import TournamentAnswer, TournamentEventList
from service.http.http_caching import cached_with_etag, with_etag
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import N_MAX, NoneMatchHeader, StrictInteger
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer, next_page_link
from service.streaming.stream_encoding import NDJSON

EVENTS_MAX: Final = 1000
EVENTS_USUAL: Final = 200

tournament_reading = Operations()


class TournamentAtQuery(Schema):
    """As of which event."""

    at = StrictInteger(
        validate=validate.Range(1, N_MAX),
        metadata={"description": "After this event; by default after the last one", "example": 120},
    )


class StandingsQuery(TournamentAtQuery):
    """As of which event, and whether to say how sure the ranks are."""

    certainty = fields.Boolean(
        load_default=False,
        truthy={"true"},
        falsy={"false"},
        metadata={"description": "Whether to add the `ranks` that fit what was played, and the `reliability`"},
    )


class TournamentEventsQuery(Schema):
    """Which events."""

    after = StrictInteger(
        load_default=0, validate=validate.Range(0, N_MAX), metadata={"description": "Only events after this one"}
    )
    limit = StrictInteger(
        load_default=EVENTS_USUAL,
        validate=validate.Range(1, EVENTS_MAX),
        metadata={"description": "How many events at most"},
    )


@tournament_reading.operation(
    "GET",
    "/tournaments/<tournament>",
    "get_tournament",
    ResponseSpec(TournamentAnswer, headers=["ETag"], others=[(304, None, "")]),
    RequestSpec(query=TournamentAtQuery, headers=[NoneMatchHeader]),
    cost=1,
    caches=True,
)
def get_tournament(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Get a tournament: rules, players, rounds, results, penalties.

    `awaits` names the commands that it waits for, and who may send them. With `at` it is as of that event. Only
    officials know the draft of a round before its release, and what happens after the draft.
    """
    visible = call.tournament
    n = event_number_or_last(visible, query.get("at"))
    etag = etag_of(visible, "tournament", n, visible.version)
    return cached_with_etag(call, etag, lambda: answer(tournament_answer(visible, n)))


@tournament_reading.operation(
    "GET",
    "/tournaments/<tournament>/events",
    "list_tournament_events",
    ResponseSpec(TournamentEventList, headers=["ETag", "Link"], others=[(304, None, "")]),
    RequestSpec(query=TournamentEventsQuery, headers=[NoneMatchHeader]),
)
def list_tournament_events(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """List a range of the events of a tournament.

    Each has the words that people wrote beside it. `Link` points to the next page.
    """
    visible, after, limit = call.tournament, query["after"], query["limit"]
    events = [event_with_words(visible, one) for one in visible.events[after : after + limit]]
    texts = [one.words for one in events if one.words]

    def page() -> HttpAnswer:
        response = answer(TournamentEventList(tournament=visible.tournament, version=visible.version, events=events))
        if after + limit < visible.version:
            next_query = {**call.request.args, "after": after + limit}
            response.headers["Link"] = next_page_link(call.request.head.path, next_query)
        return response

    return with_etag(call, etag_of(visible, "events", visible.version, after, limit, texts), page)


@tournament_reading.operation(
    "GET",
    "/tournaments/<tournament>/standings",
    "get_standings",
    ResponseSpec(TournamentStandings, headers=["ETag"], others=[(304, None, "")]),
    RequestSpec(query=StandingsQuery, headers=[NoneMatchHeader]),
    cost=2,
    caches=True,
)
def get_standings(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Get the standings of a tournament with all reasons.

    Points are exact texts, such as `7/2`. The points of `why` add up to those of the line. With `at` they are as of
    that event. With `certainty=true`, nine in ten samples of what was played put a player between the two `ranks`.
    """
    visible = call.tournament
    n = event_number_or_last(visible, query.get("at"))
    etag = etag_of(visible, "standings", n, query["certainty"])

    def ranked() -> HttpAnswer:
        return answer(standings_answer(visible, n, standings_reliability(call, n) if query["certainty"] else None))

    return cached_with_etag(call, etag, ranked)


@tournament_reading.operation(
    "GET",
    "/tournaments/<tournament>/file",
    "export_tournament",
    ResponseSpec(
        {"type": "string"},
        media=NDJSON,
        headers=["Content-Disposition", "ETag"],
        others=[(304, None, "")],
    ),
    RequestSpec(headers=[NoneMatchHeader]),
    cost=5,
)
def export_tournament(call: Call) -> HttpAnswer:
    """Export a tournament as a file.

    It is `haricot-tournament/1`: a header, one event on each line, an end line, each chained to the line before. With
    it any client can compute every released draw and the standings again: `haricot tournament verify`. It holds no
    names. Without an official's token it ends before the first draft that is not released.
    """
    visible = call.tournament
    lines = standings_in_file(visible.standings(visible.version))
    created = visible.state.rules.tournament  # of a fork that of the tournament it comes from
    record = TournamentRecord(tournament=created, view=visible.view, events=visible.events, standings=lines)

    def written() -> HttpAnswer:
        response = HttpAnswer(write_tournament(record), 200, NDJSON)
        response.headers["Content-Disposition"] = f'attachment; filename="{visible.tournament}.jsonl"'
        return response

    return with_etag(call, f"file.{visible.version}.{visible.view}", written)
