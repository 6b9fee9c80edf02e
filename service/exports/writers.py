"""Writers of exports: lines of JSON, CSV, game files, and gzip around them.

Each writes the rows of one game at a time, in bounded memory. `parquet` has the writer of Parquet.
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
"""The first characters of texts that get an apostrophe, because a spreadsheet may read them as a formula."""
_GZIP: Final = 16 + zlib.MAX_WBITS


class TableForm(StrEnum):
    """The format of a table, by the suffix of its file name."""

    NDJSON = "ndjson"
    CSV = "csv"
    PARQUET = "parquet"


class ExportWriter(Protocol):
    """Writes one export."""

    def add(self, rows: Iterable[Row]) -> bytes:
        """Return the bytes to send for these rows of one game.

        If reading a row raises an error such as DamagedGame, none of the rows is written.
        """

    def end(self) -> bytes:
        """Return the last bytes."""


class JsonLinesWriter:
    """Writes a table as one line of JSON for each row. With `flat`, columns of JSON values are text."""

    def __init__(self, columns: Sequence[ExportColumn], *, flat: bool = False) -> None:
        encoders = {**_JSON_VALUES, ColumnType.JSON: bytes.decode} if flat else _JSON_VALUES
        self._names = [column.name for column in columns]
        self._encoders = [encoders.get(column.kind, _unchanged) for column in columns]

    def add(self, rows: Iterable[Row]) -> bytes:
        """Return the lines."""
        names, encoders = self._names, self._encoders
        lines = []
        for row in rows:
            values = (None if value is None else encode(value) for encode, value in zip(encoders, row, strict=True))
            lines.append(msgspec.json.encode(dict(zip(names, values, strict=True))))
        return b"".join(line + b"\n" for line in lines)

    def end(self) -> bytes:
        """Return nothing."""
        return b""


def _unchanged(value: Any) -> Any:
    return value


_JSON_VALUES: Final[dict[ColumnType, Callable[[Any], Any]]] = {ColumnType.TIME: time_text, ColumnType.JSON: msgspec.Raw}


class CsvWriter:
    """Writes a table as CSV (RFC 4180) in UTF-8, with a header line. A missing value is an empty cell.

    Text that a spreadsheet may read as a formula gets a leading apostrophe. So does text that begins with an
    apostrophe: a reader always removes the first one.
    """

    def __init__(self, columns: Sequence[ExportColumn]) -> None:
        self._cells = [_CSV_CELLS.get(column.kind, _unchanged) for column in columns]
        self._head = _csv([tuple(column.name for column in columns)])

    def add(self, rows: Iterable[Row]) -> bytes:
        """Return the lines. The first call also returns the header."""
        cells = self._cells
        lines = _csv(
            [
                tuple(None if value is None else cell(value) for cell, value in zip(cells, row, strict=True))
                for row in rows
            ]
        )
        return self._begin() + lines

    def end(self) -> bytes:
        """Return nothing, or the header if there were no rows."""
        return self._begin()

    def _begin(self) -> bytes:
        head, self._head = self._head, b""
        return head


def _csv(rows: Iterable[Sequence[Any]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()


def plain_text(value: str) -> str:
    """Return a text with a leading apostrophe if a spreadsheet may read it as a formula."""
    return f"'{value}" if value.startswith(FORMULA) else value


_CSV_CELLS: Final[dict[ColumnType, Callable[[Any], Any]]] = {
    ColumnType.TEXT: plain_text,
    ColumnType.TIME: time_text,
    ColumnType.JSON: bytes.decode,
    ColumnType.FLAG: lambda flag: "true" if flag else "false",
}


class GameFileWriter:
    """Writes game files, one after the other. Each begins with its header and ends with its end line."""

    def add(self, rows: Iterable[Row]) -> bytes:
        """Return the files, each in a row of its own."""
        return b"".join(file for (file,) in rows)

    def end(self) -> bytes:
        """Return nothing."""
        return b""


class GzipWriter:
    """Wraps another writer and compresses its output with gzip.

    The rows of each game are compressed separately, so that their compressed size reveals nothing about another game.
    """

    def __init__(self, writer: ExportWriter) -> None:
        self._writer = writer
        self._compressor = zlib.compressobj(wbits=_GZIP)

    def add(self, rows: Iterable[Row]) -> bytes:
        """Return the compressed bytes of these rows."""
        return self._compressor.compress(self._writer.add(rows)) + self._compressor.flush(zlib.Z_FULL_FLUSH)

    def end(self) -> bytes:
        """Return the end of the gzip stream, by which a reader knows that the export is complete."""
        return self._compressor.compress(self._writer.end()) + self._compressor.flush()
