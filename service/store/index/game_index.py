"""The index of games: each in a line that is kept beside the log, brought on by what is written."""

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
"""Of how many games the lines are asked for at once, where all are wanted, and where a few are."""


class GameIndex:
    """The games of one store, for any number of threads and processes. A damaged game is left out; all others stay.

    Every method first reads the events written since the lines were brought on last, by whomever; its cost grows with
    their number only. The lines follow from the log: whoever finds them of another log, or of another form, makes them
    again. Without `keeps` nothing is written, and what is new is kept in memory.
    """

    def __init__(self, recorder: GameRecorder, errors: ErrorTranslator, *, keeps: bool) -> None:
        self._recorder = recorder
        self._errors = errors
        errors.on_damage = self.fault
        self._faults: dict[str, str] = {}  # what was found here; what the lines tell is in their tables
        self._follower = GameIndexUpdater(recorder, self.fault, keeps=keeps)
        self._building: GameIndexBuilder | None = None

    def heads(self) -> list[Summary]:
        """Return every game that can be listed, in the order in which they came into the store."""
        return list(self._onward())

    def of_status(self, *statuses: GameStatus) -> Iterator[str]:
        """Yield the games that are of one of these by the log, of each the newest first."""
        for status in statuses:
            yield from (head.game for head in self.newest(status=status) if head.status == status)

    def head(self, game: str) -> Summary | None:
        """Return the summary of a game; None when there is no such game or it cannot be listed."""
        with self._errors.translated():
            lines = self._brought_on().lines([game])
        return next(iter(self._heads(lines.values())), None)

    def games(self) -> Iterator[str]:
        """Yield every game, also those that are damaged, in the order in which they came into the store."""
        number = 0
        with self._errors.translated():
            while rows := self._recorder.games_after(number, AT_ONCE):
                yield from (row.game for row in rows)
                number = rows[-1].number

    def faults(self) -> Mapping[str, str]:
        """Return the games known to be damaged, each with the reason."""
        with self._errors.translated():
            lines = self._brought_on().damaged()
        return {line.game: line.fault or "" for line in lines} | self._faults

    def fault(self, game: str, says: str) -> None:
        """Record that this game is damaged and take it off the lists of this process; the first reason stays."""
        self._faults.setdefault(game, says)

    def place(self, game: str) -> int | None:
        """The place of a game in the order in which they came into the store; None when there is no such game."""
        with self._errors.translated():
            row = self._recorder.game(game)
        return None if row is None else row.number

    def place_in(self, order: Order, game: str) -> tuple[int, int] | None:
        """Return where a game stands in an order, None for one that does not."""
        with self._errors.translated():
            line = self._brought_on().lines([game]).get(game)
        return None if line is None else order.key(line)

    def newest(self, edition: str | None = None, status: str | None = None) -> Iterator[Summary]:
        """Return the games that may be of this edition and status, newest first."""
        return self.found(GameSearch(edition=edition, status=status))

    def found(
        self, search: GameSearch, after: tuple[int, int] | None = None, among: Collection[str] | None = None
    ) -> Iterator[Summary]:
        """Yield the games that may be found so, in the order asked for, from after this place of it on.

        A game that some viewers see late is also given as what it may still be to them. With `among`, only those games
        count.
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
        """Return the games that were forked from this one, as they came into the store."""
        with self._errors.translated():
            return self._heads(self._brought_on().forks_of(game))

    def best(self, edition: str, players: int) -> Iterator[Best]:
        """Yield the best results of an edition among so many players, best first."""
        with self._errors.translated():
            found = self._brought_on().best(edition, players, 2 * PAGE)
            yield from (one for one in found if one.game not in self._faults)

    def lobby_lines(self, heads: Sequence[Summary]) -> dict[str, LobbyLine]:
        """Return the lobby lines of these games, of those that are kept as of the last event."""
        versions = {head.game: head.version for head in heads}
        with self._errors.translated():
            found = list(self._brought_on().lobby_lines(list(versions)))
        return {line.summary.game: line for line in found if versions.get(line.summary.game) == line.summary.version}

    def keep_lobby_lines(self, lines: Sequence[LobbyLine]) -> None:
        """Keep these lobby lines, so that no process has to fold their games for a list again."""
        if lines:
            with self._errors.translated():
                self._follower.keep(lines)

    def rebuild(self, done: Callable[[float], None] = lambda _: None) -> None:
        """Make all lines again from the log, and write them; `done` is called with each share of them as it is made."""
        self._follower = GameIndexUpdater(self._recorder, self.fault, keeps=True)  # that is what the caller wants
        self.forget()
        with self._errors.translated():
            before, is_done = 0.0, False
            while not is_done:
                is_done = self._follower.bring_on()
                made, newest = self._follower.progress()
                done((share := made / newest if newest else 1.0) - before)
                before = share

    def forget(self) -> None:
        """Throw all lines away, so that they are made again."""
        with self._errors.translated():
            self._follower.forget()

    def _onward(self) -> Iterator[Summary]:
        number = 0
        with self._errors.translated():
            while lines := self._brought_on().onward(number, AT_ONCE):
                number = lines[-1].number
                yield from self._heads(lines)

    def missing(self) -> int:
        """Return how many games came into the store after the last one that has a line."""
        with self._errors.translated():
            made, newest = self._follower.progress()
        return newest - made

    def build(self) -> None:
        """Begin to make the lines in a thread, if there are many to make. Until it is done, lists are refused."""
        if self.missing() > FEW:
            self._building = GameIndexBuilder(self._follower)
            self._building.start()

    def share_built(self) -> float | None:
        """Return how much of that is done, from 0 to 1; None where all is."""
        with self._errors.translated():
            return None if self._building is None else self._building.share

    def stop(self) -> None:
        """Make no more lines in a thread."""
        if self._building is not None:
            self._building.stop()

    def _brought_on(self) -> GameIndexTables:
        if self._building is not None:
            self._building.require_done()
        return self._follower.brought_on()

    def _heads(self, lines: Iterable[ListedGame], search: GameSearch | None = None) -> list[Summary]:
        """The summaries as of the last events of these games; of those that are not damaged, and may be found so."""
        shown = [(line, line.head) for line in lines if line.game not in self._faults]
        if any(head is None and line.fault is None for line, head in shown):  # something has written there
            with self._errors.translated():
                self._follower.forget()
                anew = self._brought_on().lines([line.game for line, _ in shown])
            shown = [(line, line.head) for before, _ in shown if (line := anew.get(before.game)) is not None]
        heads = {line.game: head for line, head in shown if head is not None and _may_fit(search, line, head)}
        with self._errors.translated():
            rows = self._recorder.games(list(heads))
        return [replace(head, version=rows[game].version) for game, head in heads.items() if game in rows]


def _may_fit(search: GameSearch | None, line: ListedGame, head: Summary) -> bool:
    return search is None or search.may_fit(line, head)
