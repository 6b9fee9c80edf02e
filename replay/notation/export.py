"""A recorded game written as a sheet of notation."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from domain.cards import FACE_DOWN, Card
from domain.commands import Command, SeatCommand
from domain.corrections import CORRECTION_TYPES, Correction, PileShuffled, TableCorrected
from domain.editions import rulebook, rulebook_of
from domain.engine import decide
from domain.events import DeckShuffled, Event
from domain.forks import GameForked
from domain.player_names import normalized_name
from domain.refusals import HaricotError, Misuse, Refusal
from domain.reported_cards import CardsAttested
from domain.rulebook import Rulebook
from domain.table import Table
from domain.upcasters import upcast
from domain.view import View
from replay.codec import Envelope, time_text
from replay.event_diff import compare_events
from replay.notation.apply_noted_cards import slots_of_command
from replay.notation.fixes import write_correction
from replay.notation.member_syntax import write_cards
from replay.notation.move_notes import write_note
from replay.notation.moves import write_move
from replay.notation.named_cards import hand_cards_named
from replay.notation.names import SEATS, names_of
from replay.notation.reported_card_lines import write_report
from replay.notation.sheet import SEPARATORS, escape, quote
from replay.notation.transcript_result import SheetRemark
from replay.record import Record
from replay.recorded_chance import RecordedChance
from replay.rewind import batches

_NOT_MOVES: Final = ("%fix ", *(f"%? {seat} " for seat in SEATS))
"""The beginnings of lines that %undo does not count as moves."""


class _SheetLine(NamedTuple):
    """A line of a sheet, and the event that it ends with."""

    n: int
    text: str


def write_sheet(
    record: Record,
    names: Sequence[str],
    remarks: Sequence[SheetRemark] = (),
    language: str = "en",
    parent: Callable[[str], Record | None] = lambda game: None,
) -> str:
    """Return the sheet of a record, as far as its viewer sees it; Misuse for a game that never began.

    `names` are the players', by seat. `parent` finds the game that a fork left, to show which moves were taken back.
    """
    return "".join(f"{line}\n" for line in _Writer(record, names, remarks, language, parent).lines())


class _Writer:
    """Writes one sheet, batch by batch."""

    def __init__(
        self,
        record: Record,
        names: Sequence[str],
        remarks: Sequence[SheetRemark],
        language: str,
        parent: Callable[[str], Record | None],
    ) -> None:
        self.record, self.players, self.language, self.parent = record, names, language, parent
        self.unknown_tags = [remark.text for remark in remarks if remark.text.startswith("[")]
        spoken = [remark for remark in remarks if not remark.text.startswith(("[", "%undo"))]
        self.remarks = sorted(spoken, key=lambda remark: remark.n)
        created = record.created
        self.rulebook: Rulebook = rulebook(
            created.edition, created.players, created.rules.options, created.rules.version
        )
        self.names = names_of(created.edition, language)

    def lines(self) -> Iterator[str]:
        """Yield the lines of the sheet."""
        events = [upcast(envelope.event) for envelope in self.record.envelopes]
        if not any(isinstance(event, DeckShuffled) for event in events):
            raise Misuse("this game never began, so there is nothing to write down")
        yield from self._header_lines(events)
        yield from self.unknown_tags
        yield ""
        spoken = self._move_lines(self.record)
        for line in spoken:
            yield line.text
            while self.remarks and self.remarks[0].n <= line.n:
                yield self.remarks.pop(0).text
        yield from (remark.text for remark in self.remarks)

    def _header_lines(self, events: Sequence[Event]) -> Iterator[str]:
        created = self.record.created
        shuffle = next(event for event in events if isinstance(event, DeckShuffled))
        defaults = {rule.name: rule.default for rule in self.rulebook.data.all_options}
        lots = next((event.lots() for event in events if event.lots()), ())
        drawn = next((event.drawn_order() for event in events if event.drawn_order()), ())
        yield '[BEN "1"]'
        yield f"[Game {quote(self.record.game)}]"
        yield f"[Edition {quote(created.edition)}]"
        yield f"[Version {quote(created.rules.version)}]"
        yield f"[Date {quote(time_text(self.record.envelopes[0].at))}]"
        yield f"[Seats {_seats(self.players)}]"
        if lots:
            yield f"[Start {quote(SEATS[lots[0]])}]"
        if drawn:
            yield f"[Order {quote(' '.join(drawn))}]"
        for name, value in created.rules.options.items():
            if value != defaults.get(name):
                yield f"[Option.{name} {quote(str(value).lower() if isinstance(value, bool) else str(value))}]"
        yield f"[Codes {quote(self.language)}]"
        hidden = set(shuffle.order) == {FACE_DOWN}
        yield f"[Deck {quote('unknown' if FACE_DOWN in shuffle.order else 'known')}]"
        if not hidden:
            yield f"[Pile {quote(write_cards(self.names, shuffle.order))}]"

    def _move_lines(self, record: Record) -> Iterator[_SheetLine]:
        """Yield the moves of a record, including moves that were undone."""
        table = Table()
        found: list[_SheetLine] = []
        for batch in batches(record.envelopes):
            event, cause = upcast(batch[0].event), batch[0].cause
            before = table
            for envelope in batch:
                view = View(viewer=record.viewer, table=table)
                table = view.after(envelope.event).table
            if isinstance(event, GameForked):
                found += self._undone_moves(event)
            elif isinstance(event, CORRECTION_TYPES):
                found.append(self._correction_line(before, batch, event))
            elif cause is not None and isinstance(cause.command, SeatCommand) and before.begun:
                found.append(self._move_line(before, batch, cause.command))
        yield from found

    def _undone_moves(self, fork: GameForked) -> list[_SheetLine]:
        """Return the undone moves of the parent and the %undo line, if the parent is available."""
        parent = self.parent(fork.parent)
        if parent is None:
            return []
        moves = [line for line in self._move_lines(parent) if not line.text.startswith("%undo")]
        undone = [line for line in moves if line.n > fork.at]
        back = [_SheetLine(fork.at, line.text) for line in undone]
        return (
            [*back, _SheetLine(fork.at + 1, f"%undo {sum(not line.text.startswith(_NOT_MOVES) for line in undone)}")]
            if undone
            else []
        )

    def _correction_line(self, table: Table, batch: Sequence[Envelope], event: Correction) -> _SheetLine:
        if isinstance(event, CardsAttested):
            return _SheetLine(batch[-1].n, write_report(self.names, table, event))
        if isinstance(event, PileShuffled):
            known = f" {{mix {write_cards(self.names, event.order)}}}" if FACE_DOWN not in event.order else ""
            return _SheetLine(batch[-1].n, write_correction(table, event) + known)
        cards = event.cards if isinstance(event, TableCorrected) else ()
        note = write_note(self.names, self.rulebook.data.key, [envelope.event for envelope in batch], cards)
        return _SheetLine(batch[-1].n, write_correction(table, event) + note)

    def _move_line(self, table: Table, batch: Sequence[Envelope], command: SeatCommand) -> _SheetLine:
        events = [envelope.event for envelope in batch]
        text = write_move(self.rulebook, table, command, self.language)
        note = write_note(self.names, self.rulebook.data.key, events, _named_hand_cards(table, command, events))
        return _SheetLine(batch[-1].n, self._refusal_mark(table, batch, command) + text + note)

    def _refusal_mark(self, table: Table, batch: Sequence[Envelope], command: Command) -> str:
        """Return the mark of a move that the rules refuse, or whose outcome differs from the rules."""
        try:
            decision = decide(rulebook_of(table), table, command, RecordedChance(batch))
        except Refusal:
            return "%! "
        except HaricotError:
            return ""
        recorded = [upcast(envelope.event) for envelope in batch]
        findings, missing = compare_events(decision.events, recorded)
        return "%? " if self.record.viewer.sees_all and (any(findings) or missing is not None) else ""


def _seats(players: Sequence[str]) -> str:
    """Return the names of the players in quotes; the letter of a seat for a player without one."""
    names = [normalized_name(name) or SEATS[seat] for seat, name in enumerate(players)]
    return f'"{"; ".join(escape(name, SEPARATORS) for name in names)}"'


def _named_hand_cards(table: Table, command: SeatCommand, events: Sequence[Event]) -> list[Card]:
    """Return the hand cards that a move names, as they lay there or, in a view that hides them, as its events show."""
    given = hand_cards_named(command.seat, events)
    seat = table.seats[command.seat]
    slots = slots_of_command(table, command, len(given))
    lying = dict(zip(seat.slots, seat.hand, strict=True))
    cards = [lying.get(slot, FACE_DOWN) for slot in slots]
    if not cards and any(card != FACE_DOWN for card in given):
        return given
    return [later if card == FACE_DOWN else card for card, later in zip(cards, given or cards, strict=False)]
