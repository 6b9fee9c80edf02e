"""Lists games from the index, newest first, with cached lobby lines."""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from domain.refusals import Misuse
from projections.leaderboard import LEADERBOARD_RESULTS_MAX, LeaderboardResult
from projections.lobby import LobbyLine
from projections.summary import GameStatus, Summary
from service.store.event_store import GameStore
from service.store.index.search import GameSearch

PAGE_LINES: Final = 50
"""How many lobby lines are read together."""


def no_such_cursor(place: str = "query.cursor") -> Misuse:
    """Return the error for an unknown cursor. It does not show whether there is such a game."""
    return Misuse("this cursor is unknown: begin again without one", place=place)


class CatalogueEntry(NamedTuple):
    """A game of the list, and its lobby line if a current one is cached."""

    game: str
    line: LobbyLine | None


class GameLists:
    """The games of a store, as its index has them."""

    def __init__(self, store: GameStore) -> None:
        self._store = store

    def unfinished(self) -> Iterator[str]:
        """Return the games that have not ended, or not begun."""
        return self._store.game_index.games_of_status(GameStatus.OPEN, GameStatus.RUNNING)

    def entries(
        self, search: GameSearch, *, after: str | None, among: Collection[str] | None
    ) -> Iterator[CatalogueEntry]:
        """Yield the games that match a search, in its order: those after the game `after`, and only those of `among`.

        The caller may know less of a game, so each must be checked again. Raises Misuse for an unknown `after`.
        """
        found = self._search(search, after, among)
        while page := list(islice(found, PAGE_LINES)):
            lines = self._store.game_index.lobby_lines(page)
            yield from (CatalogueEntry(head.game, lines.get(head.game)) for head in page)

    def keep(self, lines: Sequence[LobbyLine]) -> None:
        """Store the lobby lines that were made for a list, for all processes."""
        self._store.game_index.keep_lobby_lines(lines)

    def best(self, edition: str, players: int, is_public: Callable[[str], bool]) -> Iterator[LeaderboardResult]:
        """Yield the best results of an edition with this many players, best first, of games that are public."""
        ranked = self._store.game_index.best_results(edition, players)
        yield from islice((one for one in ranked if is_public(one.game)), LEADERBOARD_RESULTS_MAX)

    def _search(self, search: GameSearch, after: str | None, among: Collection[str] | None) -> Iterator[Summary]:
        game_index = self._store.game_index
        place = None if after is None else game_index.place_in(search.order, after)
        if after is not None and place is None:
            raise no_such_cursor()
        yield from game_index.search(search, place, among)
