"""Fills cards that became known later into the events that dealt or drew them."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from domain.cards import FACE_DOWN, Card
from domain.corrections import PileShuffled, TableCorrected
from domain.events import CardsDealt, CardsDrawn, DeckShuffled, Event
from domain.evolve import evolve
from domain.table import Table
from domain.zones import HAND
from replay.codec import Envelope
from replay.notation.apply_noted_cards import KnownCards
from replay.record import Record

_HAND_GAINS: Final = (CardsDealt, CardsDrawn)
_SHUFFLES: Final = (DeckShuffled, PileShuffled)


def fill_in_revealed_cards(record: Record, known: KnownCards) -> Record:
    """Return the record with hand cards that were shown later filled into earlier events, back to the shuffle.

    A card that is planted from a place in the hand had lain there since it was drawn.
    """
    table = Table()
    events: list[Event] = []
    orders: list[tuple[int, list[Card]]] = []
    pile: list[tuple[int, int]] = []
    for envelope in record.envelopes:
        event, before = envelope.event, table
        if isinstance(event, _HAND_GAINS):
            first = before.seats[event.seat].next_slot
            cards = (known.get((event.seat, first + at), card) for at, card in enumerate(event.cards))
            event = replace(event, cards=tuple(reveal_card(*pair) for pair in zip(event.cards, cards, strict=True)))
        if isinstance(event, TableCorrected):
            event = _fill_in_correction(event, before, known)
        if isinstance(event, _SHUFFLES):
            pile = [(len(orders), at) for at in range(event.count)]
            orders.append((len(events), [*event.order]))
        table = evolve(table, envelope.event)
        if not isinstance(event, _SHUFFLES):
            pile = _update_pile(pile, before, table, event, orders)
        events.append(event)
    for at, order in orders:
        shuffled = events[at]
        assert isinstance(shuffled, _SHUFFLES)
        events[at] = replace(shuffled, order=tuple(order))
    return Record(game=record.game, envelopes=tuple(_replace_events(record, events)))


def _fill_in_correction(event: TableCorrected, before: Table, known: KnownCards) -> TableCorrected:
    """Return a correction with what becomes known later of the hand cards that it moves."""
    seat, slots = event.from_seat, event.slots
    if event.target == HAND and event.to_seat is not None:
        first = before.seats[event.to_seat].next_slot
        seat, slots = event.to_seat, tuple(range(first, first + len(event.cards)))
    if seat is None or len(slots) != len(event.cards):
        return event
    cards = zip(event.cards, slots, strict=True)
    return replace(event, cards=tuple(reveal_card(card, known.get((seat, slot or 0), card)) for card, slot in cards))


def reveal_card(card: Card, later: Card) -> Card:
    """Return a card with what becomes known of it later."""
    return later if card == FACE_DOWN else card


def _update_pile(
    pile: list[tuple[int, int]], before: Table, after: Table, event: Event, orders: list[tuple[int, list[Card]]]
) -> list[tuple[int, int]]:
    """Return the pile after an event, by shuffle and place; cards that the event shows are entered there."""
    gone = len(before.draw_pile) - len(after.draw_pile)
    if gone <= 0 or len(pile) != len(before.draw_pile):
        return pile if gone == 0 else []
    places = event.places if isinstance(event, CardsDealt) else tuple(range(gone))
    cards = _shown_pile_cards(event, before, gone)
    for place, card in zip(places, cards, strict=False):
        shuffle, at = pile[place]
        order = orders[shuffle][1]
        order[at] = reveal_card(order[at], card)
    taken = set(places)
    return [one for place, one in enumerate(pile) if place not in taken]


def _shown_pile_cards(event: Event, before: Table, gone: int) -> tuple[Card, ...]:
    """Return the cards of an event that came off the pile, where their number is right."""
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if isinstance(value, str) and gone == 1 and name in ("variety", "pile_card"):
            return (value,)
        if name == "cards" and isinstance(value, tuple) and len(value) == gone:
            return value
    return before.draw_pile[:gone]


def _replace_events(record: Record, events: list[Event]) -> Iterator[Envelope]:
    for envelope, event in zip(record.envelopes, events, strict=True):
        yield envelope if event == envelope.event else replace(envelope, event=event)
