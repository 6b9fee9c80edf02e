"""The reading part of every recorder: SQL that SQLite and PostgreSQL share."""

import hashlib
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import Any, ClassVar, Final
from uuid import UUID

from eventsourcing.persistence import DatabaseError, Notification, StoredEvent

from service.store.entries.entry_sql import UnreadableEntry, entry_from_row, select_statement
from service.store.entries.metadata_store import EntryT
from service.store.recorder import EventColumns, GameRecorder, GameRow

INT64_MAX: Final = 2**63 - 1
"""The largest integer that a column can hold."""
_SELECT_EVENTS: Final = "SELECT originator_id, originator_version, topic, state"
_SELECT_GAMES: Final = (
    "SELECT game, origin, prefix_of, prefix_to,"
    " coalesce((SELECT max(originator_version) FROM events WHERE originator_id = game), 0), number FROM games"
)
_EVENTS_OF_GAME: Final = (
    f"{_SELECT_EVENTS} FROM events WHERE originator_id = ? AND originator_version > ? AND originator_version <= ?"
)
_GAMES_PER_QUERY: Final = 100
"""How many games one query of events has at most. SQLite allows at most 500 terms of a UNION."""
IDS_PER_QUERY: Final = 500
"""How many ids one query has at most."""
_LINEAGE: Final = (
    "WITH RECURSIVE line (game, upto, depth) AS ("
    f"SELECT game, {INT64_MAX}, 0 FROM games WHERE game = ?"
    " UNION ALL SELECT prefix_of, CASE WHEN upto < prefix_to THEN upto ELSE prefix_to END, depth + 1"
    " FROM line JOIN games USING (game) WHERE prefix_of IS NOT NULL)"
    " SELECT game, upto FROM line ORDER BY depth DESC"
)


def rows_of_games(rows: Callable[..., list[Any]], query: str, games: Sequence[str]) -> Iterator[Any]:
    """Yield the rows of a query that ends with `game IN`, for any number of games. `rows` executes a query."""
    for start in range(0, len(games), IDS_PER_QUERY):
        part = games[start : start + IDS_PER_QUERY]
        yield from rows(f"{query} ({', '.join('?' * len(part))})", *part)


