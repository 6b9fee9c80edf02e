"""The timeline of a game, for a scrubber."""

from typing import Any

from projections.timeline import Timeline, timeline
from replay.record import Record
from replay.rewind import tables
from service.http.http_caching import cached_response
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import ViewQuery
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer

timelines = Operations()


@timelines.operation(
    "GET",
    "/games/<game>/timeline",
    "get_timeline",
    ResponseSpec(Timeline),
    RequestSpec(query=ViewQuery),
    cost=1,
    caches=True,
    problems=["view.forbidden"],
)
def get_timeline(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Get markers for a scrubber and coins for a graph.

    Markers are harvests, trades, shuffles and other moments that an edition defines. The timeline is the same in every
    view.
    """
    call.sight.viewer(query.get("view"))  # markers and numbers of coins are the same in every view
    return cached_response(call, lambda: _timeline(call))


def _timeline(call: Call) -> HttpAnswer:
    record = Record(game=call.sight.game, envelopes=tuple(call.reader.envelopes(call.sight)))
    course = ((envelope.n, envelope.event, table) for envelope, table in tables(record))
    return answer(timeline(course), Vary="Authorization")
