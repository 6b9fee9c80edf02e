"""The tables of the index.

They are derived from the log, and made again if they do not match it.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from threading import Lock
from typing import Any, Final, NamedTuple

import msgspec
from eventsourcing.persistence import DatabaseError, IntegrityError

from projections.leaderboard import Best, ranked, results
from projections.lobby import LobbyLine
from service.store.index.filters import option_text
from service.store.index.index_entry import FORM, ListedGame, shelves
from service.store.index.search import GameSearch
from service.store.log_source import Changes
from service.store.queries import INT64_MAX, NAMES_AT_ONCE
from service.store.sqlite.file import sqlite3
from service.store.sqlite.migrations import LOBBY_LINES, ROLL
from service.store.sqlite.rows import derive

_LINE: Final = ", ".join(f"roll.{name}" for name in ListedGame._fields)
_RANKED: Final = ("game", "seat", "edition", "players", "score", "tie")


def _upsert(table: str, names: Sequence[str], key: Sequence[str]) -> str:
    # Without statistics of a growing table, a database would scan all of it for the rows to replace.
    marks, kept = ", ".join("?" * len(names)), ", ".join(f"{name} = excluded.{name}" for name in names)
    return (
        f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks}) ON CONFLICT ({', '.join(key)}) DO UPDATE SET {kept}"
    )


_PUT: Final = _upsert("roll", ListedGame._fields, ["game"])
_RANK: Final = _upsert("best_results", _RANKED, ["game", "seat"])
_OPTION: Final = "INSERT INTO roll_options (option, value, number) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_LISTED: Final = f"SELECT {_LINE} FROM roll"
_PUT_LOBBY_LINE: Final = _upsert("lobby_lines", ["game", "line"], ["game"])
_LOBBY_LINE: Final = msgspec.msgpack.Decoder(LobbyLine)
_COPIED_AT_ONCE: Final = 1_000


class Reached(NamedTuple):
    """The position of the lines: all games up to `number`, by events up to `position`, which `anchor` identifies."""

    form: int = 0
    position: int = 0
    number: int = 0
    anchor: bytes = b""


_REACHED: Final = ", ".join(Reached._fields)
_REACH: Final = (
    f"UPDATE roll_reached SET {', '.join(f'{name} = ?' for name in Reached._fields)}"
    " WHERE form = ? AND position = ? AND number = ?"
)


class GameIndexTables:
    """The index in tables: `rows` reads them, `derive` changes them as a recorder does."""

    def __init__(self, rows: Callable[..., list[Any]], derive: Callable[[Changes], bool]) -> None:
        self.rows = rows
        self.derive = derive

    def position(self) -> Reached:
        """Return the position of the lines."""
        found = self.rows(f"SELECT {_REACHED} FROM roll_reached")
        if not found:
            raise DatabaseError("roll_reached is empty, which it never is")
        return Reached(*found[0])

    def clear(self, before: Reached) -> bool:
        """Delete all lines. Return False if another process has updated them since `before`."""
        reach = (_REACH, [(*Reached(FORM), *before[:3])])
        cleared = [(f"DELETE FROM {table}", [()]) for table in ("roll", "roll_options", "best_results", "lobby_lines")]
        return self.derive([reach, *cleared])

    def put(self, before: Reached, after: Reached, lines: Sequence[ListedGame]) -> bool:
        """Write these lines. Return False, without any change, if another process was faster."""
        changes: list[tuple[str, Sequence[Sequence[object]]]] = [(_REACH, [(*after, *before[:3])])]
        if lines:
            changes.append((_PUT, lines))
        if best := [row for line in lines for row in _results(line)]:
            changes.append((_RANK, best))
        if options := [row for line in lines for row in _options(line)]:
            changes.append((_OPTION, options))
        if damaged := [(line.game,) for line in lines if line.fault is not None]:
            changes.append(("DELETE FROM best_results WHERE game = ?", damaged))
        return self.derive(changes)

    def lines(self, games: Sequence[str]) -> dict[str, ListedGame]:
        """Return the lines of those of these games that have one."""
        return {line.game: line for line in map(ListedGame._make, self._of_games(_LISTED, games))}

    def lobby_lines(self, games: Sequence[str]) -> Iterator[LobbyLine]:
        """Yield the stored lobby lines of these games, each as of the event that it names."""
        for (line,) in self._of_games("SELECT line FROM lobby_lines", games):
            with suppress(msgspec.DecodeError):  # another version or program has written it
                yield _LOBBY_LINE.decode(line)

    def keep_lobby_lines(self, lines: Sequence[LobbyLine]) -> bool:
        """Store these lobby lines, each in place of an older one of its game."""
        return self.derive([(_PUT_LOBBY_LINE, [(line.summary.game, msgspec.msgpack.encode(line)) for line in lines])])

    def _of_games(self, query: str, games: Sequence[str]) -> Iterator[Any]:
        for begin in range(0, len(games), NAMES_AT_ONCE):
            part = games[begin : begin + NAMES_AT_ONCE]
            yield from self.rows(f"{query} WHERE game IN ({', '.join('?' * len(part))})", *part)

    def damaged(self) -> list[ListedGame]:
        """Return the lines of the games that cannot be listed."""
        return self.asked("WHERE fault IS NOT NULL ORDER BY number")

    def onward(self, after: int, limit: int) -> list[ListedGame]:
        """Return the games that can be listed, in the order of arrival, after this number."""
        return self.asked("WHERE number > ? AND status IS NOT NULL ORDER BY number LIMIT ?", after, limit)

    def forks_of(self, game: str) -> list[ListedGame]:
        """Return the games that were forked from this one, in the order of arrival."""
        return self.asked("WHERE parent = ? ORDER BY number", game)

    def found(self, search: GameSearch, after: tuple[int, int] | None, limit: int) -> list[ListedGame]:
        """Return the games that may match for some viewer, in the requested order, after this place."""
        if search.is_plain:
            below = INT64_MAX if after is None else after[1]
            return self.newest(search.wanted.get("edition"), search.wanted.get("status"), below, limit)
        conditions, values = search.conditions(after)
        return self.asked(f"{conditions} LIMIT ?", *values, limit)

    def newest(self, edition: str | None, status: str | None, below: int, limit: int) -> list[ListedGame]:
        """Return games that may have this edition and status for some viewer, newest first, with numbers below this."""
        groups = shelves(status)
        if edition is None and status is None:
            return self.asked("WHERE number < ? AND status IS NOT NULL ORDER BY number DESC LIMIT ?", below, limit)
        of, values = ("", ()) if edition is None else (" AND edition = ?", (edition,))
        parts, asked = [], list[object]()
        for place, (one, late) in enumerate(groups):
            part = f"{_LISTED} WHERE status = ? AND late = ?{of} AND number < ? ORDER BY number DESC LIMIT ?"
            parts.append(f"SELECT * FROM ({part}) AS part{place}")
            asked += [str(one), late, *values, below, limit]
        query = f"{' UNION ALL '.join(parts)} ORDER BY number DESC LIMIT ?"
        return [ListedGame(*row) for row in self.rows(query, *asked, limit)]

    def best(self, edition: str, players: int, limit: int) -> Iterator[Best]:
        """Yield the best results of an edition with this many players, best first. `limit` are read at once."""
        below: tuple[int, str] | None = None
        while True:
            further, values = ("", ()) if below is None else (" AND (score, tie) < (?, ?)", below)
            found = self.rows(
                f"SELECT score, tie, game, seat FROM best_results WHERE edition = ? AND players = ?{further}"
                " ORDER BY score DESC, tie DESC LIMIT ?",
                *(edition, players, *values, limit),
            )
            yield from (Best(game=game, seat=seat, score=score) for score, _, game, seat in found)
            if len(found) < limit:
                return
            below = found[-1][:2]

    def asked(self, condition: str, *values: object) -> list[ListedGame]:
        """Return the lines that meet a condition, in its order."""
        return [ListedGame(*row) for row in self.rows(f"{_LISTED} {condition}", *values)]


def in_memory(kept: GameIndexTables | None) -> GameIndexTables:
    """Return an index in memory with a copy of these lines, for a process that may not write."""
    connection, guard = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False), Lock()
    for statement in (*ROLL, *LOBBY_LINES):
        connection.execute(statement)

    def rows(query: str, *values: object) -> list[Any]:
        with guard:
            return connection.execute(query, values).fetchall()

    def changed(changes: Changes) -> bool:
        with guard:
            connection.execute("BEGIN")
            try:
                return derive(connection, changes)
            except sqlite3.IntegrityError as error:
                connection.execute("ROLLBACK")
                raise IntegrityError(str(error)) from error
            finally:
                if connection.in_transaction:
                    connection.execute("COMMIT")

    own = GameIndexTables(rows, changed)
    if kept is not None and (reached := kept.position()).form == FORM:
        own.put(Reached(), Reached(FORM), ())
        before, after = Reached(FORM), 0
        while lines := kept.asked("WHERE number > ? ORDER BY number LIMIT ?", after, _COPIED_AT_ONCE):
            after = lines[-1].number
            own.put(before, before := before._replace(number=after), lines)
        own.put(before, reached, ())
    return own


def _options(line: ListedGame) -> Iterator[tuple[object, ...]]:
    """Yield the rows that make a game findable by its options, which never change."""
    if (head := line.head) is not None:
        for name, value in head.rules.options.items():
            yield name, option_text(value), line.number


def _results(line: ListedGame) -> Iterator[tuple[object, ...]]:
    head = line.head
    if head is None:
        return
    for one in results(head):
        yield (one.game, one.seat, head.edition, head.players, *ranked(one))
