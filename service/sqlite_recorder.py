"""The recorder interface of the event library, on the SQLite file of a store.

What goes wrong is raised as the library's errors: IntegrityError when a row is there already, DataError for a value
that no column takes, OperationalError and its like for the rest.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple
from uuid import UUID

from eventsourcing.persistence import (
    ApplicationRecorder,
    DatabaseError,
    DataError,
    IntegrityError,
    InterfaceError,
    InternalError,
    Notification,
    NotSupportedError,
    OperationalError,
    PersistenceError,
    ProgrammingError,
    StoredEvent,
    Subscription,
)

from service.sqlite_file import exclusive, sqlite3

GameOrigin = Literal["played", "imported"]

_ERRORS: Final[tuple[tuple[type[sqlite3.Error], type[PersistenceError]], ...]] = (
    (sqlite3.IntegrityError, IntegrityError),
    (sqlite3.OperationalError, OperationalError),
    (sqlite3.DataError, DataError),
    (sqlite3.InternalError, InternalError),
    (sqlite3.ProgrammingError, ProgrammingError),
    (sqlite3.NotSupportedError, NotSupportedError),
    (sqlite3.DatabaseError, DatabaseError),
    (sqlite3.InterfaceError, InterfaceError),
)
_HIGHEST: Final = 2**63 - 1
_FULL: Final = 2
_WITHOUT_RESET_RACE: Final = (3, 51, 3)
_INSERT_EVENT: Final = "INSERT INTO events (originator_id, originator_version, topic, state) VALUES (?, ?, ?, ?)"
_GAMES: Final = (
    "SELECT game, origin, prefix_of, prefix_to,"
    " (SELECT max(originator_version) FROM events WHERE originator_id = game) FROM games"
)
# The condition is that of the index `milestones`, word for word: only so does SQLite not read the whole log.
_MILESTONES: Final = (
    "SELECT originator_id, originator_version, topic, state FROM events WHERE topic GLOB 'game_*'"
    " ORDER BY originator_id, originator_version"
)
_LINEAGE: Final = (
    "WITH RECURSIVE line (game, upto, depth) AS ("
    "SELECT game, ?, 0 FROM games WHERE game = ?"
    " UNION ALL SELECT prefix_of, min(upto, prefix_to), depth + 1 FROM line JOIN games USING (game)"
    " WHERE prefix_of IS NOT NULL)"
    " SELECT game, upto FROM line ORDER BY depth DESC"
)


class Opening(NamedTuple):
    """What is written beside the first own event of a game.

    The events 1..prefix_to of a fork are those of `prefix_of`; `names` are pairs (since, name).
    """

    origin: GameOrigin
    seed: bytes | None = None
    prefix_of: str | None = None
    prefix_to: int | None = None
    names: tuple[tuple[int, str], ...] = ()


class GameRow(NamedTuple):
    """What the tables say of one game; `version` is the number of its last event."""

    game: str
    origin: GameOrigin
    prefix_of: str | None
    prefix_to: int | None
    version: int


class SqliteRecorder(ApplicationRecorder):
    """Events in the SQLite file of `folder`, for one thread. Open it after forking a process, never before."""

    def __init__(self, folder: Path, connection: sqlite3.Connection, *, writable: bool) -> None:
        self._folder = folder
        self._connection = connection
        self._writable = writable

    def insert_events(
        self, stored_events: Sequence[StoredEvent], *, opening: Opening | None = None, **_: Any
    ) -> Sequence[int]:
        """Writes all of them or none, and with them what opens a game; returns their positions."""
        rows = [(str(s.originator_id), s.originator_version, s.topic, s.state) for s in stored_events]
        if not rows:
            return []
        with exclusive(self._folder), self._transaction("BEGIN IMMEDIATE") as connection:
            if opening is not None:
                _open_game(connection, rows[0][0], opening)
            connection.executemany(_INSERT_EVENT, rows)
            last: int = connection.execute("SELECT last_insert_rowid()").fetchone()[0]
        return list(range(last - len(rows) + 1, last + 1))

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
            "SELECT originator_id, originator_version, topic, state FROM events WHERE originator_id = ?"
            " AND originator_version > ? AND originator_version <= ? ORDER BY originator_version"
            f" {'DESC' if desc else 'ASC'} LIMIT ?",
            str(originator_id),
            -1 if gt is None else gt,
            _HIGHEST if lte is None else lte,
            -1 if limit is None else limit,
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
        among = f" AND topic IN ({','.join('?' * len(topics))})" if topics else ""
        rows = self.rows(
            "SELECT originator_id, originator_version, topic, state, position FROM events"
            f" WHERE position {'>=' if inclusive_of_start else '>'} ? AND position <= ?{among}"
            " ORDER BY position LIMIT ?",
            0 if start is None else start,
            _HIGHEST if stop is None else stop,
            *topics,
            limit,
        )
        return [Notification(*row) for row in rows]

    def max_notification_id(self) -> int | None:
        """The position of the last event, None when there is none."""
        last: int | None = self.rows("SELECT max(position) FROM events")[0][0]
        return last

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        """NotSupportedError: whoever wants to know what is new has to look."""
        raise NotSupportedError(f"no subscription to {', '.join(topics) or 'events'} after {gt}: select them instead")

    def overview(self) -> tuple[list[GameRow], list[StoredEvent]]:
        """Every game, parents before their forks, and the few events that make, start, fork or end games, in order."""
        with self._transaction("BEGIN"):
            games = self.rows(f"{_GAMES} ORDER BY number")
            milestones = self.rows(_MILESTONES)
        return [GameRow(*row) for row in games], [StoredEvent(*row) for row in milestones]

    def game(self, game: str) -> GameRow | None:
        """What the tables say of this game, if it is there."""
        found = self.rows(f"{_GAMES} WHERE game = ?", game)
        return GameRow(*found[0]) if found else None

    def lineage(self, game: str) -> list[tuple[str, int]]:
        """The games that hold the events of this one, each with the last event that counts; the root first."""
        return [(holder, upto) for holder, upto in self.rows(_LINEAGE, _HIGHEST, game)]

    def names(self, game: str) -> dict[int, str]:
        """What the envelopes of an imported game are called from which event on, where that is not its id."""
        return dict(self.rows("SELECT since, name FROM names WHERE game = ?", game))

    def seed(self, game: str) -> bytes | None:
        """The secret seed of this game's deal, if there is one."""
        found = self.rows("SELECT seed FROM secrets WHERE game = ?", game)
        return found[0][0] if found else None

    def rows(self, query: str, *values: object) -> list[Any]:
        """What a query finds."""
        with _mapped():
            return self._connection.execute(query, values).fetchall()

    def checks(self) -> list[tuple[str, bool, str]]:
        """What there is to say about the file: name of the check, whether all is well, and what was found."""
        writable = "can be written" if self._writable else "can be read but not written: look at its permissions"
        found = [_library(), ("folder", self._writable, f"{self._folder} {writable}")]
        for name, look in (("durability", self._durable), ("integrity", self._whole), ("games", self._counted)):
            try:
                found.append((name, *look()))
            except PersistenceError as error:
                found.append((name, False, f"{error}: restore {self._folder} from a backup"))
        return found

    def _durable(self) -> tuple[bool, str]:
        level = self.rows("PRAGMA synchronous")[0][0]
        return level == _FULL, f"synchronous is {'FULL' if level == _FULL else level}"

    def _whole(self) -> tuple[bool, str]:
        says = ", ".join(str(line) for (line,) in self.rows("PRAGMA quick_check(5)"))
        return says == "ok", "quick_check finds nothing" if says == "ok" else f"{says}: restore a backup"

    def _counted(self) -> tuple[bool, str]:
        games, events = self.rows("SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM events)")[0]
        return True, f"{games} games, {events} events"

    def close(self) -> None:
        """Lets go of the file."""
        with _mapped():
            self._connection.close()

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        connection = self._connection
        with _mapped():
            connection.execute(begin)
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:  # some errors have rolled it back already
                    connection.execute("ROLLBACK")
                raise


