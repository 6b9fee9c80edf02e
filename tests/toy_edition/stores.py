"""Section 12 of the toy's rulebook: cards that were won, and how they leave the store again."""

from collections.abc import Iterable
from typing import Annotated

from msgspec.structs import replace

from domain.cards import FACE_DOWN, Card, without_cards
from domain.commands import SeatCommand
from domain.events import BeanPlanted, SeatEvent
from domain.evolve import applies, require
from domain.member_types import FieldIndex
from domain.pending_events import PendingEvents
from domain.refusals import UnknownCard
from domain.rulebook import Mechanism, Move, Phase, Rulebook
from domain.rules import planting
from domain.table import Seat, Table
from domain.visibility import EVERYONE, only
from tests.toy_edition.areas import RaidGround, ground, store, with_store


class PlantStored(SeatCommand, tag=True):
    """Plant a card from your own store. Rule: TY-12.2."""

    variety: Annotated[Card, EVERYONE]
    field: Annotated[FieldIndex, EVERYONE]


class CardStored(SeatEvent, tag="card_stored.1"):
    """The prize went into the winner's store."""

    variety: Annotated[Card, only("seat")]


def forbids_plant_stored(rulebook: Rulebook, table: Table, move: PlantStored) -> Mechanism | None:
    """Forbid planting unless the active seat has the card in its store and a field for it. Rule: TY-12.2, TY-4.2."""
    if move.seat != table.turn.seat:
        return "plant.active"
    own = table.seats[move.seat]
    if move.variety not in store(own):
        if FACE_DOWN in store(own):
            raise UnknownCard(f"seats[{move.seat}].store")
        return "store.not_there"
    return planting.forbids_field(rulebook, own, move.field, move.variety, "store")


def plant_stored(rulebook: Rulebook, draft: PendingEvents, move: PlantStored) -> None:
    """Plant the stored card in the field. Rule: TY-12.2."""
    draft.record(BeanPlanted(seat=move.seat, field=move.field, variety=move.variety, source="store"))


def plant_stored_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[PlantStored]:
    """Yield each variety in the store for each field of the seat."""
    own = table.seats[seat]
    for variety in dict.fromkeys(store(own)):
        if variety != FACE_DOWN:
            yield from (PlantStored(seat=seat, variety=variety, field=index) for index in range(len(own.fields)))


def plant_stored_mistakes(rulebook: Rulebook, table: Table, seat: int) -> Iterable[PlantStored]:
    """Return each variety, stored or not."""
    return [PlantStored(seat=seat, variety=variety, field=0) for variety in rulebook.selling.meters]


def with_stores(plant: Phase) -> Phase:
    """Return phase 1 with a move that plants stored cards. Rule: TY-12.2."""
    move = Move(
        guard=forbids_plant_stored,
        rule=plant_stored,
        candidates=plant_stored_candidates,
        mistakes=plant_stored_mistakes,
    )
    return replace(plant, moves={**plant.moves, PlantStored: move})


@planting.declare_plant_source("store")
def remove_from_store(table: Table, seat: Seat, event: BeanPlanted) -> tuple[Table, Seat]:
    """Remove the planted card from the store."""
    left = without_cards(store(seat), (event.variety,))
    require(left is not None, "this card was not in the store")
    assert left is not None
    table = with_store(table, event.seat, left)
    return table, table.seats[event.seat]


@applies(CardStored)
def card_stored(table: Table, event: CardStored) -> Table:
    """Move the prize to the store."""
    prize = ground(table).prize
    require(without_cards(prize, (event.variety,)) == (), "this is not the prize")
    stored = with_store(table, event.seat, (*store(table.seats[event.seat]), event.variety))
    return replace(stored, annex=RaidGround())
