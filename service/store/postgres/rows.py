"""The statements on the tables of a store in PostgreSQL, each for a connection within a transaction."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from service.store.derivation import Changes
from service.store.postgres.connection import Connection
from service.store.postgres.schema import CHANNEL, LOCK
from service.store.recorder import REGISTER, EventRow, Noted, Opening, Snapshot
from service.store.register import POSTGRES, Entries, Entry, OpenRegister, read, seek

_EVENTS: Final = "SELECT originator_id, originator_version, topic, state, request FROM events"
_COPY: Final = "COPY events (originator_id, originator_version, topic, state, request) FROM STDIN (FORMAT BINARY)"
_GAMES: Final = "SELECT game, origin, seed, prefix_of, prefix_to FROM games LEFT JOIN secrets USING (game)"
_NAMES: Final = "SELECT since, name FROM names WHERE game = %s ORDER BY since"
_TABLES: Final = ("games", "events", *(kind.kept_in for kind in REGISTER))
_ROWS_AT_ONCE: Final = 1_000


class PostgresSnapshot(Snapshot):
    """The store as one connection sees it; the caller begins and ends the transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def counts(self) -> dict[str, int]:
        """How many rows there are: `games`, `events`, and each table of the register by its name."""
        asked = ", ".join(f"(SELECT count(*) FROM {table})" for table in _TABLES)
        found = self._connection.execute(f"SELECT {asked}".encode()).fetchone()
        return dict(zip(_TABLES, found or (), strict=True))

    def games(self) -> Iterator[tuple[str, Opening]]:
        """Every game and what was written beside its first own event, in the order of their making."""
        for game, origin, seed, prefix_of, prefix_to in self._streamed(f"{_GAMES} ORDER BY number"):
            names = self._connection.execute(_NAMES, (game,)).fetchall()
            yield game, Opening(origin, seed, prefix_of, prefix_to, tuple((since, name) for since, name in names))

    def events(self, game: str | None = None) -> Iterator[EventRow]:
        """The whole log in the order of the positions, not held in memory; or the own events of one game, by number."""
        if game is None:
            rows = self._streamed(f"{_EVENTS} ORDER BY notification_id")
        else:
            rows = self._streamed(f"{_EVENTS} WHERE originator_id = %s ORDER BY originator_version", game)
        return map(EventRow._make, rows)

    def entries(self, kind: type[Noted]) -> Iterator[Noted]:
        """All entries of this kind in the register, as `noted` would give them, not held in memory."""
        query, values = seek(kind, {}, POSTGRES)
        return (read(kind, row) for row in self._streamed(query, *values))

    def _streamed(self, query: str, *values: object) -> Iterator[Any]:
        # The server keeps the rows of a named cursor and hands them over by the thousand.
        with self._connection.cursor("whole", binary=True) as cursor:
            cursor.itersize = _ROWS_AT_ONCE
            yield from cursor.execute(query.encode(), values)


def lock(connection: Connection) -> None:
    """Waits until nobody else writes, and keeps the others waiting until this transaction ends.

    It comes first, so that two who write the same rows wait for each other here and nowhere else.
    """
    connection.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK], prepare=True)


def announce(connection: Connection, what: str) -> None:
    """Whoever listens hears this when the transaction is committed."""
    connection.execute("SELECT pg_notify(%s, %s)", [CHANNEL, what], prepare=True)


def open_game(connection: Connection, game: str, opening: Opening) -> None:
    """Writes what stands beside the first own event of a game."""
    connection.execute(
        "INSERT INTO games (game, origin, prefix_of, prefix_to) VALUES (%s, %s, %s, %s)",
        (game, opening.origin, opening.prefix_of, opening.prefix_to),
        prepare=True,
    )
    if opening.seed is not None:
        connection.execute("INSERT INTO secrets (game, seed) VALUES (%s, %s)", (game, opening.seed), prepare=True)
    for since, name in opening.names:
        connection.execute("INSERT INTO names (game, since, name) VALUES (%s, %s, %s)", (game, since, name))


def note(connection: Connection, entries: Entries) -> None:
    """Writes these into the register."""

    def ask(query: str, values: tuple[object, ...]) -> Any:
        return connection.execute(query.encode(), values, prepare=True)

    for query, values in OpenRegister(ask, POSTGRES).written(entries):
        ask(query, values)


def derive(connection: Connection, changes: Changes) -> bool:
    """Makes changes in what is derived from the log; False, and none are made, when the first finds no row."""
    with connection.cursor() as cursor:
        for index, (statement, values) in enumerate(changes):
            cursor.executemany(statement.replace("?", POSTGRES.mark).encode(), values)
            if not cursor.rowcount and not index:
                return False
    return True


def load(
    connection: Connection,
    games: Iterable[tuple[str, Opening]],
    events: Iterable[EventRow],
    entries: Iterable[Entry],
    accept: Callable[[Snapshot], None],
) -> bool:
    """Writes a whole store, as a recorder of games does; False when there is anything yet."""
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
    note(connection, lambda _: entries)  # taken one after the other
    accept(snapshot)
    announce(connection, "register")
    announce(connection, "events")
    return True
