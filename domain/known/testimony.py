"""What was told at the table of hand cards whose backs alone a viewer sees: which varieties each can be.

Where a card leaves a hand and nobody here knows from where, the card at a place is the one that lay there or the one
behind it.
"""

from collections.abc import Iterable
from typing import Final

from domain.cards import FACE_DOWN, Card
from domain.corrections import IS, CardAttested
from domain.events import Cards, Event
from domain.forks import GameForked
from domain.known.hands import cards_gone
from domain.table import Table
from domain.values import Value


class Attested(Value):
    """A card can only be of one of these `varieties`, as event n told last."""

    varieties: frozenset[Card]
    n: int

    @property
    def variety(self) -> Card:
        """The only variety that it can be, else FACE_DOWN."""
        return next(iter(self.varieties)) if len(self.varieties) == 1 else FACE_DOWN


Heard = list[Attested | None]
"""What was told of each card of a hand, from the front; None where nothing was."""
_NOTHING: Final[Heard] = []


class AttestedHands:
    """What was told of the hands of a game with these varieties, event by event; `strict` is that of HiddenHands."""

    def __init__(self, varieties: Iterable[Card], *, strict: bool) -> None:
        self._every = frozenset(varieties)
        self._strict = strict
        self._hands: list[Heard] = []

    def add(self, n: int, event: Event, table: Table) -> None:
        """Event n as the viewer reads it, and the table after it."""
        if isinstance(event, GameForked) and event.table is not None:  # dealt anew
            self._hands = []
        self._hands += [[] for _ in table.seats[len(self._hands) :]]
        for index, seat in enumerate(table.seats):
            more = len(seat.hand) - len(self._hands[index])
            if more > 0:
                self._hands[index] += [None] * more
            elif more < 0:
                for gone in cards_gone(event, index, -more):
                    front = self._strict and event.of_front
                    self._hands[index] = self._hands[index][1:] if front else _without(self._hands[index], gone)
        if isinstance(event, CardAttested):
            self._hear(n, event)

    def of(self, seat: int, place: int) -> Attested | None:
        """What was told of the card at this place of a seat's hand, both from 0; None where nothing was."""
        heard = self._hands[seat] if seat < len(self._hands) else _NOTHING
        return heard[place] if place < len(heard) else None

    def _hear(self, n: int, event: CardAttested) -> None:
        named = frozenset(event.cards)
        heard = self._hands[event.seat]
        for place in event.places:
            before = heard[place]
            can = self._every if before is None else before.varieties
            heard[place] = Attested(varieties=can & named if event.how == IS else can - named, n=n)


def _without(heard: Heard, gone: Card) -> Heard:
    """What is known of a hand that a card of this variety, or FACE_DOWN, has left, nobody knows from where."""
    may = [gone == FACE_DOWN or one is None or gone in one.varieties for one in heard]
    if not any(may):  # what was told is not true
        may = [True] * len(heard)
    first, last = may.index(True), len(may) - 1 - may[::-1].index(True)
    return [
        _either(*([heard[at + 1]] if first <= at else []), *([heard[at]] if at < last else []))
        for at in range(len(heard) - 1)
    ]


def _either(*cards: Attested | None) -> Attested | None:
    """What is known of a card that is one of these."""
    attested = [one for one in cards if one is not None]
    if len(attested) < len(cards):
        return None
    return Attested(varieties=frozenset().union(*(one.varieties for one in attested)), n=max(one.n for one in attested))


def pinned(heard: Iterable[Attested | None]) -> Cards:
    """The varieties of the cards that can be of one only."""
    return tuple(one.variety for one in heard if one is not None and one.variety != FACE_DOWN)
