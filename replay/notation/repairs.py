"""Legal moves that a recorder may have meant by a move that cannot be read or is refused."""

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final, NamedTuple

from domain.commands import SeatCommand
from domain.refusals import CorruptHistory, Misuse, Refusal, UnknownCard
from domain.rulebook import Rulebook
from domain.table import Table
from replay.notation.apply_noted_cards import (
    DeniedCard,
    NoteConflict,
    put_in_hand,
    require_not_denied,
    slots_of_command,
)
from replay.notation.decide_with_notes import decide_with_note
from replay.notation.member_syntax import WORD
from replay.notation.move_notes import MoveNote, first_false_fact, read_note
from replay.notation.move_reader import NotationError, WrittenMove
from replay.notation.moves import read_entire_move, write_move
from replay.notation.names import SEATS, Names, Unreadable, names_of
from replay.notation.sheet import PaperSheet

TEXT_LENGTH_MAX: Final = 48
"""A longer text of a move gets no near readings, since trying them would take too long."""
TEXTS_TRIED_MAX: Final = 2_500
"""The maximum number of texts tried for one move."""
READINGS_NAMED_MAX: Final = 4
"""The maximum number of near readings named in a message."""
_NOTATION_MARKS: Final = "*@>=#!$:+x~/(),"
_CARD: Final = re.compile(rf"(?<![\w@]){WORD}(?![\w:])|\?\?")
_PLACE: Final = re.compile(r"@(\d+|\?)")
_NUMBER: Final = re.compile(r"\d+")
_SEAT: Final = re.compile(rf"^[{SEATS}]:|(?<=>)[{SEATS}*]")
_SET_ASIDE: Final = re.compile(r"^([^\W\d_]+)(\d)$")
_PLANTED: Final = re.compile(r"^p(\d)$")


class NearReading(NamedTuple):
    """A move that may be meant: how it is written, and which command that is."""

    written: str
    command: SeatCommand


def near_readings(
    rulebook: Rulebook, table: Table, written: str, is_possible: Callable[[SeatCommand], bool]
) -> list[NearReading]:
    """Return the possible near readings of a move at this table, nearest first, at most `READINGS_NAMED_MAX`.

    A command with several texts is named once, as `write_move` writes it if that is one of the texts.
    """
    if len(written) > TEXT_LENGTH_MAX:
        return []
    found: dict[str, tuple[SeatCommand, list[str]] | None] = {}
    named = 0
    for text in islice(dict.fromkeys(_variants(table, rulebook.data.key, written)), TEXTS_TRIED_MAX):
        if text == written or (command := read_entire_move(rulebook, table, text)) is None:
            continue
        key = repr(command)
        if key not in found:
            found[key] = (command, []) if named < READINGS_NAMED_MAX and is_possible(command) else None
            named += found[key] is not None
        if (known := found[key]) is not None:
            known[1].append(text)
    possible = [known for known in found.values() if known is not None]
    return [NearReading(_best_text(rulebook, table, command, texts), command) for command, texts in possible]


def _best_text(rulebook: Rulebook, table: Table, command: SeatCommand, texts: list[str]) -> str:
    try:
        usual = write_move(rulebook, table, command)
    except Unreadable:
        return texts[0]
    return usual if usual in texts else texts[0]


def _variants(table: Table, edition: str, written: str) -> Iterator[str]:
    """Yield texts that differ in one mark: the most frequent slips first, any mark at any place last."""
    yield from _star_variants(written)
    yield from _number_variants(table, written)
    yield from _source_variants(table, edition, written)
    yield from _seat_variants(table, written)
    for at in range(len(written) + 1):
        for mark in _NOTATION_MARKS:
            yield written[:at] + mark + written[at:]
    for at in range(len(written)):
        yield written[:at] + written[at + 1 :]
        for mark in _NOTATION_MARKS:
            yield written[:at] + mark + written[at + 1 :]
    for at in range(len(written) + 1):
        for digit in "123456789":
            yield written[:at] + digit + written[at:]


def _star_variants(written: str) -> Iterator[str]:
    """Yield the text with a star behind one card more or less: of the hand, or turned up."""
    for card in _CARD.finditer(written):
        rest = written[card.end() :]
        yield written[: card.end()] + (rest[1:] if rest.startswith("*") else f"*{rest}")


