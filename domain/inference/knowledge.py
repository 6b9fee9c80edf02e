"""What one viewer knows of hidden cards: how many of each variety can lie where.

It is inferred from the events as this viewer reads them. All discards are known. So at every shuffle the viewer knows
which hidden cards form the new pile, and which were elsewhere. A statement holds for every deal that this viewer
cannot tell from the true one. Not every true statement is found.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum, auto
from typing import Final, NamedTuple

from domain.cards import FACE_DOWN, Card
from domain.corrections import TableCorrected
from domain.events import DeckShuffled, Event
from domain.forks import GameForked
from domain.inference.hidden_hands import Back, HiddenHands
from domain.inference.reported_cards import Attested, Testimonies
from domain.inference.zones import Zone, zones_of
from domain.view import View

PILE: Final = "/draw_pile"


class Since(StrEnum):
    """Since when a card lies hidden: OLD since before the last shuffle, NEW by that shuffle, or EITHER."""

    OLD = auto()
    NEW = auto()
    EITHER = auto()


class HiddenPlace(NamedTuple):
    """A card that the viewer does not see: the pointer to its zone, its index there, since when it lies hidden.

    `attested` is what players reported of it.
    """

    zone: str
    at: int
    since: Since
    attested: Attested | None = None

    def can_be(self, card: Card) -> bool:
        """Return whether it can be of this variety, by what players reported."""
        return self.attested is None or card in self.attested.varieties


class Knowledge:
    """What a viewer can know after each event of a game with this deck.

    `unseen` are all hidden cards. `old` ones lay hidden before the last shuffle; `new` ones went into the pile by it.
    `loose` ones were seen since then and may belong to either.
    """

    def __init__(self, deck: Mapping[Card, int], *, strict: bool) -> None:
        self.unseen = self.deck = Counter(deck)
        self.old, self.new, self.loose = Counter[Card](), Counter[Card](), Counter[Card]()
        self.zones: dict[str, Zone] = {}
        self._strict = strict
        self._hands = HiddenHands(strict=strict)
        self._attested = Testimonies(self.deck, strict=strict)
        self._named: dict[str, Counter[Card]] = {}
        self._shuffled = 0
        self._mixed: set[int] = set()

    def add(self, n: int, event: Event, view: View) -> None:
        """Add event n as the viewer reads it; `view` is the view after it."""
        zones, seen = dict[str, Zone](), Counter[Card]()
        self._attested.add(n, event, view.table)
        for zone in zones_of(view):
            seen.update(zone.cards)
            if zone.pointer is not None and FACE_DOWN in zone.cards:
                zones[zone.pointer] = zone
        seen.pop(FACE_DOWN, None)
        unseen = self.deck - seen
        dealt_anew = isinstance(event, GameForked) and event.table is not None
        if dealt_anew or isinstance(event, DeckShuffled):
            self._hands.add(n, event, view.table)
            self.old = Counter() if dealt_anew or not self.zones else self.unseen
            self.new, self.loose, self._shuffled = unseen - self.old, Counter(), n
            self._mixed.clear()
            if dealt_anew:
                self._named.clear()
        elif isinstance(event, TableCorrected):
            # Cards that an arbiter moves may come from before the last shuffle, so the age of each card is unknown now.
            self._hands.add(n, event, view.table)
            self.old, self.new, self.loose, self._shuffled = Counter(), unseen, Counter(), 0
            self._mixed.clear()
            self._named.clear()
        else:
            self._moved(n, event, view, zones, unseen)
        self.zones, self.unseen = zones, unseen

    def settle(self, view: View) -> None:
        """Note that a batch has ended: what open offers name still lies where it lay."""
        self._hands.settle(view.table.proposals)

    def places(self) -> list[HiddenPlace]:
        """Return where cards lie that the viewer does not see, in the order of the zones."""
        return [
            HiddenPlace(pointer, index, self._since(zone, index), self._heard(zone, index))
            for pointer, zone in self.zones.items()
            for index, card in enumerate(zone.cards)
            if card == FACE_DOWN
        ]

    def least(self, zone: str) -> list[tuple[int, dict[Card, int]]]:
        """Return what is known to lie in a zone.

        For several N: among its first N cards the least number of each variety.
        """
        lying = self.zones[zone]
        if lying.name == "hand" and lying.owner is not None:
            hand = self._hands.of(lying.owner)
            return [(size, hand.least(size)) for size in range(1, len(hand) + 1) if hand.least(size)]
        named = self._named.get(zone)
        return [(len(lying.cards), dict(named))] if named else []

    def sure(self) -> Iterable[tuple[str, Back]]:
        """Return the backs in hands of which the variety is sure, each with its pointer."""
        found = dict(self._hands.sure())
        for place in self.places():
            if place.attested is not None and place.attested.variety != FACE_DOWN:
                back = Back(came=(), variety=place.attested.variety, offered=place.attested.n)
                found.setdefault(f"{place.zone}/{place.at}", back)
        return found.items()

    def _moved(self, n: int, event: Event, view: View, zones: dict[str, Zone], unseen: Counter[Card]) -> None:
        """Follow moved cards: which were seen in the move, and which are no longer seen."""
        growth = {
            pointer: _backs(zones.get(pointer)) - _backs(self.zones.get(pointer))
            for pointer in dict.fromkeys([*self.zones, *zones])
        }
        shrunk = {pointer: -more for pointer, more in growth.items() if more < 0}
        grown = {pointer: more for pointer, more in growth.items() if more > 0}
        since = {one for pointer in shrunk for one in self._may_leave(self.zones[pointer], event)}
        self._hands.add(n, event, view.table)
        if sum(grown.values()) > shrunk.get(PILE, 0):  # a hand may have got them from another hidden place
            self._mixed.add(n)
        seen, hidden = self.unseen - unseen, unseen - self.unseen
        if since == {Since.NEW}:
            self.new -= seen
        elif since == {Since.OLD}:
            self.old -= seen
        else:
            self.loose += seen
        self.old += hidden
        for pointer, count in shrunk.items():
            left = self._named.pop(pointer, Counter())
            gone = seen if len(shrunk) == 1 and seen.total() == count else dict.fromkeys(left, count)
            left.subtract(gone)
            if pointer in zones and +left:
                self._named[pointer] = +left
        if len(grown) == 1 and hidden.total() == (count := next(iter(grown.values()))) and count:
            (pointer,) = grown
            self._named[pointer] = self._named.get(pointer, Counter()) + hidden

    def _heard(self, zone: Zone, index: int) -> Attested | None:
        return None if zone.owner is None else self._attested.of(zone.owner, zone.name, index)

    def _may_leave(self, zone: Zone, event: Event) -> set[Since]:
        """Return since when a card that leaves this zone can lie hidden."""
        first = self._strict and zone.name == "hand" and event.of_front
        return {self._since(zone, index) for index in range(1 if first else len(zone.cards))}

    def _since(self, zone: Zone, index: int) -> Since:
        if zone.pointer == PILE:
            return Since.NEW
        if zone.name != "hand" or zone.owner is None:
            return Since.EITHER
        came = self._hands.of(zone.owner).came(index)
        if not came.isdisjoint(self._mixed):
            return Since.EITHER
        fresh = {n >= self._shuffled for n in came}
        return Since.EITHER if len(fresh) > 1 else Since.NEW if True in fresh else Since.OLD


def _backs(zone: Zone | None) -> int:
    return 0 if zone is None else zone.cards.count(FACE_DOWN)