def _library() -> tuple[str, bool, str]:
    says = f"SQLite {sqlite3.sqlite_version}"
    if sqlite3.sqlite_version_info < _WITHOUT_RESET_RACE:
        safe = ".".join(map(str, _WITHOUT_RESET_RACE))
        risk = "may, very rarely, lose a write while it resets its write-ahead log"
        says += f": before {safe} it {risk}; `pip install 'pysqlite3>=0.6.1'` brings a newer one"
    return "sqlite", True, says


def _open_game(connection: sqlite3.Connection, game: str, opening: Opening) -> None:
    connection.execute(
        "INSERT INTO games (game, origin, prefix_of, prefix_to) VALUES (?, ?, ?, ?)",
        (game, opening.origin, opening.prefix_of, opening.prefix_to),
    )
    if opening.seed is not None:
        connection.execute("INSERT INTO secrets (game, seed) VALUES (?, ?)", (game, opening.seed))
    names = [(game, since, name) for since, name in opening.names]
    connection.executemany("INSERT INTO names (game, since, name) VALUES (?, ?, ?)", names)


@contextmanager
def _mapped() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        kind = next((ours for theirs, ours in _ERRORS if isinstance(error, theirs)), PersistenceError)
        raise kind(str(error)) from error
    except UnicodeDecodeError as error:  # what SQLite says may quote the bytes of a spoilt page
        raise DatabaseError(str(error)) from error
    except (OverflowError, UnicodeEncodeError) as error:
        raise DataError(str(error)) from error
