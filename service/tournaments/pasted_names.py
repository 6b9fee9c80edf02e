"""Parses the names of players from a pasted text with any common separators."""

import re
from collections.abc import Iterator
from typing import Final

from domain.refusals import Misuse
from replay.text_input import plain_bytes, plain_lines
from service.tournaments.registration import Registration

_NUMBERED: Final = re.compile(r"(?:[-*\u2022\u2013]|\d{1,4}[.):])\s+")
"""The mark of a list item: a bullet, or a number with a period."""
_COUNT: Final = re.compile(r"\d{1,4}[.):]?")
_CLUB: Final = re.compile(r"(.*\S)\s*\(([^()]+)\)")
_QUOTED: Final = re.compile(r'"[^"]*"')


def pasted_text(data: bytes) -> str:
    """Decode a file of names: UTF-8 or UTF-16 with or without a byte order mark, or else Windows-1252."""
    plain = plain_bytes(data)
    try:
        text = plain.decode()
    except UnicodeDecodeError:
        text = plain.decode("cp1252", "replace") if not _is_undefined(plain) else plain.decode("latin-1")
    return plain_lines(text)


def parse_registrations(text: str) -> tuple[Registration, ...]:
    """Return the players in a text, in order, each with the club in parentheses after the name.

    Names are separated by lines, tabs, semicolons and vertical bars. Commas also separate names, unless each of several
    lines has exactly one comma, as in `Muster, Ana`. List numbers, bullets and quotation marks are removed.
    """
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    separators = "\t;|" if len(lines) > 1 and all(_commas(line) == 1 for line in lines) else "\t;|,"
    found = []
    for line in lines:
        cells = [cell for cell in (_strip_list_marks(cell) for cell in _split_cells(line, separators)) if cell]
        if len(cells) > 1:  # one of the cells may number the line
            cells = [cell for cell in cells if not _COUNT.fullmatch(cell)]
        found += [parse_registration(cell) for cell in cells]
    return tuple(found)


def parse_registration(text: str) -> Registration:
    """Return the player that a text names, with the club in parentheses after the name."""
    found = _CLUB.fullmatch(text)
    return Registration(name=text) if found is None else Registration(name=found[1], club=found[2].strip())


def require_registrations(registrations: tuple[Registration, ...], where: str) -> tuple[Registration, ...]:
    """Return these players. Raises Misuse if there are none."""
    if not registrations:
        raise Misuse(f"{where} names no player: write one name a line")
    return registrations


def _is_undefined(data: bytes) -> bool:
    return not {0x81, 0x8D, 0x8F, 0x90, 0x9D}.isdisjoint(data)


def _commas(line: str) -> int:
    return _QUOTED.sub("", line).count(",")


def _split_cells(line: str, separators: str) -> Iterator[str]:
    """Yield the cells of a line. Separators inside quotation marks do not count."""
    part, quoted = "", False
    for character in line:
        if character == '"' and (quoted or not part.strip()):
            quoted = not quoted
        elif character in separators and not quoted:
            yield part
            part = ""
            continue
        part += character
    yield part


def _strip_list_marks(cell: str) -> str:
    cell = _NUMBERED.sub("", cell.strip(), count=1) if _NUMBERED.match(cell.strip()) else cell.strip()
    whole = len(cell) > 1 and cell[0] == cell[-1] == '"'
    return cell[1:-1].strip() if whole else cell
