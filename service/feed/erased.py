"""The lines of the feed that tell readers to delete an erased name."""

from collections.abc import Iterable, Iterator

from service.feed.audience import NO_AUDIENCE
from service.feed.feed_projector import feed_progress
from service.ops.clock import now_ms
from service.store.entries.feed_entries import NAME, FeedEntry, FeedMark, FeedProgress
from service.store.entries.metadata_store import Entry, MetadataStore


def erasure_lines(register: MetadataStore, seats: Iterable[tuple[str, int]]) -> Iterator[Entry]:
    """Yield a line for each of these seats, as (game, seat), and the new position of the feed."""
    progress = feed_progress(register)
    place = progress.place
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
    if place > progress.place:
        yield FeedProgress(position=progress.position, place=place)
