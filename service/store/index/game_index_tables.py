"""The tables of the index of games, derived from the log."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from threading import Lock
from typing import Any, Final, NamedTuple

import msgspec
from eventsourcing.persistence import DatabaseError, IntegrityError

from projections.leaderboard import LeaderboardResult, leaderboard_results, sort_key
from projections.lobby import LobbyLine
from service.store.index.filters import option_text
from service.store.index.index_entry import LINE_FORMAT, ListedGame, stored_statuses
from service.store.index.search import GameSearch
from service.store.log_source import Statements
from service.store.queries import INT64_MAX, rows_of_games
from service.store.sqlite.file import sqlite3
from service.store.sqlite.migrations import GAME_INDEX, LOBBY_LINES
from service.store.sqlite.rows import change_derived

_LINE_COLUMNS: Final = ", ".join(f"roll.{name}" for name in ListedGame._fields)
_RESULT_COLUMNS: Final = ("game", "seat", "edition", "players", "score", "tie")


def _upsert(table: str, names: Sequence[str], key: Sequence[str]) -> str:
    # Not DELETE and INSERT: without statistics of a growing table, PostgreSQL would scan all of it for the old rows.
    placeholders = ", ".join("?" * len(names))
    changes = ", ".join(f"{name} = excluded.{name}" for name in names)
    insert = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({placeholders})"
    return f"{insert} ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changes}"


_PUT_LINE: Final = _upsert("roll", ListedGame._fields, ["game"])
_PUT_RESULT: Final = _upsert("best_results", _RESULT_COLUMNS, ["game", "seat"])
_PUT_OPTION: Final = "INSERT INTO roll_options (option, value, number) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_SELECT_LINES: Final = f"SELECT {_LINE_COLUMNS} FROM roll"
_PUT_LOBBY_LINE: Final = _upsert("lobby_lines", ["game", "line"], ["game"])
_LOBBY_LINE_DECODER: Final = msgspec.msgpack.Decoder(LobbyLine)
_LINES_PER_COPY: Final = 1_000


class IndexPosition(NamedTuple):
    """How far the index is: all games up to `number`, by the events up to `position`, whose digest is `anchor`.

    `form` is the format of the lines.
    """

    form: int = 0
    position: int = 0
    number: int = 0
    anchor: bytes = b""


_POSITION_COLUMNS: Final = ", ".join(IndexPosition._fields)
_MOVE_POSITION: Final = (
    f"UPDATE roll_reached SET {', '.join(f'{name} = ?' for name in IndexPosition._fields)}"
    " WHERE form = ? AND position = ? AND number = ?"
)


class GameIndexTables:
    """The tables of the index. `rows` and `change_derived` are methods of a recorder or do the same."""

    def __init__(self, rows: Callable[..., list[Any]], derive: Callable[[Statements], bool]) -> None:
        self.rows = rows
        self.change_derived = derive

    def position(self) -> IndexPosition:
        """Return how far the index is."""
        rows = self.rows(f"SELECT {_POSITION_COLUMNS} FROM roll_reached")
        if not rows:
            raise DatabaseError("roll_reached is empty, but must have a row")
        return IndexPosition(*rows[0])

    def clear(self, before: IndexPosition) -> bool:
        """Delete all lines. Return False, without any change, if the index is not at `before` any more."""
        move = (_MOVE_POSITION, [(*IndexPosition(LINE_FORMAT), *before[:3])])
        cleared = [(f"DELETE FROM {table}", [()]) for table in ("roll", "roll_options", "best_results", "lobby_lines")]
        return self.change_derived([move, *cleared])

    def put(self, before: IndexPosition, after: IndexPosition, lines: Sequence[ListedGame]) -> bool:
        """Write these lines and the position `after`.

        Return False, without any change, if the index is not at `before` any more.
        """
        changes: list[tuple[str, Sequence[Sequence[object]]]] = [(_MOVE_POSITION, [(*after, *before[:3])])]
        if lines:
            changes.append((_PUT_LINE, lines))
        if best := [row for line in lines for row in _results(line)]:
            changes.append((_PUT_RESULT, best))
        if options := [row for line in lines for row in _options(line)]:
            changes.append((_PUT_OPTION, options))
        if damaged := [(line.game,) for line in lines if line.fault is not None]:
            changes.append(("DELETE FROM best_results WHERE game = ?", damaged))
        return self.change_derived(changes)

    def lines(self, games: Sequence[str]) -> dict[str, ListedGame]:
        """Return the lines of these games by id. Games without a line are left out."""
        return {
            line.game: line
            for line in map(ListedGame._make, rows_of_games(self.rows, f"{_SELECT_LINES} WHERE game IN", games))
        }

    def lobby_lines(self, games: Sequence[str]) -> Iterator[LobbyLine]:
        """Yield the stored lobby lines of these games. They may be outdated."""
        for (line,) in rows_of_games(self.rows, "SELECT line FROM lobby_lines WHERE game IN", games):
            with suppress(msgspec.DecodeError):  # another version or program has written it
                yield _LOBBY_LINE_DECODER.decode(line)

    def keep_lobby_lines(self, lines: Sequence[LobbyLine]) -> bool:
        """Store lobby lines. Each replaces an older one of its game."""
        return self.change_derived(
            [(_PUT_LOBBY_LINE, [(line.summary.game, msgspec.msgpack.encode(line)) for line in lines])]
        )

    def damaged(self) -> list[ListedGame]:
        """Return the lines of the games that cannot be listed."""
        return self.select_lines("WHERE fault IS NOT NULL ORDER BY number")

    def lines_after(self, after: int, limit: int) -> list[ListedGame]:
        """Return at most `limit` games that can be listed after this number, in the order of arrival."""
        return self.select_lines("WHERE number > ? AND status IS NOT NULL ORDER BY number LIMIT ?", after, limit)

    def forks_of(self, game: str) -> list[ListedGame]:
        """Return the forks of this game, in the order of arrival."""
        return self.select_lines("WHERE parent = ? ORDER BY number", game)

    def search(self, search: GameSearch, after: tuple[int, int] | None, limit: int) -> list[ListedGame]:
        """Return at most `limit` games that may match for some viewer, in order, after this sort key."""
        if search.is_plain:
            below = INT64_MAX if after is None else after[1]
            return self.newest(search.wanted.get("edition"), search.wanted.get("status"), below, limit)
        conditions, values = search.conditions(after)
        return self.select_lines(f"{conditions} LIMIT ?", *values, limit)

    def newest(self, edition: str | None, status: str | None, below: int, limit: int) -> list[ListedGame]:
        """Return at most `limit` games that may have this edition and status for some viewer, newest first.

        Only games with numbers less than `below` are returned.
        """
        if edition is None and status is None:
            condition = "WHERE number < ? AND status IS NOT NULL ORDER BY number DESC LIMIT ?"
            return self.select_lines(condition, below, limit)
        of, edition_values = ("", ()) if edition is None else (" AND edition = ?", (edition,))
        parts, values = [], list[object]()
        for index, (one, late) in enumerate(stored_statuses(status)):
            part = f"{_SELECT_LINES} WHERE status = ? AND late = ?{of} AND number < ? ORDER BY number DESC LIMIT ?"
            parts.append(f"SELECT * FROM ({part}) AS part{index}")
            values += [str(one), late, *edition_values, below, limit]
        query = f"{' UNION ALL '.join(parts)} ORDER BY number DESC LIMIT ?"
        return [ListedGame(*row) for row in self.rows(query, *values, limit)]

    def best_results(self, edition: str, players: int, limit: int) -> Iterator[LeaderboardResult]:
        """Yield the results of an edition with this number of players, best first. One query reads `limit` results."""
        below: tuple[int, str] | None = None
        while True:
            further, values = ("", ()) if below is None else (" AND (score, tie) < (?, ?)", below)
            rows = self.rows(
                f"SELECT score, tie, game, seat FROM best_results WHERE edition = ? AND players = ?{further}"
                " ORDER BY score DESC, tie DESC LIMIT ?",
                *(edition, players, *values, limit),
            )
            yield from (LeaderboardResult(game=game, seat=seat, score=score) for score, _, game, seat in rows)
            if len(rows) < limit:
                return
            below = rows[-1][:2]

    def select_lines(self, condition: str, *values: object) -> list[ListedGame]:
        """Return the lines of a WHERE clause, in its order."""
        return [ListedGame(*row) for row in self.rows(f"{_SELECT_LINES} {condition}", *values)]


def copy_in_memory(stored: GameIndexTables | None) -> GameIndexTables:
    """Return a copy of the index in memory, for a process that cannot write. With None, it is empty."""
    connection, guard = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False), Lock()
    for statement in (*GAME_INDEX, *LOBBY_LINES):
        connection.execute(statement)

    def rows(query: str, *values: object) -> list[Any]:
        with guard:
            return connection.execute(query, values).fetchall()

    def change(statements: Statements) -> bool:
        with guard:
            connection.execute("BEGIN")
            try:
                return change_derived(connection, statements)
            except sqlite3.IntegrityError as error:
                connection.execute("ROLLBACK")
                raise IntegrityError(str(error)) from error
            finally:
                if connection.in_transaction:
                    connection.execute("COMMIT")

    copy = GameIndexTables(rows, change)
    if stored is not None and (reached := stored.position()).form == LINE_FORMAT:
        copy.put(IndexPosition(), IndexPosition(LINE_FORMAT), ())
        before, after = IndexPosition(LINE_FORMAT), 0
        while lines := stored.select_lines("WHERE number > ? ORDER BY number LIMIT ?", after, _LINES_PER_COPY):
            after = lines[-1].number
            copy.put(before, before := before._replace(number=after), lines)
        copy.put(before, reached, ())
    return copy


def _options(line: ListedGame) -> Iterator[tuple[object, ...]]:
    """Yield the rows for searches by option. The options of a game never change."""
    if (head := line.head) is not None:
        for name, value in head.rules.options.items():
            yield name, option_text(value), line.number


def _results(line: ListedGame) -> Iterator[tuple[object, ...]]:
    head = line.head
    if head is None:
        return
    for one in leaderboard_results(head):
        yield (one.game, one.seat, head.edition, head.players, *sort_key(one))
