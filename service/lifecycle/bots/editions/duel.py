"""Scores for planting, discarding or leaving cards in the edition for two, where the opponent gets what is left."""

from collections.abc import Mapping
from typing import Final

from domain.commands import Command
from domain.editions.duel.discarding import DiscardFromHand
from domain.editions.duel.matching import StopMatching, TakeMatchingDiscard
from domain.editions.duel.offer import DiscardOffered, PlantOffered
from domain.editions.duel.turned_up import LeaveOffer, PlantTurnedUp
from domain.rulebook import Rulebook
from domain.table import Seat, Table
from service.lifecycle.bots.common_evaluation import grows, planting_score
from service.lifecycle.bots.evaluation import Score, constant_score

LEAVE: Final = 10.0
DISCARD: Final = 20.0
OPEN_A_FIELD: Final = 40.0


def _plant_offered_card(rulebook: Rulebook, table: Table, move: PlantOffered | PlantTurnedUp) -> float:
    """Return a score for matching cards, and for an empty field if that leaves room for the cards in hand."""
    seat = table.seats[move.seat]
    field = seat.fields[move.field]
    if field:
        return planting_score(rulebook, field, move.variety)
    if not _needs_empty_field(rulebook, seat):
        return OPEN_A_FIELD
    denied = any(grows(rulebook, other, move.variety) for k, other in enumerate(table.seats) if k != move.seat)
    return LEAVE + 1.0 if denied else 1.0


def _needs_empty_field(rulebook: Rulebook, seat: Seat) -> bool:
    """Return whether the last empty field will be needed for the front card of the hand."""
    empty = sum(not field for field in seat.fields)
    return empty == 1 and bool(seat.hand) and not grows(rulebook, seat, seat.hand[0])


def _discard_from_hand(rulebook: Rulebook, table: Table, move: DiscardFromHand) -> float:
    """Return a score for discarding the front card if no field can use it, after the compulsory planting."""
    seat = table.seats[move.seat]
    place = seat.slots.index(move.slot)
    card = seat.hand[place]
    if table.turn.planted == 0 or grows(rulebook, seat, card) or seat.hand.count(card) > 1:
        return -1.0
    return 11.9 - 0.1 * place


def _take_discard(rulebook: Rulebook, table: Table, move: TakeMatchingDiscard) -> float:
    """Return a score for a card that an own field grows. A card left over would go to the opponent."""
    return 30.0 if grows(rulebook, table.seats[move.seat], table.discard_pile[0]) else 5.0


SCORES: Final[Mapping[type[Command], Score]] = {
    PlantOffered: _plant_offered_card,
    PlantTurnedUp: _plant_offered_card,
    DiscardOffered: constant_score(DISCARD),
    DiscardFromHand: _discard_from_hand,
    TakeMatchingDiscard: _take_discard,
    StopMatching: constant_score(10.0),
    LeaveOffer: constant_score(LEAVE),
}
