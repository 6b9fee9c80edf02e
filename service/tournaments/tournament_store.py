"""Reads and appends the event streams of tournaments, with optimistic concurrency."""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from domain.refusals import Misuse
from domain.tournaments.counter_stream import secret_before
from domain.tournaments.events import ROUNDS_MAX
from domain.tournaments.state import Tournament
from replay.tournaments.tournament_file import NumberedTournamentEvent
from service.access.context import Context
from service.access.tournament_visibility import KnownEvents, known_events
from service.queries.tournament_records import Prefix, TournamentRecords
from service.store.entries.metadata_store import Entry, EntryT
from service.store.entries.tournament_entries import (
    TournamentEventEntry,
    TournamentName,
    TournamentSecret,
    TournamentSettings,
    TournamentText,
)
from service.store.event_store import GameStore
from service.store.metadata_cache import MetadataCache


class NoSuchTournament(Misuse):
    """No tournament of the store has this id."""

    def __init__(self, tournament: str) -> None:
        super().__init__(f"no tournament in the store is called {tournament[:100]!r}")


class TournamentStore:
    """The tournaments of one store, for any number of threads.

    A service reads entries through its `MetadataCache`, and events through `records`, a cache that all its threads
    share. `notify` is called with a tournament and its last event after each append.
    """

    def __init__(
        self,
        store: GameStore | MetadataCache,
        records: TournamentRecords | None = None,
        notify: Callable[[str, int], None] = lambda *_: None,
    ) -> None:
        self._store = store
        self._notify = notify
        self.records = TournamentRecords(store) if records is None else records

    def events(self, tournament: str, after: int = 0) -> tuple[NumberedTournamentEvent, ...]:
        """Return the events of a tournament after this one. An unknown tournament has none.

        Raises DamagedTournament if an event is missing or cannot be read.
        """
        return self.records.events(tournament)[after:]

    def record(self, tournament: str) -> tuple[NumberedTournamentEvent, ...]:
        """Return all events of a tournament. Raises NoSuchTournament if there are none."""
        if not (events := self.events(tournament)):
            raise NoSuchTournament(tournament)
        return events

    def state(self, tournament: str) -> Tournament:
        """Return a tournament after its last event. Without events, it is not created yet."""
        return self.records.state(tournament, self.events(tournament))

    def secret(self, tournament: str) -> str:
        """Return the last secret of the hash chain. Raises NoSuchTournament if it is not stored."""
        found = self._store.find_entries(TournamentSecret, tournament=tournament)
        if not found:
            raise NoSuchTournament(tournament)
        return found[0].secret

    def secrets(self, tournament: str) -> dict[int, str]:
        """Return the secrets of all rounds by number. Raises NoSuchTournament if the last secret is not stored."""
        last = self.secret(tournament)
        return {number: secret_before(last, ROUNDS_MAX - number) for number in range(1, ROUNDS_MAX + 1)}

    def names(self, tournament: str) -> dict[str, str]:
        """Return the names of players and clubs by pseudonym, without erased names."""
        rows = self._beside(TournamentName, tournament)
        return {row.pseudonym: row.name for row in rows if row.name is not None}

    def texts(self, tournament: str) -> dict[str, str | None]:
        """Return the texts that people wrote, by digest. An erased text is None.

        A fork also has the texts of its parent.
        """
        parent = self.settings(tournament).forked_from
        before = {} if parent is None else self.texts(parent)
        return before | {row.digest: row.text for row in self._beside(TournamentText, tournament)}

    def _beside(self, kind: type[EntryT], tournament: str) -> list[EntryT]:
        """Return entries of a tournament that are at least as new as the events that were read before.

        Events are read from the store itself. So a reader may know an event before the cache is updated.
        """
        if isinstance(self._store, MetadataCache):
            self._refresh(self._store, kind, tournament)
        return self._store.find_entries(kind, tournament=tournament)

    def _refresh(self, cache: MetadataCache, kind: type[Entry], tournament: str) -> None:
        """Refresh the cache once for each version of a tournament, not for each reader."""
        kept = self.records.cached(tournament)
        if kept is None:
            cache.refresh(kind, tournament=tournament)
        elif kept.refreshed.get(kind) != (version := len(kept.events)) and cache.refresh(kind, tournament=tournament):
            kept.refreshed[kind] = version

    def all_settings(self) -> list[TournamentSettings]:
        """Return all stored settings of tournaments, oldest first."""
        return sorted(self._store.find_entries(TournamentSettings), key=lambda one: (one.made, one.tournament))

    def settings(self, tournament: str) -> TournamentSettings:
        """Return the settings of a tournament, or default settings with its id as title."""
        found = self._store.find_entries(TournamentSettings, tournament=tournament)
        return found[0] if found else TournamentSettings(tournament=tournament, title=tournament, made=0)

    def known(
        self, settings: TournamentSettings, events: tuple[NumberedTournamentEvent, ...], relation: str, now: int
    ) -> KnownEvents:
        """Return the events of a tournament that a client of this relation may see. `events` are all its events.

        The result is cached for all clients of the same relation until metadata is written or more events are due.
        """
        kept = self.records.cached(settings.tournament)
        if kept is None or not isinstance(self._store, MetadataCache):
            return known_events(self._store, settings, events, relation, now)

        def count() -> Prefix:
            known = known_events(self._store, settings, events, relation, now)
            return len(known.events), known.later_at

        known, later_at = kept.prefix((len(events), self._store.age, settings, relation), now, count)
        return KnownEvents(events[:known], later_at)

    def append(self, tournament: str, events: Sequence[NumberedTournamentEvent], *beside: Entry) -> None:
        """Append events, and write entries with them: all or none. They are on disk when this returns.

        Raises Conflict if another writer has appended events meanwhile.
        """
        self._store.save_entries(*entries_of(tournament, events), *beside)
        if events:
            self._notify(tournament, events[-1].n)


def tournament_store(context: Context) -> TournamentStore:
    """Return the tournament store of a service."""
    return TournamentStore(context.register, context.tournaments, context.notifier.notify_of_tournament)


def entries_of(tournament: str, events: Sequence[NumberedTournamentEvent]) -> Iterator[TournamentEventEntry]:
    """Yield the entries that store events in the stream of a tournament."""
    for one in events:
        event = msgspec.json.encode(one.event).decode()
        yield TournamentEventEntry(tournament=tournament, n=one.n, at=one.at, event=event)
