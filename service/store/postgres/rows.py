"""The SQL that writes to a store in PostgreSQL, for a connection within a transaction."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from service.store.consistent_read import TableSnapshot
from service.store.entries.entry_sql import POSTGRES, Statement, TransactionMetadata
from service.store.entries.metadata_store import Entry, EntryChanges
from service.store.log_source import Statements
from service.store.postgres.connection import Connection
from service.store.postgres.naming import CHANNEL, LOCK
from service.store.recorder import EventRow, GameOpening, Snapshot

_COPY: Final = "COPY events (originator_id, originator_version, topic, state, request) FROM STDIN (FORMAT BINARY)"
_ROWS_PER_FETCH: Final = 1_000


class PostgresSnapshot(TableSnapshot):
    """The store as one transaction sees it. The caller begins and ends the transaction."""

    dialect = POSTGRES
    position_column = "notification_id"

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def rows(self, query: str, *values: object) -> list[Any]:
        """Return the rows of a query."""
        return self._connection.execute(_with_placeholders(query), values).fetchall()

    def stream_rows(self, query: str, *values: object) -> Iterator[Any]:
        """Yield the rows of a query without holding them in memory, by a cursor on the server."""
        with self._connection.cursor("whole", binary=True) as cursor:
            cursor.itersize = _ROWS_PER_FETCH
            yield from cursor.execute(_with_placeholders(query), values)


def _with_placeholders(query: str) -> bytes:
    return query.replace("?", POSTGRES.placeholder).encode()


def lock(connection: Connection) -> None:
    """Wait until no other process writes, and take the writers' lock until this transaction ends.

    Call this before other statements, so that concurrent writers wait for each other only here.
    """
    connection.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK], prepare=True)


def announce(connection: Connection, payload: str) -> None:
    """Notify the listeners of all processes when the transaction is committed."""
    connection.execute("SELECT pg_notify(%s, %s)", [CHANNEL, payload], prepare=True)


def open_game(connection: Connection, game: str, opening: GameOpening) -> None:
    """Write the opening of a game."""
    connection.execute(
        "INSERT INTO games (game, origin, prefix_of, prefix_to) VALUES (%s, %s, %s, %s)",
        (game, opening.origin, opening.prefix_of, opening.prefix_to),
        prepare=True,
    )
    if opening.seed is not None:
        connection.execute("INSERT INTO secrets (game, seed) VALUES (%s, %s)", (game, opening.seed), prepare=True)
    for since, name in opening.names:
        connection.execute("INSERT INTO names (game, since, name) VALUES (%s, %s, %s)", (game, since, name))


def write_entries(connection: Connection, entries: EntryChanges) -> bool:
    """Write and delete entries of the metadata store. Return whether other processes must be notified."""

    def query_rows(query: str, values: tuple[object, ...]) -> Any:
        return connection.execute(query.encode(), values, prepare=True)

    def execute(statement: Statement, rows: Sequence[tuple[object, ...]]) -> None:
        if statement.table and len(rows) > 1:
            objects = [dict(zip(statement.columns, row, strict=True)) for row in rows]
            query_rows(_insertion(statement), (msgspec.json.encode(objects).decode(),))
        else:
            for row in rows:
                query_rows(statement.text, row)

    metadata = TransactionMetadata(query_rows, execute, POSTGRES)
    metadata.write(entries)
    return metadata.must_notify


@cache
def _insertion(statement: Statement) -> str:
    """Return the SQL that inserts rows that are passed as one JSON value, which is faster than many values."""
    columns = ", ".join(statement.columns)
    rows = f"json_populate_recordset(NULL::haricot.{statement.table}, {POSTGRES.placeholder}::json)"
    return f"INSERT INTO {statement.table} ({columns}) SELECT {columns} FROM {rows}{statement.conflict}"


def change_derived(connection: Connection, statements: Statements) -> bool:
    """Execute statements on derived tables. Return False, without any change, if the first affects no row."""
    with connection.cursor() as cursor:
        for index, (statement, values) in enumerate(statements):
            cursor.executemany(statement.replace("?", POSTGRES.placeholder).encode(), values)
            if not cursor.rowcount and not index:
                return False
    return True


def load_store(
    connection: Connection,
    games: Iterable[tuple[str, GameOpening]],
    events: Iterable[EventRow],
    entries: Iterable[Entry],
    verify: Callable[[Snapshot], None],
) -> bool:
    """Fill an empty store as `GameRecorder.load` does. Return False if the store is not empty."""
    snapshot = PostgresSnapshot(connection)
    lock(connection)
    if any(snapshot.counts().values()):
        return False
    for game, opening in games:
        open_game(connection, game, opening)
    with connection.cursor() as cursor, cursor.copy(_COPY) as copy:
        copy.set_types(["text", "int8", "text", "bytea", "text"])
        for event in events:
            copy.write_row(event)
    write_entries(connection, lambda _: entries)  # so that they are not held in memory
    verify(snapshot)
    announce(connection, "register")
    announce(connection, "events")
    return True
