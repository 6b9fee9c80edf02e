"""A game in sentences."""

from typing import Any

from domain.editions import edition_named
from projections.sentences import Chronicle
from service.access.table_facts import seat_names
from service.api.table.command_schemas import GameSentences
from service.http.http_caching import cached_response
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import ViewLanguageQuery
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer

sentences = Operations()


@sentences.operation(
    "GET",
    "/games/<game>/sentences",
    "list_sentences",
    ResponseSpec(GameSentences),
    RequestSpec(query=ViewLanguageQuery),
    cost=2,
    caches=True,
    problems=["view.forbidden"],
)
def list_sentences(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Tell the game in English, French or German sentences.

    There is one for each event, as this view may know it.
    """
    viewer, lang = call.sight.viewer(query.get("view")), query["lang"]

    def found() -> HttpAnswer:
        record = call.reader.record(call.sight, viewer)
        chronicle = Chronicle(edition_named(record.created.edition).data, lang, seat_names(call.reader, call.sight))
        lines = [chronicle.sentence(envelope.event) for envelope in record.envelopes]
        return answer(GameSentences(lang=lang, sentences=lines), Vary="Authorization")

    return cached_response(call, found)
