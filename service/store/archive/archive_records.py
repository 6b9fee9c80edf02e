"""The lines in a backup file: their content and their order."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, BinaryIO, Final, Literal, TypeVar, cast

import msgspec

from service.store.archive.file import CorruptArchive, OtherArchive, read_lines
from service.store.entries.metadata_store import FIRST_KINDS, Entry, FormerPlayer, IdempotencyRecord
from service.store.recorder import ENTRY_KINDS, EventRow, GameOpening, GameOrigin, Snapshot

FORMAT: Final = "haricot-store/12"
FIRST_FORMAT: Final = "haricot-store/1"
"""The format from before there were principals: without the table of former players, and with plain keys."""
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
"""The metadata that a file of each format has."""
ROWS_A_STEP: Final = 1000
"""After how many events progress is reported."""
_OURS: Final = FORMAT.partition("/")[0]
_Names = tuple[tuple[int, str], ...]
_GAME: Final = tuple[Literal["game"], str, GameOrigin, bytes | None, str | None, int | None, _Names]
_EVENT: Final = tuple[Literal["event"], str, int, str, bytes, str | None]
_ENTRY: Final = tuple[str, msgspec.Raw]
_END: Final = tuple[Literal["end"], dict[str, int], str]

Item = TypeVar("Item")
Done = Callable[[], None]


def lines(snapshot: Snapshot, counts: Mapping[str, int], done: Done) -> Iterator[bytes]:
    """Yield all lines but the last. `done` is called `steps(counts)` times."""
    return map(msgspec.json.encode, _rows(snapshot, counts, done))


def last_line(counts: Mapping[str, int], digest: str) -> bytes:
    """Return the line that ends a file."""
    return msgspec.json.encode(("end", counts, digest))


def steps(counts: Mapping[str, int]) -> int:
    """Return the number of progress steps in which these rows are written or read."""
    return counts["events"] // ROWS_A_STEP


def _rows(snapshot: Snapshot, counts: Mapping[str, int], done: Done) -> Iterator[tuple[Any, ...]]:
    yield FORMAT, counts
    for game, opening in snapshot.games():
        yield "game", game, opening.origin, opening.seed, opening.prefix_of, opening.prefix_to, opening.names
    for row in _stepwise(snapshot.events(), done):
        state: bytes | str = row.state  # SQLite returns a value of any type from a damaged row
        yield "event", *(row if isinstance(state, bytes) else row._replace(state=str(state).encode()))
    for kind in ENTRY_KINDS:
        for entry in snapshot.entries(kind):
            yield kind.sql_table, entry


class ArchiveReader:
    """The lines of a file, to be read in this order: games, events, entries, end."""

    def __init__(self, file: BinaryIO) -> None:
        self._lines = read_lines(file)
        self._form = FORMAT
        self.line = 0
        """The number of the last line read."""
        self.counts = self._header(self._read(list[Any]))
        """How many rows of each kind there are."""

    def games(self) -> Iterator[tuple[str, GameOpening]]:
        """Yield every game and what is written beside its first own event."""
        for _, game, *beside in self._all("games", _GAME):
            yield game, GameOpening(*beside)

    def events(self, done: Done) -> Iterator[EventRow]:
        """Yield every event of the log, in order. `done` is called `steps(counts)` times."""
        return _stepwise((EventRow._make(row) for _, *row in self._all("events", _EVENT)), done)

    def entries(self) -> Iterator[Entry]:
        """Yield every entry of the metadata store, kind by kind."""
        for kind in KINDS[self._form]:
            for table, line in self._all(kind.sql_table, _ENTRY):
                if table != kind.sql_table:
                    raise CorruptArchive(self.line, f"it is of {table[:40]!r}, not of {kind.sql_table!r}")
                entry = self._decoded(line, kind)
                # A store of the present format forgets them, too.
                if self._form != FIRST_FORMAT or not isinstance(entry, IdempotencyRecord):
                    yield entry

    def end(self) -> str:
        """Return the digest that ends the file, after a check that nothing follows."""
        _, counts, digest = self._read(_END)
        if counts != self.counts or next(self._lines, None) is not None:
            raise CorruptArchive(self.line, "it does not count what was read")
        return cast("str", digest)

    def _header(self, header: list[Any]) -> dict[str, int]:
        self._form = form = str(header[0])[:40] if header else ""
        if form not in KINDS:
            if form.startswith(f"{_OURS}/"):
                raise OtherArchive(f"was written by a newer Haricot (its format is {form!r}): update Haricot")
            raise CorruptArchive(1, f"the format is {form!r}, not {FORMAT!r}")
        tables = {"games", "events", *(kind.sql_table for kind in KINDS[form])}
        try:
            _, counts = msgspec.convert(header, tuple[str, dict[str, int]])
        except msgspec.ValidationError as error:
            raise CorruptArchive(1, f"it cannot be read: {error}") from error
        if set(counts) != tables:
            raise CorruptArchive(1, "it does not count what a store holds")
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


def _stepwise(items: Iterable[Item], done: Callable[[], None]) -> Iterator[Item]:
    for number, item in enumerate(items, 1):
        yield item
        if number % ROWS_A_STEP == 0:
            done()
