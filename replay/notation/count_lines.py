"""Counts made at the table, checked against the record."""

import re
from typing import Final

from domain.member_types import Kind, members_of
from domain.table import Table
from replay.notation.names import SEATS, did_you_mean

_COUNT: Final = re.compile(r"(?:(?P<seat>[A-P])\s+)?(?P<what>\w+)(?:\s+(?P<owner>[A-P]))?\s+(?P<count>\d{1,4})")
_SHARED: Final = {
    "pile": lambda table: table.draw_pile,
    "discards": lambda table: table.discard_pile,
    "up": lambda table: table.turned_up,
}


def count_fault(table: Table, says: str) -> str | None:
    """Return the fault of a count such as `pile 41`, `A coins 4`, `B 2 3` (a field); None where it agrees."""
    read = _COUNT.fullmatch(says)
    if read is None:
        return "what is counted is written as in %count pile 41, %count A coins 4, %count B 2 3 for a field"
    letter, what, count = read["seat"] or read["owner"], read["what"], int(read["count"])
    areas = _SHARED if letter is None else {}
    if letter is not None and SEATS.index(letter) >= len(table.seats):
        return f"there is no seat {letter}"
    own = {} if letter is None else _countable_areas(table, SEATS.index(letter))
    lying = areas[what](table) if what in areas else own.get(what)
    if lying is None:
        known = [*areas, *own]
        return f"{what!r} is no place to count; there are {', '.join(known)}{did_you_mean(what, known)}"
    return None if len(lying) == count else f"{says}: there are {len(lying)} by the record"


def _countable_areas(table: Table, index: int) -> dict[str, tuple[str, ...]]:
    seat = table.seats[index]
    found = {"hand": seat.hand, "coins": seat.coins, "aside": seat.set_aside}
    found |= {str(number): field for number, field in enumerate(seat.fields, 1)}
    if seat.annex is not None:
        for member in members_of(type(seat.annex)):
            if member.many and member.kind is Kind.CARD:
                found[member.name] = getattr(seat.annex, member.attribute) or ()
    return found
