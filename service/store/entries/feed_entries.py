"""Stored lines of the feed of all games, in the order in which they became visible."""

import base64
import os
from collections.abc import Callable, Collection
from typing import Any, Final, NamedTuple

from service.store.entries.entry_sql import SQLITE, entry_from_row
from service.store.entries.metadata_store import Entry

EVENTS: Final = "events"
"""The kind of a line about events of a game."""
NAME: Final = "name"
"""The kind of a line about a name that was erased from its seat."""
TOURNAMENT: Final = "tournament"
"""The kind of a line about events of a tournament, whose id is in `game`."""
ID_BYTES: Final = 16
_OF_TOURNAMENT: Final = "@tournament"


class FeedingEntry(Entry):
    """An entry that no view of a game depends on, so caches stay valid."""

    keeps_caches = True
    since_schema = 6


class FeedEntry(FeedingEntry):
    """A line of the feed at its place, from 1: the events of a game after `since` up to `upto`, or an erasure.

    `audience` is the digest of the token that created the game, or None for everyone. `besides` is an audience that has
    got the same events in an earlier line. `id` is random, so it does not reveal the place. `at` is in milliseconds
    since 1970.
    """

    sql_table = "feed_lines"
    key_fields = ("place",)
    insert_only = True

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

    @property
    def subject(self) -> str:
        """The id of the game, or that of the tournament with a suffix that no id of a game has."""
        return f"{self.game}{_OF_TOURNAMENT}" if self.kind == TOURNAMENT else self.game

    @staticmethod
    def random_id() -> str:
        """Return a random id for a line."""
        return base64.urlsafe_b64encode(os.urandom(ID_BYTES)).decode().rstrip("=")


class FeedMark(FeedingEntry):
    """Up to which event a game is in the feed, and for which audience.

    `waits` is whether more events may become visible as time passes.
    """

    sql_table = "feed_marks"
    key_fields = ("game",)

    game: str
    upto: int
    audience: str | None
    waits: bool


class FeedProgress(FeedingEntry):
    """The position in the log up to which the feed is complete, and the place of its last line."""

    sql_table = "feed_reached"
    key_fields = ("feed",)

    feed: str = "feed"
    position: int = 0
    place: int = 0


class TournamentMark(FeedingEntry):
    """Up to which event a tournament is in the feed."""

    sql_table = "tournament_feed"
    key_fields = ("tournament",)
    since_schema = 14

    tournament: str
    upto: int


FEED_KINDS: tuple[type[FeedingEntry], ...] = (FeedEntry, FeedMark, FeedProgress, TournamentMark)


_VISIBLE: Final = (
    f"SELECT {', '.join(FeedEntry.__struct_fields__)} FROM feed_lines"
    f" WHERE (audience IS NULL OR audience = {SQLITE.placeholder})"
    f" AND (besides IS NULL OR besides <> {SQLITE.placeholder})"
)


def subject_id(subject: str) -> str:
    """Return the id of the game or tournament of a subject."""
    return subject.removesuffix(_OF_TOURNAMENT)


def last_visible_line(rows: Callable[..., list[Any]], audience: str) -> list[FeedEntry]:
    """Return the last line that this audience may see, in a list, or [] if there is none."""
    return [
        entry_from_row(FeedEntry, row) for row in rows(f"{_VISIBLE} ORDER BY place DESC LIMIT 1", audience, audience)
    ]


class FeedFilter(NamedTuple):
    """A filter of lines: those of one subject, or those of a tournament and its `games`. By default, all."""

    subject: str | None = None
    tournament: str | None = None
    games: Collection[str] = ()

    @property
    def condition(self) -> tuple[str, tuple[object, ...]]:
        """The filter in SQL, and the values of its placeholders."""
        mark, parts, values = SQLITE.placeholder, list[str](), list[object]()
        if self.subject is not None:
            is_game = not self.subject.endswith(_OF_TOURNAMENT)
            parts.append(f" AND game = {mark} AND kind {'<>' if is_game else '='} {mark}")
            values += [subject_id(self.subject), TOURNAMENT]
        if self.tournament is not None:
            among = "".join(f", {mark}" for _ in self.games)
            parts.append(f" AND ((game = {mark} AND kind = {mark}) OR (kind <> {mark} AND game IN (NULL{among})))")
            values += [self.tournament, TOURNAMENT, TOURNAMENT, *self.games]
        return "".join(parts), tuple(values)


def visible_lines_after(
    rows: Callable[..., list[Any]], place: int, audience: str, limit: int, wanted: FeedFilter
) -> list[FeedEntry]:
    """Return at most `limit` wanted lines after this place that this audience may see, in order."""
    among, values = wanted.condition
    query = f"{_VISIBLE} AND place > {SQLITE.placeholder}{among} ORDER BY place LIMIT {SQLITE.placeholder}"
    return [entry_from_row(FeedEntry, row) for row in rows(query, audience, audience, place, *values, limit)]
