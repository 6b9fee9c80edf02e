"""Templates of sentences, with fields in braces.

A part in brackets is left out when its fields are empty; for `[a|b]`, b is then used.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

_STRETCH: Final = re.compile(r"\[([^][|]*)(?:\|([^][]*))?\]|([^][]+)")
_BLANK: Final = re.compile(r"\{([^{}:]+)(?::(\w+))?\}")


class Blank(NamedTuple):
    """A place for fields, such as `{give+give_coins}`, with their form, as in `{meter:name}`."""

    names: tuple[str, ...]
    form: str


class Part(NamedTuple):
    """A part of a template; `instead` replaces an optional part that is left out."""

    pieces: tuple[str | Blank, ...]
    optional: bool
    instead: tuple[str | Blank, ...]

    def says(self, has: Callable[[str], bool]) -> bool:
        """Return whether each of its blanks has a field with a value."""
        return all(any(map(has, piece.names)) for piece in self.pieces if isinstance(piece, Blank))


@cache
def parts_of(template: str) -> tuple[Part, ...]:
    """Return the template cut at its brackets."""
    return tuple(
        Part(_pieces(found[1] or found[3] or ""), found[3] is None, _pieces(found[2] or ""))
        for found in _STRETCH.finditer(template)
    )


def filled(template: str, write: Callable[[Blank], str], has: Callable[[str], bool]) -> str:
    """Return the template with its blanks written; `has` returns whether a field has a value."""
    pieces = (
        piece
        for part in parts_of(template)
        for piece in (part.pieces if not part.optional or part.says(has) else part.instead)
    )
    return "".join(piece if isinstance(piece, str) else write(piece) for piece in pieces)


def _pieces(text: str) -> tuple[str | Blank, ...]:
    pieces: list[str | Blank] = []
    end = 0
    for found in _BLANK.finditer(text):
        pieces += [text[end : found.start()], Blank(tuple(found[1].split("+")), found[2] or "")]
        end = found.end()
    return (*pieces, text[end:])