def _source_variants(table: Table, edition: str, written: str) -> Iterator[str]:
    """Yield the text with one card from elsewhere: a place in a hand for a turned-up card, and back."""
    codes = dict.fromkeys(names_of(edition).code(card) for card in table.turned_up)
    longest = max((len(seat.hand) for seat in table.seats), default=0)
    for card in _CARD.finditer(written):
        for place in range(1, longest + 1):
            yield f"{written[: card.start()]}@{place}{written[card.end() :].removeprefix('*')}"
    if planted := _PLANTED.fullmatch(written):
        aside = dict.fromkeys(names_of(edition).code(card) for seat in table.seats for card in seat.set_aside)
        yield from (f"{code}{planted[1]}" for code in (*aside, *codes))
    elif aside_planted := _SET_ASIDE.fullmatch(written):
        yield f"p{aside_planted[2]}"
    for old in _PLACE.finditer(written):
        yield from (written[: old.start()] + code + written[old.end() :] for code in codes)


def _number_variants(table: Table, written: str) -> Iterator[str]:
    """Yield the text with one number changed: a field, a place, a count, an offer."""
    longest = max((len(seat.hand) for seat in table.seats), default=0)
    offers = {table.next_proposal, *(offer.proposal for offer in table.proposals)}
    for number in _NUMBER.finditer(written):
        before = written[: number.start()]
        choice = (
            range(1, longest + 1) if before.endswith("@") else sorted(offers) if before.endswith("#") else range(1, 10)
        )
        yield from (f"{before}{one}{written[number.end() :]}" for one in choice)


def _seat_variants(table: Table, written: str) -> Iterator[str]:
    """Yield the text with another seat: as the mover, or as the one addressed."""
    letters = SEATS[: len(table.seats)]
    for seat in _SEAT.finditer(written):
        after = written[seat.end() :]
        colon = seat[0].endswith(":")
        yield from (
            f"{written[: seat.start()]}{letter}{':' if colon else ''}{after}"
            for letter in (letters if colon else f"{letters}*")
        )
        if colon:
            yield after
    if not re.match(rf"[{SEATS}]:", written):
        yield from (f"{letter}:{written}" for letter in letters)


WAIVE_ADVICE: Final = ". Check it against the paper: only what was really played against the rules gets %! before it"
"""The advice for a move that the rules refuse, when nothing near it is legal."""
_UNREAD_TEXT: Final = re.compile(r"[^;{\n]*")


class Repairs(NamedTuple):
    """The sheet and the table at the move in question; `denied` are cards that players reported not to be in a hand."""

    sheet: PaperSheet
    rulebook: Rulebook
    table: Table
    words: Names
    denied_cards: list[DeniedCard]

    def add_readings(
        self, fault: NotationError, at: int, written: str, note: MoveNote, waive: str = ""
    ) -> NotationError:
        """Add the legal near readings of the move to the fault, or else the advice `waive`, and return the fault."""
        near = near_readings(self.rulebook, self.table, written, lambda command: self._is_possible(command, note))
        if near:
            there = self.sheet.fault("", at)
            fault.suggest(WrittenMove(there.line, there.column, written), near)
        elif waive:
            fault.says = fault.says.removesuffix(".") + waive
        return fault

    def add_readings_of_unread(self, fault: NotationError, start: int) -> NotationError:
        """Add the legal near readings to the fault of a text that is no move, and return the fault."""
        sheet = self.sheet
        found = _UNREAD_TEXT.match(sheet.text, start)
        assert found is not None
        words = [found[0], *found[0].split(" ")[:1]]
        for written in dict.fromkeys(word.strip() for word in words):
            sheet.at = start + len(written)
            try:
                noted = sheet.note()
                note = MoveNote(at=start) if noted is None else read_note(self.words, self.rulebook.data.key, *noted)
            except Unreadable:
                continue
            if (nearer := self.add_readings(fault, start, written, note)).near:
                return nearer
        return fault

    def _is_possible(self, command: SeatCommand, note: MoveNote) -> bool:
        """Return whether the rules allow this move here and its note matches the outcome; change nothing."""
        table = self.table
        try:
            if note.hand:
                slots = slots_of_command(table, command, len(note.hand))
                if len(slots) < len(note.hand):
                    return False
                cards = dict(zip(slots, note.hand, strict=False))
                require_not_denied(self.denied_cards, command.seat, cards)
                table = put_in_hand(table, command.seat, cards)
            decision = decide_with_note(self.rulebook, table, command, note, waived=False)
        except (UnknownCard, Refusal, NoteConflict, CorruptHistory, Misuse):
            return False
        return first_false_fact(note.facts, decision.events) is None
