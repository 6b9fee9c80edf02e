"""Reads the feed for one audience: the lines after a cursor, each with its own cursor."""

import re
from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

import msgspec

from domain.visibility import viewer_named
from service.access.reader import Reader
from service.feed.audience import Audiences
from service.feed.feed_projector import REQUEST_LAG_EVENTS_MAX, FeedProjector
from service.feed.tournament_lines import TournamentLines
from service.problems import Problem
from service.store.entries.feed_entries import (
    EVENTS,
    TOURNAMENT,
    FeedEntry,
    FeedFilter,
    last_visible_line,
    visible_lines_after,
)
from service.store.errors import FeedBehind, StoreUnavailable, StoreUnreachable
from service.store.event_store import GameStore

NOW: Final = "now"
"""The cursor of a reader that wants only future lines."""
EVENT: Final = "event"
ERASED: Final = "erased"
"""The kinds of lines about games."""
ENTRIES_PER_QUERY: Final = 50
_CURSOR: Final = re.compile(r"([A-Za-z0-9_-]{22})\.([0-9]{1,9})")
_PUBLIC: Final = viewer_named("spectator")


class FeedPosition(NamedTuple):
    """A reader's position in the feed: after event n of the entry at `place`. Its text form is `cursor`."""

    place: int = 0
    n: int = 0
    cursor: str | None = None


class FeedLine(NamedTuple):
    """One line: the position after it, its kind, the type of its event if it has one, and its JSON.

    The `entry` is the stored line, which may hold several events.
    """

    at: FeedPosition
    kind: str
    type: str | None
    json: bytes
    entry: FeedEntry


class FeedWindow(NamedTuple):
    """Some lines, the position after them, and whether more lines are available now."""

    lines: list[FeedLine]
    at: FeedPosition
    more: bool


class FeedReader:
    """Reads the feed, and updates it before each read. Any number of threads may use it."""

    def __init__(self, store: GameStore, reader: Reader, audiences: Audiences, tournaments: TournamentLines) -> None:
        self._store = store
        self._reader = reader
        self._audiences = audiences
        self._tournaments = tournaments
        self.projector = FeedProjector(store, audiences, tournaments)

    def position_of(self, audience: str, cursor: str | None) -> FeedPosition:
        """Return the position of this cursor.

        Raises:
            Problem: `feed.cursor` if no line of this feed has it.
            FeedBehind: the cursor is `now`, and a background worker must update the feed first.
        """
        if cursor is None:
            return FeedPosition()
        if cursor == NOW:
            lag = self.projector.lag_events()
            if lag > REQUEST_LAG_EVENTS_MAX:
                raise FeedBehind(lag)
            while not self.projector.update():
                pass
            last = self._store.query(last_visible_line, audience)
            return _end_of(last[0]) if last else FeedPosition()
        if (parts := _CURSOR.fullmatch(cursor)) is not None:
            for entry in self._store.find_entries(FeedEntry, id=parts[1]):
                if entry.audience in (None, audience) and entry.since <= int(parts[2]) <= entry.upto:
                    return FeedPosition(entry.place, int(parts[2]), cursor)
        raise Problem(
            "feed.cursor", "no line of this feed has this cursor: start again without a cursor, or with `now`"
        )

    def read(
        self,
        audience: str,
        after: FeedPosition,
        limit: int,
        *,
        types: Collection[str] = (),
        subject: str | None = None,
        tournament: str | None = None,
    ) -> FeedWindow:
        """Return the lines after a position, `limit` at most, filtered by types of events if given.

        A `subject` is the game or tournament of a line. A `tournament` selects its lines and those of its games.

        If the feed cannot be updated or too many events are missing, only the existing lines are returned.
        """
        is_up_to_date = self._update()
        games = () if tournament is None else self._tournaments.games(tournament)
        wanted = FeedFilter(subject, tournament, games)
        entries = self._store.query(visible_lines_after, max(after.place - 1, 0), audience, ENTRIES_PER_QUERY, wanted)
        lines, at = list[FeedLine](), after
        for entry in entries:
            for line in self._lines(entry, after.n if entry.place == after.place else 0):
                if len(lines) == limit:
                    return FeedWindow(lines, at, more=True)
                at = line.at
                if line.type is None or not types or line.type in types:
                    lines.append(line)
            at = _end_of(entry)
        return FeedWindow(lines, at, more=len(entries) == ENTRIES_PER_QUERY or not is_up_to_date)

    def _update(self) -> bool:
        """Update the feed, unless a background worker must do it because too many events are missing.

        Return whether the feed has every event that it can have now.
        """
        if self.projector.lag_events() > REQUEST_LAG_EVENTS_MAX:
            return False
        try:
            return self.projector.update()
        except StoreUnreachable:
            raise
        except StoreUnavailable:  # a full disk or a read-only store: existing lines can still be read
            return True

    def names(self, entry: FeedEntry) -> list[str | None]:
        """Return the names of the seats, as far as the audience of this line may know them."""
        return self._audiences.names(entry.game, entry.audience, entry.upto)

    def _lines(self, entry: FeedEntry, n: int) -> Iterator[FeedLine]:
        """Yield the lines of a stored entry after event n, or none for a game that cannot be read."""
        if entry.kind == TOURNAMENT:
            for at, type_, data in self._tournaments.lines(entry.game, max(entry.since, n), entry.upto):
                yield _line(entry, at, TOURNAMENT, type_, data)
            return
        if entry.kind != EVENTS:
            if n < 1:
                erased = {"game": entry.game, "what": entry.kind, "seat": entry.seat}
                yield _line(entry, 1, ERASED, None, msgspec.json.encode(erased))
            return
        sight = self._audiences.sight(entry.game, entry.audience, entry.upto)
        if sight is None:
            return
        since = max(entry.since, n)
        lines = self._reader.lines(sight, _PUBLIC, since, entry.upto)
        begin = msgspec.json.encode({"game": entry.game})
        for envelope, line in zip(self._reader.envelopes(sight, since), lines, strict=False):
            body = begin[:-1] + b',"envelope":' + line + b"}"
            yield _line(entry, envelope.n, EVENT, str(type(envelope.event).__struct_config__.tag), body)


def _end_of(entry: FeedEntry) -> FeedPosition:
    """Return the position after the whole entry."""
    return FeedPosition(entry.place, entry.upto, f"{entry.id}.{entry.upto}")


def _line(entry: FeedEntry, n: int, kind: str, type_: str | None, body: bytes) -> FeedLine:
    at = FeedPosition(entry.place, n, f"{entry.id}.{n}")
    head = msgspec.json.encode({"cursor": at.cursor, "kind": kind})
    return FeedLine(at, kind, type_, head[:-1] + b"," + body[1:], entry)
