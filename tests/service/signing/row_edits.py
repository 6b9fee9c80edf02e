"""All kinds of edits of the rows of a log, made directly in the tables."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import psycopg

from service.store.location import Location
from service.store.sqlite.file import STORE, sqlite3


class StoredRow(NamedTuple):
    """A row: the number of its event, and its other columns."""

    n: int
    values: tuple[Any, ...]


class EditedTable(NamedTuple):
    """A table of events: its columns for the game, the number and all else.

    `texts` are the indexes of columns of text, `once` is the index of a unique column.
    """

    name: str
    game: str
    n: str
    values: tuple[str, ...]
    texts: tuple[int, ...]
    once: int | None = None


EVENTS: Final = EditedTable(
    "events", "originator_id", "originator_version", ("topic", "state", "request"), texts=(0, 2), once=2
)
FILED: Final = EditedTable("proceedings", "game", "n", ("at", "version", "event"), texts=(2,))


class DirectTables:
    """Direct access to the tables of a store."""

    def __init__(self, place: Location) -> None:
        self._sqlite = isinstance(place, Path)
        self._file: Any = (
            sqlite3.connect(place / STORE, isolation_level=None)
            if isinstance(place, Path)
            else psycopg.connect(place.url, autocommit=True)
        )
        if self._sqlite:
            self._file.execute("PRAGMA synchronous = OFF")

    def close(self) -> None:
        """Close the connection."""
        self._file.close()

    def ask(self, statement: str, *values: object) -> Any:
        """Execute a statement, in which `?` stands for a value."""
        if self._sqlite:
            return self._file.execute(statement.replace("haricot.", ""), values)
        return self._file.execute(statement.replace("?", "%s").encode(), values)

    def rows(self, table: EditedTable, game: str) -> list[StoredRow]:
        """Return the rows of a game."""
        asked = f"SELECT {table.n}, {', '.join(table.values)} FROM haricot.{table.name} WHERE {table.game} = ?"
        return [StoredRow(n, tuple(values)) for n, *values in self.ask(f"{asked} ORDER BY {table.n}", game)]

    def put(self, table: EditedTable, game: str, rows: Sequence[StoredRow]) -> None:
        """Replace the rows of a game by these."""
        marks = ["CAST(? AS text)" if self._sqlite and at in table.texts else "?" for at in range(len(table.values))]
        self.ask("BEGIN")
        self.ask(f"DELETE FROM haricot.{table.name} WHERE {table.game} = ?", game)
        insert = f"INSERT INTO haricot.{table.name} ({table.game}, {table.n}, {', '.join(table.values)})"
        for row in rows:
            self.ask(f"{insert} VALUES (?, ?, {', '.join(marks)})", game, row.n, *row.values)
        self.ask("COMMIT")

    def set_head(self, log: str, size: int, root: str) -> None:
        """Set the signing head of a log."""
        self.ask("UPDATE haricot.signing_heads SET size = ?, root = ? WHERE log = ?", size, root, log)


@contextmanager
def direct_tables(place: Location) -> Iterator[DirectTables]:
    """Open the tables, and close them afterwards."""
    tables = DirectTables(place)
    try:
        yield tables
    finally:
        tables.close()


class Rows(NamedTuple):
    """The rows of a game and of another one, random numbers, and the sizes at which the game was `signed`."""

    luck: Random
    table: EditedTable
    own: list[StoredRow]
    others: list[StoredRow]
    signed: Sequence[int]

    def place(self) -> int:
        """Return the index of one of the own rows."""
        return self.luck.randrange(len(self.own))

    def shared(self) -> int:
        """Return an index that both games have."""
        return self.luck.randrange(min(len(self.own), len(self.others)))

    def numbered(self, rows: Sequence[StoredRow]) -> list[StoredRow]:
        """Number these rows from the first number on; a unique value stays in its first row only."""
        once, met = self.table.once, set[Any]()
        found: list[StoredRow] = []
        for n, row in enumerate(rows, self.own[0].n):
            values = list(row.values)
            if once is not None:
                values[once] = None if values[once] in met else values[once]
                met.add(values[once])
            found.append(StoredRow(n, tuple(values)))
        return found

    def changed(self, place: int, name: str, value: Any) -> list[StoredRow]:
        """Return the own rows with another value in one."""
        values = dict(zip(self.table.values, self.own[place].values, strict=True)) | {name: value}
        return [*self.own[:place], StoredRow(self.own[place].n, (*values.values(),)), *self.own[place + 1 :]]


def flip(rows: Rows) -> list[StoredRow]:
    """Flip a bit."""
    at = rows.place()
    there = [(name, value) for name, value in zip(rows.table.values, rows.own[at].values, strict=True) if value]
    name, value = rows.luck.choice(there)
    if isinstance(value, int):
        return rows.changed(at, name, value ^ 1 << rows.luck.randrange(63))
    flipped = bytearray(value.encode() if isinstance(value, str) else value)
    flipped[rows.luck.randrange(len(flipped))] ^= 1 << rows.luck.randrange(8)
    return rows.changed(at, name, bytes(flipped))


def swap(rows: Rows) -> list[StoredRow]:
    """Swap two rows."""
    found, places = [*rows.own], rows.luck.sample(range(len(rows.own)), 2)
    for at, other in zip(places, reversed(places), strict=True):
        found[at] = rows.own[other]
    return rows.numbered(found)


def leave_out(rows: Rows) -> list[StoredRow]:
    """Delete a row."""
    at = rows.place()
    return [*rows.own[:at], *rows.own[at + 1 :]]


def close_up(rows: Rows) -> list[StoredRow]:
    """Delete a row, and number the later ones again."""
    return rows.numbered(leave_out(rows))


def double(rows: Rows) -> list[StoredRow]:
    """Duplicate a row."""
    at = rows.place()
    return rows.numbered([*rows.own[: at + 1], *rows.own[at:]])


def reorder(rows: Rows) -> list[StoredRow]:
    """Reorder some rows."""
    at = rows.place()
    some = rows.own[at : at + rows.luck.randrange(2, 9)]
    return rows.numbered([*rows.own[:at], *rows.luck.sample(some, len(some)), *rows.own[at + len(some) :]])


def truncate(rows: Rows) -> list[StoredRow]:
    """Delete the last rows."""
    return rows.own[: rows.luck.randrange(1, len(rows.own))]


def set_back(rows: Rows) -> list[StoredRow]:
    """Restore the rows of an earlier signature."""
    return rows.own[: rows.luck.choice(rows.signed[:-1])]


def splice(rows: Rows) -> list[StoredRow]:
    """Replace a row by that of another game."""
    at = rows.shared()
    return rows.numbered([*rows.own[:at], rows.others[at], *rows.own[at + 1 :]])


def graft(rows: Rows) -> list[StoredRow]:
    """Replace all rows from one on by those of another game."""
    at = rows.shared()
    return rows.numbered([*rows.own[:at], *rows.others[at:]])


Edit = Callable[[Rows], list[StoredRow]]
EDITS: Final[tuple[Edit, ...]] = (flip, swap, leave_out, close_up, double, reorder, truncate, set_back, splice, graft)
