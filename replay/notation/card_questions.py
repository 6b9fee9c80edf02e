"""Questions about unknown cards, in words: which card a player has to look at."""

import re
from typing import Final

from domain.edition_data.edition import EditionData
from domain.edition_data.family import FAMILY
from replay.notation.names import SEATS

ADVICE_NOTE_CARD: Final = "Note it behind the move, in braces"
"""The advice for a card that is not noted on a sheet."""
ADVICE_MOVE_NOTE: Final = "The note on the next line belongs behind the move, on the same line"
"""The advice for a note that is separated from its move."""
_PLACE: Final = re.compile(r"(?:seats\[(\d+)\]\.)?(\w+)\[(\d+)\]")


def card_question(
    place: str, data: EditionData | None = None, names: tuple[str, ...] = (), language: str = "en"
) -> str:
    """Return which card to look at, as in "It depends on Bo's fourth card in hand: look which it is."

    The sentence is in this language. `place` is where the card lies, as in `seats[1].hand[3]`; seats are letters where
    `names` has none.
    """
    words = FAMILY.words[language] if data is None else data.texts("words", language)
    found = _PLACE.fullmatch(place)
    if found is None:
        return words["hangs.place"].format(place=place)
    n = int(found[3]) + 1
    nth = words.get(f"nth.{n}") or words["nth"].format(n=n)
    seat = None if found[1] is None else int(found[1])
    who = "" if seat is None else names[seat] if seat < len(names) else SEATS[seat]
    if found[2] == "hand":
        return words["hangs.hand"].format(seat=who, nth=nth)
    areas = FAMILY.areas[language] if data is None else data.texts("areas", language)
    where = areas.get(found[2], f"({found[2].replace('_', ' ')} {{seat}})").format(seat=who)
    return words["hangs"].format(nth=nth, where=where)
