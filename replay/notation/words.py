"""What is not known, asked in words: which card somebody has to look at."""

import re
from typing import Final

from domain.edition import EditionData
from domain.family import FAMILY
from replay.notation.names import SEATS

_PLACE: Final = re.compile(r"(?:seats\[(\d+)\]\.)?(\w+)\[(\d+)\]")
_NTH: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def hangs_on(place: str, data: EditionData | None = None, names: tuple[str, ...] = ()) -> str:
    """Which card to look at, as in "It hangs on Bo's fourth card in hand: look which it is.".

    `place` is where the card lies, as in `seats[1].hand[3]`; seats are letters where `names` has none.
    """
    found = _PLACE.fullmatch(place)
    if found is None:
        return f"It hangs on what is not known: {place}."
    number = int(found[3])
    nth = _NTH[number] if number < len(_NTH) else f"{number + 1}th"
    seat = None if found[1] is None else int(found[1])
    who = "" if seat is None else names[seat] if seat < len(names) else SEATS[seat]
    if found[2] == "hand":
        return f"It hangs on {who}'s {nth} card in hand: look which it is."
    areas = FAMILY.areas["en"] if data is None else data.texts("areas", "en")
    where = areas.get(found[2], f"({found[2].replace('_', ' ')} of {{seat}})").replace("{seat}", who)
    return f"It hangs on the {nth} card {where}: look which it is."
