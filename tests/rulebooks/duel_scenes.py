"""Scenes, commands and events of the duel for rulebook tests."""

from collections.abc import Sequence
from typing import Any

from domain.commands import DrawCards, EndPlanting, HarvestField, PlantFromHand
from domain.editions.duel.discarding import DiscardFromHand
from domain.editions.duel.matching import DiscardMatched, StopMatching, TakeMatchingDiscard
from domain.editions.duel.offer import DiscardOffered, OfferedCardDiscarded, OfferLeft, PlantOffered
from domain.editions.duel.turned_up import LeaveOffer, PlantTurnedUp, TurnedUpDiscarded
from domain.events import BeanPlanted, CardsTurnedUp, DrawPileExhausted, FieldHarvested, PhaseStarted
from tests.rulebooks.scenes import Scene, given

OFFER, PLANT, TURNED_UP, DRAW = "offer", "plant", "turned_up", "draw"
"""Steps 1, 2, 3 and 5."""
CHOICE = {"duel_matching": "choice"}
FINISH = {"duel_end_timing": "finish_step"}

END_PLANTING = EndPlanting(seat=0)
LEAVE = LeaveOffer(seat=0)
TAKE = TakeMatchingDiscard(seat=0)
STOP = StopMatching(seat=0)


def duel(phase: str = PLANT, **more: Any) -> Scene:
    """Return a table of the duel; seat 0 is active by default."""
    return given("duel", players=2, phase=phase, **more)


def step_3(turned_up: Sequence[str], discards: Sequence[str] = (), **more: Any) -> Scene:
    """Return the table before seat 0 ends step 2, with these cards on top of the piles and three more below."""
    pile = [*turned_up, *["wax"] * 3]
    return duel(PLANT, planted=1, draw_pile=pile, discard_pile=discards, **more)


def last_cards(cards: Sequence[str], discards: Sequence[str] = (), **more: Any) -> Scene:
    """Return the same as `step_3`, but these cards are the last of the draw pile."""
    return duel(PLANT, planted=1, draw_pile=cards, discard_pile=discards, **more)


def plant_offered(variety: str, field: int = 0, *, seat: int = 0) -> PlantOffered:
    """Return the command to plant an offered card."""
    return PlantOffered(seat=seat, variety=variety, field=field)


def discard_offered(variety: str, *, seat: int = 0) -> DiscardOffered:
    """Return the command to discard an offered card."""
    return DiscardOffered(seat=seat, variety=variety)


def discard(slot: int, *, seat: int = 0) -> DiscardFromHand:
    """Return the command to discard a hand card."""
    return DiscardFromHand(seat=seat, slot=slot)


def plant_turned_up(variety: str, field: int = 0, *, seat: int = 0) -> PlantTurnedUp:
    """Return the command to plant a turned-up card."""
    return PlantTurnedUp(seat=seat, variety=variety, field=field)


def plant(field: int = 0, *, seat: int = 0) -> PlantFromHand:
    """Return the command to plant the front card of the hand."""
    return PlantFromHand(seat=seat, field=field)


def harvest(field: int = 0, *, seat: int = 0) -> HarvestField:
    """Return the command to sell a field."""
    return HarvestField(seat=seat, field=field)


def draw(*, seat: int = 0) -> DrawCards:
    """Return the command to draw."""
    return DrawCards(seat=seat)


def planted(variety: str, source: str, field: int = 0) -> BeanPlanted:
    """Return the event: seat 0 planted."""
    return BeanPlanted(seat=0, field=field, variety=variety, source=source)


def begun(phase: str, *, seat: int = 0) -> PhaseStarted:
    """Return the event: a step began."""
    return PhaseStarted(seat=seat, phase=phase)


def turned_up(*cards: str) -> CardsTurnedUp:
    """Return the event: seat 0 turned up cards."""
    return CardsTurnedUp(seat=0, cards=cards)


def matched(*cards: str) -> DiscardMatched:
    """Return the event: matching discards joined the turned-up cards."""
    return DiscardMatched(seat=0, cards=cards)


def left(*cards: str) -> OfferLeft:
    """Return the event: seat 0 left an offer."""
    return OfferLeft(seat=0, cards=cards)


def offered_discarded(variety: str) -> OfferedCardDiscarded:
    """Return the event: seat 0 discarded an offered card."""
    return OfferedCardDiscarded(seat=0, variety=variety)


def turned_up_discarded(*cards: str) -> TurnedUpDiscarded:
    """Return the event: the turned-up cards were discarded."""
    return TurnedUpDiscarded(seat=0, cards=cards)


def sold(variety: str, coins: int, discarded: int, *, seat: int = 0, field: int = 0, reason: str = "choice") -> Any:
    """Return the event: a field was sold."""
    cards = {"coins": (variety,) * coins, "discarded": (variety,) * discarded}
    return FieldHarvested(seat=seat, field=field, meter=variety, reason=reason, **cards)


def exhausted(phase: str, number: int = 1, *, final: bool = True) -> DrawPileExhausted:
    """Return the event: the draw pile was exhausted."""
    return DrawPileExhausted(number=number, final=final, phase=phase)
