"""The queries of a store, the same for each database."""

import hashlib
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any, ClassVar, Final
from uuid import UUID

from eventsourcing.persistence import DatabaseError, Notification, StoredEvent

from service.store.entries.entry_sql import UnreadableEntry, entry_from_row, select_statement
from service.store.entries.metadata_store import EntryT
from service.store.recorder import EventColumns, GameRecorder, GameRow

INT64_MAX: Final = 2**63 - 1
EVENTS: Final = "SELECT originator_id, originator_version, topic, state"
GAMES: Final = (
    "SELECT game, origin, prefix_of, prefix_to,"
    " coalesce((SELECT max(originator_version) FROM events WHERE originator_id = game), 0), number FROM games"
)
_HELD: Final = f"{EVENTS} FROM events WHERE originator_id = ? AND originator_version > ? AND originator_version <= ?"
_AT_ONCE: Final = 100
"""For how many games events are read at once. SQLite allows at most 500."""
NAMES_AT_ONCE: Final = 500
"""How many names one query has at most."""
_LINEAGE: Final = (
    "WITH RECURSIVE line (game, upto, depth) AS ("
    f"SELECT game, {INT64_MAX}, 0 FROM games WHERE game = ?"
    " UNION ALL SELECT prefix_of, CASE WHEN upto < prefix_to THEN upto ELSE prefix_to END, depth + 1"
    " FROM line JOIN games USING (game) WHERE prefix_of IS NOT NULL)"
    " SELECT game, upto FROM line ORDER BY depth DESC"
)


