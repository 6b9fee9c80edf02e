"""The lines of the feed about tournaments: what the public may know of them, each from the moment when it may."""

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


class TournamentNews(NamedTuple):
    """Events of a tournament that the feed lacks: those after `since`, up to `upto`."""

    tournament: str
    since: int
    upto: int


class TournamentLines:
    """Decides which events of tournaments enter the feed, by what an anonymous client may know of them."""

    def __init__(self, store: GameStore, register: MetadataCache, records: TournamentRecords) -> None:
        self._store = store
        self._register = register
        self._records = records

    def news(self) -> list[TournamentNews]:
        """Return what the public may know by now and the feed does not have."""
        if self._store.schema < TournamentMark.since_schema:
            return []
        found = []
        for settings, fed in self._store.query(_lacking):
            since = max(fed, settings.forked_at or 0)  # the events before are those of another tournament
            if len(known := self._known(settings)) > since:
                found.append(TournamentNews(settings.tournament, since, len(known)))
        return found

    def lines(self, tournament: str, since: int, upto: int) -> Iterator[tuple[int, str, bytes]]:
        """Yield the number, the type and the JSON of each of these events, none where they cannot be read."""
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


def _lacking(rows: Callable[..., list[Any]]) -> list[tuple[TournamentSettings, int]]:
    """Return each public tournament that has more events than the feed, and up to which one it is there."""
    names = TournamentSettings.__struct_fields__
    query = (
        f"SELECT {', '.join(f's.{name}' for name in names)}, coalesce(f.upto, 0) FROM tournament_settings s"
        " LEFT JOIN tournament_feed f ON f.tournament = s.tournament WHERE NOT s.private AND coalesce(f.upto, 0) <"
        " (SELECT max(n) FROM tournament_events e WHERE e.tournament = s.tournament) ORDER BY s.made, s.tournament"
    )
    return [(entry_from_row(TournamentSettings, row[:-1]), int(row[-1])) for row in rows(query)]
