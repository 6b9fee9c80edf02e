"""Names of players: how a name is kept, which faults it can have, which names are alike."""

import re
import unicodedata
from functools import lru_cache
from typing import Final

NAME_MAX: Final = 40
"""How many characters a name has at most."""
_MARKS_MAX: Final = 4
"""How many accents and vowel signs one letter may have."""
_JOINERS: Final = "\u200c\u200d"
"""Invisible characters that part or join their neighbours, as Persian, Hindi and emoji need."""
_LOOKS_EMPTY: Final = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0]")
_MARKED: Final = "M"


def normalized_name(text: str) -> str:
    """Return a name as it is kept: composed (NFC), without blanks at its ends, each blank a plain one."""
    plain = "".join(" " if unicodedata.category(one) == "Zs" else one for one in text)
    return unicodedata.normalize("NFC", plain).strip(" ")


def name_fault(name: str) -> str | None:
    """Return the fault of a kept name, with the character; None for a good name."""
    says = text_fault(name, NAME_MAX)
    return None if says is None else f"a name has 1 to {NAME_MAX} printable characters; {says}"


def text_fault(name: str, longest: int) -> str | None:
    """Return what is wrong with a name or another short text, with the character; None for a good one."""
    says = None if 1 <= len(name) <= longest else f"this has {len(name)}"
    marks = 0
    for at, character in enumerate(name):
        if says is None and _is_invisible(name, at):
            code = f"U+{ord(character):04X} ({unicodedata.name(character, 'no name').lower()})"
            says = f"character {at + 1} is {code}, which cannot be seen"
        marks = marks + 1 if unicodedata.category(character)[0] == _MARKED else 0
        if says is None and marks > _MARKS_MAX:
            says = f"more than {_MARKS_MAX} accents stand on one letter, at character {at + 1}"
    if says is None and not any(unicodedata.category(character)[0] in "LNPS" for character in name):
        says = "nothing of this can be seen"
    return says


@lru_cache(maxsize=1 << 16)
def comparison_key(name: str) -> str:
    """Return the form that alike names share.

    Alike names differ in code points, width, case, blanks or joiners (NFKC).
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join("".join(one for one in folded if unicodedata.category(one) != "Cf").split())


def _is_invisible(name: str, at: int) -> bool:
    character = name[at]
    if character in _JOINERS:
        beside = name[at - 1 : at] + name[at + 1 : at + 2]
        return len(beside) < 2 or any(unicodedata.category(one)[0] not in "LMS" for one in beside)
    if _LOOKS_EMPTY.match(character):
        return True
    return unicodedata.category(character)[0] == "C" or unicodedata.category(character) in ("Zl", "Zp")
