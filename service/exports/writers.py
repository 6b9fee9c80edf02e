"""The forms of an export: lines of JSON, game files, Parquet.

Each writes a game at a time, in bounded memory.
"""

import zlib
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

import msgspec

from replay.codec import time_text
from service.exports.columns import ColumnType, ExportColumn
from service.exports.rows import Shown, file_of, rows_of

NDJSON: Final = "ndjson"
PARQUET: Final = "parquet"
_GZIP: Final = 16 + zlib.MAX_WBITS


class ExportWriter(Protocol):
    """Writes one export."""

    def add(self, shown: Shown) -> bytes:
        """Return the bytes to send for this game or tournament.

        Raises DamagedGame for a damaged game, of which nothing is written.
        """

    def end(self) -> bytes:
        """Return the last bytes."""


class Lines:
    """Writes a table as a line of JSON for each row. If `flat`, columns of JSON are text, so that each has one type."""

    def __init__(self, table: str, columns: Sequence[ExportColumn], *, flat: bool = False) -> None:
        said = {**_SAID, ColumnType.JSON: bytes.decode} if flat else _SAID
        self._table = table
        self._names = [column.name for column in columns]
        self._said = [said.get(column.kind, _as_it_is) for column in columns]

    def add(self, shown: Shown) -> bytes:
        """Return the lines of a game."""
        names, said = self._names, self._said
        lines = []
        for row in rows_of(self._table, shown):
            values = (None if value is None else say(value) for say, value in zip(said, row, strict=True))
            lines.append(msgspec.json.encode(dict(zip(names, values, strict=True))))
        return b"".join(line + b"\n" for line in lines)

    def end(self) -> bytes:
        """Return nothing."""
        return b""


def _as_it_is(value: Any) -> Any:
    return value


_SAID: Final[dict[ColumnType, Callable[[Any], Any]]] = {ColumnType.TIME: time_text, ColumnType.JSON: msgspec.Raw}


class Files:
    """Writes game files, one after the other. Each begins with its header and ends with its end line."""

    def add(self, shown: Shown) -> bytes:
        """Return the file of a game."""
        return file_of(shown)

    def end(self) -> bytes:
        """Return nothing."""
        return b""


class Packed:
    """Wraps another form and compresses it with gzip.

    Each game is compressed separately, so that its compressed size reveals nothing about another game.
    """

    def __init__(self, form: ExportWriter) -> None:
        self._form = form
        self._pack = zlib.compressobj(wbits=_GZIP)

    def add(self, shown: Shown) -> bytes:
        """Return the compressed bytes of a game."""
        return self._pack.compress(self._form.add(shown)) + self._pack.flush(zlib.Z_FULL_FLUSH)

    def end(self) -> bytes:
        """Return the end mark, by which a reader knows that the export is complete."""
        return self._pack.compress(self._form.end()) + self._pack.flush()
