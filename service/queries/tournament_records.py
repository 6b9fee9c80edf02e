"""A cache of decoded events of tournaments, and of the states and standings that are folded from them."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from threading import Lock
from typing import Final, TypeVar

import msgspec

from domain.tournaments.evolve import tournament_of
from domain.tournaments.standings import StandingsLine, standings
from domain.tournaments.state import Tournament
from replay.tournaments.tournament_file import NumberedTournamentEvent
from service.ops.caches import LruCache
from service.store.entries.metadata_store import Entry
from service.store.entries.tournament_entries import TournamentEventEntry
from service.store.errors import DamagedTournament
from service.store.event_store import GameStore
from service.store.metadata_cache import MetadataCache

EVENTS_MAX: Final = 100_000
"""How many events of all tournaments are cached."""
FOLDS_MAX: Final = 4
"""After how many different events of one tournament its state and its standings are cached."""
PREFIXES_MAX: Final = 16
"""For how many kinds of clients, versions and metadata ages a prefix of one tournament is cached."""
SINGLE_READS_MAX: Final = 40
"""How many new events are read one by one. For more, all are read together."""
Events = tuple[NumberedTournamentEvent, ...]
Prefix = tuple[int, int | None]
"""How many events are visible, and when more become visible without a new event, or None."""
Folded = TypeVar("Folded")


class CachedTournament:
    """The events of one tournament, and what is folded from its first events."""

    def __init__(self, events: Events) -> None:
        self.events = events
        self.states: OrderedDict[int, Tournament] = OrderedDict()
        self.lines: OrderedDict[int, tuple[StandingsLine, ...]] = OrderedDict()
        self.prefixes: OrderedDict[Hashable, tuple[int, Prefix]] = OrderedDict()
        self.refreshed: dict[type[Entry], int] = {}
        """For each kind of entry how many events had been read when the metadata cache was last refreshed."""
        self.confirmed_by_person: tuple[int, Mapping[tuple[int, int], bool]] = 0, {}
        """After this many events: for each round and table whether a person made the last decision on its result."""
        self.guard = Lock()

    def fold(self, events: Events) -> Tournament:
        """Return the state after these events, folded from the last cached state before it."""
        with self.guard:
            before = max((n for n in self.states if n < len(events)), default=0)
            state = self.states.get(before)
        return tournament_of((one.event for one in events[before:]), state)

    def prefix(self, key: Hashable, now: int, count: Callable[[], Prefix]) -> Prefix:
        """Return the cached prefix, or what `count` returns if none is cached or more is visible by now.

        The key names all that the prefix depends on except the time.
        """
        with self.guard:
            counted_at, found = self.prefixes.get(key, (now, None))
        if found is None or not counted_at <= now < (now + 1 if found[1] is None else found[1]):
            found = count()
            with self.guard:
                self.prefixes[key] = now, found
                while len(self.prefixes) > PREFIXES_MAX:
                    self.prefixes.popitem(last=False)
        return found

    def get_or_fold(self, cache: OrderedDict[int, Folded], n: int, fold: Callable[[], Folded]) -> Folded:
        """Return what the cache has for the first `n` events, or what `fold` returns."""
        with self.guard:
            found = cache.get(n)
        if found is None:
            found = fold()
            with self.guard:
                cache[n] = found
                while len(cache) > FOLDS_MAX:
                    cache.popitem(last=False)
        return found


class TournamentRecords:
    """The events of tournaments in a store, for any number of threads.

    Events never change, so each read asks the store only for new ones, which another process may have written.
    """

    def __init__(self, store: GameStore | MetadataCache) -> None:
        self._store = store
        self._tournaments: LruCache[str, CachedTournament] = LruCache(
            "tournaments", EVENTS_MAX, lambda cached: len(cached.events)
        )

    def events(self, tournament: str) -> Events:
        """Return the events of a tournament, or none if there is no such tournament.

        Raises DamagedTournament if an event is missing or unreadable.
        """
        cached = self._tournaments.get(tournament)
        if cached is None:
            cached = CachedTournament(self._all_events(tournament))
            return self._tournaments.setdefault(tournament, cached).events if cached.events else ()
        known = cached.events
        if (new := self._new_events(tournament, len(known))) is None:
            cached.events = self._all_events(tournament)
        elif new:
            cached.events = (*known, *new)
        else:
            return known
        self._tournaments.put(tournament, cached)  # which updates its size
        return cached.events

    def state(self, tournament: str, events: Events) -> Tournament:
        """Return the tournament after these events, which are its first ones."""
        cached = self._tournaments.peek(tournament)
        if cached is None or len(cached.events) < len(events):
            return tournament_of(one.event for one in events)
        return cached.get_or_fold(cached.states, len(events), lambda: cached.fold(events))

    def standings(self, tournament: str, events: Events) -> tuple[StandingsLine, ...]:
        """Return the standings after these events, which are its first ones."""
        cached = self._tournaments.peek(tournament)
        if cached is None or len(cached.events) < len(events):
            return standings(tournament_of(one.event for one in events))
        return cached.get_or_fold(cached.lines, len(events), lambda: standings(self.state(tournament, events)))

    def cached(self, tournament: str) -> CachedTournament | None:
        """Return what is cached of a tournament, or None if nothing is."""
        return self._tournaments.peek(tournament)

    def _new_events(self, tournament: str, last: int) -> Events | None:
        """Return the events after this one, or None if there are too many to read one by one."""
        found = list[NumberedTournamentEvent]()
        while len(found) < SINGLE_READS_MAX:
            n = last + len(found) + 1
            if not (rows := self._store.find_entries(TournamentEventEntry, tournament=tournament, n=n)):
                return tuple(found)
            found.append(read_entry(rows[0]))
        return None

    def _all_events(self, tournament: str) -> Events:
        rows = sorted(self._store.find_entries(TournamentEventEntry, tournament=tournament), key=lambda row: row.n)
        for n, row in enumerate(rows, 1):
            if row.n != n:
                raise DamagedTournament(tournament, n, "it is missing")
        return tuple(map(read_entry, rows))


def read_entry(row: TournamentEventEntry) -> NumberedTournamentEvent:
    """Return the event of a row. Raises DamagedTournament if it is unreadable."""
    try:
        return NumberedTournamentEvent(n=row.n, at=row.at, event=row.decoded)
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise DamagedTournament(row.tournament, row.n, str(error)) from error
