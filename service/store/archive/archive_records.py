"""The content and order of the lines in a backup file."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, BinaryIO, Final, Literal, TypeVar, cast

import msgspec

from service.store.archive.file import CorruptArchive, UnsupportedArchive, read_lines
from service.store.entries.metadata_store import FIRST_KINDS, Entry, FormerPlayer, IdempotencyRecord
from service.store.recorder import ENTRY_KINDS, EventRow, GameOpening, GameOrigin, Snapshot

FORMAT: Final = "haricot-store/12"
FIRST_FORMAT: Final = "haricot-store/1"
"""The first format. It has no former players, and its idempotency records have plain keys."""
_BEFORE_TOURNAMENTS: Final = tuple(kind for kind in ENTRY_KINDS if kind.since_schema <= 10)
KINDS: Final = {
    FIRST_FORMAT: tuple(kind for kind in FIRST_KINDS if kind is not FormerPlayer),
    "haricot-store/2": FIRST_KINDS,
    "haricot-store/3": tuple(kind for kind in ENTRY_KINDS if kind.since_schema <= 5),
    "haricot-store/4": _BEFORE_TOURNAMENTS,
    "haricot-store/5": _BEFORE_TOURNAMENTS,
    "haricot-store/6": _BEFORE_TOURNAMENTS,
    "haricot-store/7": tuple(kind for kind in ENTRY_KINDS if kind.since_schema <= 11),
    "haricot-store/8": tuple(kind for kind in ENTRY_KINDS if kind.since_schema <= 13),
    "haricot-store/9": tuple(kind for kind in ENTRY_KINDS if kind.since_schema <= 14),
    "haricot-store/10": tuple(kind for kind in ENTRY_KINDS if kind.since_schema <= 15),
    "haricot-store/11": ENTRY_KINDS,
    FORMAT: ENTRY_KINDS,
}
"""The kinds of entries that each format has, in the order of the file."""
ROWS_PER_STEP: Final = 1000
"""How many events are one step of progress."""
_FORMAT_NAME: Final = FORMAT.partition("/")[0]
_Names = tuple[tuple[int, str], ...]
_GAME: Final = tuple[Literal["game"], str, GameOrigin, bytes | None, str | None, int | None, _Names]
_EVENT: Final = tuple[Literal["event"], str, int, str, bytes, str | None]
_ENTRY: Final = tuple[str, msgspec.Raw]
_END: Final = tuple[Literal["end"], dict[str, int], str]

Item = TypeVar("Item")
Advance = Callable[[], None]


def archive_lines(snapshot: Snapshot, counts: Mapping[str, int], advance: Advance) -> Iterator[bytes]:
    """Yield all lines of a backup except the last. `advance` is called for each step of progress."""
    return map(msgspec.json.encode, _rows(snapshot, counts, advance))


def last_line(counts: Mapping[str, int], digest: str) -> bytes:
    """Return the last line of a backup."""
    return msgspec.json.encode(("end", counts, digest))


def progress_steps(counts: Mapping[str, int]) -> int:
    """Return the number of steps of progress for these rows."""
    return counts["events"] // ROWS_PER_STEP


def _rows(snapshot: Snapshot, counts: Mapping[str, int], advance: Advance) -> Iterator[tuple[Any, ...]]:
    yield FORMAT, counts
    for game, opening in snapshot.games():
        yield "game", game, opening.origin, opening.seed, opening.prefix_of, opening.prefix_to, opening.names
    for row in _with_progress(snapshot.events(), advance):
        state: bytes | str = row.state  # from a damaged row, SQLite returns a value of any type
        yield "event", *(row if isinstance(state, bytes) else row._replace(state=str(state).encode()))
    for kind in ENTRY_KINDS:
        for entry in snapshot.entries(kind):
            yield kind.sql_table, entry


class ArchiveReader:
    """Reads a backup file. Call `games`, `events`, `entries` and `end` in this order."""

    def __init__(self, file: BinaryIO) -> None:
        self._lines = read_lines(file)
        self._form = FORMAT
        self.line = 0
        """The number of the last line read."""
        self.counts = self._header(self._read(list[Any]))
        """The number of rows by table."""

    def games(self) -> Iterator[tuple[str, GameOpening]]:
        """Yield the id and the opening of every game."""
        for _, game, *opening in self._all("games", _GAME):
            yield game, GameOpening(*opening)

    def events(self, advance: Advance) -> Iterator[EventRow]:
        """Yield every event of the log, in order. `advance` is called for each step of progress."""
        return _with_progress((EventRow._make(row) for _, *row in self._all("events", _EVENT)), advance)

    def entries(self) -> Iterator[Entry]:
        """Yield every entry of the metadata store, by kind."""
        for kind in KINDS[self._form]:
            for table, line in self._all(kind.sql_table, _ENTRY):
                if table != kind.sql_table:
                    raise CorruptArchive(self.line, f"it has the table {table[:40]!r}, not {kind.sql_table!r}")
                entry = self._decoded(line, kind)
                # The migration to schema 3 deletes them as well.
                if self._form != FIRST_FORMAT or not isinstance(entry, IdempotencyRecord):
                    yield entry

    def end(self) -> str:
        """Read the last line and return its digest. Raises CorruptArchive if more lines follow."""
        _, counts, digest = self._read(_END)
        if counts != self.counts:
            raise CorruptArchive(self.line, "its numbers of rows differ from the first line")
        if next(self._lines, None) is not None:
            raise CorruptArchive(self.line + 1, "the file continues after its last line")
        return cast("str", digest)

    def _header(self, header: list[Any]) -> dict[str, int]:
        self._form = form = str(header[0])[:40] if header else ""
        if form not in KINDS:
            if form.startswith(f"{_FORMAT_NAME}/"):
                raise UnsupportedArchive(f"was written by a newer Haricot (its format is {form!r}): update Haricot")
            raise CorruptArchive(1, f"the format is {form!r}, not {FORMAT!r}")
        tables = {"games", "events", *(kind.sql_table for kind in KINDS[form])}
        try:
            _, counts = msgspec.convert(header, tuple[str, dict[str, int]])
        except msgspec.ValidationError as error:
            raise CorruptArchive(1, f"it cannot be read: {error}") from error
        if set(counts) != tables:
            raise CorruptArchive(1, "it does not count the tables of this format")
        return counts

    def _all(self, table: str, shape: Any) -> Iterator[Any]:
        return (self._read(shape) for _ in range(self.counts[table]))

    def _read(self, shape: Any) -> Any:
        self.line += 1
        line = next(self._lines, None)
        if line is None:
            raise CorruptArchive(self.line, "the file ends too early")
        return self._decoded(line, shape)

    def _decoded(self, line: bytes | msgspec.Raw, shape: Any) -> Any:
        try:
            return msgspec.json.decode(line, type=shape)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise CorruptArchive(self.line, f"it cannot be read: {error}") from error


def _with_progress(items: Iterable[Item], advance: Advance) -> Iterator[Item]:
    for number, item in enumerate(items, 1):
        yield item
        if number % ROWS_PER_STEP == 0:
            advance()