class Queries(GameRecorder):
    """The part of a recorder that reads. Each `?` in a query stands for a value."""

    position_column: ClassVar[str]
    """The column of positions."""
    milestone_condition: ClassVar[str]
    """The condition that an event is a milestone, written exactly as in the index `milestones`."""

    @abstractmethod
    def rows(self, query: str, *values: object) -> list[Any]:
        """Return the rows of a query. Raises the event library's errors."""

    def find_entries(self, kind: type[EntryT], /, **where: object) -> list[EntryT]:
        """Return the entries of this kind whose fields have these values, oldest first."""
        if self.version < kind.since_schema:
            return []
        query, values = select_statement(kind, where, self.dialect, version=self.version)
        try:
            return [entry_from_row(kind, row, version=self.version) for row in self.rows(query, *values)]
        except UnreadableEntry as error:
            raise DatabaseError(str(error)) from error

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """Return the events that are stored under one game, by number."""
        rows = self.rows(
            f"{_EVENTS_OF_GAME} ORDER BY originator_version {'DESC' if desc else 'ASC'} LIMIT ?",
            str(originator_id),
            -1 if gt is None else gt,
            INT64_MAX if lte is None else lte,
            INT64_MAX if limit is None else limit,
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
        """Return the events of all games, by position."""
        column, comparison = self.position_column, ">=" if inclusive_of_start else ">"
        among = f" AND topic IN ({', '.join('?' * len(topics))})" if topics else ""
        rows = self.rows(
            f"{_SELECT_EVENTS}, {column} FROM events WHERE {column} {comparison} ?"
            f" AND {column} <= ?{among} ORDER BY {column} LIMIT ?",
            0 if start is None else start,
            INT64_MAX if stop is None else stop,
            *topics,
            limit,
        )
        return [Notification(*row) for row in rows]

    def max_notification_id(self) -> int | None:
        """Return the position of the last event, or None if there is none."""
        last: int | None = self.rows(f"SELECT max({self.position_column}) FROM events")[0][0]
        return last

    def game_row(self, game: str) -> GameRow | None:
        """Return the row of this game, or None."""
        rows = self.rows(f"{_SELECT_GAMES} WHERE game = ?", game)
        return GameRow(*rows[0]) if rows else None

    def lineage(self, game: str) -> list[tuple[str, int]]:
        """Return (id, n) of each game that stores events of this one, the root first: those up to n belong to it."""
        return [(one, upto) for one, upto in self.rows(_LINEAGE, game)]

    def event_numbers_since(self, position: int, limit: int) -> list[tuple[int, str, int]]:
        """Return (position, game, n) of at most `limit` events after this position, in order."""
        column = self.position_column
        return self.rows(
            f"SELECT {column}, originator_id, originator_version FROM events WHERE {column} > ?"
            f" ORDER BY {column} LIMIT ?",
            position,
            limit,
        )

    def game_rows_after(self, number: int, limit: int) -> list[GameRow]:
        """Return at most `limit` games that arrived after the game with this number, in order."""
        return [
            GameRow(*row)
            for row in self.rows(f"{_SELECT_GAMES} WHERE number > ? ORDER BY number LIMIT ?", number, limit)
        ]

    def game_rows(self, games: Sequence[str]) -> dict[str, GameRow]:
        """Return the rows of these games by id. Games that do not exist are left out."""
        rows = rows_of_games(self.rows, f"{_SELECT_GAMES} WHERE game IN", games)
        return {row[0]: GameRow(*row) for row in rows}

    def milestones(self, games: Sequence[str]) -> list[StoredEvent]:
        """Return the milestones of these games, by event number."""
        rows = rows_of_games(
            self.rows, f"{_SELECT_EVENTS} FROM events WHERE {self.milestone_condition} AND originator_id IN", games
        )
        return sorted((StoredEvent(*row) for row in rows), key=lambda event: event.originator_version)

    def deal_agreements(self, games: Sequence[str]) -> list[StoredEvent]:
        """Return the events of these games that set the level of their deals, for levels other than `simple`."""
        first = "originator_version = 2 AND topic = 'deal_agreed.1'"  # it follows the event that creates the game
        rows = rows_of_games(self.rows, f"{_SELECT_EVENTS} FROM events WHERE {first} AND originator_id IN", games)
        return [StoredEvent(*row) for row in rows]

    def milestones_since(self, position: int, upto: int, limit: int) -> list[tuple[int, str]]:
        """Return (position, game) of at most `limit` milestones after a position, up to another, in order."""
        # Written so that the index `milestones` is not used: it has more rows than there are new events.
        column = self.position_column
        return self.rows(
            f"SELECT {column}, originator_id FROM events WHERE {column} > ? AND {column} <= ?"
            f" AND substr(topic, 1, 5) = 'game_' ORDER BY {column} LIMIT ?",
            position,
            upto,
            limit,
        )

    def anchor(self, position: int) -> bytes:
        """Return a digest of the event at this position, or b"" if there is no event."""
        where = f"WHERE {self.position_column} = ?"
        rows = self.rows(f"SELECT originator_id, originator_version, state FROM events {where}", position)
        return hashlib.sha256(repr(rows[0]).encode()).digest() if rows else b""

    def delayed_games(self, games: Sequence[str]) -> set[str]:
        """Return those of these games whose spectators have a delay."""
        query = "SELECT game FROM arrangements WHERE (delay_events > 0 OR delay_ms > 0) AND game IN"
        return {game for (game,) in rows_of_games(self.rows, query, games)}

    def events_of_lineage(self, lineage: Sequence[tuple[str, int]], after: int) -> list[EventColumns]:
        """Return the events after number `after` that are stored under these games, each up to its n, by number."""
        rows: list[EventColumns] = []
        for start in range(0, len(lineage), _GAMES_PER_QUERY):
            part = lineage[start : start + _GAMES_PER_QUERY]
            values = [value for game, upto in part for value in (game, after, upto)]
            rows += self.rows(" UNION ALL ".join([_EVENTS_OF_GAME] * len(part)), *values)
        return sorted(rows, key=itemgetter(1))

    def imported_names(self, games: Sequence[str]) -> dict[str, dict[int, str]]:
        """Return {game: {n: name}}: from event n on, envelopes of that imported game have this name, not its id."""
        names: dict[str, dict[int, str]] = {}
        query = f"SELECT game, since, name FROM names WHERE game IN ({', '.join('?' * len(games))})"
        for game, since, name in self.rows(query, *games):
            names.setdefault(game, {})[since] = name
        return names

    def seed(self, game: str) -> bytes | None:
        """Return the secret seed of a game's deal, or None if the store does not have it."""
        rows = self.rows("SELECT seed FROM secrets WHERE game = ?", game)
        return rows[0][0] if rows else None

    def event_of_request(self, game: str, request: str) -> int | None:
        """Return the number of the first event that this request caused in a game, or None."""
        query = "SELECT originator_version FROM events WHERE originator_id = ? AND request = ?"
        rows = self.rows(query, game, request)
        return rows[0][0] if rows else None
