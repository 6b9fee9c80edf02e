"""A line that says what was told of hand cards which nobody showed."""

import re
from typing import Final

from domain.cards import FACE_DOWN
from domain.corrections import IS, IS_NOT, CardAttested
from domain.rulebook import Rulebook
from domain.table import Table
from replay.notation.brought import MoveNote
from replay.notation.fixes import lettered_seat, places_in
from replay.notation.names import SEATS, Names, Unreadable, names_of
from replay.notation.pieces import cards_in, cards_text

_TESTIMONY: Final = re.compile(r"(?P<seat>[A-Z])\s*(?P<places>(?:@\d+)*)\s*(?P<how>!?=)\s*(?P<cards>.*)")
_SIGNS: Final = {"=": IS, "!=": IS_NOT}


def read_testimony(rulebook: Rulebook, table: Table, text: str, start: int) -> tuple[CardAttested, MoveNote] | None:
    """What such a line tells; None where it marks a move instead.

    `start` is where the text begins in its file; Unreadable with the place of the fault. Without places all of the hand
    is meant.
    """
    found = _TESTIMONY.fullmatch(text)
    if found is None:
        return None
    seat = lettered_seat(table, found["seat"], start)
    places = places_in(table, seat, found["places"], start + found.start("places"))
    at = start + found.start("cards")
    try:
        cards = tuple(dict.fromkeys(cards_in(names_of(rulebook.data.key), found["cards"].strip())))
    except Unreadable as fault:
        fault.at += at
        raise
    if not cards or FACE_DOWN in cards:
        raise Unreadable("what was told is a variety, as in %? A @4 = Ga or %? A @4 != Ga,Re", at)
    if found["how"] == "=" and (len(cards) > 1 or not places):
        raise Unreadable("that it is a card is told of a place, and of one variety: %? A @4 = Ga", at)
    whole = tuple(range(len(table.seats[seat].hand)))
    return CardAttested(seat=seat, places=places or whole, how=_SIGNS[found["how"]], cards=cards), MoveNote(at=start)


def testimony_text(names: Names, table: Table, event: CardAttested) -> str:
    """The line that tells it at this table."""
    whole = event.how == IS_NOT and event.places == tuple(range(len(table.seats[event.seat].hand)))
    places = "" if whole else "".join(f"@{place + 1}" for place in event.places) + " "
    sign = next(sign for sign, how in _SIGNS.items() if how == event.how)
    return f"%? {SEATS[event.seat]} {places}{sign} {cards_text(names, event.cards)}"
