"""The index of games: a summary line for each game, derived from the log and updated when it grows."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from msgspec.structs import replace

from domain.editions import EDITIONS
from projections.leaderboard import Best
from projections.lobby import LobbyLine
from projections.summary import GameStatus, Summary
from service.store.error_translator import ErrorTranslator
from service.store.index.game_index_builder import FEW, GameIndexBuilder
from service.store.index.game_index_tables import GameIndexTables
from service.store.index.game_index_updater import GameIndexUpdater
from service.store.index.index_entry import ListedGame
from service.store.index.search import GameSearch, Order
from service.store.recorder import GameRecorder

AT_ONCE: Final = 500
PAGE: Final = 60
"""How many games' lines are read at once, when all are wanted, and when a few are."""


class GameIndex:
    """The games of one store, for any number of threads and processes. A damaged game is left out; all others stay.

    Every method first reads the events written since the last update, by any process. Its cost grows with their number
    only. If the lines belong to another log or another format, they are made again. Without `keeps` nothing is written,
    and updates are kept in memory.
    """

    def __init__(self, recorder: GameRecorder, errors: ErrorTranslator, *, keeps: bool) -> None:
        self._recorder = recorder
        self._errors = errors
        errors.on_damage = self.fault
        self._faults: dict[str, str] = {}  # faults found by this process; those of the lines are in their tables
        self._follower = GameIndexUpdater(recorder, self.fault, keeps=keeps)
        self._building: GameIndexBuilder | None = None

    def heads(self) -> list[Summary]:
        """Return every game that can be listed, in the order of arrival."""
        return list(self._onward())

    def of_status(self, *statuses: GameStatus) -> Iterator[str]:
        """Yield the games that have one of these statuses, of each the newest first."""
        for status in statuses:
            yield from (head.game for head in self.newest(status=status) if head.status == status)

    def head(self, game: str) -> Summary | None:
        """Return the summary of a game, or None if there is no such game or it cannot be listed."""
        with self._errors.translated():
            lines = self._brought_on().lines([game])
        return next(iter(self._heads(lines.values())), None)

    def games(self) -> Iterator[str]:
        """Yield every game, also damaged ones, in the order of arrival."""
        number = 0
        with self._errors.translated():
            while rows := self._recorder.game_rows_after(number, AT_ONCE):
                yield from (row.game for row in rows)
                number = rows[-1].number

    def faults(self) -> Mapping[str, str]:
        """Return the games known to be damaged, each with the reason."""
        with self._errors.translated():
            lines = self._brought_on().damaged()
        return {line.game: line.fault or "" for line in lines} | self._faults

    def fault(self, game: str, says: str) -> None:
        """Record that this game is damaged and remove it from the lists of this process. The first reason stays."""
        self._faults.setdefault(game, says)

    def place(self, game: str) -> int | None:
        """Return the number of a game in the order of arrival, or None if there is no such game."""
        with self._errors.translated():
            row = self._recorder.game_row(game)
        return None if row is None else row.number

    def place_in(self, order: Order, game: str) -> tuple[int, int] | None:
        """Return the place of a game in an order, or None if it has none."""
        with self._errors.translated():
            line = self._brought_on().lines([game]).get(game)
        return None if line is None else order.key(line)

    def newest(self, edition: str | None = None, status: str | None = None) -> Iterator[Summary]:
        """Yield the games that may be of this edition and status, newest first."""
        return self.found(GameSearch(edition=edition, status=status))

    def found(
        self, search: GameSearch, after: tuple[int, int] | None = None, among: Collection[str] | None = None
    ) -> Iterator[Summary]:
        """Yield the games that may match, in the requested order, after this place.

        A game with a delay is also returned as what it may still be to spectators. `among` selects some games.
        """
        if search.wanted.get("edition") not in (None, *EDITIONS):
            return
        if among is not None:
            yield from self._found_among(search, after, list(among))
            return
        limit = AT_ONCE if search.looks_inside else PAGE
        while True:
            with self._errors.translated():
                lines = self._brought_on().found(search, after, limit)
            yield from self._heads(lines, search)
            if len(lines) < limit:
                return
            after = search.order.key(lines[-1])

    def _found_among(self, search: GameSearch, after: tuple[int, int] | None, among: list[str]) -> Iterator[Summary]:
        placed, order = list[tuple[tuple[int, int], str]](), search.order
        with self._errors.translated():
            tables = self._brought_on()
            for line in tables.lines(among).values():
                key = order.key(line)
                if key is not None and (after is None or (key < after if order.descending else key > after)):
                    placed.append((key, line.game))
        games = (game for _, game in sorted(placed, reverse=order.descending))
        while page := list(islice(games, PAGE)):
            with self._errors.translated():
                lines = self._brought_on().lines(page)
            yield from self._heads([lines[game] for game in page if game in lines], search)

    def forks_of(self, game: str) -> list[Summary]:
        """Return the games that were forked from this one, in the order of arrival."""
        with self._errors.translated():
            return self._heads(self._brought_on().forks_of(game))

    def best(self, edition: str, players: int) -> Iterator[Best]:
        """Yield the best results of an edition with this many players, best first."""
        with self._errors.translated():
            found = self._brought_on().best(edition, players, 2 * PAGE)
            yield from (one for one in found if one.game not in self._faults)

    def lobby_lines(self, heads: Sequence[Summary]) -> dict[str, LobbyLine]:
        """Return the lobby lines of those of these games that have one as of their last event."""
        versions = {head.game: head.version for head in heads}
        with self._errors.translated():
            found = list(self._brought_on().lobby_lines(list(versions)))
        return {line.summary.game: line for line in found if versions.get(line.summary.game) == line.summary.version}

    def keep_lobby_lines(self, lines: Sequence[LobbyLine]) -> None:
        """Store these lobby lines, so that no process must fold their games for a list again."""
        if lines:
            with self._errors.translated():
                self._follower.keep(lines)

    def rebuild(self, done: Callable[[float], None] = lambda _: None) -> None:
        """Make all lines again from the log, and write them. `done` is called with the progress."""
        self._follower = GameIndexUpdater(self._recorder, self.fault, keeps=True)  # as the caller wants them written
        self.forget()
        with self._errors.translated():
            before, is_done = 0.0, False
            while not is_done:
                is_done = self._follower.bring_on()
                made, newest = self._follower.progress()
                done((share := made / newest if newest else 1.0) - before)
                before = share

    def forget(self) -> None:
        """Delete all lines, so that they are made again."""
        with self._errors.translated():
            self._follower.forget()

    def _onward(self) -> Iterator[Summary]:
        number = 0
        with self._errors.translated():
            while lines := self._brought_on().onward(number, AT_ONCE):
                number = lines[-1].number
                yield from self._heads(lines)

    def missing(self) -> int:
        """Return how many games arrived after the last one that has a line."""
        with self._errors.translated():
            made, newest = self._follower.progress()
        return newest - made

    def build(self) -> None:
        """Start a thread that makes the lines if many are missing. Until it is done, lists are refused."""
        if self.missing() > FEW:
            self._building = GameIndexBuilder(self._follower)
            self._building.start()

    def share_built(self) -> float | None:
        """Return the progress of that thread, from 0 to 1, or None if it is done."""
        with self._errors.translated():
            return None if self._building is None else self._building.share

    def stop(self) -> None:
        """Stop the thread that makes lines."""
        if self._building is not None:
            self._building.stop()

    def _brought_on(self) -> GameIndexTables:
        if self._building is not None:
            self._building.require_done()
        return self._follower.brought_on()

    def _heads(self, lines: Iterable[ListedGame], search: GameSearch | None = None) -> list[Summary]:
        """Return the summaries of these games that are not damaged and may match, as of their last events."""
        shown = [(line, line.head) for line in lines if line.game not in self._faults]
        if any(head is None and line.fault is None for line, head in shown):  # another program has written to the table
            with self._errors.translated():
                self._follower.forget()
                renewed = self._brought_on().lines([line.game for line, _ in shown])
            shown = [(line, line.head) for before, _ in shown if (line := renewed.get(before.game)) is not None]
        heads = {line.game: head for line, head in shown if head is not None and _may_fit(search, line, head)}
        with self._errors.translated():
            rows = self._recorder.game_rows(list(heads))
        return [replace(head, version=rows[game].version) for game, head in heads.items() if game in rows]


def _may_fit(search: GameSearch | None, line: ListedGame, head: Summary) -> bool:
    return search is None or search.may_fit(line, head)
