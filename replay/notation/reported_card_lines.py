"""A line about cards that players reported without showing them."""

import re
from typing import Final

from domain.cards import FACE_DOWN
from domain.corrections import Correction
from domain.reported_cards import IS, IS_NOT, CardsAttested, cards_before, reportable_areas
from domain.rulebook import Rulebook
from domain.table import Table
from domain.zones import HAND
from replay.notation.apply_noted_cards import NoteConflict
from replay.notation.fixes import read_places, seat_of_letter
from replay.notation.member_syntax import read_cards, write_cards
from replay.notation.move_notes import MoveNote
from replay.notation.names import SEATS, Names, Unreadable, did_you_mean, names_of
from replay.notation.position_writer import REPORT_SIGNS
from replay.record import Record
from replay.redeal import knowledge_at

_REPORT: Final = re.compile(
    r"(?:(?P<seat>[A-Z])\s*)?(?P<area>[a-z]\w*|\d+)?\s*(?P<places>(?:@\d+)*)\s*(?P<how>!?=)\s*(?P<cards>.*)"
)


def read_report(rulebook: Rulebook, table: Table, text: str, start: int) -> tuple[CardsAttested, MoveNote] | None:
    """Return the report on such a line; None if the line marks a move instead.

    `start` is where the text begins in its file; Unreadable with the place of the fault. Without places the line is
    about all cards that lie there.
    """
    found = _REPORT.fullmatch(text)
    if found is None:
        return None
    seat, area = _seat_and_area(table, found, start)
    places = read_places(table, seat, area, found["places"], start + found.start("places"))
    at = start + found.start("cards")
    try:
        cards = tuple(dict.fromkeys(read_cards(names_of(rulebook.data.key), found["cards"].strip())))
    except Unreadable as fault:
        fault.at += at
        raise
    if not cards or FACE_DOWN in cards:
        raise Unreadable("what was told is a variety, as in %? A @4 = Ga or %? A @4 != Ga,Re", at)
    if found["how"] == "=" and (len(cards) > 1 or not places):
        raise Unreadable("that it is a card is told of a place, and of one variety: %? A @4 = Ga", at)
    places = places or _all_places(table, seat, area)
    return CardsAttested(seat=seat, area=area, places=places, how=REPORT_SIGNS[found["how"]], cards=cards), MoveNote(
        at=start
    )


def _seat_and_area(table: Table, found: re.Match[str], start: int) -> tuple[int, str]:
    """Return the seat and its area; Unreadable for an area without reported cards."""
    letter, area = found["seat"] or SEATS[0], found["area"] or HAND
    seat = seat_of_letter(table, letter, start)
    areas = reportable_areas(table, seat)
    if found["seat"] is None or area not in areas:
        there = ", ".join(f"{letter} {area}" for area in areas)
        meant = did_you_mean(area, areas)
        says = f"nothing is told of {area[:40]!r}, only of what lies hidden before a seat: {there}{meant}"
        raise Unreadable(says, start + max(found.start("area"), 0))
    return seat, area


def _all_places(table: Table, seat: int, area: str) -> tuple[int, ...]:
    return tuple(range(len(cards_before(table, seat, area))))


def require_report_possible(record: Record, event: Correction) -> None:
    """Raise NoteConflict where a card is reported as a variety that was denied before.

    Hand cards are compared by their slots, since moves show them as well.
    """
    if not isinstance(event, CardsAttested) or event.how != IS or event.area == HAND:
        return
    _, knowledge = knowledge_at(record, len(record.envelopes), strict=False)
    spoken = [place for place in knowledge.places() if place.zone == f"/seats/{event.seat}/{event.area}"]
    if not all(place.can_be(event.cards[0]) for place in spoken if place.at in event.places):
        raise NoteConflict(f"{event.cards[0]} is noted, and it was told that this card is not one")


def write_report(names: Names, table: Table, event: CardsAttested) -> str:
    """Return the line for this report at this table."""
    whole = event.how == IS_NOT and event.places == _all_places(table, event.seat, event.area)
    places = "" if whole else "".join(f"@{place + 1}" for place in event.places) + " "
    area = "" if event.area == HAND else f"{event.area} "
    sign = next(sign for sign, how in REPORT_SIGNS.items() if how == event.how)
    return f"%? {SEATS[event.seat]} {area}{places}{sign} {write_cards(names, event.cards)}"
