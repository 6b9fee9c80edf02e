"""Templates of sentences, with fields in braces.

A part in brackets is left out when its fields are empty; for `[a|b]`, b is then used.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

_TEMPLATE_PART: Final = re.compile(r"\[([^][|]*)(?:\|([^][]*))?\]|([^][]+)")
_PLACEHOLDER: Final = re.compile(r"\{([^{}:]+)(?::(\w+))?\}")


class Placeholder(NamedTuple):
    """A place for fields, such as `{give+give_coins}`, with their form, as in `{meter:name}`."""

    names: tuple[str, ...]
    form: str


class TemplatePart(NamedTuple):
    """A part of a template; `instead` replaces an optional part that is left out."""

    pieces: tuple[str | Placeholder, ...]
    optional: bool
    instead: tuple[str | Placeholder, ...]

    def has_values(self, has: Callable[[str], bool]) -> bool:
        """Return whether each of its blanks has a field with a value."""
        return all(any(map(has, piece.names)) for piece in self.pieces if isinstance(piece, Placeholder))


@cache
def split_template(template: str) -> tuple[TemplatePart, ...]:
    """Return the template cut at its brackets."""
    return tuple(
        TemplatePart(_pieces(found[1] or found[3] or ""), found[3] is None, _pieces(found[2] or ""))
        for found in _TEMPLATE_PART.finditer(template)
    )


def fill_template(template: str, write: Callable[[Placeholder], str], has: Callable[[str], bool]) -> str:
    """Return the template with its blanks written; `has` returns whether a field has a value."""
    pieces = (
        piece
        for part in split_template(template)
        for piece in (part.pieces if not part.optional or part.has_values(has) else part.instead)
    )
    return "".join(piece if isinstance(piece, str) else write(piece) for piece in pieces)


def _pieces(text: str) -> tuple[str | Placeholder, ...]:
    pieces: list[str | Placeholder] = []
    end = 0
    for found in _PLACEHOLDER.finditer(text):
        pieces += [text[end : found.start()], Placeholder(tuple(found[1].split("+")), found[2] or "")]
        end = found.end()
    return (*pieces, text[end:])
