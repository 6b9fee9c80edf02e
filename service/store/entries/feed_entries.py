"""The stored feed of all games: its lines in the order in which they became visible, and its position."""

import base64
import os
from collections.abc import Callable
from typing import Any, Final

from service.store.entries.metadata_store import SQLITE, Entry, read

EVENTS: Final = "events"
NAME: Final = "name"
"""The kinds of lines: visible events, or a name that was erased from its seat."""
ID_BYTES: Final = 16


class FeedingEntry(Entry):
    """An entry that does not affect any view of a game."""

    quiet = True
    came_with = 6


class FeedEntry(FeedingEntry):
    """A line of the feed at its place, from 1: the events of a game after `since` up to `upto`, or an erasure.

    It is for the public, or for one `audience`, the token that made the game. `besides` is an audience that has had it
    before. The `id` is random, so that it reveals nothing of its place. `at` is in milliseconds since 1970.
    """

    kept_in = "feed_lines"
    named_by = ("place",)
    once = True

    place: int
    id: str
    game: str
    kind: str
    at: int
    since: int = 0
    upto: int = 0
    seat: int | None = None
    audience: str | None = None
    besides: str | None = None

    @staticmethod
    def drawn_id() -> str:
        """Return an id that no other line has."""
        return base64.urlsafe_b64encode(os.urandom(ID_BYTES)).decode().rstrip("=")


class FeedMark(FeedingEntry):
    """Up to which event a game is in the feed, and for which audience.

    `waits` if that may change without a new event.
    """

    kept_in = "feed_marks"
    named_by = ("game",)

    game: str
    upto: int
    audience: str | None
    waits: bool


class FeedReached(FeedingEntry):
    """The position of the log up to which events were processed, and the place of the last line."""

    kept_in = "feed_reached"
    named_by = ("feed",)

    feed: str = "feed"
    position: int = 0
    place: int = 0


class TournamentMark(FeedingEntry):
    """Up to which event a tournament is in the feed."""

    kept_in = "tournament_feed"
    named_by = ("tournament",)
    came_with = 14

    tournament: str
    upto: int


FED: tuple[type[FeedingEntry], ...] = (FeedEntry, FeedMark, FeedReached, TournamentMark)


_VISIBLE: Final = (
    f"SELECT {', '.join(FeedEntry.__struct_fields__)} FROM feed_lines"
    f" WHERE (audience IS NULL OR audience = {SQLITE.mark}) AND (besides IS NULL OR besides <> {SQLITE.mark})"
)


def fed_last(rows: Callable[..., list[Any]], audience: str) -> list[FeedEntry]:
    """Return the last line that this audience may see, if there is one."""
    return [read(FeedEntry, row) for row in rows(f"{_VISIBLE} ORDER BY place DESC LIMIT 1", audience, audience)]


def fed_after(
    rows: Callable[..., list[Any]], place: int, audience: str, limit: int, game: str | None = None
) -> list[FeedEntry]:
    """Return the lines after this place that this audience may see, in order, of one game if given."""
    among, games = ("", ()) if game is None else (f" AND game = {SQLITE.mark}", (game,))
    query = f"{_VISIBLE} AND place > {SQLITE.mark}{among} ORDER BY place LIMIT {SQLITE.mark}"
    return [read(FeedEntry, row) for row in rows(query, audience, audience, place, *games, limit)]
