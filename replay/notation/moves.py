"""Reads and writes moves in notation, where each move at a table stands for exactly one command."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from domain.commands import Command, SeatCommand
from domain.editions import EDITIONS
from domain.refusals import HaricotError
from domain.rulebook import Rulebook
from domain.table import Table
from replay.codec import command_types
from replay.notation.command_syntax import WrittenForm, long_form
from replay.notation.member_syntax import NotationContext, read_seat
from replay.notation.names import SEATS, Unreadable, did_you_mean, names_of

_SEAT = re.compile(rf"([{SEATS}]):")
_WORD = re.compile(r"[^\s;{]*")


class CommandForms(NamedTuple):
    """How the commands of an edition can be written: the short forms, then the long ones."""

    short: tuple[WrittenForm, ...]
    long: dict[type[Command], WrittenForm]


class ReadMove(NamedTuple):
    """A move that was read: the command, and where in the text it ends."""

    command: SeatCommand
    end: int


@lru_cache(maxsize=64)
def forms_of(edition: str) -> CommandForms:
    """Return the forms of every command of this edition's seats."""
    data, types = EDITIONS[edition].data, command_types()
    kinds = [types[name] for name in data.command_names if issubclass(types.get(name, Command), SeatCommand)]
    short = [WrittenForm(kind, form) for kind in kinds for form in data.all_notation.get(kind.__name__, ())]
    return CommandForms(short=tuple(short), long={kind: long_form(kind) for kind in kinds})


def write_move(rulebook: Rulebook, table: Table, command: SeatCommand, language: str = "en") -> str:
    """Return the command on paper.

    Its seat is left out where it is the active one. The long form is used where the short one means another command.
    What a view hides is written `@?` and `??`.
    """
    edition = rulebook.data.key
    context = NotationContext(names_of(edition, language), table, command.seat)
    who = "" if command.seat == table.turn.seat else f"{SEATS[command.seat]}:"
    forms = forms_of(edition)
    for form in forms.short:
        if form.kind is type(command) and (text := form.write(context, command)) is not None:
            try:
                if type(read_move(rulebook, table, who + text).command) is type(command):
                    return who + text
            except Unreadable:
                continue
    text = forms.long[type(command)].write(context, command) or type(command).__name__
    return who + text


def read_move(rulebook: Rulebook, table: Table, text: str, start: int = 0) -> ReadMove:
    """Return the move at `start`; Unreadable with the place of the fault and suggestions.

    If a form fits several commands, prefer the one that belongs to the phase of the table and is legal.
    """
    prefix = _SEAT.match(text, start)
    seat, at = table.turn.seat, start
    if prefix is not None:
        try:
            seat, at = read_seat(table, prefix[1]), prefix.end()
        except Unreadable as error:
            error.at += start
            raise
    found, faults = _readings(rulebook, NotationContext(names_of(rulebook.data.key), table, seat), text, at)
    if not found:
        spotted = [fault for fault in faults if fault.at > at or "did you mean" in fault.says]
        raise max(spotted, key=lambda fault: fault.at) if spotted else _no_move_error(rulebook, table, text, at)
    return _best_reading(rulebook, table, found)


def read_entire_move(rulebook: Rulebook, table: Table, text: str) -> SeatCommand | None:
    """Return the move if the whole text is one, else None. This is fast, since it does not look for faults."""
    prefix = _SEAT.match(text)
    seat = table.turn.seat if prefix is None else SEATS.index(prefix[1])
    if seat >= len(table.seats):
        return None
    at = 0 if prefix is None else prefix.end()
    found, _ = _readings(rulebook, NotationContext(names_of(rulebook.data.key), table, seat), text, at)
    whole = [read for read in found if read.end == len(text)]
    return _best_reading(rulebook, table, whole).command if whole else None


def _readings(
    rulebook: Rulebook, context: NotationContext, text: str, at: int
) -> tuple[list[ReadMove], list[Unreadable]]:
    """Return every command that can be read here, and the faults of forms that look like it."""
    forms = forms_of(rulebook.data.key)
    found: list[ReadMove] = []
    faults: list[Unreadable] = []
    for form in (*forms.short, *forms.long.values()):
        if (match := form.regex.match(text, at)) is None:
            continue
        try:
            command = form.read(context, match)
        except Unreadable as fault:
            faults.append(fault)
            continue
        assert isinstance(command, SeatCommand)
        found.append(ReadMove(command, match.end()))
    return found, faults


def _best_reading(rulebook: Rulebook, table: Table, found: Sequence[ReadMove]) -> ReadMove:
    """Return the longest reading, and among these one that belongs to the phase and is legal."""
    longest = max(read.end for read in found)
    return max(
        (read for read in found if read.end == longest), key=lambda read: _belongs_and_is_legal(rulebook, table, read)
    )


def _belongs_and_is_legal(rulebook: Rulebook, table: Table, read: ReadMove) -> tuple[bool, bool]:
    """Return whether such commands belong to the phase, and whether this one is legal."""
    phase = rulebook.phase(table) if table.result is None else None
    if phase is None:
        return False, False
    kind = type(read.command)
    move = phase.moves.get(kind) or (rulebook.anytime.get(kind) if phase.interruptible else None)
    if move is None:
        return False, False
    try:
        return True, move.guard(rulebook, table, read.command) is None
    except HaricotError:
        return True, True  # it depends on a card that is not known here


def _no_move_error(rulebook: Rulebook, table: Table, text: str, at: int) -> Unreadable:
    word = _WORD.match(text, at)
    said = word[0] if word else ""
    expected = example_moves(rulebook, table)
    meant = did_you_mean(said, expected)
    return Unreadable(f"{said[:40]!r} is no move; moves here are for example {', '.join(expected)}{meant}", at)


def example_moves(rulebook: Rulebook, table: Table) -> Sequence[str]:
    """Return an example of each way to write a move of the phase."""
    phase = rulebook.phase(table)
    kinds = {*phase.moves, *(rulebook.anytime if phase.interruptible else ())}
    forms, names = forms_of(rulebook.data.key), names_of(rulebook.data.key)
    spoken = {form.kind for form in forms.short}
    short = [form.example(names) for form in forms.short if form.kind in kinds]
    return [*dict.fromkeys(short), *(forms.long[kind].example(names) for kind in forms.long if kind in kinds - spoken)]
