"""What comes of a sheet: a record, with what was remarked."""

from typing import NamedTuple

from domain.table import Table
from replay.record import Record


class SheetRemark(NamedTuple):
    """What was remarked after event `n`: the line as it stands on the sheet."""

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
