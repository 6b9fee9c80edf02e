"""The result of a transcript: a record, with its remarks."""

from typing import NamedTuple

from domain.table import Table
from replay.record import Record


class SheetRemark(NamedTuple):
    """A remark after event `n`: the line as the sheet has it."""

    n: int
    text: str


class SheetPoint(NamedTuple):
    """The game after one move: how many events, and the table."""

    events: int
    table: Table


class TranscriptResult(NamedTuple):
    """A game from paper: its record, before it those that it left where moves were taken back; remarks and names."""

    record: Record
    parents: tuple[Record, ...]
    remarks: tuple[SheetRemark, ...]
    names: tuple[str, ...]
