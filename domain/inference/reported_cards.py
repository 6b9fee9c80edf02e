"""What players reported of hidden cards: which varieties each can be.

A card may leave them from a place that the viewer does not know. Each place then holds the card that lay there or
the one behind it.
"""

from collections.abc import Iterable
from typing import Final

from domain.cards import FACE_DOWN, Card
from domain.events import Cards, Event
from domain.forks import GameForked
from domain.inference.hidden_hands import cards_leaving
from domain.reported_cards import IS, CardsAttested, cards_before
from domain.table import Table
from domain.values import Value
from domain.zones import HAND


class Attested(Value):
    """A card can only be of one of these `varieties`, as event n reported last."""

    varieties: frozenset[Card]
    n: int

    @property
    def variety(self) -> Card:
        """The only variety that it can be, else FACE_DOWN."""
        return next(iter(self.varieties)) if len(self.varieties) == 1 else FACE_DOWN


AreaReports = list[Attested | None]
"""What players reported of the cards of an area, from the front; None where nothing was reported."""
_NO_REPORTS: Final[AreaReports] = []


class Testimonies:
    """The reports on the cards of a game with these varieties, event by event; `strict` is that of HiddenHands."""

    def __init__(self, varieties: Iterable[Card], *, strict: bool) -> None:
        self._every = frozenset(varieties)
        self._strict = strict
        self._heard: dict[tuple[int, str], AreaReports] = {}

    def add(self, n: int, event: Event, table: Table) -> None:
        """Add event n as the viewer reads it; `table` is the table after it."""
        if isinstance(event, GameForked) and event.table is not None:  # dealt again
            self._heard = {}
        if isinstance(event, CardsAttested):
            self._hear(n, event, table)
        for seat, area in self._heard:
            self._moved(event, seat, area, len(cards_before(table, seat, area)))

    def of(self, seat: int, area: str, place: int) -> Attested | None:
        """Return what was reported of the card at this place of an area, both from 0; None where nothing was."""
        heard = self._heard.get((seat, area), _NO_REPORTS)
        return heard[place] if place < len(heard) else None

    def _moved(self, event: Event, seat: int, area: str, count: int) -> None:
        """Follow an event after which `count` cards lie there."""
        heard = self._heard[seat, area]
        less = len(heard) - count
        front = self._strict and event.of_front and area == HAND
        for gone in (FACE_DOWN,) * less if area != HAND or less <= 0 else cards_leaving(event, seat, less):
            heard = heard[1:] if front else _without(heard, gone)
        self._heard[seat, area] = heard + [None] * -less

    def _hear(self, n: int, event: CardsAttested, table: Table) -> None:
        named = frozenset(event.cards)
        lying = cards_before(table, event.seat, event.area)
        heard = self._heard.setdefault((event.seat, event.area), [None] * len(lying))
        for place in event.places:
            before = heard[place]
            can = self._every if before is None else before.varieties
            heard[place] = Attested(varieties=can & named if event.how == IS else can - named, n=n)


def _without(heard: AreaReports, gone: Card) -> AreaReports:
    """Return the reports on cards that one of this variety, or FACE_DOWN, has left from an unknown place."""
    may = [gone == FACE_DOWN or one is None or gone in one.varieties for one in heard]
    if not any(may):  # a report was not true
        may = [True] * len(heard)
    first, last = may.index(True), len(may) - 1 - may[::-1].index(True)
    return [
        _either(*([heard[at + 1]] if first <= at else []), *([heard[at]] if at < last else []))
        for at in range(len(heard) - 1)
    ]


def _either(*cards: Attested | None) -> Attested | None:
    """Return what is known of a card that is one of these."""
    attested = [one for one in cards if one is not None]
    if len(attested) < len(cards):
        return None
    return Attested(varieties=frozenset().union(*(one.varieties for one in attested)), n=max(one.n for one in attested))


def certain_varieties(heard: Iterable[Attested | None]) -> Cards:
    """Return the varieties of the cards that can be of one only."""
    return tuple(one.variety for one in heard if one is not None and one.variety != FACE_DOWN)
