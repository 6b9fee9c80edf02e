"""What a view can know of hidden cards, after any event."""

from typing import Any

from marshmallow import validate

from domain.cards import Card
from domain.editions import edition_named
from domain.member_types import Count
from domain.visibility import Viewer
from projections.knowledge import HiddenZone, KnownCard, hidden_zones, known_cards
from projections.sentences import Chronicle
from replay.redeal import knowledge_at
from service.access.table_facts import seat_names
from service.api.response_schemas import Answer
from service.http.http_caching import cached_response
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import N_MAX, StrictInteger, ViewLanguageQuery
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer

knowledge = Operations()


class KnowledgeQuery(ViewLanguageQuery):
    """After which event, and in which words."""

    at = StrictInteger(
        validate=validate.Range(1, N_MAX), metadata={"description": "After this event; the last one by default"}
    )


class KnownCards(Answer):
    """What a view can know after event n: how many hidden cards are of each variety, and what can lie where.

    `sure` are single cards whose variety is known by their place.
    """

    n: Count
    unseen: dict[Card, Count]
    zones: list[HiddenZone]
    sure: list[KnownCard]


@knowledge.operation(
    "GET",
    "/games/<game>/knowledge",
    "get_knowledge",
    ResponseSpec(KnownCards),
    RequestSpec(query=KnowledgeQuery),
    cost=5,
    caches=True,
    problems=["view.forbidden"],
)
def get_knowledge(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Get what this view can know of hidden cards.

    For each zone it has the least and the most cards of each variety. It is computed from the events as this view reads
    them, by counting every card and remembering every offer. A seat asks for itself, and a spectator for what is
    public. Once the game is over, any caller may ask for any seat.
    """
    viewer, n = call.sight.viewer(query.get("view")), call.event_number(query.get("at"))
    return cached_response(call, lambda: _knowledge(call, viewer, n, query["lang"]))


def _knowledge(call: Call, viewer: Viewer, n: int, lang: str) -> HttpAnswer:
    record = call.reader.record(call.sight, viewer)
    _, knowledge = knowledge_at(record, n, strict=call.reader.is_strict(call.sight.game))
    names = seat_names(call.reader, call.sight)
    chronicle = Chronicle(edition_named(record.created.edition).data, lang, names)
    known = KnownCards(
        n=n,
        unseen={card: count for card, count in knowledge.unseen.items() if knowledge.zones},
        zones=hidden_zones(knowledge, chronicle),
        sure=known_cards(knowledge),
    )
    return answer(known, Vary="Authorization")
