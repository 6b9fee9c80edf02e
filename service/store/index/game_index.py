"""The index of games: a line with the summary of each game, derived from the log and updated when it grows."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from msgspec.structs import replace

from domain.editions import EDITIONS
from projections.leaderboard import LeaderboardResult
from projections.lobby import LobbyLine
from projections.summary import GameStatus, Summary
from service.store.error_translator import ErrorTranslator
from service.store.index.game_index_builder import INLINE_LINES_MAX, GameIndexBuilder
from service.store.index.game_index_tables import GameIndexTables
from service.store.index.game_index_updater import GameIndexUpdater
from service.store.index.index_entry import ListedGame
from service.store.index.search import GameSearch, Order
from service.store.recorder import GameRecorder

GAMES_PER_READ: Final = 500
"""How many lines one query reads if many games are needed."""
GAMES_PER_PAGE: Final = 60
"""How many lines one query reads if a page of a list is needed."""


class GameIndex:
    """The index of one store, for any number of threads and processes. Damaged games are left out.

    Every method first processes the events written since the last update, by any process. The cost grows only with
    their number. If the lines belong to another log or have another format, they are built again. Without `persist`,
    updates are kept in memory and nothing is written.
    """

    def __init__(self, recorder: GameRecorder, errors: ErrorTranslator, *, persist: bool) -> None:
        self._recorder = recorder
        self._errors = errors
        errors.on_damage = self.record_fault
        self._faults: dict[str, str] = {}  # found by this process; other faults are in the lines
        self._updater = GameIndexUpdater(recorder, self.record_fault, persist=persist)
        self._builder: GameIndexBuilder | None = None

    def heads(self) -> list[Summary]:
        """Return the summary of every game that can be listed, in the order of arrival."""
        return list(self._all_by_arrival())

    def games_of_status(self, *statuses: GameStatus) -> Iterator[str]:
        """Yield the games with these statuses: first those of the first status, each newest first."""
        for status in statuses:
            yield from (head.game for head in self.newest(status=status) if head.status == status)

    def head(self, game: str) -> Summary | None:
        """Return the summary of a game, or None if there is no such game or if it cannot be listed."""
        with self._errors.translating():
            lines = self._updated_tables().lines([game])
        return next(iter(self._heads(lines.values())), None)

    def games(self) -> Iterator[str]:
        """Yield the id of every game, also of damaged games, in the order of arrival."""
        number = 0
        with self._errors.translating():
            while rows := self._recorder.game_rows_after(number, GAMES_PER_READ):
                yield from (row.game for row in rows)
                number = rows[-1].number

    def faults(self) -> Mapping[str, str]:
        """Return the games that are known to be damaged, each with the reason."""
        with self._errors.translating():
            lines = self._updated_tables().damaged()
        return {line.game: line.fault or "" for line in lines} | self._faults

    def record_fault(self, game: str, reason: str) -> None:
        """Remove a damaged game from the lists of this process. The first reason is kept."""
        self._faults.setdefault(game, reason)

    def place(self, game: str) -> int | None:
        """Return the number of a game in the order of arrival, or None if there is no such game."""
        with self._errors.translating():
            row = self._recorder.game_row(game)
        return None if row is None else row.number

    def place_in(self, order: Order, game: str) -> tuple[int, int] | None:
        """Return the sort key of a game in this order, or None if the order does not contain it."""
        with self._errors.translating():
            line = self._updated_tables().lines([game]).get(game)
        return None if line is None else order.key(line)

    def newest(self, edition: str | None = None, status: str | None = None) -> Iterator[Summary]:
        """Yield the games that may have this edition and status for some viewer, newest first."""
        return self.search(GameSearch(edition=edition, status=status))

    def search(
        self, search: GameSearch, after: tuple[int, int] | None = None, among: Collection[str] | None = None
    ) -> Iterator[Summary]:
        """Yield the games that may match for some viewer, in the order of the search, after this sort key.

        A delayed game is also yielded if an earlier state may match, which spectators may see. `among` restricts the
        search to these games.
        """
        if search.wanted.get("edition") not in (None, *EDITIONS):
            return
        if among is not None:
            yield from self._search_among(search, after, list(among))
            return
        limit = GAMES_PER_READ if search.needs_summaries else GAMES_PER_PAGE
        while True:
            with self._errors.translating():
                lines = self._updated_tables().search(search, after, limit)
            yield from self._heads(lines, search)
            if len(lines) < limit:
                return
            after = search.order.key(lines[-1])

    def _search_among(self, search: GameSearch, after: tuple[int, int] | None, among: list[str]) -> Iterator[Summary]:
        placed, order = list[tuple[tuple[int, int], str]](), search.order
        with self._errors.translating():
            tables = self._updated_tables()
            for line in tables.lines(among).values():
                key = order.key(line)
                if key is not None and (after is None or (key < after if order.descending else key > after)):
                    placed.append((key, line.game))
        games = (game for _, game in sorted(placed, reverse=order.descending))
        while page := list(islice(games, GAMES_PER_PAGE)):
            with self._errors.translating():
                lines = self._updated_tables().lines(page)
            yield from self._heads([lines[game] for game in page if game in lines], search)

    def forks_of(self, game: str) -> list[Summary]:
        """Return the forks of this game, in the order of arrival."""
        with self._errors.translating():
            return self._heads(self._updated_tables().forks_of(game))

    def best_results(self, edition: str, players: int) -> Iterator[LeaderboardResult]:
        """Yield the best results of an edition with this many players, best first."""
        with self._errors.translating():
            results = self._updated_tables().best_results(edition, players, 2 * GAMES_PER_PAGE)
            yield from (one for one in results if one.game not in self._faults)

    def lobby_lines(self, heads: Sequence[Summary]) -> dict[str, LobbyLine]:
        """Return the stored lobby lines of these games by id. Outdated lines are left out."""
        versions = {head.game: head.version for head in heads}
        with self._errors.translating():
            lines = list(self._updated_tables().lobby_lines(list(versions)))
        return {line.summary.game: line for line in lines if versions.get(line.summary.game) == line.summary.version}

    def keep_lobby_lines(self, lines: Sequence[LobbyLine]) -> None:
        """Store lobby lines, so that processes need not read these games again for a list."""
        if lines:
            with self._errors.translating():
                self._updater.keep_lobby_lines(lines)

    def rebuild(self, advance: Callable[[float], None] = lambda _: None) -> None:
        """Build all lines again from the log, and write them. `advance` is called with each share of 1 that is done."""
        # The caller wants the lines written, even if this index does not persist updates.
        self._updater = GameIndexUpdater(self._recorder, self.record_fault, persist=True)
        self.clear()
        with self._errors.translating():
            before, is_complete = 0.0, False
            while not is_complete:
                is_complete = self._updater.update_some()
                built, newest = self._updater.progress()
                share = built / newest if newest else 1.0
                advance(share - before)
                before = share

    def clear(self) -> None:
        """Delete all lines, so that they are built again."""
        with self._errors.translating():
            self._updater.clear()

    def _all_by_arrival(self) -> Iterator[Summary]:
        number = 0
        with self._errors.translating():
            while lines := self._updated_tables().lines_after(number, GAMES_PER_READ):
                number = lines[-1].number
                yield from self._heads(lines)

    def missing_count(self) -> int:
        """Return how many games have no line yet."""
        with self._errors.translating():
            built, newest = self._updater.progress()
        return newest - built

    def start_build(self) -> None:
        """Start a thread that builds the lines if many are missing. Until it ends, lists raise IndexBehind."""
        if self.missing_count() > INLINE_LINES_MAX:
            self._builder = GameIndexBuilder(self._updater)
            self._builder.start()

    def build_progress(self) -> float | None:
        """Return the progress of that thread, from 0 to 1, or None if no lines are being built."""
        with self._errors.translating():
            return None if self._builder is None else self._builder.progress

    def stop_build(self) -> None:
        """Stop the thread that builds lines."""
        if self._builder is not None:
            self._builder.stop()

    def _updated_tables(self) -> GameIndexTables:
        if self._builder is not None:
            self._builder.require_done()
        return self._updater.updated_tables()

    def _heads(self, lines: Iterable[ListedGame], search: GameSearch | None = None) -> list[Summary]:
        """Return the summaries of the undamaged games among these that may match, with their current versions."""
        shown = [(line, line.head) for line in lines if line.game not in self._faults]
        if any(head is None and line.fault is None for line, head in shown):  # another program wrote it
            with self._errors.translating():
                self._updater.clear()
                renewed = self._updated_tables().lines([line.game for line, _ in shown])
            shown = [(line, line.head) for before, _ in shown if (line := renewed.get(before.game)) is not None]
        heads = {line.game: head for line, head in shown if head is not None and _may_match(search, line, head)}
        with self._errors.translating():
            rows = self._recorder.game_rows(list(heads))
        return [replace(head, version=rows[game].version) for game, head in heads.items() if game in rows]


def _may_match(search: GameSearch | None, line: ListedGame, head: Summary) -> bool:
    return search is None or search.may_match(line, head)
