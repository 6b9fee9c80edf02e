"""From the log into the feed: a line enters it when its audience may know of what it tells."""

import time
from collections.abc import Iterator
from threading import Lock
from typing import Final

from service.feed.audience import NOBODY, Audiences, Heard
from service.ops.clock import now_ms
from service.store.entries.feed_entries import EVENTS, FeedEntry, FeedMark, FeedReached
from service.store.entries.metadata_store import Entry, MetadataStore
from service.store.event_store import GameStore

BATCH: Final = 2000
"""How many events of the log are taken in at once."""
DUTY_EVENTS: Final = 5_000
"""From how many events on a duty brings the feed on."""
ASKED_EVENTS: Final = 20_000
"""Up to how many events are taken in for somebody who asks: some 50 ms of work."""
WAITING_SECONDS: Final = 0.5
"""How often games are looked at of which more may be known though nothing happens in them."""


class FeedProjector:
    """Brings the feed on; the caller for it does that, in any thread of any process, and nobody twice.

    What is late or sealed enters when it no longer is, so that the order of the lines tells nothing of it before. Of
    two who bring it on at once the slower one writes nothing, and looks again.
    """

    def __init__(self, store: GameStore, audiences: Audiences) -> None:
        self._store = store
        self._audiences = audiences
        self._guard = Lock()
        self._looked = 0.0

    def bring_on(self, seconds: float = 1.0) -> bool:
        """Take in what is new, for so long at most; whether that was all there is."""
        until = time.monotonic() + seconds
        with self._guard:
            while self._take_in():
                if time.monotonic() >= until:
                    return False
        return True

    def lacks(self) -> int:
        """Return how many events of the log the feed lacks, about."""
        return max(0, self._store.position() - reached_in(self._store).position)

    def is_worth_a_turn(self) -> bool:
        """Say whether the feed lies so far behind that a duty brings it on, where that can be written."""
        return self._store.writable and self.lacks() > DUTY_EVENTS

    def take_lease(self, name: str) -> bool:
        """Take the lease of this name, if no other process has it."""
        return self._store.take_lease(name)

    def _take_in(self) -> bool:
        """Take in some of what is new; whether there was any."""
        reached = reached_in(self._store)
        news = self._store.written_since(reached.position, BATCH)
        heard = self._heard({game: n for _, game, n in news})
        if not heard and not news:
            return False
        position = news[-1][0] if news else reached.position

        def entries(register: MetadataStore) -> Iterator[Entry]:
            if reached_in(register) == reached:
                yield from self._lines(register, heard, reached.place, position)

        self._store.settle(entries)
        return bool(news)

    def _heard(self, written: dict[str, int]) -> dict[str, Heard]:
        """Who hears what of the games in which something was written, and of those for which the wait is over."""
        waiting = dict[str, FeedMark]()
        if time.monotonic() >= self._looked + WAITING_SECONDS:
            self._looked = time.monotonic()
            waiting = {one.game: one for one in self._store.noted(FeedMark, waits=True)}
        found = {
            game: self._audiences.audience_of(game, n) for game, n in {**dict.fromkeys(waiting, 0), **written}.items()
        }
        return {
            game: one
            for game, one in found.items()
            if one is not None and (game in written or one.differs_from(waiting[game]))
        }

    def _lines(self, register: MetadataStore, heard: dict[str, Heard], place: int, position: int) -> Iterator[Entry]:
        """Yield the lines that enter, the marks of their games, and how far the feed goes then."""
        at = now_ms()
        for game, now in heard.items():
            mark = next(iter(register.noted(FeedMark, game=game)), None)
            before = mark or FeedMark(game=game, upto=now.since, audience=now.audience, waits=False)
            after = FeedMark(game=game, upto=max(now.upto, before.upto), audience=now.audience, waits=now.waits)
            for since, upto, besides in _entering(now.since, before, after):
                place += 1
                yield FeedEntry(
                    place=place,
                    id=FeedEntry.drawn_id(),
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
        yield FeedReached(position=position, place=place)


def _entering(first: int, before: FeedMark, after: FeedMark) -> Iterator[tuple[int, int, str | None]]:
    """Which events enter, as (since, upto, besides whom): those who begin to hear hear all, but for who has heard."""
    since = before.upto
    if before.audience != after.audience:
        if before.audience == NOBODY:
            since = first
        elif first < before.upto:
            yield first, before.upto, before.audience
    if since < after.upto and after.audience != NOBODY:
        yield since, after.upto, None


def reached_in(register: MetadataStore) -> FeedReached:
    """Return how far the feed goes."""
    return next(iter(register.noted(FeedReached)), FeedReached())
