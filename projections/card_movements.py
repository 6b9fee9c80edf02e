"""The cards that moved between two tables, as one viewer may know it.

The moves are the difference of two views, and so reveal nothing else. The event only decides whether cards were
shuffled, which no difference shows. Where equal cards could have gone either way, these conventions decide:

- A card that leaves goes to another seat rather than to its own, and to the zone of the same name before others.
- Of equal cards the one farthest back leaves.
- Cards are laid down in the order in which they lay.
- The discard pile takes them before the coins do.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, NamedTuple

import msgspec

from domain.cards import FACE_DOWN, Card
from domain.corrections import PileShuffled
from domain.events import Cards, DeckShuffled, Event
from domain.forks import GameForked
from domain.inference.zones import Zone, zones_by_pointer
from domain.member_types import Count
from domain.values import Value
from domain.view import View

Place = Annotated[str, msgspec.Meta(extra_json_schema={"format": "json-pointer"})]
"""A JSON Pointer into the position of a table."""


class CardMove(Value):
    """A card went `from` a place of the table before `to` a place of the table after; or `count` cards did.

    A place is a pointer to the card, or to the whole zone where the viewer cannot know which of its cards it was. None
    is beyond the table: where cards come from at the first shuffle, and where cards out of the game go.
    """

    card: Card
    origin: Place | None = msgspec.field(name="from")
    to: Place | None
    count: Count = 1


class CardInZone(NamedTuple):
    """A card in a zone, by its index."""

    zone: Zone
    at: int

    @property
    def card(self) -> Card:
        """The variety that the viewer knows."""
        return self.zone.cards[self.at]

    @property
    def shown(self) -> Card:
        """The variety that the position shows."""
        return self.zone.shown[self.at]


def card_moves(before: View, after: View, event: Event) -> tuple[CardMove, ...]:
    """Return the moves of the cards from the table before an event to the table after it, both seen by one viewer."""
    if isinstance(
        event, GameForked | PileShuffled
    ):  # what lies there is the table that the fork begins with, or the same
        return ()
    old, new = zones_by_pointer(before), zones_by_pointer(after)
    if isinstance(event, DeckShuffled):  # a shuffle hides where each card goes
        origin = None if event.reason == "setup" else "/discard_pile"
        return (CardMove(card=FACE_DOWN, origin=origin, to="/draw_pile", count=event.count),)
    lost, gained = list[CardInZone](), list[CardInZone]()
    for key in dict.fromkeys((*old, *new)):
        was, now = old.get(key), new.get(key)
        gone, come = _differences(was, now)
        lost += [CardInZone(was, index) for index in gone if was is not None]
        gained += [CardInZone(now, index) for index in come if now is not None]
    return _join_equal_moves(_pair_up(lost, gained))


def _differences(was: Zone | None, now: Zone | None) -> tuple[list[int], list[int]]:
    """Return the indices of the cards that left a zone, and of those that came to it, in the order of laying."""
    if was is None or now is None:
        return list(range(len(was.cards if was else ()))), list(range(len(now.cards if now else ())))
    if was.slots is not None and now.slots is not None:
        gone = [index for index, slot in enumerate(was.slots) if slot not in now.slots]
        return gone, [index for index, slot in enumerate(now.slots) if slot not in was.slots]
    if was.cards == now.cards:
        return [], []
    if not was.pile:
        return _removed_and_added(was.cards, now.cards)
    gone, come = _removed_and_added(was.cards[::-1], now.cards[::-1])  # a pile changes at its top
    return [len(was.cards) - 1 - index for index in reversed(gone)], [len(now.cards) - 1 - index for index in come]


def _removed_and_added(before: Cards, after: Cards) -> tuple[list[int], list[int]]:
    """Return what left and what came, where cards leave anywhere and come at the end."""
    gone, kept = list[int](), 0
    for index, card in enumerate(before):
        if kept < len(after) and _may_be_same(card, after[kept]):
            kept += 1
        else:
            gone.append(index)
    return gone, list(range(kept, len(after)))


def _pair_up(lost: list[CardInZone], gained: list[CardInZone]) -> Iterator[CardMove]:
    """Yield each card that left a zone with its present place; the known cards first, which leave less choice."""
    for card in sorted(lost, key=lambda one: one.card == FACE_DOWN):
        fitting = [place for place in gained if _may_be_same(card.card, place.card)]
        if not fitting:
            yield CardMove(card=card.shown, origin=card.zone.place(card.at), to=None)
            continue
        place = max(fitting, key=lambda one: _likelihood(card, one))  # the first of those that are equally likely
        gained.remove(place)
        name = place.shown if card.shown == FACE_DOWN else card.shown
        yield CardMove(card=name, origin=card.zone.place(card.at), to=place.zone.place(place.at))
    for place in gained:
        yield CardMove(card=place.shown, origin=None, to=place.zone.place(place.at))


def _likelihood(card: CardInZone, place: CardInZone) -> tuple[bool, bool, bool]:
    """Return how likely it is that this card lies at that place now."""
    owners = {card.zone.owner, place.zone.owner}
    return len(owners - {None}) > 1, card.zone.name == place.zone.name, card.card == place.card


def _may_be_same(card: Card, other: Card) -> bool:
    return card == other or FACE_DOWN in (card, other)


def _join_equal_moves(found: Iterator[CardMove]) -> tuple[CardMove, ...]:
    """Return the moves, with equal ones joined."""
    counts: Mapping[CardMove, int] = Counter(found)
    return tuple([move if n == 1 else msgspec.structs.replace(move, count=n) for move, n in counts.items()])
