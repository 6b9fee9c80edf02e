"""Projects the log into the feed: a line enters when its audience may know of its event."""

import time
from collections.abc import Iterator, Sequence
from threading import Lock
from typing import Final

from service.feed.audience import NO_AUDIENCE, Audiences, Heard
from service.feed.tournament_lines import TournamentLines, TournamentNews
from service.ops.clock import now_ms
from service.store.entries.feed_entries import EVENTS, TOURNAMENT, FeedEntry, FeedMark, FeedProgress, TournamentMark
from service.store.entries.metadata_store import Entry, MetadataStore
from service.store.event_store import GameStore

BATCH: Final = 2000
"""How many events of the log are processed at once."""
DUTY_EVENTS: Final = 5_000
"""From how many missing events on a background worker updates the feed."""
ASKED_EVENTS: Final = 20_000
"""Up to how many missing events are processed within a reader's request: some 50 ms of work."""
WAITING_SECONDS: Final = 0.5
"""How often games are checked that become more visible with time, without a new event."""
TOURNAMENT_SECONDS: Final = 0.2
"""How often tournaments are checked, which stand beside the log."""


class FeedProjector:
    """Updates the feed. Any thread of any process may call it; no line is written twice.

    Delayed or sealed events enter when they become visible, so that the order of the lines reveals nothing earlier. Of
    two concurrent updates, the slower one writes nothing and starts again.
    """

    def __init__(self, store: GameStore, audiences: Audiences, tournaments: TournamentLines) -> None:
        self._store = store
        self._audiences = audiences
        self._tournaments = tournaments
        self._guard = Lock()
        self._looked = self._asked = 0.0

    def bring_on(self, seconds: float = 1.0) -> bool:
        """Process new events for at most this many seconds. Return whether none is left."""
        until = time.monotonic() + seconds
        with self._guard:
            while self._take_in():
                if time.monotonic() >= until:
                    return False
        return True

    def lacks(self) -> int:
        """Return how many events of the log the feed lacks, approximately."""
        return max(0, self._store.position() - reached_in(self._store).position)

    def is_worth_a_turn(self) -> bool:
        """Return whether the feed lags far enough for a background worker to update it, and can be written."""
        return self._store.writable and self.lacks() > DUTY_EVENTS

    def take_lease(self, name: str) -> bool:
        """Take the lease of this name, if no other process has it."""
        return self._store.take_lease(name)

    def _take_in(self) -> bool:
        """Process some new events. Return whether there were any."""
        reached = reached_in(self._store)
        news = self._store.event_numbers_since(reached.position, BATCH)
        heard = self._heard({game: n for _, game, n in news})
        entering = self._of_tournaments()
        if not (heard or news or entering):
            return False
        position = news[-1][0] if news else reached.position

        def entries(register: MetadataStore) -> Iterator[Entry]:
            if reached_in(register) == reached:
                yield from self._lines(register, heard, entering, reached.place, position)

        self._store.change_entries(entries)
        return bool(news)

    def _heard(self, written: dict[str, int]) -> dict[str, Heard]:
        """Return who may see what of the games that have new events, and of those whose waiting time is over."""
        waiting = dict[str, FeedMark]()
        if time.monotonic() >= self._looked + WAITING_SECONDS:
            self._looked = time.monotonic()
            waiting = {one.game: one for one in self._store.find_entries(FeedMark, waits=True)}
        found = {
            game: self._audiences.audience_of(game, n) for game, n in {**dict.fromkeys(waiting, 0), **written}.items()
        }
        return {
            game: one
            for game, one in found.items()
            if one is not None and (game in written or one.differs_from(waiting[game]))
        }

    def _of_tournaments(self) -> list[TournamentNews]:
        """Return what enters of tournaments, looked for now and then."""
        if time.monotonic() < self._asked + TOURNAMENT_SECONDS:
            return []
        self._asked = time.monotonic()
        return self._tournaments.news()

    def _lines(
        self,
        register: MetadataStore,
        heard: dict[str, Heard],
        entering: Sequence[TournamentNews],
        place: int,
        position: int,
    ) -> Iterator[Entry]:
        """Yield the lines that enter, the marks of their games, and the new position of the feed."""
        at = now_ms()
        for game, now in heard.items():
            mark = next(iter(register.find_entries(FeedMark, game=game)), None)
            before = mark or FeedMark(game=game, upto=now.since, audience=now.audience, waits=False)
            after = FeedMark(game=game, upto=max(now.upto, before.upto), audience=now.audience, waits=now.waits)
            for since, upto, besides in _entering(now.since, before, after):
                place += 1
                yield FeedEntry(
                    place=place,
                    id=FeedEntry.random_id(),
                    game=game,
                    kind=EVENTS,
                    since=since,
                    upto=upto,
                    audience=after.audience,
                    besides=besides,
                    at=at,
                )
            if after != mark:
                yield after
        for one in entering:
            place += 1
            yield FeedEntry(
                place=place,
                id=FeedEntry.random_id(),
                game=one.tournament,
                kind=TOURNAMENT,
                since=one.since,
                upto=one.upto,
                at=at,
            )
            yield TournamentMark(tournament=one.tournament, upto=one.upto)
        yield FeedProgress(position=position, place=place)


def _entering(first: int, before: FeedMark, after: FeedMark) -> Iterator[tuple[int, int, str | None]]:
    """Yield the ranges of events that enter, as (since, upto, excluded audience).

    A new audience gets all events; an audience that has seen some gets the rest.
    """
    since = before.upto
    if before.audience != after.audience:
        if before.audience == NO_AUDIENCE:
            since = first
        elif first < before.upto:
            yield first, before.upto, before.audience
    if since < after.upto and after.audience != NO_AUDIENCE:
        yield since, after.upto, None


def reached_in(register: MetadataStore) -> FeedProgress:
    """Return the position of the feed."""
    return next(iter(register.find_entries(FeedProgress)), FeedProgress())
