"""The recorder for PostgreSQL."""

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
from service.store.exception_mapping import ExceptionMapping
from service.store.grouped_recorder import GroupedRecorder
from service.store.location import Database
from service.store.log_source import Statements
from service.store.postgres import health
from service.store.postgres.connection import Connector
from service.store.postgres.connection_pool import PostgresReaders
from service.store.postgres.database import OpenDatabase, open_database_tables
from service.store.postgres.leases import Leases
from service.store.postgres.listener import POLL_SECONDS, ChannelListener
from service.store.postgres.naming import CHANNEL, SCHEMA
from service.store.postgres.roles import grant_serving_rights
from service.store.postgres.rows import PostgresSnapshot, change_derived, load_store
from service.store.postgres.subscription import GaplessSubscription
from service.store.postgres.writer import PostgresWriter
from service.store.recorder import Check, EventRow, GameOpening, GameRecorder, Snapshot, StoreChanges, WriteBatch


class Datastore(PostgresDatastore):
    """Lets the event library's recorder use the connections of this package."""

    def __init__(self, exception_mapping: ExceptionMapping, readers: PostgresReaders) -> None:
        super().__init__("", "", "", "", "", schema=SCHEMA, originator_id_type="text")  # its own pool is never opened
        self._exception_mapping = exception_mapping
        self._readers = readers

    @contextmanager
    def get_connection(self) -> Iterator[psycopg.Connection[DictRow]]:
        """Lend a connection for reading. Raises the library's errors."""
        with self._exception_mapping, self._readers.connection() as connection:
            yield cast("psycopg.Connection[DictRow]", connection)

    def register_type_adapters(self) -> None:
        """Register nothing, because rows are written as arrays."""


class PostgresRecorder(GroupedRecorder, PostgresApplicationRecorder):
    """Stores events in a PostgreSQL database. Any thread may use it. Do not fork the process while it is open.

    All writes share one connection, in groups. Readers share a pool of connections.
    """

    poll_seconds = POLL_SECONDS
    dialect = POSTGRES
    position_column = "notification_id"
    milestone_condition = "starts_with(topic, 'game_')"

    def __init__(self, opened: OpenDatabase) -> None:
        self.writable = opened.writable
        self.version = opened.version
        self._permitted = opened.writable or opened.migratable
        self._connector = opened.connector
        self._readers = PostgresReaders(self._connector.connect)
        self.exception_mapping = PostgresErrors(self._connector)
        super().__init__(Datastore(self.exception_mapping, self._readers), events_table_name="events")
        self.channel_name = CHANNEL
        self._group: PostgresWriter = PostgresWriter(self._connector.connect)
        self._listener = ChannelListener(self._connector.connect, self._group.is_own)
        self._leases = Leases(self._connector.connect)

    def require_writable(self) -> None:
        """Raise the error of a trial write. The trial is skipped soon after a successful write."""
        with self.exception_mapping:
            self._group.require_writable(WriteBatch((), (), ()))

    def change_derived(self, changes: Statements) -> bool:
        """Execute statements on derived tables, without the writers' lock."""
        with self.exception_mapping, self._readers.connection() as connection, connection.transaction():
            return change_derived(connection, changes)

    @property
    def wake(self) -> Callable[[], None] | None:
        """The function that the listening thread calls when another process has written."""
        return self._listener.wake

    @wake.setter
    def wake(self, callback: Callable[[], None] | None) -> None:
        self._listener.wake = callback

    def poll_changes(self) -> StoreChanges:
        """Return what may have changed since the last call: everything if listening fails."""
        return self._listener.poll_changes()

    def rows(self, query: str, *values: object) -> list[Any]:
        """Return the rows of a query."""
        statement = query.replace("?", POSTGRES.placeholder).encode()
        with self.exception_mapping:
            return self._readers.read(
                lambda connection: connection.execute(statement, values, prepare=True, binary=True).fetchall()
            )

    @contextmanager
    def snapshot(self) -> Iterator[PostgresSnapshot]:
        """Open a snapshot of the whole store, while other connections may write."""
        with self.exception_mapping, closing(self._connector.connect_without_deadlines()) as connection:
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            connection.execute("SELECT count(*) FROM games")  # the snapshot begins with the first read
            snapshot = PostgresSnapshot(connection)
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
        connect = self._connector.connect_without_deadlines
        with self.exception_mapping, closing(connect()) as connection, connection.transaction():
            return load_store(connection, games, events, entries, verify)

    def take_lease(self, name: str) -> bool:
        """Take a lease by an advisory lock in the session for leases. It is released when the session ends."""
        with self.exception_mapping:
            return self._leases.take(name)

    def grant_role(self, role: str) -> None:
        """Grant this database role the rights to serve: to read and append."""
        with self.exception_mapping, closing(self._connector.connect_without_deadlines()) as connection:
            grant_serving_rights(connection, role)

    def checks(self, *, full: bool = False) -> list[Check]:
        """Return the checks of `haricot doctor` on this store."""
        return health.checks(self._connector, version=self.version, writable=self._permitted, full=full)

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        """Return a subscription of the event library to the events after this position."""
        return GaplessSubscription(recorder=self, gt=gt, topics=topics)

    def close(self) -> None:
        """Close all connections after the reads and writes that have begun."""
        self._listener.close()
        self._readers.close()
        self._group.close()
        self._leases.close()


def open_database(location: Database, *, create: bool, migrate: Callable[[str], None] | None) -> GameRecorder:
    """Open the store in this database as `open_recorder` does. Raises StoreUnavailable."""
    return PostgresRecorder(open_database_tables(location, create=create, migrate=migrate))


class PostgresErrors(ExceptionMapping):
    """Translates errors of the driver into those of the event library, without the password."""

    def __init__(self, connector: Connector) -> None:
        self._connector = connector

    def replacement_for(self, error: BaseException) -> Exception | None:
        """Return the event library's error."""
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
