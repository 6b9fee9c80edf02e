"""The recorder of games on a PostgreSQL database."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any, cast

import psycopg
from eventsourcing import persistence
from eventsourcing.persistence import (
    ApplicationRecorder,
    DatabaseError,
    DataError,
    IntegrityError,
    OperationalError,
    PersistenceError,
    Subscription,
)
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from psycopg.rows import DictRow

from service.store.entries.entry_sql import POSTGRES, UnreadableEntry
from service.store.entries.metadata_store import Entry
from service.store.exception_mapping import Translation
from service.store.grouped_recorder import GroupedRecorder
from service.store.location import Database
from service.store.log_source import Changes
from service.store.postgres import health
from service.store.postgres.connection import Connector
from service.store.postgres.connection_pool import PostgresReaders
from service.store.postgres.database import OpenDatabase, open_tables
from service.store.postgres.leases import Leases
from service.store.postgres.listener import POLL_SECONDS, ChannelListener
from service.store.postgres.naming import CHANNEL, SCHEMA
from service.store.postgres.roles import admit
from service.store.postgres.rows import PostgresSnapshot, derive, load
from service.store.postgres.subscription import GaplessSubscription
from service.store.postgres.writer import PostgresWriter
from service.store.recorder import Check, EventRow, GameOpening, GameRecorder, Snapshot, StoreChanges, Write


class Datastore(PostgresDatastore):
    """Gives the library's recorder the connections of this package."""

    def __init__(self, mapped: Translation, readers: PostgresReaders) -> None:
        super().__init__("", "", "", "", "", schema=SCHEMA, originator_id_type="text")  # its own pool stays closed
        self._mapped = mapped
        self._readers = readers

    @contextmanager
    def get_connection(self) -> Iterator[psycopg.Connection[DictRow]]:
        """Yield a connection for reading. Raises the library's errors."""
        with self._mapped, self._readers.lent() as connection:
            yield cast("psycopg.Connection[DictRow]", connection)

    def register_type_adapters(self) -> None:
        """Register nothing, since rows are written as arrays."""


class PostgresRecorder(GroupedRecorder, PostgresApplicationRecorder):
    """Events in a database, for any number of threads. Open it after forking a process, never before.

    All writes go through one connection, in groups. Readers share a few others.
    """

    poll_seconds = POLL_SECONDS
    dialect = POSTGRES
    position = "notification_id"
    milestone = "starts_with(topic, 'game_')"

    def __init__(self, opened: OpenDatabase) -> None:
        self.writable = opened.writable
        self.version = opened.version
        self._permitted = opened.writable or opened.migratable
        self._connector = opened.connector
        self._readers = PostgresReaders(self._connector.connect)
        self.mapped = Mapped(self._connector)
        super().__init__(Datastore(self.mapped, self._readers), events_table_name="events")
        self.channel_name = CHANNEL
        self._group: PostgresWriter = PostgresWriter(self._connector.connect)
        self._listener = ChannelListener(self._connector.connect, self._group.is_own)
        self._leases = Leases(self._connector.connect)

    def require_writable(self) -> None:
        """Raise the error of a trial write if nothing can be written. Soon after a write, there is no trial."""
        with self.mapped:
            self._group.require_writable(Write((), (), ()))

    def derive(self, changes: Changes) -> bool:
        """Change what is derived from the log, beside the writers of the log."""
        with self.mapped, self._readers.lent() as connection, connection.transaction():
            return derive(connection, changes)

    @property
    def wake(self) -> Callable[[], None] | None:
        """The function that the listening thread calls as soon as another process has written."""
        return self._listener.wake

    @wake.setter
    def wake(self, callback: Callable[[], None] | None) -> None:
        self._listener.wake = callback

    def poll_changes(self) -> StoreChanges:
        """Return whether events or metadata may have changed since the last call. Both may if listening fails."""
        return self._listener.poll_changes()

    def rows(self, query: str, *values: object) -> list[Any]:
        """Return the rows of a query."""
        asked = query.replace("?", POSTGRES.placeholder).encode()
        with self.mapped:
            return self._readers.read(
                lambda connection: connection.execute(asked, values, prepare=True, binary=True).fetchall()
            )

    @contextmanager
    def snapshot(self) -> Iterator[PostgresSnapshot]:
        """Yield the whole store as of one moment, while others may write."""
        with self.mapped, closing(self._connector.connect_for_long()) as connection:
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            connection.execute("SELECT count(*) FROM games")  # the first read fixes the moment
            snapshot = PostgresSnapshot(connection)
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
        long = self._connector.connect_for_long
        with self.mapped, closing(long()) as connection, connection.transaction():
            return load(connection, games, events, entries, accept)

    def take_lease(self, name: str) -> bool:
        """Take the lease by an advisory lock of a session for leases. When the session ends, its leases are free."""
        with self.mapped:
            return self._leases.take(name)

    def grant_role(self, role: str) -> None:
        """Grant this database role the rights to serve: to read and append."""
        with self.mapped, closing(self._connector.connect_for_long()) as connection:
            admit(connection, role)

    def checks(self, *, full: bool = False) -> list[Check]:
        """Return the checks of `doctor` on this store."""
        return health.checks(self._connector, version=self.version, writable=self._permitted, full=full)

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        """Return a subscription to the events after this position, for users of the event library."""
        return GaplessSubscription(recorder=self, gt=gt, topics=topics)

    def close(self) -> None:
        """Close every connection once all writes and reads have ended."""
        self._listener.close()
        self._readers.close()
        self._group.close()
        self._leases.close()


def open_database(location: Database, *, create: bool, migrate: Callable[[str], None] | None) -> GameRecorder:
    """Open the store in this database and make its tables if need be. Raises StoreUnavailable if there is none."""
    return PostgresRecorder(open_tables(location, create=create, migrate=migrate))


class Mapped(Translation):
    """Raises database errors as the library's, without the password."""

    def __init__(self, connector: Connector) -> None:
        self._connector = connector

    def instead_of(self, error: BaseException) -> Exception | None:
        """Return the library's error."""
        if isinstance(error, psycopg.Error):
            return self._kind(error)(self._connector.message_of(error))
        if isinstance(error, UnreadableEntry):
            return DatabaseError(str(error))
        if isinstance(error, OverflowError | UnicodeEncodeError):
            return DataError(str(error))
        return OperationalError(str(error)) if isinstance(error, OSError) else None

    def _kind(self, error: psycopg.Error) -> type[PersistenceError]:
        if isinstance(error, psycopg.IntegrityError):
            return IntegrityError if isinstance(error, psycopg.errors.UniqueViolation) else DataError
        kinds = (getattr(persistence, kind.__name__, None) for kind in type(error).__mro__)  # those of PEP 249
        return next((kind for kind in kinds if kind is not None), PersistenceError)
