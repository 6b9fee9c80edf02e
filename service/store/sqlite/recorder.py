"""The recorder of games on a store's SQLite file."""

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
from service.store.exception_mapping import Translation
from service.store.grouped_recorder import GroupedRecorder
from service.store.log_source import Changes
from service.store.recorder import Check, EventRow, GameOpening, Snapshot, StoreChanges
from service.store.sqlite import health
from service.store.sqlite.file import StoreFile, sqlite3
from service.store.sqlite.locks import locked
from service.store.sqlite.rows import SqliteSnapshot, derive, load
from service.store.sqlite.writer import SqliteWriter

POLL_SECONDS: Final = 0.1
"""How often to poll for what other processes have written."""


class SqliteRecorder(GroupedRecorder):
    """Events in the SQLite file of `folder`, for any number of threads. Open it after forking a process, never before.

    All writes go through one connection, in groups. Each reader has its own.
    """

    dialect = SQLITE
    position = "position"
    milestone = "topic GLOB 'game_*'"

    def __init__(self, folder: Path, file: StoreFile) -> None:
        self.file = file
        self.writable = file.writable
        self.version = file.version
        self.poll_seconds = POLL_SECONDS
        self.mapped = _Mapped()
        self._folder = folder
        self._readers = ReaderPool(file.connect)
        with self.mapped:
            self._group: SqliteWriter = SqliteWriter(folder, file.connect())
            self._watcher = file.connect()
            self._others = self._group.external_version()  # else the first poll would find news, and drop all caches
        self._seen = 0
        self._leases: dict[str, int] = {}

    def require_writable(self) -> None:
        """Raise the error of a trial write if nothing can be written. Soon after a write, there is no trial."""
        with self.mapped:
            self._group.require_writable(_trial)

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        """Raise NotSupportedError: SQLite has no notifications, so a reader must poll for new events."""
        raise NotSupportedError(f"no subscription to {', '.join(topics) or 'events'} after {gt}: select them instead")

    def derive(self, changes: Changes) -> bool:
        """Change what is derived from the log, in one group with concurrent writes."""
        with self.mapped:
            made: bool = self._group.run(lambda connection: derive(connection, changes))
        return made

    def poll_changes(self) -> StoreChanges:
        """Return whether any process committed since the last call (`events`), or another process did (`metadata`)."""
        with self.mapped:
            seen, self._seen = self._seen, self._watcher.execute("PRAGMA data_version").fetchone()[0]
            others, self._others = self._others, self._group.external_version()
        return StoreChanges(events=seen != self._seen, metadata=others != self._others)

    def rows(self, query: str, *values: object) -> list[Any]:
        """Return the rows of a query."""
        with self.mapped, self._readers.lent() as connection:
            return connection.execute(query, values).fetchall()

    @contextmanager
    def snapshot(self) -> Iterator[SqliteSnapshot]:
        """Yield the whole store as of one moment, while others may write."""
        with self.mapped, closing(self.file.connect()) as connection:
            connection.execute("BEGIN")
            connection.execute("SELECT count(*) FROM games").fetchone()  # the first read fixes the moment
            snapshot = SqliteSnapshot(connection)
            snapshot.version = self.version
            yield snapshot

    def load(
        self,
        games: Iterable[tuple[str, GameOpening]],
        events: Iterable[EventRow],
        entries: Iterable[Entry],
        accept: Callable[[Snapshot], None],
    ) -> bool:
        """Write all of these in their order in one transaction.

        Return False, without any change, if the store is not empty.
        """
        with self.mapped:
            filled: bool = self._group.run(lambda connection: load(connection, games, events, entries, accept))
        return filled

    def take_lease(self, name: str) -> bool:
        """Take the lease by a lock on a file of that name in the folder."""
        if name not in self._leases:
            handle = locked(self._folder / f"{name}.lock")
            if handle is None:
                return False
            self._leases[name] = handle
        return True

    def checks(self, *, full: bool = False) -> list[Check]:
        """Return the checks of `doctor` on this store."""
        return health.checks(self._folder, self.file, full=full)

    def close(self) -> None:
        """Close the file once all writes and reads have ended."""
        with self.mapped:
            self._readers.close()
            self._group.close()
            self._watcher.close()
        while self._leases:
            os.close(self._leases.popitem()[1])


def _trial(connection: sqlite3.Connection) -> None:
    # Setting the version again rewrites the first page without a change. A newer version may have migrated the store.
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    connection.execute(f"PRAGMA user_version = {version}")


class _Mapped(Translation):
    def instead_of(self, error: BaseException) -> Exception | None:
        if isinstance(error, sqlite3.IntegrityError):
            return (IntegrityError if "UNIQUE" in str(error) else DataError)(str(error))
        if isinstance(error, sqlite3.Error):
            # Both have the names of PEP 249.
            kind: type[PersistenceError] = getattr(persistence, type(error).__name__, PersistenceError)
            return kind(str(error))
        if isinstance(error, UnicodeDecodeError | UnreadableEntry):  # SQLite's message may quote a damaged page's bytes
            return DatabaseError(str(error))
        return DataError(str(error)) if isinstance(error, OverflowError | UnicodeEncodeError) else None
