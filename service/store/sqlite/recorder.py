"""The recorder of games on the SQLite file of a store."""

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
from service.store.entries.metadata_store import SQLITE, Entry, UnreadableEntry
from service.store.exception_mapping import Translation
from service.store.grouped_recorder import GroupedRecorder
from service.store.log_source import Changes
from service.store.recorder import Check, EventRow, InitialEntries, News, Snapshot
from service.store.sqlite import health
from service.store.sqlite.file import StoreFile, sqlite3
from service.store.sqlite.locks import locked
from service.store.sqlite.rows import SqliteSnapshot, derive, load
from service.store.sqlite.writer import SqliteWriter

POLL_SECONDS: Final = 0.1
"""How often to look what other processes have written."""


class SqliteRecorder(GroupedRecorder):
    """Events in the SQLite file of `folder`, for any number of threads. Open it after forking a process, never before.

    All writes go through one connection, in groups; readers have connections of their own.
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
        self._seen = 0
        self._others = 0
        self._leases: dict[str, int] = {}

    def require_room(self) -> None:
        """Raise the error of a trial write when nothing can be written; no trial just after a write."""
        with self.mapped:
            self._group.require_room(_trial)

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        """Always raises NotSupportedError: SQLite announces nothing, so a reader has to select new events."""
        raise NotSupportedError(f"no subscription to {', '.join(topics) or 'events'} after {gt}: select them instead")

    def derive(self, changes: Changes) -> bool:
        """Make changes in what is derived from the log, in one group with those who write at this moment."""
        with self.mapped:
            made: bool = self._group.run(lambda connection: derive(connection, changes))
        return made

    def news(self) -> News:
        """Return whether any process committed since the last call (`events`), or another process did (`register`)."""
        with self.mapped:
            seen, self._seen = self._seen, self._watcher.execute("PRAGMA data_version").fetchone()[0]
            others, self._others = self._others, self._group.external_version()
        return News(events=seen != self._seen, register=others != self._others)

    def rows(self, query: str, *values: object) -> list[Any]:
        """Return the rows that a query finds."""
        with self.mapped, self._readers.lent() as connection:
            return connection.execute(query, values).fetchall()

    @contextmanager
    def snapshot(self) -> Iterator[SqliteSnapshot]:
        """The whole store as of one moment, however long the reading takes and whatever is written meanwhile."""
        with self.mapped, closing(self.file.connect()) as connection:
            connection.execute("BEGIN")
            connection.execute("SELECT count(*) FROM games").fetchone()  # with the first reading the moment has come
            snapshot = SqliteSnapshot(connection)
            snapshot.version = self.version
            yield snapshot

    def load(
        self,
        games: Iterable[tuple[str, InitialEntries]],
        events: Iterable[EventRow],
        entries: Iterable[Entry],
        accept: Callable[[Snapshot], None],
    ) -> bool:
        """Write all of these in their order in one transaction; False, nothing taken, when anything is here yet."""
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
        """Close the file, once nobody is writing or reading."""
        with self.mapped:
            self._readers.close()
            self._group.close()
            self._watcher.close()
        while self._leases:
            os.close(self._leases.popitem()[1])


def _trial(connection: sqlite3.Connection) -> None:
    # To say the version again writes the first page again, and changes nothing; a newer Haricot may have come to it.
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
        if isinstance(error, UnicodeDecodeError | UnreadableEntry):  # what SQLite says may quote a spoilt page's bytes
            return DatabaseError(str(error))
        return DataError(str(error)) if isinstance(error, OverflowError | UnicodeEncodeError) else None
