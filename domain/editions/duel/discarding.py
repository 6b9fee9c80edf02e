"""Step 2 of the duel: besides planting, the active player may discard one card from anywhere in the hand."""

from collections.abc import Iterable
from typing import Annotated

from msgspec.structs import replace

from domain.cards import FACE_DOWN, Card, Slot
from domain.commands import Fault, SeatCommand, Slots, slot_faults
from domain.editions.duel.areas import steps_this_turn, with_steps_this_turn
from domain.events import SeatEvent
from domain.evolve import applies, require_cards
from domain.pending_events import PendingEvents
from domain.rulebook import GuardFailure, Mechanism, Move, Phase, Rulebook
from domain.table import Table
from domain.visibility import EVERYONE, only


class DiscardFromHand(SeatCommand, tag=True):
    """Discard this card of your hand. Rule: DU-4.3."""

    slot: Annotated[Slot, only("seat")]

    def faults(self, hand: Slots) -> Iterable[Fault]:
        """Report a missing slot, by which alone a card of the hand is named."""
        return slot_faults(self.slot, hand, "slot")


class HandCardDiscarded(SeatEvent, tag="hand_card_discarded.1"):
    """A hand card went to the discard pile; the other player does not learn from where in the hand."""

    variety: Annotated[Card, EVERYONE]
    slot: Annotated[Slot, only("seat")]


def forbids_discard(rulebook: Rulebook, table: Table, move: DiscardFromHand) -> Mechanism | None:
    """Forbid the discard to the other player, twice a turn, or of a card that is due to be planted.

    Rule: DU-4.3, DU-4.4.
    """
    if move.seat != table.turn.seat:
        return "discard.active"
    if steps_this_turn(table).discarded:
        return "discard.twice"
    own = table.active
    if move.slot not in own.slots:
        return GuardFailure("discard.slot", f"no card in slot {move.slot}")
    due = rulebook.data.plant_required - table.turn.planted
    return "discard.planting_due" if len(own.hand) <= due else None


def discard(rulebook: Rulebook, draft: PendingEvents, move: DiscardFromHand) -> None:
    """Move the card from the hand face up to the discard pile. Rule: DU-4.3."""
    own = draft.table.active
    variety = own.hand[own.slots.index(move.slot)]
    draft.record(HandCardDiscarded(seat=move.seat, variety=variety, slot=move.slot))


def _discard_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[DiscardFromHand]:
    return [DiscardFromHand(seat=seat, slot=slot) for slot in table.seats[seat].slots]


def _discard_mistakes(rulebook: Rulebook, table: Table, seat: int) -> Iterable[DiscardFromHand]:
    return [DiscardFromHand(seat=seat, slot=table.seats[seat].next_slot)]


def with_discard(plant: Phase) -> Phase:
    """Return the planting phase with one discard added, before, between or after the plantings.

    Rule: DU-4.2 to DU-4.4.
    """
    move = Move(
        guard=forbids_discard,
        rule=discard,
        candidates=_discard_candidates,
        mistakes=_discard_mistakes,
        wrong_phase="discard.step",
    )
    return replace(plant, moves={**plant.moves, DiscardFromHand: move})


@applies(HandCardDiscarded)
def hand_card_discarded(table: Table, event: HandCardDiscarded) -> Table:
    """Move the card from the hand to the top of the discard pile; note that this turn's discard is made."""
    seat = table.seats[event.seat]
    at = seat.slots.index(event.slot)
    there = seat.hand[at] == event.variety or FACE_DOWN in (seat.hand[at], event.variety)
    require_cards(there, (event.variety,), "hand", event.seat)
    left = replace(seat, hand=seat.hand[:at] + seat.hand[at + 1 :], slots=seat.slots[:at] + seat.slots[at + 1 :])
    table = replace(table.with_seat(event.seat, left), discard_pile=(event.variety, *table.discard_pile))
    return with_steps_this_turn(table, replace(steps_this_turn(table), discarded=True))
