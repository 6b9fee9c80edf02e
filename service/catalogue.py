"""Every game, newest first: from the read models as far as they go, from the log where they do not."""

from collections.abc import Callable, Collection, Iterator
from heapq import merge
from itertools import islice
from typing import Final, NamedTuple

from projections.leaderboard import BEST_MAX, Best
from projections.lobby import Line
from projections.timeline import Timeline
from service.event_store import GameStore, Head
from service.problems import Problem
from service.redis_door import RedisAway
from service.view_store import Placed, ViewStore

LAG_MAX: Final = 500
"""How many events the read models may lie behind: what those changed is read from the log."""


class Entry(NamedTuple):
    """A game of the catalogue, and its line where it is at hand and up to date."""

    game: str
    line: Line | None


class Catalogue:
    """The games of a store; with read models they need not be looked at one by one."""

    def __init__(self, store: GameStore, views: ViewStore | None) -> None:
        self._store = store
        self._views = views

    def heads(self) -> list[Head]:
        """Every game that can be listed in a line, newest first, from the log."""
        return self._store.heads()[::-1]

    def entries(
        self,
        *,
        edition: str | None,
        status: str | None,
        after: str | None,
        among: Collection[str] | None,
    ) -> Iterator[Entry]:
        """The games that may be of this edition and status, in the list after `after`, out of `among`.

        Whoever reads them looks again: what a line does not say is left to them. Problem when `after` leads nowhere.
        """
        last = after
        if self._views is not None:
            try:
                for entry in self._modelled(self._views, edition, status, after, among):
                    yield entry
                    last = entry.game
            except RedisAway:
                pass
            else:
                return
        yield from self._logged(edition, status, last, among)

    def timeline(self, game: str, version: int) -> Timeline | None:
        """The timeline of a game up to its event `version`, where it is at hand."""
        if self._views is None:
            return None
        try:
            found = self._views.timeline(game)
        except RedisAway:
            return None
        return found if found is not None and found.version == version else None

    def best(self, edition: str, players: int, told: Callable[[str], bool]) -> Iterator[Best]:
        """The best results of an edition among so many players, best first, of the games that may be `told` of.

        What may not must not show by what it displaces: then the log answers.
        """
        if self._views is not None:
            try:
                found = self._views.best(edition, players, BEST_MAX)
                if found is not None and found[0] == self._store.position() and all(told(one.game) for one in found[1]):
                    yield from found[1]
                    return
            except RedisAway:
                pass
        ranked = self._store.roll.best(edition, players)
        yield from islice((one for one in ranked if told(one.game)), BEST_MAX)

    def _modelled(
        self,
        views: ViewStore,
        edition: str | None,
        status: str | None,
        after: str | None,
        among: Collection[str] | None,
    ) -> Iterator[Entry]:
        below = self._place_of(views, after)
        position, page = _there(views.lines(edition, status, below) if among is None else views.named(sorted(among)))
        changed = self._changed_since(position)
        known = {placed.line.game: placed.place for placed in _there(views.named(changed))[1]}
        if below is None:
            yield from (Entry(game, None) for game in reversed(changed) if game not in known and _in(game, among))
        lines = _pages(views, edition, status, page) if among is None else sorted(page, key=_place, reverse=True)
        settled = ((placed.place, placed.line.game, placed.line) for placed in lines if placed.line.game not in known)
        moving = sorted(((place, game, None) for game, place in known.items() if _in(game, among)), reverse=True)
        for place, game, line in merge(settled, moving, key=lambda row: -row[0]):
            if below is None or place < below:
                yield Entry(game, line)

    def _place_of(self, views: ViewStore, game: str | None) -> int | None:
        if game is None:
            return None
        found = _there(views.named([game]))[1]
        if not found:
            raise RedisAway(f"the read models do not have {game}, or not yet")
        return found[0].place

    def _changed_since(self, position: int) -> list[str]:
        """The games that the log has news of, in the order of their first news."""
        news = self._store.written_since(position, LAG_MAX)
        if len(news) == LAG_MAX:
            raise RedisAway("the read models lie far behind")
        return list(dict.fromkeys(game for _, game, _ in news))

    def _logged(
        self, edition: str | None, status: str | None, after: str | None, among: Collection[str] | None
    ) -> Iterator[Entry]:
        roll = self._store.roll
        below = None if after is None else roll.place(after)
        if after is not None and below is None:
            raise Problem(
                "request.shape", "this cursor does not lead on: begin again without one", place="query.cursor"
            )
        for game in roll.newest(edition, status, below, among):
            yield Entry(game, None)


def _pages(views: ViewStore, edition: str | None, status: str | None, page: list[Placed]) -> Iterator[Placed]:
    while page:
        yield from page
        page = _there(views.lines(edition, status, page[-1].place))[1]


def _there(found: tuple[int, list[Placed]] | None) -> tuple[int, list[Placed]]:
    if found is None:
        raise RedisAway("there are no read models")
    return found


def _place(placed: Placed) -> int:
    return placed.place


def _in(game: str, among: Collection[str] | None) -> bool:
    return among is None or game in among
