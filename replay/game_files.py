"""The bytes of a game file: its lines as they were written, or what the file is instead."""

import hashlib
import json
import re
import unicodedata
from typing import Final

from replay.text_input import UnreadableText, mail_damage, plain_bytes, strange_character

HEADER_BEGINS: Final = b'{"format":"haricot-game/'
"""How the header of every game file begins."""
_CHECK_LENGTH: Final = len(',"check":"0123456789ab"}')
CHECK: Final = re.compile(rb',"check":"([0-9a-f]{12})"\}')
"""How every line of a game file ends."""
_HEADER: Final = re.compile(rb'\s*\{\s*"format"\s*:\s*"haricot-game/')
_CHECK_ANYWHERE: Final = re.compile(rb'"check": ?"[0-9a-f]{12}"\s*\}')
_OTHER_KINDS: Final = (
    (re.compile(rb'.{0,60}"format"\s*:\s*"haricot-audit/', re.DOTALL), "it is an audit bundle: use `haricot verify`"),
    (re.compile(rb'\s*\[BEN\s+"'), "it is a sheet of notation: use `haricot record`"),
    (re.compile(rb'\s*\{.*"edition"\s*:', re.DOTALL), "it may be a position: use `haricot adjudicate`"),
    (re.compile(rb"\s*\Z"), "it is empty"),
)
_BEGINNING_BYTES: Final = 4096
_CHANGED: Final = "a program has changed this game file"
_REFORMATTED: Final = "its JSON is laid out in another way"
_COMPOSED: Final = "letters were joined with their accents or parted from them (Unicode NFC, NFD)"
_AS_WRITTEN: Final = "Take the file as it was written, an event a line"
_TOKENS: Final = re.compile(r'"(?:[^"\\]|\\.)*"|\s+')
_BLANKS_MAX: Final = 2
"""More blanks than these between the members of a header are no single damaged byte."""


class NoGameFile(UnreadableText):
    """Bytes that are no game file, or one that a program has changed without its content; `says` tells them apart."""


class SeveralGames(UnreadableText):
    """A file that holds the files of several games, one after the other."""


def split_games(data: bytes) -> list[bytes]:
    """Return the game files that follow one another in these bytes, with plain line ends.

    NoGameFile for anything else.
    """
    data = plain_bytes(data)
    if not _HEADER.match(data) and not _CHECK_ANYWHERE.search(data):
        begins = data[:_BEGINNING_BYTES]
        other = next((says for pattern, says in _OTHER_KINDS if pattern.match(begins)), None)
        first = begins.partition(b"\n")[0].decode("utf-8", "replace")
        strange = strange_character(first) if other is None and first.lstrip().startswith("{") else None
        cause = mail_damage(data) or (strange.says if strange else other or "it has no header of one")
        raise NoGameFile(f"this is no game file: {cause}")
    lines = data.split(b"\n")
    begins_at = [0, *(at for at, line in enumerate(lines) if at and line.startswith(HEADER_BEGINS))]
    ends_at = [*begins_at[1:], len(lines)]
    return [b"\n".join(lines[begin:end]) for begin, end in zip(begins_at, ends_at, strict=True)]


def game_lines(data: bytes) -> list[bytes]:
    """Return the lines of the one game file in these bytes, without blanks at their ends and empty ones.

    NoGameFile for anything else, SeveralGames for more than one.
    """
    parts = split_games(data)
    if len(parts) > 1:
        raise SeveralGames(f"this file holds {len(parts)} games, one after the other: take them one by one")
    return [bare for line in parts[0].split(b"\n") if (bare := line.rstrip(b" \t"))]


def next_check(previous: bytes, line: bytes) -> bytes:
    """Return the check of a line in a chain: 12 hex digits over the check of the line before, b"" at first, and it."""
    return hashlib.sha256(previous + line).hexdigest()[:12].encode()


def unchain(line: bytes, previous: bytes) -> tuple[bytes | None, bytes]:
    """Return a line without its check, and the check; None, and the reason, where it does not follow."""
    found = CHECK.fullmatch(line[-_CHECK_LENGTH:])
    if found is None:
        return None, b"the line has no check"
    bare = line[:-_CHECK_LENGTH] + b"}"
    if next_check(previous, bare) != found[1]:
        return None, b"the line is not as it was written: its check differs"
    return bare, found[1]


def change_by_program(data: bytes, n: int, line: bytes, previous: bytes) -> str | None:
    """Return what a program did to a file whose line of event `n` does not follow from the check before it.

    None where nothing shows it; then the file counts as corrupt.
    """
    plain = plain_bytes(data)
    text = line.decode("utf-8", "replace")
    if cause := mail_damage(plain):
        return f"{_CHANGED}: {cause}"
    if not text.isascii() and any(
        unchain(unicodedata.normalize(form, text).encode(), previous)[0] for form in ("NFC", "NFD")
    ):
        return f"{_CHANGED}: {_COMPOSED}, at event {n}. {_AS_WRITTEN}"
    if n == 0 and (strange := strange_character(text)) is not None:
        return f"{_CHANGED}: {strange.says} (line 1, column {strange.at + 1})"
    if n == 0 and _is_reformatted(plain):
        return f"{_CHANGED}: {_REFORMATTED}. {_AS_WRITTEN}"
    return None


def _is_reformatted(data: bytes) -> bool:
    """Return whether the header is JSON with blanks between its members, or in a list."""
    text = data[: 16 * _BEGINNING_BYTES].decode("utf-8", "replace").lstrip()
    if text.startswith("["):
        return True
    try:
        _, end = json.JSONDecoder().raw_decode(text)
    except ValueError:
        return False
    return sum(found[0].isspace() for found in _TOKENS.finditer(text, 0, end)) > _BLANKS_MAX
