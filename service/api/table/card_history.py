"""The history of a card: where it came from and where it went, as far as it is known."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from marshmallow import fields, validate

from domain.cards import Card
from domain.editions import edition_named
from domain.events import Event
from domain.inference.hidden_hands import HiddenHands
from domain.member_types import Count
from domain.refusals import Misuse
from domain.table import Table
from domain.view import View
from domain.visibility import Viewer
from projections.card_history import OFFERED, CardTracker, Fate, how_card_came
from projections.card_movements import Place
from projections.known_hand_cards import KnownBack, hand_place_of, known_hidden_cards
from projections.sentences import Chronicle
from replay.record import Record
from replay.rewind import tables
from service.access.table_facts import seat_names
from service.api.response_schemas import Answer
from service.http.http_caching import cached_response, with_event_etag
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import N_MAX, FullMatch, NoneMatchHeader, StrictInteger, ViewLanguageQuery, ViewQuery
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer

card_history = Operations()


class CardEvent(Answer):
    """What happened to a card in event n, where it lay then, and that event as a sentence.

    The place is a pointer into the table after event n. It points to a zone if this view cannot know which of its cards
    it is, and is null outside the table. It is `sure` unless the card may have come to its hand in another listed event
    instead.
    """

    n: Count
    did: str
    place: Place | None
    says: str
    sure: bool


class CardLife(Answer):
    """The history of the card at this pointer in the table after event `at`, before it and since."""

    at: Count
    card: Place
    variety: Card
    life: list[CardEvent]


class KnownBacks(Answer):
    """The hidden cards whose variety is sure in this view, by when it became so, up to event `version`."""

    backs: list[KnownBack]
    version: Count


class CardQuery(ViewLanguageQuery):
    """Which card, and after which event."""

    at = StrictInteger(
        validate=validate.Range(1, N_MAX), metadata={"description": "After this event; the last one by default"}
    )
    card = fields.String(
        required=True,
        validate=FullMatch(r"^(/[a-z0-9_]{1,40}){1,8}$", error="a JSON Pointer into the table"),
        metadata={
            "description": "A JSON Pointer to the card in that table, as this view shows it",
            "example": "/seats/0/fields/0/0",
        },
    )


@card_history.operation(
    "GET",
    "/games/<game>/card",
    "get_card_history",
    ResponseSpec(CardLife),
    RequestSpec(query=CardQuery),
    cost=5,
    caches=True,
    problems=["view.forbidden"],
)
def get_card_history(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Get the history of one card.

    The card lies at a pointer in the table after an event. Its history goes back before that event and on after it. It
    follows the `moves` of list_tables, as this view may know them, and reveals nothing beyond these. If this view
    cannot know which card of a zone came or left, the history begins or ends with `lost`. `offered` are the proposals
    and gifts that are known to have named it.

    For a hidden card in a hand it has what is known by event `at`. It lists when the card came there, as several events
    that are not `sure` if it can be any of them. If its variety is sure, it has the variety and the offer that named
    it.
    """
    viewer, at = call.sight.viewer(query.get("view")), call.event_number(query.get("at"))
    return cached_response(call, lambda: _card_life(call, viewer, at, query))


def _card_life(call: Call, viewer: Viewer, at: int, query: dict[str, Any]) -> HttpAnswer:
    record, pointer = call.reader.record(call.sight, viewer), query["card"]
    events = [envelope.event for envelope in record.envelopes]
    hidden = hand_place_of(View.of(call.reader.table(call.sight, at), viewer), pointer)
    if hidden is None:
        try:
            variety, life = CardTracker(_view_after(call, viewer), events).history(at, pointer)
        except Misuse as error:
            error.move_inside("query.card")
            raise
    else:
        variety, life = _hidden_card_history(
            _steps(record, at), hidden, pointer, strict=call.reader.is_strict(call.sight.game)
        )
    chronicle = Chronicle(
        edition_named(record.created.edition).data, query["lang"], seat_names(call.reader, call.sight)
    )
    card_events = [
        CardEvent(n=fate.n, did=fate.did, place=fate.place, says=chronicle.sentence(events[fate.n - 1]), sure=fate.sure)
        for fate in life
    ]
    return answer(CardLife(at=at, card=pointer, variety=variety, life=card_events), Vary="Authorization")


@card_history.operation(
    "GET",
    "/games/<game>/backs",
    "list_known_cards",
    ResponseSpec(KnownBacks, headers=["ETag"], others=[(304, None, "")]),
    RequestSpec(query=ViewQuery, headers=[NoneMatchHeader]),
    cost=5,
    caches=True,
    problems=["view.forbidden"],
)
def list_known_cards(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """List hidden cards whose variety this view knows.

    An offer named such a card in public. Every other card of the hand at that time has left, or is known as well.
    Conclusions from counting the deck are not listed here.
    """
    viewer, version = call.sight.viewer(query.get("view")), call.sight.version

    def page() -> HttpAnswer:
        steps = _steps(call.reader.record(call.sight, viewer), version)
        return answer(
            KnownBacks(backs=known_hidden_cards(steps, strict=call.reader.is_strict(call.sight.game)), version=version)
        )

    return with_event_etag(call, "backs", version, viewer, lambda: cached_response(call, page))


def _view_after(call: Call, viewer: Viewer) -> Callable[[int], View]:
    """Return a function that returns the table after event n as this viewer sees it."""
    record = Record(game=call.sight.game, envelopes=tuple(call.reader.envelopes(call.sight)))
    tables_after = [Table(), *(table for _, table in tables(record))]
    return lambda n: View.of(tables_after[n], viewer)


def _steps(record: Record, upto: int) -> Iterator[tuple[int, Event, Table]]:
    """Yield the events up to this one with the tables after them, in the record's view."""
    for envelope, table in tables(record):
        if envelope.n > upto:
            return
        yield envelope.n, envelope.event, table


def _hidden_card_history(
    steps: Iterable[tuple[int, Event, Table]], card: tuple[int, int], pointer: str, *, strict: bool
) -> tuple[Card, list[Fate]]:
    """Return what is known of a hidden card after the last step.

    That is its variety, how it came there, and the offer that named it.
    """
    hands, events, edition = HiddenHands(strict=strict), dict[int, Event](), ""
    for n, event, table in steps:
        hands.add(n, event, table)
        events[n], edition = event, table.edition
    back, hand = hands.back(*card), pointer.rpartition("/")[0]
    is_sure = len(back.came) == 1
    life = [Fate(n=n, did=how_card_came(edition, events[n]), place=hand, sure=is_sure) for n in back.came]
    return back.variety, life if back.offered is None else [*life, Fate(n=back.offered, did=OFFERED, place=hand)]
