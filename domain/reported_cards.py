"""Cards of which players reported the variety without showing them."""

from typing import Annotated, Final

from msgspec.structs import replace

from domain.cards import may_be_equal
from domain.events import Cards, Event
from domain.evolve import applies, require, require_cards
from domain.member_types import HandPlace, Reason, SeatIndex, one_of
from domain.table import Table
from domain.visibility import EVERYONE
from domain.zones import FOR_ALL, HAND, Area, annex_zone_audiences, cards_in, has_zone, with_known_cards

IS: Final = "is"
IS_NOT: Final = "is_not"


class CardsAttested(Event, tag="card_attested.2"):
    """Players reported cards: each at these places `is` of this variety, or `is_not` of any of these.

    No card was shown. The cards lie in the hand, or in a zone of the edition that is not open to all. Places are
    counted from the front, as the zone lies before this event.
    """

    seat: Annotated[SeatIndex, EVERYONE]
    area: Annotated[Area, EVERYONE]
    places: Annotated[tuple[HandPlace, ...], EVERYONE]
    how: Annotated[Reason, one_of(IS, IS_NOT), EVERYONE]
    cards: Annotated[Cards, EVERYONE]


@applies(CardsAttested)
def card_attested(table: Table, event: CardsAttested) -> Table:
    """Mark each reported card as known; CorruptHistory where a known card is reported as another."""
    require(table.begun and table.result is None, "a card is told of while the game is played")
    require(bool(event.places) and bool(event.cards), "what is told is told of cards")
    require(event.how in (IS, IS_NOT), "a card is told to be of a variety, or not to be")
    require(event.how == IS_NOT or len(event.cards) == 1, "a card is of one variety")
    require(event.area in reportable_areas(table, event.seat), "of what lies open nothing is told")
    lying = [*cards_before(table, event.seat, event.area)]
    for place in event.places:
        require(place < len(lying), "a card is told of that lies there")
        if event.how == IS:
            require_cards(may_be_equal((lying[place],), event.cards), event.cards, event.area, event.seat)
            lying[place] = event.cards[0]
        else:
            require(lying[place] not in event.cards, "a card that is known is not told to be another")
    seat, cards = table.seats[event.seat], tuple(lying)
    return table.with_seat(
        event.seat,
        replace(seat, hand=cards)
        if event.area == HAND
        else replace(seat, annex=with_known_cards(seat.annex, event.area, cards)),
    )


def reportable_areas(table: Table, seat: int) -> tuple[str, ...]:
    """Return the areas before a seat whose cards are hidden from some viewer, so that a report can tell of them."""
    annex = table.seats[seat].annex
    return (
        HAND,
        *(name for name, seen in annex_zone_audiences(annex).items() if seen != FOR_ALL and has_zone(annex, name)),
    )


def cards_before(table: Table, seat: int, area: Area) -> Cards:
    """Return the cards of one of these areas."""
    own = table.seats[seat]
    return own.hand if area == HAND else cards_in(own.annex, area)
