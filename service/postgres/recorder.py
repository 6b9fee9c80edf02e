"""The recorder of games on a database of PostgreSQL."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any, Final, cast
from uuid import UUID

import psycopg
from eventsourcing import persistence
from eventsourcing.persistence import (
    DatabaseError,
    DataError,
    IntegrityError,
    Notification,
    OperationalError,
    PersistenceError,
    StoredEvent,
)
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from psycopg.rows import DictRow

from service.places import Database
from service.postgres import health
from service.postgres.connection import Connection, Connector, ReaderPool
from service.postgres.database import OpenDatabase, open_tables
from service.postgres.duties import Duties
from service.postgres.listener import POLL_SECONDS, Listener
from service.postgres.rows import PostgresWhole, fill
from service.postgres.schema import CHANNEL, SCHEMA
from service.postgres.writer import PostgresWriter, Write
from service.recorder import Check, GameRecorder, GameRow, Kept, News, Noted, Opening, Whole
from service.register import POSTGRES, Entry, UnreadableEntry, read, seek

_HIGHEST: Final = 2**63 - 1
_EVENTS: Final = "SELECT originator_id, originator_version, topic, state"
_GAMES: Final = (
    "SELECT game, origin, prefix_of, prefix_to,"
    " (SELECT max(originator_version) FROM events WHERE originator_id = game), number FROM games"
)
# The condition is that of the index `milestones`, word for word: only so is the log not read as a whole.
_MILESTONES: Final = (
    f"{_EVENTS} FROM events WHERE starts_with(topic, 'game_') ORDER BY originator_id, originator_version"
)
_LINEAGE: Final = (
    "WITH RECURSIVE line (game, upto, depth) AS ("
    f"SELECT game, {_HIGHEST}, 0 FROM games WHERE game = %s"
    " UNION ALL SELECT prefix_of, least(upto, prefix_to), depth + 1 FROM line JOIN games USING (game)"
    " WHERE prefix_of IS NOT NULL)"
    " SELECT game, upto FROM line ORDER BY depth DESC"
)


class Datastore(PostgresDatastore):
    """What the library takes connections from: ours."""

    def __init__(self, connector: Connector, readers: ReaderPool) -> None:
        super().__init__("", "", "", "", "", schema=SCHEMA, originator_id_type="text")  # its own pool stays closed
        self._connector = connector
        self._readers = readers

    @contextmanager
    def get_connection(self) -> Iterator[psycopg.Connection[DictRow]]:
        """A connection for reading; the library's errors."""
        with mapped(self._connector), self._readers.lent() as connection:
            yield cast("psycopg.Connection[DictRow]", connection)

    def register_type_adapters(self) -> None:
        """There is none: rows are written as arrays."""


