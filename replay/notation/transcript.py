"""Makes the record of the game on a sheet of notation, with its remarks."""

from msgspec.structs import replace

from domain.cards import FACE_DOWN
from domain.commands import Command, SeatCommand
from domain.engine import Decision
from domain.evolve import evolve
from domain.refusals import CorruptHistory, Misuse, Refusal, UnknownCard
from domain.reported_cards import IS_NOT, CardsAttested
from domain.rulebook import Rulebook
from domain.table import Table
from domain.zones import HAND
from replay.codec import Cause, Envelope
from replay.fork import fork_exact
from replay.notation.apply_noted_cards import (
    DeniedCard,
    KnownCards,
    NoteConflict,
    NotedChance,
    put_in_hand,
    require_not_denied,
    slots_of_command,
)
from replay.notation.card_questions import ADVICE_MOVE_NOTE, ADVICE_NOTE_CARD, card_question
from replay.notation.count_lines import count_fault
from replay.notation.decide_with_notes import decide_with_note
from replay.notation.fixes import cards_leaving_hand, decide_noted_correction, read_correction
from replay.notation.move_notes import MoveNote, first_false_fact, is_note, read_note
from replay.notation.move_reader import NotationError
from replay.notation.moves import read_move
from replay.notation.named_cards import hand_cards_named
from replay.notation.names import Names, Unreadable, names_of
from replay.notation.repairs import WAIVE_ADVICE, Repairs
from replay.notation.reported_card_lines import read_report, require_report_possible
from replay.notation.revealed_cards import fill_in_revealed_cards
from replay.notation.sheet import HEADER_KEYS, ArbiterLine, Contradiction, PaperSheet, quote
from replay.notation.sheet_header import header_error, read_names, read_start_time, start_game
from replay.notation.transcript_result import SheetPoint, SheetRemark, TranscriptResult
from replay.provenance import PAPER_SENDER
from replay.record import GAME_ID, Record


