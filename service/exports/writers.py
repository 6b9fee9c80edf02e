"""The forms in which an export is written: lines of JSON, game files, Parquet; a game at a time, in bounded memory."""

import zlib
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

import msgspec

from replay.codec import time_text
from service.exports.columns import ColumnType, ExportColumn
from service.exports.exported_game import ShownGame
from service.exports.rows import file_of, rows_of

NDJSON: Final = "ndjson"
PARQUET: Final = "parquet"
_GZIP: Final = 16 + zlib.MAX_WBITS


class ExportWriter(Protocol):
    """One export as it is being written."""

    def add(self, shown: ShownGame) -> bytes:
        """What is to be sent once there is this game too; DamagedGame, and nothing is written, where it is damaged."""

    def end(self) -> bytes:
        """Return what comes last."""


class Lines:
    """A table as a line of JSON for each row; where it is `flat`, columns of JSON are text, so each has one type."""

    def __init__(self, table: str, columns: Sequence[ExportColumn], *, flat: bool = False) -> None:
        said = {**_SAID, ColumnType.JSON: bytes.decode} if flat else _SAID
        self._table = table
        self._names = [column.name for column in columns]
        self._said = [said.get(column.kind, _as_it_is) for column in columns]

    def add(self, shown: ShownGame) -> bytes:
        """Return the lines of a game."""
        names, said = self._names, self._said
        lines = []
        for row in rows_of(self._table, shown):
            values = (None if value is None else say(value) for say, value in zip(said, row, strict=True))
            lines.append(msgspec.json.encode(dict(zip(names, values, strict=True))))
        return b"".join(line + b"\n" for line in lines)

    def end(self) -> bytes:
        """Nothing."""
        return b""


def _as_it_is(value: Any) -> Any:
    return value


_SAID: Final[dict[ColumnType, Callable[[Any], Any]]] = {ColumnType.TIME: time_text, ColumnType.JSON: msgspec.Raw}


class Files:
    """Game files, one after the other; each begins with its header and ends with its end line."""

    def add(self, shown: ShownGame) -> bytes:
        """Return the file of a game."""
        return file_of(shown)

    def end(self) -> bytes:
        """Nothing."""
        return b""


class Packed:
    """Another form, packed with gzip.

    Each game for itself: how long something becomes tells nothing of what is in another game.
    """

    def __init__(self, form: ExportWriter) -> None:
        self._form = form
        self._pack = zlib.compressobj(wbits=_GZIP)

    def add(self, shown: ShownGame) -> bytes:
        """Return what a game adds."""
        return self._pack.compress(self._form.add(shown)) + self._pack.flush(zlib.Z_FULL_FLUSH)

    def end(self) -> bytes:
        """By what a reader knows that it has all."""
        return self._pack.compress(self._form.end()) + self._pack.flush()
