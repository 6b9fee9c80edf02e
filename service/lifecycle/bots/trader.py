"""The trader bot: it plants like the greedy bot, and offers cards that others grow for cards that it grows."""

from random import Random

from domain.cards import Card
from domain.commands import CardRef, Command, OfferDonation, ProposeTrade
from domain.rulebook import Bounds, Rulebook
from domain.table import Seat, Table
from service.lifecycle.bots.common_evaluation import grows, has_room_for
from service.lifecycle.bots.greedy import GreedyBot

STOP_PROBABILITY = 0.45
"""The probability that the bot makes no offer at a decision."""


class TraderBot(GreedyBot):
    """Proposes trades in which each side gains a card that it grows."""

    def offer(self, rulebook: Rulebook, table: Table, bounds: Bounds, luck: Random) -> Command | None:
        """Return a trade for a card that this seat grows, or else a gift."""
        if bounds.type != "ProposeTrade":
            return super().offer(rulebook, table, bounds, luck) or self._gift_of_front_card(
                rulebook, table, bounds, luck
            )
        open_offers = sum(offer.seat == self.seat for offer in table.proposals)
        if open_offers or luck.random() < STOP_PROBABILITY:
            return None
        ideas = list(self._possible_trades(rulebook, table, bounds))
        return luck.choice(ideas) if ideas else None

    def _gift_of_front_card(self, rulebook: Rulebook, table: Table, bounds: Bounds, luck: Random) -> Command | None:
        """Return a gift of the front card that fits no field and must be planted next turn, to a seat that grows it."""
        own = table.seats[self.seat]
        if not own.hand or has_room_for(rulebook, own, own.hand[0]) or luck.random() < STOP_PROBABILITY:
            return None
        takers = [seat for seat in bounds.seats if grows(rulebook, table.seats[seat], own.hand[0])]
        front = (CardRef(source="hand", slot=own.slots[0]),)
        return OfferDonation(seat=self.seat, to=luck.choice(takers), cards=front) if takers else None

    def _possible_trades(self, rulebook: Rulebook, table: Table, bounds: Bounds) -> list[ProposeTrade]:
        own = table.seats[self.seat]
        spare = [
            (card, CardRef(source="hand", slot=slot))
            for slot, card in zip(own.slots, own.hand, strict=True)
            if not grows(rulebook, own, card)
        ]
        spare += [
            (card, CardRef(source="turned_up", variety=card))
            for card in bounds.turned_up
            if not grows(rulebook, own, card)
        ]
        return [
            idea
            for partner in bounds.seats
            for card, place in spare
            if grows(rulebook, table.seats[partner], card)
            for idea in self._trades_for_card(rulebook, table, own, partner, card, place)
        ]

    def _trades_for_card(
        self, rulebook: Rulebook, table: Table, own: Seat, partner: int, card: Card, place: CardRef
    ) -> list[ProposeTrade]:
        wanted = {variety for variety in rulebook.selling.meters if grows(rulebook, own, variety)} - {card}
        if partner == table.turn.seat:
            return [
                ProposeTrade(seat=self.seat, partner=partner, give=(place,), want_turned_up=(turned_up,))
                for turned_up in dict.fromkeys(table.turned_up)
                if turned_up in wanted
            ]
        return [
            ProposeTrade(seat=self.seat, partner=partner, give=(place,), want={variety: 1})
            for variety in sorted(wanted)
            if not grows(rulebook, table.seats[partner], variety)
        ]
