"""Reads the names of players from a text that a person pasted, with any signs between them."""

import re
from collections.abc import Iterator
from typing import Final

from domain.refusals import Misuse
from replay.text_input import plain_bytes, plain_lines
from service.tournaments.registration import Registration

_NUMBERED: Final = re.compile(r"(?:[-*\u2022\u2013]|\d{1,4}[.):])\s+")
"""What a list puts before a name: a bullet, or a number with a point."""
_COUNT: Final = re.compile(r"\d{1,4}[.):]?")
_CLUB: Final = re.compile(r"(.*\S)\s*\(([^()]+)\)")
_QUOTED: Final = re.compile(r'"[^"]*"')


def pasted_text(data: bytes) -> str:
    """Return the text of a file of names: UTF-8 or UTF-16 with or without a byte order mark, else Windows-1252."""
    plain = plain_bytes(data)
    try:
        text = plain.decode()
    except UnicodeDecodeError:
        text = plain.decode("cp1252", "replace") if not _is_undefined(plain) else plain.decode("latin-1")
    return plain_lines(text)


def registrations_in(text: str) -> tuple[Registration, ...]:
    """Return the players that a text names, in order, each with the club that stands behind the name in parentheses.

    Lines, tabs, semicolons and bars part names. Commas do, unless each of several lines has one comma, as in
    `Muster, Ana`. Numbers and bullets of a list are left out, and so are quotation marks around a name.
    """
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    apart = "\t;|" if len(lines) > 1 and all(_commas(line) == 1 for line in lines) else "\t;|,"
    found = []
    for line in lines:
        cells = [cell for cell in (_bare(cell) for cell in _split(line, apart)) if cell]
        if len(cells) > 1:  # a number that counts the lines of a table
            cells = [cell for cell in cells if not _COUNT.fullmatch(cell)]
        found += [registration_of(cell) for cell in cells]
    return tuple(found)


def registration_of(text: str) -> Registration:
    """Return a player with the club that stands behind the name in parentheses."""
    found = _CLUB.fullmatch(text)
    return Registration(name=text) if found is None else Registration(name=found[1], club=found[2].strip())


def require_some(registrations: tuple[Registration, ...], where: str) -> tuple[Registration, ...]:
    """Return the players that were found; Misuse where there is none."""
    if not registrations:
        raise Misuse(f"{where} names no player: write one name a line")
    return registrations


def _is_undefined(data: bytes) -> bool:
    return not {0x81, 0x8D, 0x8F, 0x90, 0x9D}.isdisjoint(data)


def _commas(line: str) -> int:
    return _QUOTED.sub("", line).count(",")


def _split(line: str, apart: str) -> Iterator[str]:
    """Yield the parts of a line; what stands in quotation marks is one part."""
    part, quoted = "", False
    for sign in line:
        if sign == '"' and (quoted or not part.strip()):
            quoted = not quoted
        elif sign in apart and not quoted:
            yield part
            part = ""
            continue
        part += sign
    yield part


def _bare(cell: str) -> str:
    cell = _NUMBERED.sub("", cell.strip(), count=1) if _NUMBERED.match(cell.strip()) else cell.strip()
    whole = len(cell) > 1 and cell[0] == cell[-1] == '"'
    return cell[1:-1].strip() if whole else cell
