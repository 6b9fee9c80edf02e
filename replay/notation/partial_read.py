"""Reads a sheet up to its first error."""

from typing import NamedTuple

from domain.events import Event
from domain.table import Table
from replay.notation.move_reader import NotationError
from replay.notation.transcript import SheetRecorder
from replay.notation.transcript_result import TranscriptResult


class SheetLineEvents(NamedTuple):
    """One line of a sheet: its number, its events, and the number of the last event after it."""

    line: int
    events: tuple[Event, ...]
    n: int


class PartialRead(NamedTuple):
    """The result of a sheet: the lines that were read, the game so far with its table, the fault that ended it."""

    lines: tuple[SheetLineEvents, ...]
    taken: TranscriptResult | None
    table: Table | None
    fault: NotationError | None


def read_until_error(text: str, *, game: str, at: int) -> PartialRead:
    """Read a sheet up to its first error. A sheet with an error in its header gives no game."""
    try:
        recorder = SheetRecorder(text, game=game, at=at)
    except NotationError as slip:
        return PartialRead((), None, None, slip)
    lines: list[SheetLineEvents] = []
    fault: NotationError | None = None
    while not recorder.sheet.is_at_end:
        line = recorder.sheet.text.count("\n", 0, recorder.sheet.at) + 1
        before = len(recorder.envelopes)
        try:
            recorder.read_next()
        except NotationError as slip:
            fault = slip
            break
        happened = tuple(envelope.event for envelope in recorder.envelopes[before:])
        lines.append(SheetLineEvents(line, happened, len(recorder.envelopes)))
    if fault is None:
        try:
            recorder.sheet.require_errata(recorder.moves)
        except NotationError as slip:
            fault = slip
    return PartialRead(tuple(lines), recorder.result_so_far(), recorder.table, fault)
