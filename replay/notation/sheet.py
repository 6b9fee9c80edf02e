"""Splits a sheet of notation into its header, lines of the arbiter, moves and notes."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from domain.refusals import Misuse
from replay.notation.card_questions import ADVICE_NOTE_CARD
from replay.notation.move_reader import NotationError, error_with_place
from replay.notation.names import Unreadable, did_you_mean
from replay.text_input import mail_damage, plain_blanks, plain_lines

_TAG: Final = re.compile(r'\[([A-Z]\w*(?:\.\w+)?) "((?:[^"\\\n]|\\.)*)"\]')
_LIST_ITEM: Final = re.compile(r"(?:[^\\;]|\\.)+")
_BETWEEN: Final = re.compile(r"[\s;]*")
_LINE_KINDS: Final = ("!", "?", "undo", "err", "fix", "claim", "rule", "count", "clk", "note")
"""The kinds of lines of the arbiter: the word after the percent sign."""
_LINE: Final = re.compile(r"%([!?]|\w*)[ \t]*([^\n]*)")
_ERR: Final = re.compile(r"(\d+)\s+(.+?)\s+->\s+(.+?)\s*")
HEADER_KEYS: Final = (
    "BEN",
    "Game",
    "Edition",
    "Version",
    "Seats",
    "Start",
    "Order",
    "Deck",
    "Pile",
    "Hands",
    "Date",
    "Codes",
)
"""The keys of a header, besides `Option.<name>`. Other entries are kept as remarks."""


class Contradiction(NotationError):
    """A text on the sheet can be read but is impossible: an illegal move, a wrong count, a contradicting card.

    `needs` is the place of an unknown card that it depends on, as in `seats[1].hand[3]`. `advice` tells what to do.
    """

    needs = ""
    advice = ADVICE_NOTE_CARD


class Tag(NamedTuple):
    """One entry of the head, with its place; in `raw` the backslash before an escaped character is kept."""

    value: str
    at: int
    raw: str

    def parts(self) -> list[str]:
        """Return the texts between semicolons, except escaped ones."""
        return [_unescape(part) for part in _LIST_ITEM.findall(self.raw)]


class ArbiterLine(NamedTuple):
    """A line of the arbiter: its kind, its text, its place."""

    kind: str
    says: str
    at: int


class PaperSheet:
    """A text whose header is read. The rest is read piece by piece, since each move depends on the moves before."""

    def __init__(self, text: str) -> None:
        self.text = plain_blanks(plain_lines(text))
        self.head: dict[str, Tag] = {}
        self.at = 0
        if says := mail_damage(self.text.encode()):
            raise self.fault(says, 0)
        self._read_head()
        self.errata = dict(self._read_errata())

    def value(self, key: str, default: str = "") -> str:
        """Return the value of this key in the head."""
        tag = self.head.get(key)
        return default if tag is None else tag.value

    def fault(self, says: str, at: int) -> NotationError:
        """Return a slip at this place of the text."""
        return error_with_place(self.text, Unreadable(says, at))

    def contradiction(self, says: str, at: int) -> Contradiction:
        """Return a contradiction at this place of the text."""
        found = self.fault(says, at)
        return Contradiction(says, found.line, found.column)

    def _read_head(self) -> None:
        while True:
            self.skip()
            if not self.text.startswith("[", self.at):
                return
            found = _TAG.match(self.text, self.at)
            if found is None:
                raise self.fault('a line of the head is [Key "value"]', self.at)
            key = found[1]
            if key in self.head:
                raise self.fault(f"{key} stands in the head twice", self.at)
            if key not in HEADER_KEYS and (meant := did_you_mean(key, HEADER_KEYS)):
                raise self.fault(f"nothing is called {key} in a head{meant}", self.at)
            self.head[key] = Tag(_unescape(found[2]), found.start(2), found[2])
            self.at = found.end()

    def skip(self) -> None:
        """Pass over spaces, semicolons, new lines."""
        found = _BETWEEN.match(self.text, self.at)
        self.at = self.at if found is None else found.end()

    @property
    def is_at_end(self) -> bool:
        """Whether nothing is left."""
        self.skip()
        return self.at >= len(self.text)

    def line(self) -> ArbiterLine | None:
        """Return the line of the arbiter that begins here; None for a move.

        `%!` and `%?` leave the move that they mark.
        """
        if not self.text.startswith("%", self.at):
            return None
        begins = self.text.rfind("\n", 0, self.at) + 1
        if self.text[begins : self.at].strip():
            raise self.fault("a line of the arbiter stands on a line of its own", self.at)
        found = _LINE.match(self.text, self.at)
        assert found is not None
        order, at = found[1], self.at
        if order not in _LINE_KINDS:
            known = ", ".join(f"%{one}" for one in _LINE_KINDS)
            raise self.fault(
                f"%{order[:20]} is no line of the arbiter; there are {known}{did_you_mean(order, _LINE_KINDS)}", at
            )
        self.at = found.start(2) if order in ("!", "?") else found.end()
        return ArbiterLine(order, found[2].strip(), at)

    def note(self) -> tuple[str, int] | None:
        """Return the text in braces right here, on the same line, with its place; None where there is none."""
        while self.text.startswith(" ", self.at):
            self.at += 1
        if not self.text.startswith("{", self.at):
            return None
        end = self.text.find("}", self.at)
        if end < 0:
            raise self.fault("this brace is never closed", self.at)
        inside, at = self.text[self.at + 1 : end], self.at + 1
        self.at = end + 1
        return inside, at

    def require_errata(self, moves: int) -> None:
        """Raise NotationError for a correction of a move beyond the `moves` that were made."""
        if late := [number for number in self.errata if number > moves]:
            raise self.fault(f"there is no move {late[0]}: {moves} were made", self.errata[late[0]][2])

    def _read_errata(self) -> Iterator[tuple[int, tuple[str, str, int]]]:
        for found in re.finditer(r"^[ \t]*(%err\b[ \t]*)([^\n]*)$", self.text, re.MULTILINE):
            read = _ERR.fullmatch(found[2])
            if read is None:
                raise self.fault("a correction of the record is %err NUMBER WRONG -> RIGHT", found.start(1))
            yield int(read[1][:7]), (read[2], read[3], found.start(2) + read.start(3))


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


def read_option_value(text: str) -> bool | int | str:
    """Return the value of an option as a head writes it."""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"-?\d{1,6}", text) else text


def quote(text: str) -> str:
    """Return a value of the head in its quotes; Misuse for a text that no line can hold."""
    if "\n" in text:
        raise Misuse("a value of the head stands on one line")
    return f'"{escape(text)}"'


SEPARATORS: Final = '";'
"""What needs a backslash before it in a list of the head."""


def escape(text: str, signs: str = '"') -> str:
    """Return a text with a backslash before each backslash, and before each of these characters."""
    return "".join(f"\\{one}" if one == "\\" or one in signs else one for one in text)
