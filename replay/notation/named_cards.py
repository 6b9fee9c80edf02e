"""The cards of a hand that the events of a move name."""

from collections.abc import Iterator, Sequence

from domain.cards import FACE_DOWN, Card, GivenCard
from domain.events import Event


def hand_cards_named(seat: int, events: Sequence[Event]) -> list[Card]:
    """Return the cards that left this hand, or were offered out of it, by the first event that names them."""
    return next((named for event in events if (named := [*_cards_named_by(seat, event)])), [])


def _cards_named_by(seat: int, event: Event) -> Iterator[Card]:
    if getattr(event, "seat", None) != seat or hasattr(event, "giver"):
        return
    if getattr(event, "source", "") == "hand" or (hasattr(event, "slot") and not hasattr(event, "source")):
        yield getattr(event, "variety", None) or FACE_DOWN
    for name in ("give", "cards", "received"):
        cards = getattr(event, name, ())
        if cards and isinstance(cards[0], GivenCard):
            yield from (card.variety for card in cards if card.source == "hand")