class Queries(GameRecorder):
    """The half of a recorder that reads. Each `?` in a query stands for a value."""

    position: ClassVar[str]
    """The column of positions."""
    milestone: ClassVar[str]
    """The condition that an event makes, starts, forks or ends a game, in the words of the index of such events."""

    @abstractmethod
    def rows(self, query: str, *values: object) -> list[Any]:
        """Return the rows of a query. Raises the library's errors."""

    def find_entries(self, kind: type[EntryT], /, **where: object) -> list[EntryT]:
        """Return the entries of this kind in the metadata store whose fields have these values."""
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
        """Return the events of one game, by their numbers."""
        rows = self.rows(
            f"{_HELD} ORDER BY originator_version {'DESC' if desc else 'ASC'} LIMIT ?",
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
        """Return the events of all games, by their positions."""
        among = f" AND topic IN ({', '.join('?' * len(topics))})" if topics else ""
        rows = self.rows(
            f"{EVENTS}, {self.position} FROM events WHERE {self.position} {'>=' if inclusive_of_start else '>'} ?"
            f" AND {self.position} <= ?{among} ORDER BY {self.position} LIMIT ?",
            0 if start is None else start,
            INT64_MAX if stop is None else stop,
            *topics,
            limit,
        )
        return [Notification(*row) for row in rows]

    def max_notification_id(self) -> int | None:
        """Return the position of the last event, or None if there is none."""
        last: int | None = self.rows(f"SELECT max({self.position}) FROM events")[0][0]
        return last

    def game_row(self, game: str) -> GameRow | None:
        """Return the row of this game, or None."""
        found = self.rows(f"{GAMES} WHERE game = ?", game)
        return GameRow(*found[0]) if found else None

    def lineage(self, game: str) -> list[tuple[str, int]]:
        """Return (id, n) of each game that holds events of this one, the root first.

        n is the last event that counts.
        """
        return [(holder, upto) for holder, upto in self.rows(_LINEAGE, game)]

    def event_numbers_since(self, position: int, limit: int) -> list[tuple[int, str, int]]:
        """Return (position, game, n) of the events after this position, in order, `limit` at most."""
        return self.rows(
            f"SELECT {self.position}, originator_id, originator_version FROM events WHERE {self.position} > ?"
            f" ORDER BY {self.position} LIMIT ?",
            position,
            limit,
        )

    def game_rows_after(self, number: int, limit: int) -> list[GameRow]:
        """Return the games that came into the store after the one of this number, in order, `limit` at most."""
        return [GameRow(*row) for row in self.rows(f"{GAMES} WHERE number > ? ORDER BY number LIMIT ?", number, limit)]

    def game_rows(self, games: Sequence[str]) -> dict[str, GameRow]:
        """Return the rows of those of these games that exist."""
        found = self._among(f"{GAMES} WHERE game IN", games)
        return {row[0]: GameRow(*row) for row in found}

    def milestones(self, games: Sequence[str]) -> list[StoredEvent]:
        """Return the own events of these games that make, start, fork or end them, by their numbers."""
        found = self._among(f"{EVENTS} FROM events WHERE {self.milestone} AND originator_id IN", games)
        return sorted((StoredEvent(*row) for row in found), key=lambda event: event.originator_version)

    def agreements(self, games: Sequence[str]) -> list[StoredEvent]:
        """Return the own events of these games that say at which level their deals are, if it is not `simple`."""
        first = "originator_version = 2 AND topic = 'deal_agreed.1'"  # it follows the event that made the game
        found = self._among(f"{EVENTS} FROM events WHERE {first} AND originator_id IN", games)
        return [StoredEvent(*row) for row in found]

    def milestones_since(self, position: int, upto: int, limit: int) -> list[tuple[int, str]]:
        """Return (position, game) of those events after a position up to another, in order, `limit` at most."""
        # This condition does not use the index of milestones, which is longer than what is new.
        return self.rows(
            f"SELECT {self.position}, originator_id FROM events WHERE {self.position} > ? AND {self.position} <= ?"
            f" AND substr(topic, 1, 5) = 'game_' ORDER BY {self.position} LIMIT ?",
            position,
            upto,
            limit,
        )

    def anchor(self, position: int) -> bytes:
        """Return bytes that identify the event at this position, or none if there is no event."""
        where = f"WHERE {self.position} = ?"
        found = self.rows(f"SELECT originator_id, originator_version, state FROM events {where}", position)
        return hashlib.sha256(repr(found[0]).encode()).digest() if found else b""

    def seen_late(self, games: Sequence[str]) -> set[str]:
        """Return which of these games have a delay for spectators."""
        query = "SELECT game FROM arrangements WHERE (delay_events > 0 OR delay_ms > 0) AND game IN"
        return {game for (game,) in self._among(query, games)}

    def _among(self, query: str, games: Sequence[str]) -> Iterator[Any]:
        for begin in range(0, len(games), NAMES_AT_ONCE):
            part = games[begin : begin + NAMES_AT_ONCE]
            yield from self.rows(f"{query} ({', '.join('?' * len(part))})", *part)

    def events_of_lineage(self, line: Sequence[tuple[str, int]], after: int) -> list[EventColumns]:
        """Return the events from `after` + 1 on that these games hold, each up to the n beside it, sorted by n."""
        found: list[EventColumns] = []
        for begin in range(0, len(line), _AT_ONCE):
            part = line[begin : begin + _AT_ONCE]
            values = [value for holder, upto in part for value in (holder, after, upto)]
            found += self.rows(" UNION ALL ".join([_HELD] * len(part)), *values)
        return sorted(found, key=itemgetter(1))

    def imported_names(self, games: Sequence[str]) -> dict[str, dict[int, str]]:
        """Return {game: {n: name}}: envelopes of that game have the name instead of its id from event n on."""
        found: dict[str, dict[int, str]] = {}
        query = f"SELECT game, since, name FROM names WHERE game IN ({', '.join('?' * len(games))})"
        for game, since, name in self.rows(query, *games):
            found.setdefault(game, {})[since] = name
        return found

    def seed(self, game: str) -> bytes | None:
        """Return the secret seed of a game's deal, or None if it is not known."""
        found = self.rows("SELECT seed FROM secrets WHERE game = ?", game)
        return found[0][0] if found else None

    def event_of_request(self, game: str, request: str) -> int | None:
        """Return the number of the first event that this request caused, or None."""
        query = "SELECT originator_version FROM events WHERE originator_id = ? AND request = ?"
        found = self.rows(query, game, request)
        return found[0][0] if found else None
