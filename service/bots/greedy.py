"""The greedy bot: every legal command has a score, the best one is done."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from domain.cards import Card
from domain.commands import (
    AcceptDonation,
    AcceptTrade,
    BuyThirdField,
    CardRef,
    Command,
    DeclineDonation,
    DeclineTrade,
    DrawCards,
    EndPlanting,
    EndTrading,
    HarvestField,
    OfferDonation,
    PlantFromHand,
    PlantSetAside,
    ProposeTrade,
)
from domain.editions import rulebook_of
from domain.events import DonationOffered, TradeProposed
from domain.rulebook import Bounds
from domain.table import Seat, Table
from domain.view import View
from service.bots.bot import Bot, must_act

WORTH_IT: Final = 15.0
"""What a command must score for a seat that could as well wait."""
THIRD_FIELD_TURNS_MAX: Final = 20
"""Until this turn a third field still earns its price back."""


class GreedyBot(Bot):
    """Plants where cards match, sells when a field can earn no more, accepts what fits, gives away what does not."""

    def pick(self, view: View, options: list[Command | Bounds], luck: Random) -> Command | None:
        """The option with the best score; ties go to the first."""
        table = view.table
        best, best_score = None, 0.0 if must_act(table, self.seat) else WORTH_IT
        for option in options:
            command = self.offer(table, option, luck) if isinstance(option, Bounds) else option
            if command is None:
                continue
            score = SCORES.get(type(command), _never)(table, command)
            if score > best_score:
                best, best_score = command, score
        return best

    def offer(self, table: Table, bounds: Bounds, luck: Random) -> Command | None:
        """A turned-up card that fits no own field, as a gift to somebody who grows it."""
        if bounds.type != "OfferDonation" or luck.random() < 0.5:
            return None
        for card in bounds.turned_up:
            takers = [seat for seat in bounds.seats if grows(table.seats[seat], card)]
            if takers and not welcome(table.seats[self.seat], card):
                gift = CardRef(source="turned_up", variety=card)
                return OfferDonation(seat=self.seat, to=luck.choice(takers), cards=(gift,))
        return None


def grows(seat: Seat, card: Card) -> bool:
    """Whether a field of this seat grows the variety."""
    return any(field and field[-1] == card for field in seat.fields)


def welcome(seat: Seat, card: Card) -> bool:
    """Whether the card matches a field or finds an empty one."""
    return any(not field or field[-1] == card for field in seat.fields)


def _plant_from_hand(table: Table, move: PlantFromHand) -> float:
    seat = table.seats[move.seat]
    field, front = seat.fields[move.field], seat.hand[0]
    if field:
        return 100.0 + len(field)
    pair = front in seat.hand[1:]
    return 90.0 if table.turn.planted == 0 else (12.0 if pair else 1.0)


def _plant_set_aside(table: Table, move: PlantSetAside) -> float:
    return 100.0 + len(table.seats[move.seat].fields[move.field])


def _harvest(table: Table, move: HarvestField) -> float:
    rules = rulebook_of(table)
    field = table.seats[move.seat].fields[move.field]
    sale = rules.sold(field)
    most = rules.meters[sale.meter][-1][0]
    if len(field) >= most:
        return 60.0
    return 2.0 + 2.0 * len(sale.coins) - 0.1 * len(field) / most


def _accept_trade(table: Table, move: AcceptTrade) -> float:
    seat = table.seats[move.seat]
    proposal = next(offer for offer in table.proposals if offer.proposal == move.proposal)
    if not isinstance(proposal, TradeProposed):
        return -1.0
    got = sum(1 if grows(seat, card.variety) else -1 for card in proposal.give)
    lost = sum(count if grows(seat, card) else 0 for card, count in proposal.want.items())
    lost += sum(1 for card in proposal.want_turned_up if grows(seat, card))
    front_first = -0.01 * sum(slot or 0 for slot in move.handed_over)
    return 40.0 + got - lost + front_first if got > lost else -1.0


def _accept_donation(table: Table, move: AcceptDonation) -> float:
    seat = table.seats[move.seat]
    gift = next(offer for offer in table.proposals if offer.proposal == move.proposal)
    cards = [card.variety for card in gift.cards] if isinstance(gift, DonationOffered) else []
    return 40.0 if cards and all(welcome(seat, card) for card in cards) else -1.0


def _buy(table: Table, move: BuyThirdField) -> float:
    return 70.0 if table.turn.number <= THIRD_FIELD_TURNS_MAX else -1.0


def _never(table: Table, move: Command) -> float:
    return -1.0


def _always(score: float) -> Callable[[Table, Any], float]:
    return lambda table, move: score  # a score


SCORES: Final[dict[type[Command], Callable[[Table, Any], float]]] = {
    PlantFromHand: _plant_from_hand,
    PlantSetAside: _plant_set_aside,
    HarvestField: _harvest,
    AcceptTrade: _accept_trade,
    AcceptDonation: _accept_donation,
    BuyThirdField: _buy,
    EndPlanting: _always(10.0),
    EndTrading: _always(10.0),
    DrawCards: _always(10.0),
    DeclineTrade: _always(20.0),
    DeclineDonation: _always(20.0),
    OfferDonation: _always(18.0),
    ProposeTrade: _always(30.0),
}
"""How good each kind of command is; what is not listed is never done."""
