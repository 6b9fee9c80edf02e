"""A cache of the metadata store, so that commands need not query the database."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any, Final, NamedTuple, Protocol

from cachetools import LRUCache

from service.store.concurrency.single_flight import SingleFlight
from service.store.entries.metadata_store import Entries, Entry, EntryT, MetadataStore
from service.store.event_store import GameStore

RESULTS_MAX: Final = 20_000
"""How many query results are cached."""
LINEAGE_GAMES_MAX: Final = 100_000
"""How many games the cached lineages have together."""


class CachedResult(NamedTuple):
    """The result of a query.

    `writes` is the number of writes to the table at that time, or None if only certain entries can change the result.
    """

    entries: list[Any]
    writes: int | None


class HitMeter(Protocol):
    """Counts the hits and misses of a cache."""

    def count(self, *, hit: bool) -> None:
        """Count a hit or a miss."""


class MetadataCache:
    """A cache of the metadata store, for any number of threads.

    All threads of a process write through `save_entries` or `change_entries`, or within `invalidating`. Each entry
    drops only the cached results that it may change. When another process may have written, `invalidate` must be
    called.
    """

    def __init__(self, store: GameStore, meter: HitMeter | None = None) -> None:
        self._store = store
        self._meter = meter
        self._results: LRUCache[Hashable, CachedResult] = LRUCache(RESULTS_MAX)
        self._lineages: LRUCache[str, list[tuple[str, int]]] = LRUCache(LINEAGE_GAMES_MAX, getsizeof=len)
        self._queried_fields: defaultdict[str, set[tuple[type[Entry], tuple[str, ...]]]] = defaultdict(set)
        """By table: the fields of queries whose results can be changed only by entries with the same values."""
        self._writes: Counter[str] = Counter()
        self._age = 0
        self._guard = Lock()
        self._shared = SingleFlight()

    def find_entries(self, kind: type[EntryT], /, **where: object) -> list[EntryT]:
        """Return the entries of this kind whose fields have these values. The caller must not change the list."""
        query, fields = (kind, *where.items()), tuple(where)
        is_specific = kind.depends_only_on(fields)
        with self._guard:
            if is_specific:
                self._queried_fields[kind.sql_table].add((kind, fields))
            cached, age, writes = self._results.get(query), self._age, self._writes[kind.sql_table]
        hit = cached is not None and cached.writes in (None, writes)
        if self._meter is not None:
            self._meter.count(hit=hit)
        if cached is not None and hit:
            return cached.entries
        entries = self._shared.run(query, lambda: self._store.find_entries(kind, **where))
        with self._guard:
            if age == self._age:  # otherwise the result may be outdated
                self._results[query] = CachedResult(entries, None if is_specific else writes)
        return entries

    def refresh(self, kind: type[EntryT], /, **where: object) -> bool:
        """Compare the cached result of a query with the store. If they differ, empty the cache.

        Return whether the next result is up to date. It may not be if entries were written meanwhile.
        """
        query, fields = (kind, *where.items()), tuple(where)
        if self._results.get(query) is None:
            return True  # the next query reads the store
        age, writes, entries = self._age, self._writes[kind.sql_table], self._store.find_entries(kind, **where)
        with self._guard:
            cached = self._results.get(query)
            if cached is None or cached.entries == entries:
                return True
            if age != self._age:
                return False
            self._age += 1
            self._results.clear()
            self._results[query] = CachedResult(entries, None if kind.depends_only_on(fields) else writes)
            return True

    def save_entries(self, *entries: Entry) -> None:
        """Write entries to the metadata store as `GameStore.save_entries` does."""
        self.change_entries(entries)

    def change_entries(self, entries: Entries) -> None:
        """Write entries as `GameStore.change_entries` does, without deletions."""
        with self.invalidating(entries) as recorded:
            self._store.change_entries(recorded)

    @contextmanager
    def invalidating(self, entries: Entries) -> Iterator[Entries]:
        """Yield the entries for the caller to write. At the end, drop the cached results that they may change."""
        decided: list[Entry] = []

        def recorded(metadata: MetadataStore) -> Iterable[Entry]:
            for entry in entries(metadata) if callable(entries) else entries:
                decided.append(entry)  # also those of a transaction that fails
                yield entry

        try:
            yield recorded if callable(entries) else entries
        finally:
            self._invalidate_for(decided if callable(entries) else entries)

    def lineage(self, game: str) -> list[tuple[str, int]]:
        """Return the lineage of a game as `GameStore.lineage` does. It never changes."""
        with self._guard:
            lineage = self._lineages.get(game)
        if lineage is None:
            lineage = self._shared.run(game, lambda: self._store.lineage(game))
            if 0 < len(lineage) <= LINEAGE_GAMES_MAX:
                with self._guard:
                    self._lineages[game] = lineage
        return lineage

    @property
    def age(self) -> int:
        """A number that grows whenever entries may have been written. While it is the same, results are valid."""
        return self._age

    def invalidate(self) -> None:
        """Drop every cached result, because another process may have written."""
        with self._guard:
            self._age += 1
            self._results.clear()

    def _invalidate_for(self, entries: Iterable[Entry]) -> None:
        with self._guard:
            self._age += 1  # so that a concurrent read of the old entries is not cached
            for entry in entries:
                self._writes[entry.sql_table] += 1
                for kind, fields in self._queried_fields[entry.sql_table]:
                    self._results.pop((kind, *((field, getattr(entry, field)) for field in fields)), None)
