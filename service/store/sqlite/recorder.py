"""The recorder for SQLite."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from eventsourcing import persistence
from eventsourcing.persistence import (
    ApplicationRecorder,
    DatabaseError,
    DataError,
    IntegrityError,
    NotSupportedError,
    PersistenceError,
    Subscription,
)

from service.store.concurrency.reader_pool import ReaderPool
from service.store.entries.entry_sql import SQLITE, UnreadableEntry
from service.store.entries.metadata_store import Entry
from service.store.exception_mapping import ExceptionMapping
from service.store.grouped_recorder import GroupedRecorder
from service.store.log_source import Statements
from service.store.recorder import Check, EventRow, GameOpening, Snapshot, StoreChanges
from service.store.sqlite import health
from service.store.sqlite.file import StoreFile, sqlite3
from service.store.sqlite.locks import try_lock_file
from service.store.sqlite.rows import SqliteSnapshot, change_derived, load_store
from service.store.sqlite.writer import SqliteWriter

POLL_SECONDS: Final = 0.1
"""How often to poll for writes of other processes."""


class SqliteRecorder(GroupedRecorder):
    """Stores events in the SQLite file of a folder. Any thread may use it. Do not fork the process while it is open.

    All writes share one connection, in groups. Each reader has its own connection.
    """

    dialect = SQLITE
    position_column = "position"
    milestone_condition = "topic GLOB 'game_*'"

    def __init__(self, folder: Path, file: StoreFile) -> None:
        self.file = file
        self.writable = file.writable
        self.version = file.version
        self.poll_seconds = POLL_SECONDS
        self.exception_mapping = _SqliteErrors()
        self._folder = folder
        self._readers = ReaderPool(file.connect)
        with self.exception_mapping:
            self._group: SqliteWriter = SqliteWriter(folder, file.connect())
            self._watcher = file.connect()
            self._external_version = self._group.external_version()  # otherwise the first poll would report a change
        self._data_version = 0
        self._leases: dict[str, int] = {}

    def require_writable(self) -> None:
        """Raise the error of a trial write. The trial is skipped soon after a successful write."""
        with self.exception_mapping:
            self._group.require_writable(_rewrite_version)

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        """Raise NotSupportedError: SQLite has no notifications. Readers must poll for new events."""
        raise NotSupportedError(f"no subscription to {', '.join(topics) or 'events'} after {gt}: select them instead")

    def change_derived(self, changes: Statements) -> bool:
        """Execute statements on derived tables, in one group with concurrent writes."""
        with self.exception_mapping:
            made: bool = self._group.run(lambda connection: change_derived(connection, changes))
        return made

    def poll_changes(self) -> StoreChanges:
        """Return whether any process committed since the last call (`events`), or another process did (`metadata`)."""
        with self.exception_mapping:
            seen, self._data_version = self._data_version, self._watcher.execute("PRAGMA data_version").fetchone()[0]
            others, self._external_version = self._external_version, self._group.external_version()
        return StoreChanges(events=seen != self._data_version, metadata=others != self._external_version)

    def rows(self, query: str, *values: object) -> list[Any]:
        """Return the rows of a query."""
        with self.exception_mapping, self._readers.connection() as connection:
            return connection.execute(query, values).fetchall()

    @contextmanager
    def snapshot(self) -> Iterator[SqliteSnapshot]:
        """Open a snapshot of the whole store, while other connections may write."""
        with self.exception_mapping, closing(self.file.connect()) as connection:
            connection.execute("BEGIN")
            connection.execute("SELECT count(*) FROM games").fetchone()  # the snapshot begins with the first read
            snapshot = SqliteSnapshot(connection)
            snapshot.version = self.version
            yield snapshot

    def load(
        self,
        games: Iterable[tuple[str, GameOpening]],
        events: Iterable[EventRow],
        entries: Iterable[Entry],
        verify: Callable[[Snapshot], None],
    ) -> bool:
        """Fill an empty store in one transaction. Return False, without any change, if the store is not empty."""
        with self.exception_mapping:
            filled: bool = self._group.run(lambda connection: load_store(connection, games, events, entries, verify))
        return filled

    def take_lease(self, name: str) -> bool:
        """Take a lease by locking a file with its name in the folder."""
        if name not in self._leases:
            handle = try_lock_file(self._folder / f"{name}.lock")
            if handle is None:
                return False
            self._leases[name] = handle
        return True

    def checks(self, *, full: bool = False) -> list[Check]:
        """Return the checks of `haricot doctor` on this store."""
        return health.checks(self._folder, self.file, full=full)

    def close(self) -> None:
        """Close all connections after the reads and writes that have begun."""
        with self.exception_mapping:
            self._readers.close()
            self._group.close()
            self._watcher.close()
        while self._leases:
            os.close(self._leases.popitem()[1])


def _rewrite_version(connection: sqlite3.Connection) -> None:
    # This writes the first page without changing it. A newer version of Haricot may have migrated the store meanwhile.
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    connection.execute(f"PRAGMA user_version = {version}")


class _SqliteErrors(ExceptionMapping):
    def replacement_for(self, error: BaseException) -> Exception | None:
        if isinstance(error, sqlite3.IntegrityError):
            return (IntegrityError if "UNIQUE" in str(error) else DataError)(str(error))
        if isinstance(error, sqlite3.Error):
            # The exceptions of both libraries have the names of PEP 249.
            kind: type[PersistenceError] = getattr(persistence, type(error).__name__, PersistenceError)
            return kind(str(error))
        if isinstance(error, UnicodeDecodeError | UnreadableEntry):  # SQLite's message may quote a damaged page's bytes
            return DatabaseError(str(error))
        return DataError(str(error)) if isinstance(error, OverflowError | UnicodeEncodeError) else None
