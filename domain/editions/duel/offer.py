"""Step 1 of the duel: the active player plants or discards every card that the opponent left."""

from collections.abc import Iterable
from typing import Annotated

from msgspec.structs import replace

from domain.cards import FACE_DOWN, Card
from domain.commands import EndPlanting, PlantFromHand, SeatCommand
from domain.editions.duel.areas import offer, with_offer
from domain.events import BeanPlanted, Cards, SeatEvent
from domain.evolve import applies, remove_cards, require_cards
from domain.member_types import FieldIndex
from domain.pending_events import PendingEvents
from domain.refusals import UnknownCard
from domain.rulebook import GuardFailure, Mechanism, Move, Phase, Rulebook
from domain.rules import planting
from domain.table import Seat, Table
from domain.visibility import EVERYONE


class PlantOffered(SeatCommand, tag=True):
    """Plant an offered card. Rule: DU-4.1."""

    variety: Annotated[Card, EVERYONE]
    field: Annotated[FieldIndex, EVERYONE]


class DiscardOffered(SeatCommand, tag=True):
    """Discard an offered card. Rule: DU-4.1."""

    variety: Annotated[Card, EVERYONE]


class OfferLeft(SeatEvent, tag="offer_left.1"):
    """What was turned up and not planted now lies there for the other player; it may be nothing."""

    cards: Annotated[Cards, EVERYONE]


class OfferedCardDiscarded(SeatEvent, tag="offered_card_discarded.1"):
    """A card of the offer went to the discard pile."""

    variety: Annotated[Card, EVERYONE]


def forbids_plant_offered(rulebook: Rulebook, table: Table, move: PlantOffered) -> Mechanism | None:
    """Forbid planting by the player who left the offer, of a card not in it, or in a field that does not take it.

    Rule: DU-4.1, DU-4.6, DU-5.4.
    """
    if move.seat != table.turn.seat:
        return "offer.left_by_oneself"
    if refused := _forbids_card(table, move.variety):
        return refused
    return planting.forbids_field(rulebook, table.active, move.field, move.variety, "offer")


def plant_offered(rulebook: Rulebook, draft: PendingEvents, move: PlantOffered) -> None:
    """Plant the offered card in the field. Rule: DU-4.1."""
    planting.plant(rulebook, draft, move.seat, move.field, move.variety, "offer")


def forbids_discard_offered(rulebook: Rulebook, table: Table, move: DiscardOffered) -> Mechanism | None:
    """Forbid the discard unless the active player names a card of the offer. Rule: DU-4.1."""
    return _forbids_card(table, move.variety) if move.seat == table.turn.seat else "offer.active"


def discard_offered(rulebook: Rulebook, draft: PendingEvents, move: DiscardOffered) -> None:
    """Discard the offered card face up. Rule: DU-4.1."""
    draft.record(OfferedCardDiscarded(seat=move.seat, variety=move.variety))


def _forbids_card(table: Table, variety: Card) -> Mechanism | None:
    cards = offer(table)
    if variety in cards:
        return None
    if FACE_DOWN in cards:
        raise UnknownCard(f"offer[{cards.index(FACE_DOWN)}]")
    return GuardFailure("offer.not_there", f"no {variety} in the offer")


def _plant_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[PlantOffered]:
    fields = range(len(table.seats[seat].fields))
    return [PlantOffered(seat=seat, variety=card, field=index) for card in _offered(table) for index in fields]


def _plant_mistakes(rulebook: Rulebook, table: Table, seat: int) -> Iterable[PlantOffered]:
    beyond = len(table.seats[seat].fields)
    yield PlantOffered(seat=seat, variety=_not_offered(rulebook, table), field=0)
    yield from (PlantOffered(seat=seat, variety=card, field=beyond) for card in _offered(table))


def _discard_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[DiscardOffered]:
    return [DiscardOffered(seat=seat, variety=card) for card in _offered(table)]


def _discard_mistakes(rulebook: Rulebook, table: Table, seat: int) -> Iterable[DiscardOffered]:
    return [DiscardOffered(seat=seat, variety=_not_offered(rulebook, table))]


def _offered(table: Table) -> list[Card]:
    return [card for card in dict.fromkeys(offer(table)) if card != FACE_DOWN]


def _not_offered(rulebook: Rulebook, table: Table) -> Card:
    return next((card for card in dict.fromkeys(rulebook.deck) if card not in offer(table)), rulebook.deck[0])


def offer_phase() -> Phase:
    """Return step 1, which lasts until the offer is empty; the turn skips it when nothing is offered.

    Rule: DU-3.2, DU-4.1.
    """
    return Phase(
        name="offer",
        moves={
            PlantOffered: Move(
                guard=forbids_plant_offered, rule=plant_offered, candidates=_plant_candidates, mistakes=_plant_mistakes
            ),
            DiscardOffered: Move(
                guard=forbids_discard_offered,
                rule=discard_offered,
                candidates=_discard_candidates,
                mistakes=_discard_mistakes,
            ),
        },
        refusals=dict.fromkeys((PlantFromHand, EndPlanting), "offer.first"),
        skip_reason=lambda table: None if offer(table) else "no_offer",
        ends_when=lambda table: not offer(table),
    )


def refusing_the_offer(draw: Phase) -> Phase:
    """Return step 5 with a move that refuses to plant the offer, since it waits for the other player. Rule: DU-5.4."""
    move = Move(guard=_forbids_too_early, rule=plant_offered, candidates=_plant_candidates, mistakes=_plant_mistakes)
    return replace(draw, moves={PlantOffered: move, **draw.moves})


def _forbids_too_early(rulebook: Rulebook, table: Table, move: PlantOffered) -> Mechanism:
    own = move.seat == table.turn.seat and move.variety in offer(table)
    return "offer.left_by_oneself" if own else "turn.order"


@planting.declare_plant_source("offer")
def remove_from_offer(table: Table, seat: Seat, event: BeanPlanted) -> tuple[Table, Seat]:
    """Remove the planted card from the offer."""
    return with_offer(table, remove_cards(offer(table), (event.variety,), "offer")), seat


@applies(OfferedCardDiscarded)
def offered_card_discarded(table: Table, event: OfferedCardDiscarded) -> Table:
    """Move the card from the offer to the top of the discard pile."""
    left = with_offer(table, remove_cards(offer(table), (event.variety,), "offer"))
    return replace(left, discard_pile=(event.variety, *table.discard_pile))


@applies(OfferLeft)
def offer_left(table: Table, event: OfferLeft) -> Table:
    """Make the turned-up cards the offer."""
    require_cards(event.cards == table.turned_up and not offer(table), event.cards, "turned_up")
    return with_offer(replace(table, turned_up=()), event.cards)
