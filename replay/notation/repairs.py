"""Legal moves that a clerk may have meant, for a move that cannot be read or is refused."""

import re
from typing import Final, NamedTuple

from domain.commands import SeatCommand
from domain.refusals import CorruptHistory, Misuse, Refusal, UnknownCard
from domain.rulebook import Rulebook
from domain.table import Table
from replay.notation.apply_noted_cards import Contrary, Denied, in_the_hand, require_not_denied, slots_named
from replay.notation.decide_with_notes import decided_as_noted
from replay.notation.move_notes import MoveNote, not_borne_out, read_note
from replay.notation.move_reader import NotationError, WrittenMove
from replay.notation.names import Names, Unreadable
from replay.notation.near_readings import near_readings
from replay.notation.sheet import PaperSheet

WAIVE: Final = ". Check it against the paper: only what was really played against the rules gets %! before it"
"""What is said of a move that the rules refuse, when nothing near it is allowed."""
_UNREAD: Final = re.compile(r"[^;{\n]*")


class Repairs(NamedTuple):
    """The sheet and the table at the move in question; `denied` are cards that were said not to be in a hand."""

    sheet: PaperSheet
    rulebook: Rulebook
    table: Table
    words: Names
    denied: list[Denied]

    def add_to(self, fault: NotationError, at: int, written: str, note: MoveNote, waive: str = "") -> NotationError:
        """Return the fault with the near readings of the move that are legal; with what `waive` says without any."""
        near = near_readings(self.rulebook, self.table, written, lambda command: self._is_possible(command, note))
        if near:
            there = self.sheet.fault("", at)
            fault.ask_meant(WrittenMove(there.line, there.column, written), near)
        elif waive:
            fault.says = fault.says.removesuffix(".") + waive
        return fault

    def add_to_unread(self, fault: NotationError, start: int) -> NotationError:
        """Return the fault of a text that is no move, with the near readings that are legal."""
        sheet = self.sheet
        found = _UNREAD.match(sheet.text, start)
        assert found is not None
        words = [found[0], *found[0].split(" ")[:1]]
        for written in dict.fromkeys(word.strip() for word in words):
            sheet.at = start + len(written)
            try:
                noted = sheet.note()
                note = MoveNote(at=start) if noted is None else read_note(self.words, self.rulebook.data.key, *noted)
            except Unreadable:
                continue
            if (nearer := self.add_to(fault, start, written, note)).near:
                return nearer
        return fault

    def _is_possible(self, command: SeatCommand, note: MoveNote) -> bool:
        """Return whether the rules allow this move here, and what is noted of it comes of it; nothing is kept."""
        table = self.table
        try:
            if note.hand:
                slots = slots_named(table, command, len(note.hand))
                if len(slots) < len(note.hand):
                    return False
                cards = dict(zip(slots, note.hand, strict=False))
                require_not_denied(self.denied, command.seat, cards)
                table = in_the_hand(table, command.seat, cards)
            decision = decided_as_noted(self.rulebook, table, command, note, waived=False)
        except (UnknownCard, Refusal, Contrary, CorruptHistory, Misuse):
            return False
        return not_borne_out(note.brought, decision.events) is None
