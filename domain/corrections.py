"""An arbiter's corrections, which no rule of the game allows: moved cards, another turn, a shuffled pile."""

from typing import Annotated, Final

from msgspec.structs import replace

from domain.cards import FACE_DOWN, Slot, may_be_equal
from domain.events import Cards, Event
from domain.evolve import applies, new_turn, remove_cards, require, require_cards
from domain.member_types import Count, FieldIndex, Kind, PhaseId, SeatIndex, one_of
from domain.reported_cards import CardsAttested
from domain.table import Seat, Table
from domain.values import changed
from domain.visibility import EVERYONE, SEALED, ByFieldValue, only
from domain.zones import (
    FOR_ALL,
    FOR_NOBODY,
    FOR_OWNER,
    HAND,
    PILE,
    UNDER,
    Area,
    annex_zone_audiences,
    with_cards_added,
    with_cards_removed,
)

_OWNERS_AREAS: Final = (PILE, UNDER, HAND)
"""The areas whose cards only the owning seat can see, if there is one."""
TO_ALL: Final = "all"
TO_HANDS: Final = "hands"
TO_GIVER: Final = "from"
TO_TAKER: Final = "to"
TO_NOBODY: Final = "nobody"
"""Who sees the moved cards: all, the seats whose hands they leave or join, one of these seats, or no viewer."""
_SHOWN_AUDIENCE: Final = ByFieldValue(
    field="shown",
    audiences=(
        (TO_HANDS, only("from_seat", "to_seat")),
        (TO_GIVER, only("from_seat")),
        (TO_TAKER, only("to_seat")),
        (TO_NOBODY, SEALED),
    ),
)


class TableCorrected(Event, tag="table_corrected.1"):
    """An arbiter moved cards from one area to another: hand cards by their `slots`, cards of a pile from the top.

    No rule of the game led to it, so no clause is checked.
    """

    origin: Annotated[Area, EVERYONE]
    target: Annotated[Area, EVERYONE]
    shown: Annotated[str, one_of(TO_ALL, TO_HANDS, TO_GIVER, TO_TAKER, TO_NOBODY), Kind.REASON, EVERYONE]
    cards: Annotated[Cards, _SHOWN_AUDIENCE]
    from_seat: Annotated[SeatIndex | None, EVERYONE] = None
    from_field: Annotated[FieldIndex | None, EVERYONE] = None
    slots: Annotated[tuple[Slot, ...], only("from_seat")] = ()
    to_seat: Annotated[SeatIndex | None, EVERYONE] = None
    to_field: Annotated[FieldIndex | None, EVERYONE] = None


class TurnCorrected(Event, tag="turn_corrected.1"):
    """An arbiter corrected the active seat and the phase."""

    seat: Annotated[SeatIndex, EVERYONE]
    phase: Annotated[PhaseId, EVERYONE]


class PileShuffled(Event, tag="pile_shuffled.1"):
    """An arbiter had the draw pile shuffled; its order stays hidden from all."""

    count: Annotated[Count, EVERYONE]
    order: Annotated[Cards, SEALED]


ArbiterCorrection = TableCorrected | TurnCorrected | PileShuffled
Correction = ArbiterCorrection | CardsAttested
CORRECTION_TYPES: Final = (TableCorrected, TurnCorrected, PileShuffled, CardsAttested)


def shown_to(table: Table, origin: tuple[str, int | None], target: tuple[str, int | None]) -> str:
    """Return who sees cards that an arbiter moves from `origin` to `target`, each an area with its seat.

    All viewers see them if all viewers can see one of the two areas.
    """
    ends = (_area_audience(table, *origin), _area_audience(table, *target))
    return TO_ALL if FOR_ALL in ends else _SHOWN_BETWEEN[ends]


_SHOWN_BETWEEN: Final = {
    (FOR_OWNER, FOR_OWNER): TO_HANDS,
    (FOR_OWNER, FOR_NOBODY): TO_GIVER,
    (FOR_NOBODY, FOR_OWNER): TO_TAKER,
    (FOR_NOBODY, FOR_NOBODY): TO_NOBODY,
}


def _area_audience(table: Table, area: str, seat: int | None) -> str:
    """Return who sees the cards of an area; all for an area that does not exist, since moving the cards then fails."""
    annex = table.annex if seat is None else table.seats[seat].annex
    return FOR_OWNER if area in _OWNERS_AREAS else annex_zone_audiences(annex).get(area, FOR_ALL)


