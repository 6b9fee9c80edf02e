"""Projects the log into the feed: a line is added when its audience may know of its event."""

import time
from collections.abc import Iterator, Sequence
from threading import Lock
from typing import Final

from service.feed.audience import NO_AUDIENCE, Audiences, VisibleRange
from service.feed.tournament_lines import TournamentLines, TournamentRange
from service.ops.clock import now_ms
from service.store.entries.feed_entries import EVENTS, TOURNAMENT, FeedEntry, FeedMark, FeedProgress, TournamentMark
from service.store.entries.metadata_store import Entry, MetadataStore
from service.store.event_store import GameStore

EVENTS_PER_BATCH: Final = 2000
"""How many events of the log are processed in one transaction."""
BACKGROUND_LAG_EVENTS: Final = 5_000
"""A background worker updates the feed if more events than this are missing."""
REQUEST_LAG_EVENTS_MAX: Final = 20_000
"""A reader's request updates the feed if at most this many events are missing: some 50 ms of work."""
WAITING_CHECK_SECONDS: Final = 0.5
"""How often to check the games of which time alone may make more events visible."""
TOURNAMENT_CHECK_SECONDS: Final = 0.2
"""How often to check tournaments, whose events are in another table than the log."""


class FeedProjector:
    """Updates the feed. Any thread of any process may use it; no line is written twice.

    Delayed or sealed events are added when they become visible, so that the order of the lines reveals nothing early.
    Of two concurrent updates, the slower one writes nothing and starts again.
    """

    def __init__(self, store: GameStore, audiences: Audiences, tournaments: TournamentLines) -> None:
        self._store = store
        self._audiences = audiences
        self._tournaments = tournaments
        self._guard = Lock()
        self._games_checked_at = self._tournaments_checked_at = 0.0

    def update(self, seconds: float = 1.0) -> bool:
        """Process new events for about this many seconds. Return whether none is left."""
        until = time.monotonic() + seconds
        with self._guard:
            while self._process_batch():
                if time.monotonic() >= until:
                    return False
        return True

    def lag_events(self) -> int:
        """Return approximately how many events of the log are missing in the feed."""
        return max(0, self._store.position() - feed_progress(self._store).position)

    def needs_background_update(self) -> bool:
        """Return whether a background worker must update the feed: it lags far behind, and the store is writable."""
        return self._store.writable and self.lag_events() > BACKGROUND_LAG_EVENTS

    def take_lease(self, name: str) -> bool:
        """Take the lease of this name, and return whether this process has it now."""
        return self._store.take_lease(name)

    def _process_batch(self) -> bool:
        """Process one batch of new events. Return whether there were any."""
        progress = feed_progress(self._store)
        new_events = self._store.event_numbers_since(progress.position, EVENTS_PER_BATCH)
        ranges = self._visible_ranges({game: n for _, game, n in new_events})
        tournaments = self._tournament_ranges()
        if not (ranges or new_events or tournaments):
            return False
        position = new_events[-1][0] if new_events else progress.position

        def entries(register: MetadataStore) -> Iterator[Entry]:
            if feed_progress(register) == progress:
                yield from self._lines(register, ranges, tournaments, progress.place, position)

        self._store.change_entries(entries)
        return bool(new_events)

    def _visible_ranges(self, written: dict[str, int]) -> dict[str, VisibleRange]:
        """Return the visible ranges of games with new events, and of waiting games whose range has changed."""
        waiting = dict[str, FeedMark]()
        if time.monotonic() >= self._games_checked_at + WAITING_CHECK_SECONDS:
            self._games_checked_at = time.monotonic()
            waiting = {one.game: one for one in self._store.find_entries(FeedMark, waits=True)}
        found = {
            game: self._audiences.audience_of(game, n) for game, n in {**dict.fromkeys(waiting, 0), **written}.items()
        }
        return {
            game: one
            for game, one in found.items()
            if one is not None and (game in written or one.differs_from(waiting[game]))
        }

    def _tournament_ranges(self) -> list[TournamentRange]:
        """Return the new visible ranges of tournaments, or nothing if they were checked a moment ago."""
        if time.monotonic() < self._tournaments_checked_at + TOURNAMENT_CHECK_SECONDS:
            return []
        self._tournaments_checked_at = time.monotonic()
        return self._tournaments.new_ranges()

    def _lines(
        self,
        register: MetadataStore,
        ranges: dict[str, VisibleRange],
        tournaments: Sequence[TournamentRange],
        place: int,
        position: int,
    ) -> Iterator[Entry]:
        """Yield the lines to add, the marks of their games, and the new position of the feed."""
        at = now_ms()
        for game, now in ranges.items():
            mark = next(iter(register.find_entries(FeedMark, game=game)), None)
            before = mark or FeedMark(game=game, upto=now.since, audience=now.audience, waits=False)
            after = FeedMark(game=game, upto=max(now.upto, before.upto), audience=now.audience, waits=now.waits)
            for since, upto, besides in _new_ranges(now.since, before, after):
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
        for one in tournaments:
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


def _new_ranges(first: int, before: FeedMark, after: FeedMark) -> Iterator[tuple[int, int, str | None]]:
    """Yield the ranges of events to add, as (since, upto, excluded audience).

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


def feed_progress(register: MetadataStore) -> FeedProgress:
    """Return the position of the feed in the log, and the place of its last line."""
    return next(iter(register.find_entries(FeedProgress)), FeedProgress())
