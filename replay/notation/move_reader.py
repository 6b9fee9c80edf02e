"""Reads moves one after the other, each at the table after the move before it."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from domain.commands import SeatCommand
from domain.editions import rulebook_of
from domain.table import Table
from replay.notation.moves import read_move
from replay.notation.names import Unreadable
from replay.text_input import plain_blanks, plain_lines, strange_character

DID_YOU_MEAN: Final = "; did you mean "
"""The text before suggestions in a message."""
_REST_OF_LINE: Final = re.compile(r"[^\n]*")
_REST_OF_WORD: Final = re.compile(r"\S*")
_BETWEEN: Final = re.compile(r"(?:[\s;]|\{[^}]*\})*")
"""What may separate two moves: spaces, semicolons, new lines, remarks in braces."""


class WrittenMove(NamedTuple):
    """A move on a sheet: its line and column, counted from 1, and how it is written."""

    line: int
    column: int
    written: str


class NotationError(Unreadable):
    """An error in a sheet of notation, with its `line` and `column`, counted from 1.

    `near` are legal moves that may be meant by `move`.
    """

    def __init__(self, says: str, line: int, column: int) -> None:
        super().__init__(f"line {line}, column {column}: {says}")
        self.line = line
        self.column = column
        self.near: Sequence[tuple[str, SeatCommand]] = ()
        self.move: WrittenMove | None = None

    def suggest(self, move: WrittenMove, near: Sequence[tuple[str, SeatCommand]]) -> None:
        """Ask in the message whether one of these moves was meant; replace an earlier such question."""
        self.move, self.near = move, near
        before = self.says.partition(DID_YOU_MEAN)[0]
        ask = f" D{DID_YOU_MEAN[3:]}" if before.endswith(".") else DID_YOU_MEAN
        self.says = f"{before}{ask}{' or '.join(written for written, _ in near)}?"
        self.args = (self.says,)


def error_with_place(text: str, fault: Unreadable) -> NotationError:
    """Return the fault with the line and column of its place in the text."""
    before = text[: fault.at]
    line = before.count("\n") + 1
    return NotationError(_message_with_strange_character(text, fault), line, fault.at - (before.rfind("\n") + 1) + 1)


def _message_with_strange_character(text: str, fault: Unreadable) -> str:
    """Return the message of the fault; name a strange character in the word, or in the line of the header."""
    ends = _REST_OF_LINE if text.startswith("[", fault.at) else _REST_OF_WORD
    found = strange_character(text, fault.at, ends.search(text, fault.at).end())  # type: ignore[union-attr]  # it ends
    if found is None:
        return fault.says
    code = f"{ord(found.character):04X}"
    if f"U+{code}" in fault.says:
        return fault.says
    if not found.meant:
        return Unreadable(f"{fault.says}; U+{code} stands there and cannot be seen: remove it").says
    return Unreadable(f"{fault.says}; U+{code} ({found.character}) stands there: type {found.meant} instead").says


class MoveReader:
    """A text of moves, as in `p1; h2`, read one by one."""

    def __init__(self, text: str) -> None:
        self._text = plain_blanks(plain_lines(text))
        self._at = 0

    def read_next(self, table: Table) -> SeatCommand | None:
        """Return the next move, at this table; None at the end, NotationError for a text that is no move."""
        between = _BETWEEN.match(self._text, self._at)
        self._at = self._at if between is None else between.end()
        if self._at == len(self._text):
            return None
        try:
            read = read_move(rulebook_of(table), table, self._text, self._at)
        except Unreadable as fault:
            raise error_with_place(self._text, fault) from None
        self._at = read.end
        return read.command
