"""What an arbiter sets down by no rule of the game: cards that lie elsewhere, whose turn it is, what was told."""

from typing import Annotated, Final

from msgspec.structs import replace

from domain.cards import Slot, alike
from domain.events import Cards, Event
from domain.history import applies, less, new_turn, require, require_cards
from domain.kinds import FieldIndex, HandPlace, Kind, PhaseId, Reason, SeatIndex, one_of
from domain.table import Seat, Table
from domain.values import changed
from domain.visibility import EVERYONE, WhereField, only

PILE: Final = "draw_pile"
UNDER: Final = "draw_pile_bottom"
DISCARDS: Final = "discard_pile"
TURNED_UP: Final = "turned_up"
HAND: Final = "hand"
FIELD: Final = "field"
COINS: Final = "coins"
ASIDE: Final = "set_aside"
SHARED: Final = (PILE, UNDER, DISCARDS, TURNED_UP)
"""The areas that are nobody's."""
OF_A_SEAT: Final = (HAND, FIELD, COINS, ASIDE)
"""The areas that lie before a seat."""
CLOSED: Final = (PILE, UNDER, HAND)
"""The areas whose cards not everybody sees."""
Area = Annotated[str, one_of(*SHARED, *OF_A_SEAT), Kind.TEXT]
"""Where cards lie: more than a card can be handed over from."""
TO_ALL: Final = "all"
TO_HANDS: Final = "hands"
"""Whether everybody sees the cards that are moved, or only the seats whose hands they leave or join."""
IS: Final = "is"
IS_NOT: Final = "is_not"
_HANDS_ONLY: Final = WhereField(field="shown", value=TO_HANDS, to=only("from_seat", "to_seat"))


class TableCorrected(Event, tag="table_corrected.1"):
    """An arbiter moved cards from one area to another; those of a hand by their `slots`, of a pile from the top.

    It is no move of anybody: no rule led to it, and nobody is asked for one.
    """

    origin: Annotated[Area, EVERYONE]
    target: Annotated[Area, EVERYONE]
    shown: Annotated[str, one_of(TO_ALL, TO_HANDS), Kind.REASON, EVERYONE]
    cards: Annotated[Cards, _HANDS_ONLY]
    from_seat: Annotated[SeatIndex | None, EVERYONE] = None
    from_field: Annotated[FieldIndex | None, EVERYONE] = None
    slots: Annotated[tuple[Slot, ...], only("from_seat")] = ()
    to_seat: Annotated[SeatIndex | None, EVERYONE] = None
    to_field: Annotated[FieldIndex | None, EVERYONE] = None


class TurnCorrected(Event, tag="turn_corrected.1"):
    """An arbiter set right whose turn it is, with its phase."""

    seat: Annotated[SeatIndex, EVERYONE]
    phase: Annotated[PhaseId, EVERYONE]


class CardAttested(Event, tag="card_attested.1"):
    """What was told at the table of hand cards: each at these places `is` of this variety, or `is_not` of any of these.

    Nobody showed a card. The places are counted from the front of the hand as it lies before this event.
    """

    seat: Annotated[SeatIndex, EVERYONE]
    places: Annotated[tuple[HandPlace, ...], EVERYONE]
    how: Annotated[Reason, one_of(IS, IS_NOT), EVERYONE]
    cards: Annotated[Cards, EVERYONE]


SetRight = TableCorrected | TurnCorrected
Correction = SetRight | CardAttested
CORRECTIONS: Final = (TableCorrected, TurnCorrected, CardAttested)


def shown_to(origin: str, target: str) -> str:
    """Who sees cards that an arbiter moves: everybody, unless they lie hidden before and after."""
    return TO_HANDS if origin in CLOSED and target in CLOSED else TO_ALL


@applies(TableCorrected)
def table_corrected(table: Table, event: TableCorrected) -> Table:
    """The cards lie where they belong; none comes from nowhere, none goes."""
    ends = (event.origin, event.from_seat, event.from_field), (event.target, event.to_seat, event.to_field)
    require(table.begun and table.result is None, "a table is set right while it is played at")
    require(bool(event.cards) and ends[0] != ends[1], "cards are moved from one place to another")
    require(event.shown == shown_to(event.origin, event.target), "what lies open is seen by all")
    require(event.origin != UNDER, "cards are taken from the top")
    return _laid(_taken(table, event), event)


