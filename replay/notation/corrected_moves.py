"""A move as it stands on a sheet, unless a line of the arbiter corrects the record of it."""

from domain.commands import SeatCommand
from domain.rulebook import Rulebook
from domain.table import Table
from replay.notation.moves import read_move
from replay.notation.names import Unreadable
from replay.notation.sheet import PaperSheet


def read_as_amended(sheet: PaperSheet, rulebook: Rulebook, table: Table, number: int) -> SeatCommand:
    """The move of this number that stands here, or the one that the arbiter put in its place.

    Unreadable for what is no move, Contradiction where the one that is corrected does not stand here.
    """
    start = sheet.at
    amended = sheet.errata.get(number)
    if amended is None:
        read = read_move(rulebook, table, sheet.text, start)
        sheet.at = read.end
        return read.command
    wrong, right, at = amended
    if sheet.text.startswith(right, start) and not sheet.text.startswith(wrong, start):
        wrong = right  # it was corrected already
    if not sheet.text.startswith(wrong, start):
        raise sheet.contradiction(f"move {number} is not {wrong!r}, which %err corrects", start)
    sheet.at = start + len(wrong)
    try:
        read = read_move(rulebook, table, right)
    except Unreadable as fault:
        fault.at += at
        raise
    if read.end != len(right):
        raise Unreadable(f"{right[read.end :]!r} is too much", at + read.end)
    return read.command
