"""The offers that have a number: gifts of a card, trades of one or two cards for one, of one for two."""

from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from domain.cards import Card
from domain.commands import CardRef, Command, OfferDonation, ProposeTrade
from domain.events import Cards
from domain.table import Table

Mask = NDArray[np.int8]
SOURCES: Final = ("hand", "turned_up")
RATES: Final = ((1, 1), (1, 2), (2, 1))
"""How many cards are given for how many of a hand."""


class Given(NamedTuple):
    """The cards that are given: a number of one variety, from the hand or from those turned up."""

    source: str
    card: Card
    many: int


class NumberedOffer(NamedTuple):
    """An offer to the seat at a distance clockwise, and what it asks for: hand, turned_up, or nothing for a gift."""

    given: Given
    to: int
    asked: str = "nothing"
    wanted: Card = ""
    number: int = 0

    def __str__(self) -> str:
        cards = f"{self.given.source} {self.given.card} x{self.given.many}"
        wanted = "" if self.asked == "nothing" else f" for {self.asked} {self.wanted} x{self.number}"
        return f"{'OfferDonation' if not wanted else 'ProposeTrade'} {cards}{wanted} to +{self.to}"


class OfferRow(NamedTuple):
    """The numbers of all offers that give the same, from `first` on.

    `allowed` marks those that may be made, by the place of the active seat, clockwise from the proposer; 0 if the
    proposer is active. Those that ask for a turned-up card are separate, since it must be there.
    """

    first: int
    allowed: tuple[Mask, ...]
    turned_up: dict[tuple[int, Card], int]


class Offers:
    """The numbered offers of one table, from number `first` on."""

    def __init__(self, cards: Cards, players: int, first: int) -> None:
        self.players = players
        self.first = first
        self.listed: list[NumberedOffer] = []
        self.rows: dict[Given, OfferRow] = {}
        for given in (Given(*parts) for parts in product(SOURCES, cards, (1, 2))):
            offers = list(self._giving(given, cards))
            self.rows[given] = self._row(first + len(self.listed), offers)
            self.listed += offers
        self.numbers = {offer: first + place for place, offer in enumerate(self.listed)}

    def _giving(self, given: Given, cards: Cards) -> Iterator[NumberedOffer]:
        others = range(1, self.players)
        if given.many == 1:
            yield from (NumberedOffer(given, to) for to in others)
        for to, card in product(others, cards):
            if card != given.card:
                for _, number in (rate for rate in RATES if rate[0] == given.many):
                    yield NumberedOffer(given, to, "hand", card, number)
                if given.source == "hand":
                    yield NumberedOffer(given, to, "turned_up", card, 1)

    def _row(self, first: int, offers: list[NumberedOffer]) -> OfferRow:
        allowed = tuple(
            np.array([offer.asked != "turned_up" and active in (0, offer.to) for offer in offers], np.int8)
            for active in range(self.players)
        )
        places = enumerate(offers, first)
        return OfferRow(
            first, allowed, {(offer.to, offer.wanted): at for at, offer in places if offer.asked == "turned_up"}
        )

    def mark(self, mask: Mask, table: Table, seat: int) -> None:
        """Mark the offers that this seat may make, which is active or has an offer for the active one."""
        active = (table.turn.seat - seat) % self.players
        for given in self._to_give(table, seat, active):
            row = self.rows[given]
            allowed = row.allowed[active]
            mask[row.first : row.first + len(allowed)] = allowed
            if active and given.source == "hand":
                for card in table.turned_up:
                    if card != given.card:
                        mask[row.turned_up[active, card]] = 1

    def _to_give(self, table: Table, seat: int, active: int) -> Iterator[Given]:
        areas = (("hand", table.seats[seat].hand), ("turned_up", () if active else table.turned_up))
        for source, cards in areas:
            once: set[Card] = set()
            twice: set[Card] = set()
            for card in cards:
                (twice if card in once else once).add(card)
            for card in once:
                yield Given(source, card, 1)
            for card in twice:
                yield Given(source, card, 2)

    def command(self, number: int, table: Table, seat: int) -> Command:
        """Return the offer with this number as a command; of the cards in hand, those in front are used."""
        offer = self.listed[number - self.first]
        source, card, count = offer.given
        own, other = table.seats[seat], (seat + offer.to) % self.players
        if source == "hand":
            slots = [slot for slot, held in zip(own.slots, own.hand, strict=True) if held == card][:count]
            give = tuple(CardRef(source="hand", slot=slot) for slot in slots)
        else:
            give = (CardRef(source="turned_up", variety=card),) * count
        if offer.asked == "nothing":
            return OfferDonation(seat=seat, to=other, cards=give)
        if offer.asked == "turned_up":
            return ProposeTrade(seat=seat, partner=other, give=give, want_turned_up=(offer.wanted,))
        return ProposeTrade(seat=seat, partner=other, give=give, want={offer.wanted: offer.number})

    def number_of(self, command: OfferDonation | ProposeTrade, table: Table) -> int | None:
        """Return the number of an offer.

        None for one without a number, such as of two varieties, of coins, or to all seats.
        """
        if isinstance(command, OfferDonation):
            given = self._given(command.cards, command.seat, table)
            if given is None or command.coins:
                return None
            return self.numbers.get(NumberedOffer(given, self._distance(command.to, command.seat)))
        given = self._given(command.give, command.seat, table)
        asked = [("hand", *card) for card in command.want.items()]
        asked += [("turned_up", card, 1) for card in command.want_turned_up]
        if given is None or command.partner is None or len(asked) != 1 or command.give_coins or command.want_coins:
            return None
        return self.numbers.get(NumberedOffer(given, self._distance(command.partner, command.seat), *asked[0]))

    def _distance(self, other: int, seat: int) -> int:
        return (other - seat) % self.players

    def _given(self, cards: tuple[CardRef, ...], seat: int, table: Table) -> Given | None:
        own = table.seats[seat]
        named = {
            (card.source, own.hand[own.slots.index(card.slot)] if card.source == "hand" else str(card.variety))
            for card in cards
        }
        return Given(*named.pop(), len(cards)) if len(named) == 1 else None
