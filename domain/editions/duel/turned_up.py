"""Steps 3, 4 of the duel: the active player plants turned-up cards at will, leaves the rest as the offer."""

from collections.abc import Iterable
from typing import Annotated, Final

from msgspec.structs import replace

from domain.cards import FACE_DOWN, Card
from domain.commands import SeatCommand
from domain.editions.duel.areas import steps_this_turn, with_steps_this_turn
from domain.editions.duel.matching import (
    STOP,
    TAKE,
    StopMatching,
    TakeMatchingDiscard,
    match_discards,
    require_known_match,
)
from domain.editions.duel.offer import OfferLeft
from domain.editions.duel.turn_restrictions import without_trading
from domain.events import BeanPlanted, Cards, SeatEvent
from domain.evolve import applies, remove_cards, require_cards
from domain.member_types import FieldIndex
from domain.pending_events import PendingEvents
from domain.refusals import UnknownCard
from domain.rulebook import GuardFailure, Mechanism, Move, Phase, Rulebook
from domain.rules import drawing, ending, planting
from domain.rules.phases import then_close_phase
from domain.table import Seat, Table
from domain.visibility import EVERYONE


class PlantTurnedUp(SeatCommand, tag=True):
    """Plant a turned-up card. Rule: DU-4.5."""

    variety: Annotated[Card, EVERYONE]
    field: Annotated[FieldIndex, EVERYONE]


class LeaveOffer(SeatCommand, tag=True):
    """End step 3; what is still turned up becomes the offer. Rule: DU-5.3."""


class TurnedUpDiscarded(SeatEvent, tag="turned_up_discarded.1"):
    """The game is about to end: what was turned up and not planted is discarded. Rule: DU-9.2."""

    cards: Annotated[Cards, EVERYONE]


def forbids_plant_turned_up(rulebook: Rulebook, table: Table, move: PlantTurnedUp) -> Mechanism | None:
    """Forbid planting unless the active player puts a turned-up card in a field that takes it. Rule: DU-4.5, DU-4.6."""
    if move.seat != table.turn.seat:
        return "turned_up.active"
    if move.variety not in table.turned_up:
        if FACE_DOWN in table.turned_up:
            raise UnknownCard(f"turned_up[{table.turned_up.index(FACE_DOWN)}]")
        return GuardFailure("turned_up.not_there", f"no {move.variety} is turned up")
    return planting.forbids_field(rulebook, table.active, move.field, move.variety, "turned_up")


def plant_turned_up(rulebook: Rulebook, draft: PendingEvents, move: PlantTurnedUp) -> None:
    """Plant the turned-up card in the field. Rule: DU-4.5."""
    planting.plant(rulebook, draft, move.seat, move.field, move.variety, "turned_up")


def forbids_leave(rulebook: Rulebook, table: Table, move: LeaveOffer) -> Mechanism | None:
    """Forbid ending step 3 to all but the active player. Rule: DU-5.3."""
    return None if move.seat == table.turn.seat else "offer.leave"


def leave_offer(rulebook: Rulebook, draft: PendingEvents, move: LeaveOffer) -> None:
    """Leave what is turned up as the offer; discard it instead after the final exhaustion. Rule: DU-5.3, DU-9.2."""
    if draft.table.final:
        discard_turned_up(draft)
    else:
        draft.record(OfferLeft(seat=move.seat, cards=draft.table.turned_up))


def discard_turned_up(draft: PendingEvents) -> None:
    """Discard the turned-up cards, if there are any. Rule: DU-9.2."""
    if draft.table.turned_up:
        draft.record(TurnedUpDiscarded(seat=draft.table.turn.seat, cards=draft.table.turned_up))


def _plant_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[PlantTurnedUp]:
    fields = range(len(table.seats[seat].fields))
    return [PlantTurnedUp(seat=seat, variety=card, field=index) for card in _turned_up(table) for index in fields]


def _plant_mistakes(rulebook: Rulebook, table: Table, seat: int) -> Iterable[PlantTurnedUp]:
    beyond = len(table.seats[seat].fields)
    absent = next((card for card in dict.fromkeys(rulebook.deck) if card not in table.turned_up), rulebook.deck[0])
    yield PlantTurnedUp(seat=seat, variety=absent, field=0)
    yield from (PlantTurnedUp(seat=seat, variety=card, field=beyond) for card in _turned_up(table))


def _turned_up(table: Table) -> list[Card]:
    return [card for card in dict.fromkeys(table.turned_up) if card != FACE_DOWN]


def _leave_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[LeaveOffer]:
    return [LeaveOffer(seat=seat)]


MATCHING: Final = without_trading(
    Phase(
        name="matching",
        moves={TakeMatchingDiscard: TAKE, StopMatching: STOP},
        refusals=dict.fromkeys((PlantTurnedUp, LeaveOffer), "matching.open"),
    )
)
"""The active player takes or leaves a matching discard before planting turned-up cards. Rule: DU-5.2."""


def turned_up_phase(*, ends_at_once: bool, matches_by_itself: bool) -> Phase:
    """Return step 3, whose end is step 4.

    After the final exhaustion `ends_at_once` discards the turned-up cards, which ends the game; otherwise this step
    is the last. `matches_by_itself` moves matching discards without asking the active player.
    Rule: DU-9.2.
    """

    def opens(rulebook: Rulebook, draft: PendingEvents) -> None:
        drawing.turn_up(rulebook, draft)
        if draft.table.final and ends_at_once:
            discard_turned_up(draft)
            ending.end_game(rulebook, draft, "exhaustion")
        elif matches_by_itself:
            match_discards(draft)
        else:
            require_known_match(draft)

    return Phase(
        name="turned_up",
        moves={
            PlantTurnedUp: Move(
                guard=forbids_plant_turned_up,
                rule=plant_turned_up,
                candidates=_plant_candidates,
                mistakes=_plant_mistakes,
            ),
            LeaveOffer: Move(guard=forbids_leave, rule=then_close_phase(leave_offer), candidates=_leave_candidates),
        },
        on_open=opens,
        steps=(MATCHING,),
        current_step=lambda table: MATCHING if steps_this_turn(table).matching else None,
        can_end_game=True,
    )


@planting.declare_plant_source("turned_up")
def remove_from_turned_up(table: Table, seat: Seat, event: BeanPlanted) -> tuple[Table, Seat]:
    """Remove the planted card from the turned-up cards."""
    return replace(table, turned_up=remove_cards(table.turned_up, (event.variety,), "turned_up")), seat


@applies(TurnedUpDiscarded)
def turned_up_discarded(table: Table, event: TurnedUpDiscarded) -> Table:
    """Move the turned-up cards to the discard pile, the last of them on top; close the matching."""
    require_cards(event.cards == table.turned_up, event.cards, "turned_up")
    table = replace(table, turned_up=(), discard_pile=event.cards[::-1] + table.discard_pile)
    return with_steps_this_turn(table, replace(steps_this_turn(table), matching=False))
