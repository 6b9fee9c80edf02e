"""Scores of the commands that all editions share: planting, harvesting, answering offers."""

from collections.abc import Mapping
from typing import Final

from domain.cards import Card
from domain.commands import (
    AcceptDonation,
    AcceptTrade,
    BuyThirdField,
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
from domain.events import Cards, DonationOffered, TradeProposed
from domain.rulebook import Rulebook
from domain.table import Seat, Table
from service.lifecycle.bots.evaluation import Score, constant_score

THIRD_FIELD_TURNS_MAX: Final = 20
"""Until this turn a third field still earns its price back."""


def grows(rulebook: Rulebook, seat: Seat, card: Card) -> bool:
    """Return whether a field of this seat grows this variety and another card fits on it."""
    return any(field and _fits_well(rulebook, field, card) for field in seat.fields)


def has_room_for(rulebook: Rulebook, seat: Seat, card: Card) -> bool:
    """Return whether the card fits on a field of this seat or the seat has an empty field."""
    return any(not field or _fits_well(rulebook, field, card) for field in seat.fields)


def _fits_well(rulebook: Rulebook, field: Cards, card: Card) -> bool:
    planting = rulebook.planting
    return planting.fits(field, card, "hand") and not (planting.doubles and planting.doubles(field, card))


def is_doubled(rulebook: Rulebook, field: Cards) -> bool:
    """Return whether the field holds a card planted on one that it doubles. Such a field will be harvested soon."""
    doubles = rulebook.planting.doubles
    return doubles is not None and any(doubles(field[:i], field[i]) for i in range(1, len(field)))


def planting_score(rulebook: Rulebook, field: Cards, card: Card) -> float:
    """Return the score of planting a card on a field where it is legal: at least 100 unless it ruins the field."""
    doubles = rulebook.planting.doubles
    if doubles and doubles(field, card) and not is_doubled(rulebook, field):
        return 40.0 + 10.0 * len(rulebook.selling.sold((*field, card)).coins)
    return 100.0 + len(field)


def _plant_from_hand(rulebook: Rulebook, table: Table, move: PlantFromHand) -> float:
    seat = table.seats[move.seat]
    field, front = seat.fields[move.field], seat.hand[0]
    if field:
        return planting_score(rulebook, field, front)
    pair = front in seat.hand[1:]
    return 90.0 if table.turn.planted == 0 else (12.0 if pair else 1.0)


def _plant_set_aside(rulebook: Rulebook, table: Table, move: PlantSetAside) -> float:
    return planting_score(rulebook, table.seats[move.seat].fields[move.field], move.variety)


def _harvest(rulebook: Rulebook, table: Table, move: HarvestField) -> float:
    field = table.seats[move.seat].fields[move.field]
    sale = rulebook.selling.sold(field)
    most = rulebook.selling.meters[sale.meter][-1][0]
    if len(field) >= most:
        return 60.0
    return 2.0 + 2.0 * len(sale.coins) - 0.1 * len(field) / most


def _accept_trade(rulebook: Rulebook, table: Table, move: AcceptTrade) -> float:
    seat = table.seats[move.seat]
    proposal = next(offer for offer in table.proposals if offer.proposal == move.proposal)
    if not isinstance(proposal, TradeProposed):
        return -1.0
    got = sum(1 if grows(rulebook, seat, card.variety) else -1 for card in proposal.give)
    lost = sum(count if grows(rulebook, seat, card) else 0 for card, count in proposal.want.items())
    lost += sum(1 for card in proposal.want_turned_up if grows(rulebook, seat, card))
    front_first = -0.01 * sum(slot or 0 for slot in move.handed_over)
    return 40.0 + got - lost + front_first if got > lost else -1.0


def _accept_donation(rulebook: Rulebook, table: Table, move: AcceptDonation) -> float:
    seat = table.seats[move.seat]
    gift = next(offer for offer in table.proposals if offer.proposal == move.proposal)
    cards = [card.variety for card in gift.cards] if isinstance(gift, DonationOffered) else []
    return 40.0 if cards and all(has_room_for(rulebook, seat, card) for card in cards) else -1.0


def _buy(rulebook: Rulebook, table: Table, move: BuyThirdField) -> float:
    return 70.0 if table.turn.number <= THIRD_FIELD_TURNS_MAX else -1.0


def _draw(rulebook: Rulebook, table: Table, move: DrawCards) -> float:
    return 10.0 if move.extra is None else 9.0  # without a number it is the most allowed


FARMING: Final[Mapping[type[Command], Score]] = {
    PlantFromHand: _plant_from_hand,
    PlantSetAside: _plant_set_aside,
    HarvestField: _harvest,
    AcceptTrade: _accept_trade,
    AcceptDonation: _accept_donation,
    BuyThirdField: _buy,
    EndPlanting: constant_score(10.0),
    EndTrading: constant_score(10.0),
    DrawCards: _draw,
    DeclineTrade: constant_score(20.0),
    DeclineDonation: constant_score(20.0),
    OfferDonation: constant_score(18.0),
    ProposeTrade: constant_score(30.0),
}
