"""Every way in which somebody changes the rows of a log behind the back of its store."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import psycopg

from service.store.location import Location
from service.store.sqlite.file import STORE, sqlite3


class LyingRow(NamedTuple):
    """A row as it lies there: the number of its event, and what else is in it."""

    n: int
    values: tuple[Any, ...]


class EditedTable(NamedTuple):
    """Where the events of games lie: the columns for the game, for the number, for all else.

    Of these `texts` hold nothing but text, and `once` is what may be there once only.
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


class Behind:
    """The tables of a store, for somebody who asks nobody."""

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
        """Lets go of them."""
        self._file.close()

    def ask(self, statement: str, *values: object) -> Any:
        """Has a statement done, in which `?` stands for a value."""
        if self._sqlite:
            return self._file.execute(statement.replace("haricot.", ""), values)
        return self._file.execute(statement.replace("?", "%s").encode(), values)

    def rows(self, table: EditedTable, game: str) -> list[LyingRow]:
        """What lies there of a game."""
        asked = f"SELECT {table.n}, {', '.join(table.values)} FROM haricot.{table.name} WHERE {table.game} = ?"
        return [LyingRow(n, tuple(values)) for n, *values in self.ask(f"{asked} ORDER BY {table.n}", game)]

    def put(self, table: EditedTable, game: str, rows: Sequence[LyingRow]) -> None:
        """Has these lie there, and nothing else."""
        marks = ["CAST(? AS text)" if self._sqlite and at in table.texts else "?" for at in range(len(table.values))]
        self.ask("BEGIN")
        self.ask(f"DELETE FROM haricot.{table.name} WHERE {table.game} = ?", game)
        insert = f"INSERT INTO haricot.{table.name} ({table.game}, {table.n}, {', '.join(table.values)})"
        for row in rows:
            self.ask(f"{insert} VALUES (?, ?, {', '.join(marks)})", game, row.n, *row.values)
        self.ask("COMMIT")

    def set_head(self, log: str, size: int, root: str) -> None:
        """Has the store say that this was about to be signed."""
        self.ask("UPDATE haricot.signing_heads SET size = ?, root = ? WHERE log = ?", size, root, log)


@contextmanager
def behind_back(place: Location) -> Iterator[Behind]:
    """The tables, let go of afterwards."""
    tables = Behind(place)
    try:
        yield tables
    finally:
        tables.close()


class Rows(NamedTuple):
    """The rows of a game, and of another, for somebody who has `luck`; after which of them they were `signed`."""

    luck: Random
    table: EditedTable
    own: list[LyingRow]
    others: list[LyingRow]
    signed: Sequence[int]

    def place(self) -> int:
        """One of them."""
        return self.luck.randrange(len(self.own))

    def shared(self) -> int:
        """A place in both."""
        return self.luck.randrange(min(len(self.own), len(self.others)))

    def numbered(self, rows: Sequence[LyingRow]) -> list[LyingRow]:
        """These in a row, from the first number on; what may be there once stands where it stood first."""
        once, met = self.table.once, set[Any]()
        found: list[LyingRow] = []
        for n, row in enumerate(rows, self.own[0].n):
            values = list(row.values)
            if once is not None:
                values[once] = None if values[once] in met else values[once]
                met.add(values[once])
            found.append(LyingRow(n, tuple(values)))
        return found

    def changed(self, place: int, name: str, value: Any) -> list[LyingRow]:
        """All of them, with another value in one."""
        values = dict(zip(self.table.values, self.own[place].values, strict=True)) | {name: value}
        return [*self.own[:place], LyingRow(self.own[place].n, (*values.values(),)), *self.own[place + 1 :]]


def flip(rows: Rows) -> list[LyingRow]:
    """One bit is another."""
    at = rows.place()
    there = [(name, value) for name, value in zip(rows.table.values, rows.own[at].values, strict=True) if value]
    name, value = rows.luck.choice(there)
    if isinstance(value, int):
        return rows.changed(at, name, value ^ 1 << rows.luck.randrange(63))
    flipped = bytearray(value.encode() if isinstance(value, str) else value)
    flipped[rows.luck.randrange(len(flipped))] ^= 1 << rows.luck.randrange(8)
    return rows.changed(at, name, bytes(flipped))


def swap(rows: Rows) -> list[LyingRow]:
    """Two are in each other's place."""
    found, places = [*rows.own], rows.luck.sample(range(len(rows.own)), 2)
    for at, other in zip(places, reversed(places), strict=True):
        found[at] = rows.own[other]
    return rows.numbered(found)


def leave_out(rows: Rows) -> list[LyingRow]:
    """One is gone, and its number with it."""
    at = rows.place()
    return [*rows.own[:at], *rows.own[at + 1 :]]


def close_up(rows: Rows) -> list[LyingRow]:
    """One is gone, and those behind it have moved up."""
    return rows.numbered(leave_out(rows))


def double(rows: Rows) -> list[LyingRow]:
    """One is there twice."""
    at = rows.place()
    return rows.numbered([*rows.own[: at + 1], *rows.own[at:]])


def reorder(rows: Rows) -> list[LyingRow]:
    """Some stand in another order."""
    at = rows.place()
    some = rows.own[at : at + rows.luck.randrange(2, 9)]
    return rows.numbered([*rows.own[:at], *rows.luck.sample(some, len(some)), *rows.own[at + len(some) :]])


def truncate(rows: Rows) -> list[LyingRow]:
    """The last are gone."""
    return rows.own[: rows.luck.randrange(1, len(rows.own))]


def set_back(rows: Rows) -> list[LyingRow]:
    """They are as they were when they were signed at some time before."""
    return rows.own[: rows.luck.choice(rows.signed[:-1])]


def splice(rows: Rows) -> list[LyingRow]:
    """One is that of another game."""
    at = rows.shared()
    return rows.numbered([*rows.own[:at], rows.others[at], *rows.own[at + 1 :]])


def graft(rows: Rows) -> list[LyingRow]:
    """From one on they are those of another game."""
    at = rows.shared()
    return rows.numbered([*rows.own[:at], *rows.others[at:]])


Edit = Callable[[Rows], list[LyingRow]]
EDITS: Final[tuple[Edit, ...]] = (flip, swap, leave_out, close_up, double, reorder, truncate, set_back, splice, graft)
