"""Reports of hand cards in a position that does not know them: which varieties each can be."""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.cards import FACE_DOWN, Card, Slot
from domain.editions import rulebook_of
from domain.events import Cards
from domain.refusals import ImpossiblePosition
from domain.reported_cards import IS, IS_NOT
from domain.rulebook import Rulebook
from domain.table import Table
from replay.positions.schema import WrittenSeat, cards_of

CardBounds = Mapping[tuple[int, Slot], frozenset[Card]]
"""The varieties that each unknown hand card can be, by seat and slot."""


def possible_cards(rulebook: Rulebook, seat: WrittenSeat, at: int) -> list[frozenset[Card]]:
    """Return the varieties that each card in the hand of seat `at` can be; ImpossiblePosition where one can be none."""
    hand, every = cards_of(seat.hand), frozenset(rulebook.deck_counts)
    can = [every if card == FACE_DOWN else frozenset({card}) for card in hand]
    for one in seat.attested:
        if one.how not in (IS, IS_NOT) or not one.places or not one.cards:
            says = f"seats[{at}].attested names places, is or is_not, and cards"
            raise ImpossiblePosition(says)
        for card in one.cards:
            if card not in every:
                raise ImpossiblePosition(f"no card {card[:40]!r} in this game")
        for place in one.places:
            if place >= len(hand):
                says = f"seats[{at}].attested: there are {len(hand)} cards in that hand"
                raise ImpossiblePosition(says)
            can[place] = can[place] & {*one.cards} if one.how == IS else can[place] - {*one.cards}
            if not can[place]:
                says = f"seats[{at}].attested: no card can be what card {place + 1} is told to be"
                raise ImpossiblePosition(says)
    return can


def known_hand(hand: Cards, can: Sequence[frozenset[Card]]) -> Cards:
    """Return the hand; a card that can be of one variety only is known."""
    return tuple(next(iter(these)) if len(these) == 1 else card for card, these in zip(hand, can, strict=True))


def reports_json(table: Table, bounds: CardBounds) -> list[list[dict[str, Any]]]:
    """Return what players reported of the hand of each seat of this table, as a position holds it."""
    found: list[list[dict[str, Any]]] = []
    for index, seat in enumerate(table.seats):
        cards = zip(seat.slots, seat.hand, strict=True)
        can = {at: bounds.get((index, slot)) for at, (slot, card) in enumerate(cards) if card == FACE_DOWN}
        alike: dict[frozenset[Card], list[int]] = {}
        for at, these in can.items():
            if these is not None:
                alike.setdefault(these, []).append(at)
        found.append([_report_json(rulebook_of(table), tuple(at), of) for of, at in alike.items()])
    return found


def _report_json(rulebook: Rulebook, places: tuple[int, ...], can: frozenset[Card]) -> dict[str, Any]:
    """Return what these cards are, or are not, whichever is shorter."""
    cards = tuple(card for card in rulebook.deck_counts if card in can)
    others = tuple(card for card in rulebook.deck_counts if card not in can)
    how, named = (IS, cards) if len(cards) <= len(others) else (IS_NOT, others)
    return {"places": [*places], "how": how, "cards": [*named]}
