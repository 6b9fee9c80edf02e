"""Writes a table as a Parquet file, one row group after the other.

Only this module uses pyarrow, which is optional.
"""

from collections.abc import Iterable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from service.exports.columns import ColumnType, ExportColumn
from service.exports.rows import Row
from service.problems import Problem

GROUP_ROWS: Final = 20_000
"""How many rows are collected in memory for a row group: some 20 MB of events."""
PYARROW_MISSING: Final = (
    "Parquet needs pyarrow, which is not installed here: run `pip install 'haricot[parquet]'` where Haricot runs, "
    "or request lines of JSON or CSV"
)


def require_parquet() -> None:
    """Raise `export.form` if pyarrow is not installed."""
    if find_spec("pyarrow") is None:
        raise Problem("export.form", PYARROW_MISSING)


class ParquetWriter:
    """Writes one table. Call `require_parquet` first."""

    def __init__(self, columns: Sequence[ExportColumn]) -> None:
        # pyarrow is optional, slow to import, and has no types.
        self._arrow: Any = import_module("pyarrow")
        writer: Any = import_module("pyarrow.parquet").ParquetWriter
        self._columns = columns
        self._schema = self._arrow.schema(
            [
                self._arrow.field(one.name, self._type(one), nullable=one.nullable, metadata={"says": one.description})
                for one in self._columns
            ]
        )
        self._sink = _Sink()
        self._writer = writer(self._sink, self._schema, compression="zstd")
        self._rows = list[Row]()

    def add(self, rows: Iterable[Row]) -> bytes:
        """Collect these rows. Return the bytes of the row groups that are complete."""
        self._rows += list(rows)  # all rows of a game, or none if one cannot be read
        if len(self._rows) < GROUP_ROWS:
            return b""
        self._write()
        return self._sink.drain()

    def end(self) -> bytes:
        """Return the last group and the footer of the file."""
        if self._rows:
            self._write()
        self._writer.close()
        return self._sink.drain()

    def _write(self) -> None:
        arrays = [
            self._arrow.array([_value(one, row[place]) for row in self._rows], self._type(one))
            for place, one in enumerate(self._columns)
        ]
        self._rows.clear()
        self._writer.write_table(self._arrow.Table.from_arrays(arrays, schema=self._schema))

    def _type(self, column: ExportColumn) -> Any:
        arrow = self._arrow
        match column.kind:
            case ColumnType.NUMBER:
                return arrow.int64()
            case ColumnType.DECIMAL:
                return arrow.float64()
            case ColumnType.FLAG:
                return arrow.bool_()
            case ColumnType.TIME:
                return arrow.timestamp("ms", tz="UTC")
        return arrow.string()


def _value(column: ExportColumn, value: Any) -> Any:
    return value.decode() if column.kind == ColumnType.JSON and value is not None else value


class _Sink:
    """A write-only file in memory, from which the caller takes the written bytes."""

    closed = False

    def __init__(self) -> None:
        self._parts = list[bytes]()

    def write(self, data: Any) -> int:
        """Append some bytes."""
        self._parts.append(bytes(data))
        return len(data)

    def drain(self) -> bytes:
        """Return the bytes that were written since the last call."""
        parts, self._parts = self._parts, []
        return b"".join(parts)

    def flush(self) -> None:
        """Do nothing: the bytes are in memory."""

    def close(self) -> None:
        """Do nothing: the caller drains the rest."""