def read_corrected_move(sheet: PaperSheet, rulebook: Rulebook, table: Table, number: int) -> SeatCommand:
    """Return the move of this number, or the move by which the arbiter corrected it.

    Unreadable for a text that is no move, Contradiction where the corrected move is another one.
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


class SheetRecorder:
    """Records a game move by move."""

    def __init__(self, text: str, *, game: str, at: int) -> None:
        self.sheet = PaperSheet(text)
        self.at = read_start_time(self.sheet, at)
        self.table = Table()
        self.envelopes: list[Envelope] = []
        self.undone_games: list[tuple[Record, KnownCards]] = []
        self.remarks: list[SheetRemark] = []
        self.known_cards: KnownCards = {}
        self.denied_cards: list[DeniedCard] = []
        self.moves = 0
        self.points: list[SheetPoint] = []
        self.game = self.sheet.value("Game", game)
        if not GAME_ID.fullmatch(self.game):
            raise header_error(self.sheet, "Game", f"{self.game[:40]!r} cannot be the id of a game")
        self.names = read_names(self.sheet)
        self.rulebook = self._start_game()
        self.words: Names = names_of(self.rulebook.data.key)

    def result(self) -> TranscriptResult:
        """Return the whole game."""
        while not self.sheet.is_at_end:
            self.read_next()
        self.sheet.require_errata(self.moves)
        return self.result_so_far()

    def result_so_far(self) -> TranscriptResult:
        """Return the game as far as it was read."""
        known, parents = dict(self.known_cards), []
        record = fill_in_revealed_cards(Record(game=self.game, envelopes=tuple(self.envelopes)), known)
        for leg, left in reversed(self.undone_games):
            known = {**left, **known}
            parents.append(fill_in_revealed_cards(leg, known))
        return TranscriptResult(record, tuple(reversed(parents)), tuple(self.remarks), self.names)

    def _start_game(self) -> Rulebook:
        sheet = self.sheet
        beginning = start_game(sheet, self.names)
        for command, decision in beginning.commands:
            self._append(command, decision)
        for seat, hand in enumerate(beginning.hands):
            slots = (slot or 0 for slot in self.table.seats[seat].slots)
            try:
                self._note_hand_cards(seat, dict(zip(slots, hand, strict=False)))
            except NoteConflict as contrary:
                raise sheet.contradiction(contrary.says, sheet.head["Hands"].at) from None
        self.points.append(SheetPoint(len(self.envelopes), self.table))
        beside = (key for key in sheet.head if key not in HEADER_KEYS and not key.startswith("Option."))
        self.remarks += [SheetRemark(1, f"[{key} {quote(sheet.value(key))}]") for key in beside]
        return beginning.rulebook

    def _note_hand_cards(self, seat: int, cards: dict[int, str]) -> None:
        require_not_denied(self.denied_cards, seat, cards)
        self.table = put_in_hand(self.table, seat, cards)
        self.known_cards |= {(seat, slot): card for slot, card in cards.items() if card != FACE_DOWN}

    def _append(self, command: Command | None, decision: Decision) -> None:
        for index, event in enumerate(decision.events):
            cause = Cause(command=command, by=PAPER_SENDER) if index == 0 else None
            n = len(self.envelopes) + 1
            self.envelopes.append(Envelope(game=self.game, n=n, at=self.at, event=event, cause=cause))
        self.table = decision.table

    def read_next(self) -> None:
        """Read the next move or line."""
        sheet = self.sheet
        line = sheet.line()
        if line is not None and line.kind in ("fix", "?") and self._record_arbiter_event(line):
            return
        if line is not None and line.kind not in ("!", "?"):
            self._apply_arbiter_line(line)
            return
        start = sheet.at
        if sheet.text.startswith("{", start) and (noted := sheet.note()) is not None:
            if is_note(self.words, self.rulebook.data.key, *noted):
                raise sheet.fault("a note stands behind its move, on the same line; a remark stands in quotes", start)
            self.remarks.append(SheetRemark(len(self.envelopes), f"%note {noted[0].strip().strip(chr(34))}"))
            return
        if line is not None and line.kind == "?":
            self.remarks.append(SheetRemark(len(self.envelopes), "%note what followed was not what the rules say"))
        self._read_move(waived=line is not None and line.kind == "!")

    def _read_move(self, *, waived: bool) -> None:
        sheet, start = self.sheet, self.sheet.at
        self.moves += 1
        try:
            command = read_corrected_move(sheet, self.rulebook, self.table, self.moves)
            written = sheet.text[start : sheet.at]
            noted = sheet.note()
            note = MoveNote(at=start) if noted is None else read_note(self.words, self.rulebook.data.key, *noted)
        except NotationError:
            raise
        except Unreadable as fault:
            found = sheet.fault(fault.says, fault.at)
            raise (found if sheet.at > start else self._repairs().add_readings_of_unread(found, start)) from None
        try:
            decision = self._decide(command, note, waived=waived)
        except Refusal as refusal:
            raise self._repairs().add_readings(
                sheet.contradiction(str(refusal), start), start, written, note, waive=WAIVE_ADVICE
            ) from None
        except UnknownCard as unknown:
            raise self._unknown_card_error(unknown, start) from None
        except (NoteConflict, CorruptHistory, Misuse) as error:
            found = sheet.contradiction(getattr(error, "says", str(error)), note.at)
            raise (found if waived else self._repairs().add_readings(found, start, written, note)) from None
        shown = hand_cards_named(command.seat, decision.events)
        slots = slots_of_command(self.table, command, len(shown))
        self.known_cards |= {
            (command.seat, slot): card for slot, card in zip(slots, shown, strict=False) if card != FACE_DOWN
        }
        self._append(command, decision)
        self._check_note(note)
        self.points.append(SheetPoint(len(self.envelopes), self.table))
        if note.remark:
            self.remarks.append(SheetRemark(len(self.envelopes), f"%note {note.remark}"))

    def _unknown_card_error(self, unknown: UnknownCard, at: int) -> Contradiction:
        says = card_question(unknown.place, self.rulebook.data, self.names)
        advice = ADVICE_MOVE_NOTE if self.sheet.text[self.sheet.at :].lstrip().startswith("{") else ADVICE_NOTE_CARD
        found = self.sheet.contradiction(f"{says} {advice}", at)
        found.needs, found.advice = unknown.place, advice
        return found

    def _repairs(self) -> Repairs:
        return Repairs(self.sheet, self.rulebook, self.table, self.words, self.denied_cards)

    def _decide(self, command: SeatCommand, note: MoveNote, *, waived: bool) -> Decision:
        if note.hand:
            slots = slots_of_command(self.table, command, len(note.hand))
            if len(slots) < len(note.hand):
                raise NoteConflict(f"{len(note.hand)} cards are noted, and the move names {len(slots)} of the hand")
            self._note_hand_cards(command.seat, dict(zip(slots, note.hand, strict=False)))
        return decide_with_note(self.rulebook, self.table, command, note, waived=waived)

    def _check_note(self, note: MoveNote) -> None:
        """Require that each noted fact matches the outcome of the move, in order."""
        events = [envelope.event for envelope in self.envelopes[self.points[-1].events :]]
        if (fault := first_false_fact(note.facts, events)) is not None:
            raise self.sheet.contradiction(fault.says, fault.at)

    def _apply_arbiter_line(self, line: ArbiterLine) -> None:
        if line.kind == "undo":
            self._undo_moves(line)
        elif line.kind == "count":
            says = count_fault(self.table, line.says)
            if says is not None:
                raise self.sheet.contradiction(says, line.at)
        self.remarks.append(SheetRemark(len(self.envelopes), f"%{line.kind} {line.says}".rstrip()))

    def _record_arbiter_event(self, line: ArbiterLine) -> bool:
        """Record the event of a line that corrects the table or reports a card; return False for a line in words."""
        sheet, start = self.sheet, self.sheet.text.index(line.says, line.at)
        try:
            read = read_correction if line.kind == "fix" else read_report
            found = read(self.rulebook, self.table, line.says, start)
        except Unreadable as fault:
            raise sheet.fault(fault.says, fault.at) from None
        if found is None:
            return False
        event, note = found
        sheet.at = start + len(line.says)
        try:
            self._note_hand_cards(*cards_leaving_hand(event))
            require_report_possible(Record(game=self.game, envelopes=tuple(self.envelopes)), event)
            decision = decide_noted_correction(self.rulebook, self.table, event, note)
        except UnknownCard as unknown:
            raise self._unknown_card_error(unknown, start) from None
        except (NoteConflict, CorruptHistory) as error:
            raise sheet.contradiction(getattr(error, "says", str(error)), start) from None
        if isinstance(event, CardsAttested) and event.how == IS_NOT and event.area == HAND:
            self.denied_cards += [
                (event.seat, self.table.seats[event.seat].slots[at], event.cards) for at in event.places
            ]
        self._append(None, decision)
        self.points[-1] = SheetPoint(len(self.envelopes) - len(decision.events), self.table)
        self._check_note(note)
        self.points[-1] = SheetPoint(len(self.envelopes), self.table)
        return True

    def _undo_moves(self, line: ArbiterLine) -> None:
        """Undo the last moves: the game continues as a fork of itself, and the moves stay in its parent."""
        if not line.says.isdecimal() or not 0 < int(line.says[:5]) < len(self.points):
            raise self.sheet.fault(f"%undo takes back 1 to {len(self.points) - 1} moves", line.at)
        back = int(line.says[:5])
        left = f"{self.game}.undo-{len(self.undone_games) + 1}"
        mine = (replace(one, game=left) if one.game == self.game else one for one in self.envelopes)
        parent = Record(game=left, envelopes=tuple(mine))
        self.undone_games.append((parent, dict(self.known_cards)))
        point = self.points[-1 - back]
        del self.points[len(self.points) - back :]
        fork = fork_exact(parent, point.events, self.game, NotedChance(), at=self.at)
        self.envelopes = list(fork.envelopes)
        self.table = evolve(point.table, fork.envelopes[-1].event)
        slots = [seat.next_slot for seat in self.table.seats]
        self.known_cards = {(seat, slot): card for (seat, slot), card in self.known_cards.items() if slot < slots[seat]}
        self.points[-1] = SheetPoint(len(self.envelopes), self.table)


def record_sheet(text: str, *, game: str, at: int) -> TranscriptResult:
    """Return the game on a sheet, dated `at` in milliseconds since 1970.

    `game` is its id if the header has none. NotationError for a text that cannot be read, Contradiction for an
    impossible one, both with their place.
    """
    return SheetRecorder(text, game=game, at=at).result()
