"""The lines of the feed about tournaments: each event from the moment when the public may know it."""

from collections.abc import Callable, Collection, Iterator
from typing import Any, NamedTuple

import msgspec

from replay.codec import time_text
from service.access.policy import ANONYMOUS
from service.access.tournament_visibility import Events, known_events, linked_games
from service.ops.clock import now_ms
from service.queries.tournament_records import TournamentRecords
from service.store.entries.entry_sql import entry_from_row
from service.store.entries.feed_entries import TournamentMark
from service.store.entries.tournament_entries import TournamentSettings
from service.store.errors import DamagedTournament
from service.store.event_store import GameStore
from service.store.metadata_cache import MetadataCache


class TournamentRange(NamedTuple):
    """Events of a tournament that are missing in the feed: those after `since`, up to `upto`."""

    tournament: str
    since: int
    upto: int


class TournamentLines:
    """Decides which events of tournaments the feed has: those that an anonymous client may know."""

    def __init__(self, store: GameStore, register: MetadataCache, records: TournamentRecords) -> None:
        self._store = store
        self._register = register
        self._records = records

    def new_ranges(self) -> list[TournamentRange]:
        """Return the events that the public may know now and that are missing in the feed."""
        if self._store.schema < TournamentMark.since_schema:
            return []
        found = []
        for settings, fed in self._store.query(_behind_feed):
            since = max(fed, settings.forked_at or 0)  # a fork shares the events before with its origin
            if len(known := self._known(settings)) > since:
                found.append(TournamentRange(settings.tournament, since, len(known)))
        return found

    def lines(self, tournament: str, since: int, upto: int) -> Iterator[tuple[int, str, bytes]]:
        """Yield the number, the type and the JSON of each of these events, or nothing if they cannot be read."""
        for settings in self._register.find_entries(TournamentSettings, tournament=tournament):
            for one in self._known(settings)[since:upto]:
                envelope = {"n": one.n, "at": time_text(one.at), "event": one.event}
                data = msgspec.json.encode({"tournament": tournament, "envelope": envelope})
                yield one.n, str(type(one.event).__struct_config__.tag), data

    def games(self, tournament: str) -> Collection[str]:
        """Return the games that are linked to a tournament, as far as the public may know."""
        found = self._register.find_entries(TournamentSettings, tournament=tournament)
        return linked_games(self._known(found[0])) if found else ()

    def _known(self, settings: TournamentSettings) -> Events:
        try:
            events = self._records.events(settings.tournament)
        except DamagedTournament:
            return ()
        return known_events(self._register, settings, events, ANONYMOUS, now_ms()).events


def _behind_feed(rows: Callable[..., list[Any]]) -> list[tuple[TournamentSettings, int]]:
    """Return each public tournament with events that are missing in the feed, and the last event that the feed has."""
    names = TournamentSettings.__struct_fields__
    query = (
        f"SELECT {', '.join(f's.{name}' for name in names)}, coalesce(f.upto, 0) FROM tournament_settings s"
        " LEFT JOIN tournament_feed f ON f.tournament = s.tournament WHERE NOT s.private AND coalesce(f.upto, 0) <"
        " (SELECT max(n) FROM tournament_events e WHERE e.tournament = s.tournament) ORDER BY s.made, s.tournament"
    )
    return [(entry_from_row(TournamentSettings, row[:-1]), int(row[-1])) for row in rows(query)]
