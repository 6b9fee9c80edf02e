"""A cache of decoded events of tournaments, and of the states and standings that follow from them."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from threading import Lock
from typing import Final, TypeVar

import msgspec

from domain.tournaments.evolve import tournament_of
from domain.tournaments.standings import StandingsLine, standings
from domain.tournaments.state import Tournament
from replay.tournaments.tournament_file import NumberedTournamentEvent
from service.ops.caches import RecentlyUsed
from service.store.entries.metadata_store import Entry
from service.store.entries.tournament_entries import TournamentEventEntry
from service.store.errors import DamagedTournament
from service.store.event_store import GameStore
from service.store.metadata_cache import MetadataCache

EVENTS_MAX: Final = 100_000
"""How many events of all tournaments are kept."""
FOLDS_MAX: Final = 4
"""For how many events of one tournament its state and its standings are kept."""
PREFIXES_MAX: Final = 16
"""For how many kinds of clients, versions and ages of the metadata a prefix of one tournament is kept."""
LOOKS_MAX: Final = 40
"""How many new events are read one by one; for more, all are read together."""
Events = tuple[NumberedTournamentEvent, ...]
Prefix = tuple[int, int | None]
"""How many events may be known, and when more may be, if that only takes time."""
Folded = TypeVar("Folded")


class KeptTournament:
    """The events of one tournament, and what follows from the first ones of them."""

    def __init__(self, events: Events) -> None:
        self.events = events
        self.states: OrderedDict[int, Tournament] = OrderedDict()
        self.lines: OrderedDict[int, tuple[StandingsLine, ...]] = OrderedDict()
        self.prefixes: OrderedDict[Hashable, tuple[int, Prefix]] = OrderedDict()
        self.refreshed: dict[type[Entry], int] = {}
        """For each kind of entry how many events had been read when the metadata cache was last refreshed."""
        self.words: tuple[int, Mapping[tuple[int, int], bool]] = 0, {}
        """After this many events: for each round and table whether a person had the last word on its result."""
        self.guard = Lock()

    def folded_on(self, events: Events) -> Tournament:
        """Return the state after these events, from the last one of those that are kept before it."""
        with self.guard:
            before = max((n for n in self.states if n < len(events)), default=0)
            state = self.states.get(before)
        return tournament_of((one.event for one in events[before:]), state)

    def prefix(self, key: Hashable, now: int, count: Callable[[], Prefix]) -> Prefix:
        """Return how many events may be known; `count` counts them where it is not kept, or more may be known by now.

        The key names all that it depends on but for the time.
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

    def folded(self, kept: OrderedDict[int, Folded], n: int, fold: Callable[[], Folded]) -> Folded:
        """Return what is kept for the first `n` events; `fold` makes it where there is nothing."""
        with self.guard:
            found = kept.get(n)
        if found is None:
            found = fold()
            with self.guard:
                kept[n] = found
                while len(kept) > FOLDS_MAX:
                    kept.popitem(last=False)
        return found


class TournamentRecords:
    """The events of tournaments in a store, for any number of threads.

    Events never change, so each read asks the store only for those that follow. What another process wrote is found.
    """

    def __init__(self, store: GameStore | MetadataCache) -> None:
        self._store = store
        self._kept: RecentlyUsed[str, KeptTournament] = RecentlyUsed(
            "tournaments", EVENTS_MAX, lambda kept: len(kept.events)
        )

    def events(self, tournament: str) -> Events:
        """Return the events of a tournament; none where there is no such tournament.

        DamagedTournament when one is missing or cannot be read.
        """
        kept = self._kept.get(tournament)
        if kept is None:
            kept = KeptTournament(self._all(tournament))
            return self._kept.setdefault(tournament, kept).events if kept.events else ()
        known = kept.events
        if (new := self._following(tournament, len(known))) is None:
            kept.events = self._all(tournament)
        elif new:
            kept.events = (*known, *new)
        else:
            return known
        self._kept.put(tournament, kept)  # it is weighed again
        return kept.events

    def state(self, tournament: str, events: Events) -> Tournament:
        """Return the tournament after these events, which are its first ones."""
        kept = self._kept.peek(tournament)
        if kept is None or len(kept.events) < len(events):
            return tournament_of(one.event for one in events)
        return kept.folded(kept.states, len(events), lambda: kept.folded_on(events))

    def standings(self, tournament: str, events: Events) -> tuple[StandingsLine, ...]:
        """Return the standings after these events, which are its first ones."""
        kept = self._kept.peek(tournament)
        if kept is None or len(kept.events) < len(events):
            return standings(tournament_of(one.event for one in events))
        return kept.folded(kept.lines, len(events), lambda: standings(self.state(tournament, events)))

    def kept(self, tournament: str) -> KeptTournament | None:
        """Return what is kept of a tournament, None where nothing was read."""
        return self._kept.peek(tournament)

    def _following(self, tournament: str, last: int) -> Events | None:
        """Return the events after this one, or None for too many to read one by one."""
        found = list[NumberedTournamentEvent]()
        while len(found) < LOOKS_MAX:
            n = last + len(found) + 1
            if not (rows := self._store.find_entries(TournamentEventEntry, tournament=tournament, n=n)):
                return tuple(found)
            found.append(filed(rows[0]))
        return None

    def _all(self, tournament: str) -> Events:
        rows = sorted(self._store.find_entries(TournamentEventEntry, tournament=tournament), key=lambda row: row.n)
        for n, row in enumerate(rows, 1):
            if row.n != n:
                raise DamagedTournament(tournament, n, "it is missing")
        return tuple(map(filed, rows))


def filed(row: TournamentEventEntry) -> NumberedTournamentEvent:
    """Return the event of a row; DamagedTournament where it cannot be read."""
    try:
        return NumberedTournamentEvent(n=row.n, at=row.at, event=row.decoded)
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise DamagedTournament(row.tournament, row.n, str(error)) from error
