"""Erasures in the feed: readers of an erased name are told to delete it, too."""

from collections.abc import Iterable, Iterator

from service.feed.audience import NO_AUDIENCE
from service.feed.feed_projector import reached_in
from service.ops.clock import now_ms
from service.store.entries.feed_entries import NAME, FeedEntry, FeedMark, FeedProgress
from service.store.entries.metadata_store import Entry, MetadataStore


def erased_lines(register: MetadataStore, seats: Iterable[tuple[str, int]]) -> Iterator[Entry]:
    """Yield the lines that say that these seats, as (game, seat), have lost their name."""
    reached = reached_in(register)
    place = reached.place
    for game, seat in sorted(seats):
        for mark in register.find_entries(FeedMark, game=game):
            if mark.audience != NO_AUDIENCE:
                place += 1
                yield FeedEntry(
                    place=place,
                    id=FeedEntry.random_id(),
                    game=game,
                    kind=NAME,
                    at=now_ms(),
                    upto=1,
                    seat=seat,
                    audience=mark.audience,
                )
    if place > reached.place:
        yield FeedProgress(position=reached.position, place=place)
