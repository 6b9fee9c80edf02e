"""Error messages for a sheet of notation, in the language of its writer."""

import re
from typing import Final

from domain.edition_data.edition import EditionData
from domain.editions import EDITIONS
from domain.translations import SHARED, tongue
from replay.notation.card_questions import card_question
from replay.notation.move_reader import NotationError
from replay.notation.sheet import Contradiction

_EDITION: Final = re.compile(r'\[Edition "(\w+)"\]')


def edition_of_sheet(text: str) -> EditionData | None:
    """Return the edition that the head of a sheet names, even if the rest is unreadable; None for an unknown one."""
    named = _EDITION.search(text)
    return EDITIONS[named[1]].data if named is not None and named[1] in EDITIONS else None


def error_message(fault: NotationError, data: EditionData | None, language: str, names: tuple[str, ...] = ()) -> str:
    """Return the fault without its place, in this language; `data` is the edition, None where the head names none."""
    words = tongue(SHARED if data is None else data.key, language)
    if isinstance(fault, Contradiction) and fault.needs:
        return f"{card_question(fault.needs, data, names, language)} {words.slip(fault.advice)}"
    before = f"line {fault.line}, column {fault.column}: "
    return words.slip(fault.says.removeprefix(before))
