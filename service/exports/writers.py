"""The forms of an export: lines of JSON, CSV, game files; Parquet has a module of its own.

Each writes the rows of a game at a time, in bounded memory.
"""

import csv
import io
import zlib
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import Any, Final, Protocol

import msgspec

from replay.codec import time_text
from service.exports.columns import ColumnType, ExportColumn
from service.exports.rows import Row

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "'")
"""How a text begins that a spreadsheet may take for a formula, or that is marked as none."""
_GZIP: Final = 16 + zlib.MAX_WBITS


class TableForm(StrEnum):
    """The form of a table, by the end of its file's name."""

    NDJSON = "ndjson"
    CSV = "csv"
    PARQUET = "parquet"


class ExportWriter(Protocol):
    """Writes one export."""

    def add(self, rows: Iterable[Row]) -> bytes:
        """Return the bytes to send for these rows, which belong together.

        What reading them raises is raised, such as DamagedGame, and none of them is written.
        """

    def end(self) -> bytes:
        """Return the last bytes."""


class Lines:
    """Writes a table as a line of JSON for each row. If `flat`, columns of JSON are text, so that each has one type."""

    def __init__(self, columns: Sequence[ExportColumn], *, flat: bool = False) -> None:
        said = {**_SAID, ColumnType.JSON: bytes.decode} if flat else _SAID
        self._names = [column.name for column in columns]
        self._said = [said.get(column.kind, _as_it_is) for column in columns]

    def add(self, rows: Iterable[Row]) -> bytes:
        """Return the lines."""
        names, said = self._names, self._said
        lines = []
        for row in rows:
            values = (None if value is None else say(value) for say, value in zip(said, row, strict=True))
            lines.append(msgspec.json.encode(dict(zip(names, values, strict=True))))
        return b"".join(line + b"\n" for line in lines)

    def end(self) -> bytes:
        """Return nothing."""
        return b""


def _as_it_is(value: Any) -> Any:
    return value


_SAID: Final[dict[ColumnType, Callable[[Any], Any]]] = {ColumnType.TIME: time_text, ColumnType.JSON: msgspec.Raw}


class Csv:
    """Writes a table as CSV by RFC 4180, in UTF-8, with one line of names. A missing value is an empty cell.

    Text that a spreadsheet may take for a formula gets an apostrophe before it, and so does text with an apostrophe at
    its start: a reader removes the first one.
    """

    def __init__(self, columns: Sequence[ExportColumn]) -> None:
        self._cells = [_CELLS.get(column.kind, _as_it_is) for column in columns]
        self._head = _csv([tuple(column.name for column in columns)])

    def add(self, rows: Iterable[Row]) -> bytes:
        """Return the lines; the names are in front of the first."""
        cells = self._cells
        lines = _csv(
            [
                tuple(None if value is None else cell(value) for cell, value in zip(cells, row, strict=True))
                for row in rows
            ]
        )
        return self._begin() + lines

    def end(self) -> bytes:
        """Return nothing, or the names if there were no rows."""
        return self._begin()

    def _begin(self) -> bytes:
        head, self._head = self._head, b""
        return head


def _csv(rows: Iterable[Sequence[Any]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()


def plain_text(value: str) -> str:
    """Return a text so that a spreadsheet takes it for no formula."""
    return f"'{value}" if value.startswith(FORMULA) else value


_CELLS: Final[dict[ColumnType, Callable[[Any], Any]]] = {
    ColumnType.TEXT: plain_text,
    ColumnType.TIME: time_text,
    ColumnType.JSON: bytes.decode,
    ColumnType.FLAG: lambda flag: "true" if flag else "false",
}


class Files:
    """Writes game files, one after the other. Each begins with its header and ends with its end line."""

    def add(self, rows: Iterable[Row]) -> bytes:
        """Return the files, each in a row of its own."""
        return b"".join(file for (file,) in rows)

    def end(self) -> bytes:
        """Return nothing."""
        return b""


class Packed:
    """Wraps another form and compresses it with gzip.

    The rows of each game are compressed separately, so that their compressed size reveals nothing about another game.
    """

    def __init__(self, form: ExportWriter) -> None:
        self._form = form
        self._pack = zlib.compressobj(wbits=_GZIP)

    def add(self, rows: Iterable[Row]) -> bytes:
        """Return the compressed bytes of these rows."""
        return self._pack.compress(self._form.add(rows)) + self._pack.flush(zlib.Z_FULL_FLUSH)

    def end(self) -> bytes:
        """Return the end mark, by which a reader knows that the export is complete."""
        return self._pack.compress(self._form.end()) + self._pack.flush()
