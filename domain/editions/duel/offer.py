"""Step 1 of the duel: the active player plants or discards every card that the opponent left."""

from collections.abc import Iterable
from typing import Annotated

from msgspec.structs import replace

from domain.cards import FACE_DOWN, Card, FieldIndex, without
from domain.commands import EndPlanting, PlantFromHand, SeatCommand
from domain.draft import Draft
from domain.editions.duel.areas import offer, with_offer
from domain.events import BeanPlanted, Cards, SeatEvent
from domain.history import applies, require_cards
from domain.refusals import UnknownCard
from domain.rulebook import Because, Move, Phase, Rulebook, Slot
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


def forbids_plant_offered(rulebook: Rulebook, table: Table, move: PlantOffered) -> Slot | None:
    """Not by the player who left the offer; into a field that takes the card. Rule: DU-4.1, DU-4.6, DU-5.4."""
    if move.seat != table.turn.seat:
        return "offer.left_by_oneself"
    if refused := _forbids_card(table, move.variety):
        return refused
    return planting.forbids_field(rulebook, table.active, move.field, move.variety, "offer")


def plant_offered(rulebook: Rulebook, draft: Draft, move: PlantOffered) -> None:
    """The offered card goes into the field. Rule: DU-4.1."""
    planting.plant(rulebook, draft, move.seat, move.field, move.variety, "offer")


def forbids_discard_offered(rulebook: Rulebook, table: Table, move: DiscardOffered) -> Slot | None:
    """The active player, any card of the offer. Rule: DU-4.1."""
    return _forbids_card(table, move.variety) if move.seat == table.turn.seat else "offer.active"


def discard_offered(rulebook: Rulebook, draft: Draft, move: DiscardOffered) -> None:
    """The offered card goes face up to the discard pile. Rule: DU-4.1."""
    draft.happen(OfferedCardDiscarded(seat=move.seat, variety=move.variety))


def _forbids_card(table: Table, variety: Card) -> Slot | None:
    cards = offer(table)
    if variety in cards:
        return None
    if FACE_DOWN in cards:
        raise UnknownCard(f"offer[{cards.index(FACE_DOWN)}]")
    return Because("offer.not_there", f"no {variety} in the offer")


def _tries_plant(rulebook: Rulebook, table: Table, seat: int) -> Iterable[PlantOffered]:
    fields = range(len(table.seats[seat].fields))
    return [PlantOffered(seat=seat, variety=card, field=index) for card in _offered(table) for index in fields]


def _mistakes_plant(rulebook: Rulebook, table: Table, seat: int) -> Iterable[PlantOffered]:
    beyond = len(table.seats[seat].fields)
    yield PlantOffered(seat=seat, variety=_not_offered(rulebook, table), field=0)
    yield from (PlantOffered(seat=seat, variety=card, field=beyond) for card in _offered(table))


def _tries_discard(rulebook: Rulebook, table: Table, seat: int) -> Iterable[DiscardOffered]:
    return [DiscardOffered(seat=seat, variety=card) for card in _offered(table)]


def _mistakes_discard(rulebook: Rulebook, table: Table, seat: int) -> Iterable[DiscardOffered]:
    return [DiscardOffered(seat=seat, variety=_not_offered(rulebook, table))]


def _offered(table: Table) -> list[Card]:
    return [card for card in dict.fromkeys(offer(table)) if card != FACE_DOWN]


def _not_offered(rulebook: Rulebook, table: Table) -> Card:
    return next((card for card in dict.fromkeys(rulebook.deck) if card not in offer(table)), rulebook.deck[0])


def offer_phase() -> Phase:
    """Step 1 lasts until the offer is empty; with nothing offered there is none. Rule: DU-3.2, DU-4.1."""
    return Phase(
        name="offer",
        moves={
            PlantOffered: Move(
                forbids=forbids_plant_offered, happens=plant_offered, tries=_tries_plant, mistakes=_mistakes_plant
            ),
            DiscardOffered: Move(
                forbids=forbids_discard_offered,
                happens=discard_offered,
                tries=_tries_discard,
                mistakes=_mistakes_discard,
            ),
        },
        refuses=dict.fromkeys((PlantFromHand, EndPlanting), "offer.first"),
        skipped=lambda table: None if offer(table) else "no_offer",
        over=lambda table: not offer(table),
    )


def beside_the_offer(draw: Phase) -> Phase:
    """Step 5, in which the offer already lies there for the other player. Rule: DU-5.4."""
    move = Move(forbids=_forbids_too_early, happens=plant_offered, tries=_tries_plant, mistakes=_mistakes_plant)
    return replace(draw, moves={PlantOffered: move, **draw.moves})


def _forbids_too_early(rulebook: Rulebook, table: Table, move: PlantOffered) -> Slot:
    own = move.seat == table.turn.seat and move.variety in offer(table)
    return "offer.left_by_oneself" if own else "turn.order"


@planting.plants_from("offer")
def out_of_the_offer(table: Table, seat: Seat, event: BeanPlanted) -> tuple[Table, Seat]:
    """The planted card has left the offer."""
    return with_offer(table, _less(offer(table), event.variety)), seat


@applies(OfferedCardDiscarded)
def offered_card_discarded(table: Table, event: OfferedCardDiscarded) -> Table:
    """The card lies on top of the discard pile."""
    left = with_offer(table, _less(offer(table), event.variety))
    return replace(left, discard_pile=(event.variety, *table.discard_pile))


@applies(OfferLeft)
def offer_left(table: Table, event: OfferLeft) -> Table:
    """The turned-up cards are the offer."""
    require_cards(event.cards == table.turned_up and not offer(table), event.cards, "turned_up")
    return with_offer(replace(table, turned_up=()), event.cards)


def _less(cards: Cards, variety: Card) -> Cards:
    left = without(cards, (variety,))
    require_cards(left is not None, (variety,), "offer")
    assert left is not None
    return left