@applies(TurnCorrected)
def turn_corrected(table: Table, event: TurnCorrected) -> Table:
    """That seat is active in that phase; nothing was done in it yet."""
    require(table.begun and table.result is None, "a turn is set right while it is played")
    require(event.seat < len(table.seats), "the seat is at the table")
    return replace(table, turn=replace(new_turn(table, event.seat, table.turn.number), phase=event.phase))


@applies(CardAttested)
def card_attested(table: Table, event: CardAttested) -> Table:
    """A card of which the variety was told counts as known; none that is known is told to be another."""
    require(table.begun and table.result is None, "a card is told of while the game is played")
    require(bool(event.places) and bool(event.cards), "what is told is told of cards")
    require(event.how == IS_NOT or len(event.cards) == 1, "a card is of one variety")
    seat = table.seats[event.seat]
    hand = list(seat.hand)
    for place in event.places:
        if event.how == IS:
            require_cards(alike((hand[place],), event.cards), event.cards, "hand", event.seat)
            hand[place] = event.cards[0]
        else:
            require(hand[place] not in event.cards, "a card that is known is not told to be another")
    return table.with_seat(event.seat, replace(seat, hand=tuple(hand)))


def _taken(table: Table, event: TableCorrected) -> Table:
    cards = event.cards
    match event.origin:
        case "draw_pile":
            return replace(table, draw_pile=_off_the_top(table.draw_pile, cards))
        case "discard_pile":
            # The top card is the first one, and `less` takes the last.
            left = less(table.discard_pile[::-1], cards, "discards")
            return replace(table, discard_pile=left[::-1])
        case "turned_up":
            return replace(table, turned_up=less(table.turned_up, cards, "turned_up"))
    at = require(event.from_seat, "the area lies before a seat")
    seat = table.seats[at]
    match event.origin:
        case "hand":
            seat = _out_of_hand(seat, event, at)
        case "field":
            field = require(event.from_field, "the field has a number")
            left = less(seat.fields[field], cards, "field", at)
            seat = replace(seat, fields=changed(seat.fields, field, left))
        case "coins":
            seat = replace(seat, coins=less(seat.coins, cards, "coins", at))
        case _:
            require(event.origin == ASIDE, "the area is known")
            seat = replace(seat, set_aside=less(seat.set_aside, cards, "set_aside", at))
    return table.with_seat(at, seat)


def _laid(table: Table, event: TableCorrected) -> Table:
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
    at = require(event.to_seat, "the area lies before a seat")
    seat = table.seats[at]
    match event.target:
        case "hand":
            seat = seat.joined_by(cards)
        case "field":
            field = require(event.to_field, "the field has a number")
            seat = replace(seat, fields=changed(seat.fields, field, seat.fields[field] + cards))
        case "coins":
            seat = replace(seat, coins=seat.coins + cards)
        case _:
            require(event.target == ASIDE, "the area is known")
            seat = replace(seat, set_aside=seat.set_aside + cards)
    return table.with_seat(at, seat)


def _off_the_top(pile: Cards, cards: Cards) -> Cards:
    require_cards(alike(pile[: len(cards)], cards), cards, "pile")
    return pile[len(cards) :]


def _out_of_hand(seat: Seat, event: TableCorrected, at: int) -> Seat:
    """The seat without these cards of its hand; of a hidden hand nobody can tell from where they went."""
    require(len(event.slots) == len(event.cards), "each card of a hand is named by its slot")
    for slot, card in zip(event.slots, event.cards, strict=True):
        require_cards(slot in seat.slots, (card,), "hand", at)
        index = seat.slots.index(slot)
        require_cards(alike((seat.hand[index],), (card,)), (card,), "hand", at)
        hand, slots = seat.hand, seat.slots
        seat = replace(seat, hand=hand[:index] + hand[index + 1 :], slots=slots[:index] + slots[index + 1 :])
    return seat