@applies(TableCorrected)
def table_corrected(table: Table, event: TableCorrected) -> Table:
    """Move the cards from the origin to the target."""
    ends = (event.origin, event.from_seat, event.from_field), (event.target, event.to_seat, event.to_field)
    require(table.begun and table.result is None, "a table is set right while it is played at")
    require(bool(event.cards) and ends[0] != ends[1], "cards are moved from one place to another")
    require(event.shown == shown_to(table, *(end[:2] for end in ends)), "what lies open is seen by all")
    require(event.origin != UNDER, "cards are taken from the top")
    return _lay_cards(_take_cards(table, event), event)


@applies(TurnCorrected)
def turn_corrected(table: Table, event: TurnCorrected) -> Table:
    """Make that seat active in that phase, with nothing done in it yet."""
    require(table.begun and table.result is None, "a turn is set right while it is played")
    require(event.seat < len(table.seats), "the seat is at the table")
    return replace(table, turn=replace(new_turn(table, event.seat, table.turn.number), phase=event.phase))


@applies(PileShuffled)
def pile_shuffled(table: Table, event: PileShuffled) -> Table:
    """Put the cards of the pile into their new order."""
    lying, order = table.draw_pile, event.order
    require(table.begun and table.result is None, "a pile is shuffled while the game is played")
    require(len(order) == event.count == len(lying), "a shuffle loses no card")
    if FACE_DOWN not in order and FACE_DOWN not in lying:
        require_cards(sorted(order) == sorted(lying), order, "pile")
    return replace(table, draw_pile=order, shuffles=table.shuffles + 1)


def _take_cards(table: Table, event: TableCorrected) -> Table:
    cards = event.cards
    match event.origin:
        case "draw_pile":
            return replace(table, draw_pile=_without_top(table.draw_pile, cards))
        case "discard_pile":
            # The top card is the first one, and remove_cards takes the last.
            left = remove_cards(table.discard_pile[::-1], cards, "discards")
            return replace(table, discard_pile=left[::-1])
        case "turned_up":
            return replace(table, turned_up=remove_cards(table.turned_up, cards, "turned_up"))
    if event.from_seat is None:
        return replace(table, annex=with_cards_removed(table.annex, event.origin, cards, None))
    at = event.from_seat
    seat = table.seats[at]
    match event.origin:
        case "hand":
            seat = _without_hand_cards(seat, event, at)
        case "field":
            field = require(event.from_field, "the field has a number")
            left = remove_cards(seat.fields[field], cards, "field", at)
            seat = replace(seat, fields=changed(seat.fields, field, left))
        case "coins":
            seat = replace(seat, coins=remove_cards(seat.coins, cards, "coins", at))
        case "set_aside":
            seat = replace(seat, set_aside=remove_cards(seat.set_aside, cards, "set_aside", at))
        case _:
            seat = replace(seat, annex=with_cards_removed(seat.annex, event.origin, cards, at))
    return table.with_seat(at, seat)


def _lay_cards(table: Table, event: TableCorrected) -> Table:
    cards = event.cards
    match event.target:
        case "draw_pile":
            return replace(table, draw_pile=cards + table.draw_pile)
        case "draw_pile_bottom":
            return replace(table, draw_pile=table.draw_pile + cards)
        case "discard_pile":
            return replace(table, discard_pile=cards[::-1] + table.discard_pile)
        case "turned_up":
            return replace(table, turned_up=table.turned_up + cards)
    if event.to_seat is None:
        return replace(table, annex=with_cards_added(table.annex, event.target, cards))
    at = event.to_seat
    seat = table.seats[at]
    match event.target:
        case "hand":
            seat = seat.with_cards_in_hand(cards)
        case "field":
            field = require(event.to_field, "the field has a number")
            seat = replace(seat, fields=changed(seat.fields, field, seat.fields[field] + cards))
        case "coins":
            seat = replace(seat, coins=seat.coins + cards)
        case "set_aside":
            seat = replace(seat, set_aside=seat.set_aside + cards)
        case _:
            seat = replace(seat, annex=with_cards_added(seat.annex, event.target, cards))
    return table.with_seat(at, seat)


def _without_top(pile: Cards, cards: Cards) -> Cards:
    require_cards(may_be_equal(pile[: len(cards)], cards), cards, "pile")
    return pile[len(cards) :]


def _without_hand_cards(seat: Seat, event: TableCorrected, at: int) -> Seat:
    """Return the seat without these cards of its hand; in a hidden hand, their places are hidden too."""
    require(len(event.slots) == len(event.cards), "each card of a hand is named by its slot")
    for slot, card in zip(event.slots, event.cards, strict=True):
        require_cards(slot in seat.slots, (card,), "hand", at)
        index = seat.slots.index(slot)
        require_cards(may_be_equal((seat.hand[index],), (card,)), (card,), "hand", at)
        hand, slots = seat.hand, seat.slots
        seat = replace(seat, hand=hand[:index] + hand[index + 1 :], slots=slots[:index] + slots[index + 1 :])
    return seat
