"""Every game, newest first, from the log; its line or timeline from the read models, where they are as far."""

from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Final, NamedTuple, TypeVar

from domain.refusals import Misuse
from projections.leaderboard import BEST_MAX, Best
from projections.lobby import LobbyLine
from projections.summary import GameStatus, Summary
from projections.timeline import Timeline
from service.ops.redis_client import RedisAway, Spoilt
from service.queries.read_models import ReadModels
from service.store.event_store import GameStore
from service.store.index.search import GameSearch

Found = TypeVar("Found")

PAGE: Final = 50
"""Of how many games the lines are asked for at once."""
LAG_MAX: Final = 500
"""From how many events on those who run the service are told that the read models lie behind."""


def no_such_cursor(place: str = "query.cursor") -> Misuse:
    """What is said of a cursor that leads nowhere, whether there is such a game or not."""
    return Misuse("this cursor does not lead on: begin again without one", place=place)


class CatalogueEntry(NamedTuple):
    """A game of the catalogue, and its line where it is at hand and up to date."""

    game: str
    line: LobbyLine | None


class Catalogue:
    """The games of a store; with read models they need not be looked at one by one."""

    def __init__(self, store: GameStore, models: ReadModels | None) -> None:
        self._store = store
        self._models = models

    def unfinished(self) -> Iterator[str]:
        """The games that go on or have yet to begin, from the log."""
        return self._store.roll.of_status(GameStatus.OPEN, GameStatus.RUNNING)

    def entries(
        self, search: GameSearch, *, after: str | None, among: Collection[str] | None
    ) -> Iterator[CatalogueEntry]:
        """The games that may be found so, in their order after `after`, out of `among`.

        A game may be another to whoever asks, who may know less of it. Misuse when `after` leads nowhere.
        """
        found = self._logged(search, after, among)
        while page := list(islice(found, PAGE)):
            games, none = [head.game for head in page], dict[str, LobbyLine]()
            lines = self._asked(partial(ReadModels.lines, games=games), none)
            for head in page:
                line = lines.get(head.game)
                current = line is not None and line.summary.version == head.version
                yield CatalogueEntry(head.game, line if current else None)

    def timeline(self, game: str, version: int) -> Timeline | None:
        """The timeline of a game up to its event `version`, where it is at hand."""
        found = self._asked(lambda models: models.timeline(game), None)
        return found if found is not None and found.version == version else None

    def best(self, edition: str, players: int, is_public: Callable[[str], bool]) -> Iterator[Best]:
        """The best results of an edition among so many players, best first, of the games that `is_public` names."""
        ranked = self._store.roll.best(edition, players)
        yield from islice((one for one in ranked if is_public(one.game)), BEST_MAX)

    def _asked(self, question: Callable[[ReadModels], Found], otherwise: Found) -> Found:
        """What the read models answer; when they are not what was put there, a worker has to make them anew."""
        if self._models is None:
            return otherwise
        with suppress(RedisAway):
            try:
                return question(self._models)
            except Spoilt:
                self._models.forget()
        return otherwise

    def _logged(self, search: GameSearch, after: str | None, among: Collection[str] | None) -> Iterator[Summary]:
        roll = self._store.roll
        place = None if after is None else roll.place_in(search.order, after)
        if after is not None and place is None:
            raise no_such_cursor()
        yield from roll.found(search, place, among)