class PostgresRecorder(PostgresApplicationRecorder, GameRecorder):
    """Events in a database, for any number of threads. Open it after forking a process, never before.

    All writes go through one connection, in groups; those who read share a few others.
    """

    poll_seconds = POLL_SECONDS

    def __init__(self, opened: OpenDatabase) -> None:
        self.writable = opened.writable
        self._connector = opened.connector
        self._readers = ReaderPool(self._connector.connect)
        super().__init__(Datastore(self._connector, self._readers), events_table_name="events")
        self.channel_name = CHANNEL
        self._group = PostgresWriter(self._connector.connect)
        self._listener = Listener(self._connector.connect, self._group.is_own)
        self._duties = Duties(self._connector.connect)

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        opening: Opening | None = None,
        request: str | None = None,
        entries: Sequence[Entry] = (),
        **_: Any,
    ) -> Sequence[int]:
        """As a recorder of games does: in one group with others that write at this moment.

        After OperationalError nobody knows whether they were written; they are not sent again.
        """
        rows = [
            (str(event.originator_id), event.originator_version, event.topic, event.state, None if index else request)
            for index, event in enumerate(stored_events)
        ]
        if not rows:
            return []
        with mapped(self._connector):
            positions: Sequence[int] = self._group.run(Write(rows, opening, entries))
        return positions

    def note(self, entries: Sequence[Entry]) -> None:
        """Writes these into the register, all or none."""
        if entries:
            with mapped(self._connector):
                self._group.run(Write((), None, entries))

    def noted(self, kind: type[Noted], /, **where: object) -> list[Noted]:
        """The entries of this kind in the register whose fields have these values."""
        query, values = seek(kind, where, POSTGRES)
        with mapped(self._connector):
            return [read(kind, row) for row in self.rows(query, *values)]

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """The events of one game, by their numbers."""
        rows = self.rows(
            f"{_EVENTS} FROM events WHERE originator_id = %s"
            " AND originator_version > %s AND originator_version <= %s ORDER BY originator_version"
            f" {'DESC' if desc else 'ASC'} LIMIT %s",
            str(originator_id),
            -1 if gt is None else gt,
            _HIGHEST if lte is None else lte,
            limit,
        )
        return [StoredEvent(*row) for row in rows]

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """The events of all games, by their positions."""
        rows = self.rows(
            f"{_EVENTS}, notification_id FROM events"
            f" WHERE notification_id {'>=' if inclusive_of_start else '>'} %s AND notification_id <= %s"
            f"{' AND topic = ANY(%s)' if topics else ''} ORDER BY notification_id LIMIT %s",
            0 if start is None else start,
            _HIGHEST if stop is None else stop,
            *([list(topics)] if topics else []),
            limit,
        )
        return [Notification(*row) for row in rows]

    def max_notification_id(self) -> int | None:
        """The position of the last event, None when there is none."""
        last: int | None = self.rows("SELECT max(notification_id) FROM events")[0][0]
        return last

    def overview(self) -> tuple[list[GameRow], list[StoredEvent]]:
        """Every game, parents before their forks, and the few events that make, start, fork or end games, in order."""

        def both(connection: Connection) -> tuple[list[Any], list[Any]]:
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            try:
                games = connection.execute(f"{_GAMES} ORDER BY number", prepare=True).fetchall()
                milestones = connection.execute(_MILESTONES, prepare=True, binary=True).fetchall()
            finally:
                if not connection.closed:
                    connection.execute("ROLLBACK")
            return games, milestones

        with mapped(self._connector):
            games, milestones = self._readers.read(both)
        return [GameRow(*row) for row in games], [StoredEvent(*row) for row in milestones]

    def game(self, game: str) -> GameRow | None:
        """What the tables say of this game, if it is there."""
        found = self.rows(f"{_GAMES} WHERE game = %s", game)
        return GameRow(*found[0]) if found else None

    def lineage(self, game: str) -> list[tuple[str, int]]:
        """The games that hold the events of this one, each with the last event that counts; the root first."""
        return self.rows(_LINEAGE, game)

    @property
    def wake(self) -> Callable[[], None] | None:
        """What a thread of this recorder calls as soon as somebody else has written."""
        return self._listener.wake

    @wake.setter
    def wake(self, told: Callable[[], None] | None) -> None:
        self._listener.wake = told

    def news(self) -> News:
        """What was heard since; when nothing can be heard, everything may be new."""
        return self._listener.news()

    def since(self, position: int, limit: int) -> list[tuple[int, str, int]]:
        """What was written after this position: position, game and number of each event."""
        return self.rows(
            "SELECT notification_id, originator_id, originator_version FROM events WHERE notification_id > %s"
            " ORDER BY notification_id LIMIT %s",
            position,
            limit,
        )

    def names(self, game: str) -> dict[int, str]:
        """What the envelopes of an imported game are called from which event on, where that is not its id."""
        return dict(self.rows("SELECT since, name FROM names WHERE game = %s", game))

    def seed(self, game: str) -> bytes | None:
        """The secret seed of this game's deal, if there is one."""
        found = self.rows("SELECT seed FROM secrets WHERE game = %s", game)
        return found[0][0] if found else None

    def rows(self, query: str, *values: object) -> list[Any]:
        """What a query finds."""
        with mapped(self._connector):
            return self._readers.read(
                lambda connection: connection.execute(query.encode(), values, prepare=True, binary=True).fetchall()
            )

    def holder(self, game: str, request: str) -> int | None:
        """The number of the event that this request led to, None when it led to none yet."""
        query = "SELECT originator_version FROM events WHERE originator_id = %s AND request = %s"
        found = self.rows(query, game, request)
        return found[0][0] if found else None

    @contextmanager
    def whole(self) -> Iterator[PostgresWhole]:
        """All that is kept here as of one moment, however long it is read and whoever writes meanwhile."""
        with mapped(self._connector), closing(self._connector.connect_for_long()) as connection:
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            connection.execute("SELECT count(*) FROM games")  # with the first reading the moment has come
            yield PostgresWhole(connection)

    def fill(
        self,
        games: Iterable[tuple[str, Opening]],
        events: Iterable[Kept],
        entries: Iterable[Entry],
        accept: Callable[[Whole], None],
    ) -> bool:
        """Writes all of these in their order in one transaction; False, nothing taken, when anything is here yet."""
        long = self._connector.connect_for_long
        with mapped(self._connector), closing(long()) as connection, connection.transaction():
            return fill(connection, games, events, entries, accept)

    def take_duty(self, name: str) -> bool:
        """By an advisory lock of a session that is kept for duties; when that ends, they are free for others."""
        with mapped(self._connector):
            return self._duties.take(name)

    def checks(self) -> list[Check]:
        """What `doctor` wants to know of the store."""
        return health.checks(self._connector, writable=self.writable)

    def close(self) -> None:
        """Closes every connection, once nobody is writing or reading."""
        self._listener.close()
        self._readers.close()
        self._group.close()
        self._duties.close()


def open_database(place: Database, *, create: bool) -> GameRecorder:
    """The store in this database, its tables made if need be; StoreProblem `unavailable` when it cannot be had."""
    return PostgresRecorder(open_tables(place, create=create))


@contextmanager
def mapped(connector: Connector) -> Iterator[None]:
    """Raises what goes wrong with a database as the library does, and without the password."""
    try:
        yield
    except psycopg.errors.UniqueViolation as error:
        raise IntegrityError(connector.told(error)) from error
    except psycopg.IntegrityError as error:
        raise DataError(connector.told(error)) from error
    except psycopg.Error as error:
        kinds = (getattr(persistence, kind.__name__, None) for kind in type(error).__mro__)  # those of PEP 249
        raise next((kind for kind in kinds if kind is not None), PersistenceError)(connector.told(error)) from error
    except UnreadableEntry as error:
        raise DatabaseError(str(error)) from error
    except (OverflowError, UnicodeEncodeError) as error:
        raise DataError(str(error)) from error
    except OSError as error:
        raise OperationalError(str(error)) from error
