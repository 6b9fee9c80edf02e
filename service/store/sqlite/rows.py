"""The SQL that writes to a store in SQLite, for a connection within a transaction."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from service.store.consistent_read import TableSnapshot
from service.store.entries.entry_sql import SQLITE, Statement, TransactionMetadata
from service.store.entries.metadata_store import Entry, EntryChanges
from service.store.log_source import Statements
from service.store.recorder import EventRow, GameOpening, Snapshot, WriteBatch, positions_of
from service.store.sqlite.file import sqlite3

INSERT_EVENT: Final = (
    "INSERT INTO events (originator_id, originator_version, topic, state, request) VALUES (?, ?, ?, ?, ?)"
)


class SqliteSnapshot(TableSnapshot):
    """The store as one transaction sees it. The caller begins and ends the transaction."""

    dialect = SQLITE
    position_column = "position"

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def rows(self, query: str, *values: object) -> list[Any]:
        """Return the rows of a query."""
        return self._connection.execute(query, values).fetchall()

    def stream_rows(self, query: str, *values: object) -> Iterator[Any]:
        """Yield the rows of a query without holding them in memory."""
        return self._connection.execute(query, values)


def write(connection: sqlite3.Connection, batches: Sequence[WriteBatch]) -> list[Sequence[int]]:
    """Write the rows and entries of all these batches, their rows together. Return the positions of each batch."""
    for batch in batches:
        for game, opening in batch.openings:
            open_game(connection, game, opening)
    rows = [row for batch in batches for row in batch.rows]
    last = 0
    if rows:
        connection.executemany(INSERT_EVENT, rows[:-1])  # a single INSERT of many rows would be half as fast
        last = connection.execute(INSERT_EVENT, rows[-1]).lastrowid or 0
    for batch in batches:
        if batch.entries:
            write_entries(connection, batch.entries)
    return list(positions_of(batches, range(last - len(rows) + 1, last + 1)))


def open_game(connection: sqlite3.Connection, game: str, opening: GameOpening) -> None:
    """Write the opening of a game."""
    connection.execute(
        "INSERT INTO games (game, origin, prefix_of, prefix_to) VALUES (?, ?, ?, ?)",
        (game, opening.origin, opening.prefix_of, opening.prefix_to),
    )
    if opening.seed is not None:
        connection.execute("INSERT INTO secrets (game, seed) VALUES (?, ?)", (game, opening.seed))
    names = [(game, since, name) for since, name in opening.names]
    connection.executemany("INSERT INTO names (game, since, name) VALUES (?, ?, ?)", names)


def write_entries(connection: sqlite3.Connection, entries: EntryChanges) -> None:
    """Write and delete entries of the metadata store."""

    def execute(statement: Statement, rows: Sequence[tuple[object, ...]]) -> None:
        connection.executemany(statement.text, rows)

    TransactionMetadata(connection.execute, execute, SQLITE).write(entries)


def change_derived(connection: sqlite3.Connection, statements: Statements) -> bool:
    """Execute statements on derived tables. Return False, without any change, if the first affects no row."""
    for index, (statement, values) in enumerate(statements):
        if not connection.executemany(statement, values).rowcount and not index:
            return False
    return True


def load_store(
    connection: sqlite3.Connection,
    games: Iterable[tuple[str, GameOpening]],
    events: Iterable[EventRow],
    entries: Iterable[Entry],
    verify: Callable[[Snapshot], None],
) -> bool:
    """Fill an empty store as `GameRecorder.load` does. Return False if the store is not empty."""
    snapshot = SqliteSnapshot(connection)
    if any(snapshot.counts().values()):
        return False
    for game, opening in games:
        open_game(connection, game, opening)
    connection.executemany(INSERT_EVENT, events)
    write_entries(connection, lambda _: entries)  # so that they are not held in memory
    verify(snapshot)
    return True
