"""Reads all tables of a store as of one moment, with SQL that SQLite and PostgreSQL share."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar, Final

from service.store.entries.entry_sql import NEWEST_SCHEMA, Dialect, entry_from_row, select_statement
from service.store.entries.metadata_store import EntryT
from service.store.recorder import ENTRY_KINDS, EventRow, GameOpening, Snapshot

_EVENTS: Final = "SELECT originator_id, originator_version, topic, state, request FROM events"
_GAMES: Final = "SELECT game, origin, seed, prefix_of, prefix_to FROM games LEFT JOIN secrets USING (game)"
_NAMES: Final = "SELECT since, name FROM names WHERE game = ? ORDER BY since"
_TABLES: Final = ("games", "events", *(kind.sql_table for kind in ENTRY_KINDS))
_SINCE_SCHEMA: Final = {kind.sql_table: kind.since_schema for kind in ENTRY_KINDS}


class TableSnapshot(Snapshot):
    """The store as one transaction sees it. The caller begins and ends the transaction."""

    dialect: ClassVar[Dialect]
    position_column: ClassVar[str]
    """The column of positions."""
    version = NEWEST_SCHEMA
    """The version of the tables."""

    @abstractmethod
    def rows(self, query: str, *values: object) -> list[Any]:
        """Return the rows of a query. Each `?` in it stands for a value."""

    @abstractmethod
    def stream_rows(self, query: str, *values: object) -> Iterator[Any]:
        """Yield the rows of a query without holding them in memory. One such query may run at a time."""

    def counts(self) -> dict[str, int]:
        """Return the number of rows by table: `games`, `events` and the tables of the metadata store."""
        present = [table for table in _TABLES if self.version >= _SINCE_SCHEMA.get(table, 1)]
        counts = self.rows(f"SELECT {', '.join(f'(SELECT count(*) FROM {table})' for table in present)}")[0]
        return dict.fromkeys(_TABLES, 0) | dict(zip(present, counts, strict=True))

    def games(self) -> Iterator[tuple[str, GameOpening]]:
        """Yield the id and the opening of every game, in the order of arrival."""
        for game, origin, seed, prefix_of, prefix_to in self.stream_rows(f"{_GAMES} ORDER BY number"):
            names = tuple((since, name) for since, name in self.rows(_NAMES, game))
            yield game, GameOpening(origin, seed, prefix_of, prefix_to, names)

    def events(self, game: str | None = None) -> Iterator[EventRow]:
        """Yield the log by position, or the events stored under one game by number, without holding them in memory."""
        if game is None:
            rows = self.stream_rows(f"{_EVENTS} ORDER BY {self.position_column}")
        else:
            rows = self.stream_rows(f"{_EVENTS} WHERE originator_id = ? ORDER BY originator_version", game)
        return map(EventRow._make, rows)

    def entries(self, kind: type[EntryT]) -> Iterator[EntryT]:
        """Yield all entries of this kind in the order of writing, without holding them in memory."""
        if self.version < kind.since_schema:
            return iter(())
        query, values = select_statement(kind, {}, self.dialect, version=self.version)
        return (entry_from_row(kind, row, version=self.version) for row in self.stream_rows(query, *values))
