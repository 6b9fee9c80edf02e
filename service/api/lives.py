"""The life of a card: where it came from, where it went."""

from collections.abc import Callable
from typing import Any

from marshmallow import fields, validate

from domain.cards import Card
from domain.editions import edition_named
from domain.kinds import Count
from domain.refusals import Misuse
from domain.table import Table
from domain.view import View
from domain.visibility import Viewer
from projections.chronicle import Chronicle
from projections.life import CardTracker
from projections.moves import Place
from replay.record import Record
from replay.rewind import tables
from service.api.answering import HttpAnswer, answer
from service.api.arguments import N_MAX, Form, LanguageQuery, Whole
from service.api.call import Call
from service.api.head import names_of
from service.api.operation import Gives, Operations, Takes
from service.api.shapes import Answer

lives = Operations("lives", "The life of a card")


class CardEvent(Answer):
    """What became of a card in event n, where it lay then, and that event as a sentence.

    The place is a pointer into the table after event n, to a zone where this view cannot know which of its cards it is,
    null beyond the table.
    """

    n: Count
    did: str
    place: Place | None
    says: str


class CardLife(Answer):
    """What became of the card that lies at this pointer in the table after event `at`, before it and since."""

    at: Count
    card: Place
    variety: Card
    life: list[CardEvent]


class CardQuery(LanguageQuery):
    """Which card, and when it lay there."""

    at = Whole(validate=validate.Range(1, N_MAX), metadata={"description": "After this event; the last one by default"})
    card = fields.String(
        required=True,
        validate=Form(r"^(/[a-z0-9_]{1,40}){1,8}$", error="a JSON Pointer into the table"),
        metadata={
            "description": "A JSON Pointer to the card in that table, as this view shows it",
            "example": "/seats/0/fields/0/0",
        },
    )


@lives.operation(
    "GET",
    "/games/<game>/card",
    "get_card_life",
    Gives(CardLife),
    Takes(query=CardQuery),
    costs=5,
    problems=["view.forbidden"],
)
def get_card_life(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """The life of the card that lies at a pointer in the table after an event, before it and since.

    It follows the `moves` of list_tables, as this view may know them, and tells nothing that these do not: where nobody
    in this view can know which card of a zone it was that came or left, it begins or ends with `lost`. `offered` are
    the proposals and gifts that are known to have named it.
    """
    viewer, at = call.sight.viewer(query.get("view")), call.n(query.get("at"))
    record = call.reader.record(call.sight, viewer)
    events = [envelope.event for envelope in record.envelopes]
    try:
        variety, life = CardTracker(_views(call, viewer), events).life(at, query["card"])
    except Misuse as error:
        error.move_inside("query.card")
        raise
    chronicle = Chronicle(edition_named(record.created.edition).data, query["lang"], names_of(call.reader, call.sight))
    became = [
        CardEvent(n=fate.n, did=fate.did, place=fate.place, says=chronicle.sentence(events[fate.n - 1]))
        for fate in life
    ]
    return answer(CardLife(at=at, card=query["card"], variety=variety, life=became), Vary="Authorization")


def _views(call: Call, viewer: Viewer) -> Callable[[int], View]:
    """Gives the table after event n as this viewer sees it."""
    whole = Record(game=call.sight.game, envelopes=tuple(call.reader.envelopes(call.sight)))
    walked = [Table(), *(table for _, table in tables(whole))]
    return lambda n: View.of(walked[n], viewer)
