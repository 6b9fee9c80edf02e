"""A cache of the metadata store, so that a command need not query the database."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any, Final, NamedTuple, Protocol

from cachetools import LRUCache

from service.store.concurrency.single_flight import SingleFlight
from service.store.entries.metadata_store import Entries, Entry, EntryT, MetadataStore
from service.store.event_store import GameStore

ANSWERS_MAX: Final = 20_000
"""How many answers are cached."""
HOLDERS_MAX: Final = 100_000
"""How many games all cached lineages may name."""


class KeptAnswer(NamedTuple):
    """A result, and how many entries its table had then, if any new entry can change it."""

    found: list[Any]
    after: int | None


class Meter(Protocol):
    """Counts the hits of a cache."""

    def count(self, *, hit: bool) -> None:
        """Count a hit or a miss."""


class MetadataCache:
    """A cache of the metadata store, for any number of threads.

    All threads of a process write through `save_entries` or `change_entries`, or within `writing`. Each entry drops
    only the cached results that it may change. When another process may have written, `forget` must be called.
    """

    def __init__(self, store: GameStore, meter: Meter | None = None) -> None:
        self._store = store
        self._meter = meter
        self._answers: LRUCache[Hashable, KeptAnswer] = LRUCache(ANSWERS_MAX)
        self._lineages: LRUCache[str, list[tuple[str, int]]] = LRUCache(HOLDERS_MAX, getsizeof=len)
        self._asked: defaultdict[str, set[tuple[type[Entry], tuple[str, ...]]]] = defaultdict(set)
        """For each table, by which fields it was queried, if these decide which entries an answer depends on."""
        self._written: Counter[str] = Counter()
        self._age = 0
        self._guard = Lock()
        self._shared = SingleFlight()

    def find_entries(self, kind: type[EntryT], /, **where: object) -> list[EntryT]:
        """Return the entries of the store. The list is shared, so it must not be changed."""
        query, fields = (kind, *where.items()), tuple(where)
        named = kind.depends_only_on(fields)
        with self._guard:
            if named:
                self._asked[kind.sql_table].add((kind, fields))
            kept, age, written = self._answers.get(query), self._age, self._written[kind.sql_table]
        hit = kept is not None and kept.after in (None, written)
        if self._meter is not None:
            self._meter.count(hit=hit)
        if kept is not None and hit:
            return kept.found
        found = self._shared.ask(query, lambda: self._store.find_entries(kind, **where))
        with self._guard:
            if age == self._age:  # else the answer may be outdated
                self._answers[query] = KeptAnswer(found, None if named else written)
        return found

    def refresh(self, kind: type[EntryT], /, **where: object) -> bool:
        """Query the store, and drop every answer of this kind if another process has written such entries since.

        Return whether the next answer is as new as the store now. It may be older if entries were written meanwhile.
        """
        query, fields = (kind, *where.items()), tuple(where)
        if self._answers.get(query) is None:
            return True  # the next call queries the store
        age, written, found = self._age, self._written[kind.sql_table], self._store.find_entries(kind, **where)
        with self._guard:
            kept = self._answers.get(query)
            if kept is None or kept.found == found:
                return True
            if age != self._age:
                return False
            self._age += 1
            self._answers.clear()
            self._answers[query] = KeptAnswer(found, None if kind.depends_only_on(fields) else written)
            return True

    def save_entries(self, *entries: Entry) -> None:
        """Write entries to the metadata store as `GameStore.save_entries` does."""
        self.change_entries(entries)

    def change_entries(self, entries: Entries) -> None:
        """Write entries that depend on the metadata store, as `GameStore.change_entries` does."""
        with self.writing(entries) as watched:
            self._store.change_entries(watched)

    @contextmanager
    def writing(self, entries: Entries) -> Iterator[Entries]:
        """Yield the same entries, to be written meanwhile. Afterwards the answers that they may change are dropped."""
        written: list[Entry] = []

        def watched(register: MetadataStore) -> Iterable[Entry]:
            found = entries(register) if callable(entries) else entries
            for entry in found:
                written.append(entry)  # also those of a transaction that fails
                yield entry

        try:
            yield watched if callable(entries) else entries
        finally:
            self._forget_about(written if callable(entries) else entries)

    def lineage(self, game: str) -> list[tuple[str, int]]:
        """Return the lineage of a game, which never changes."""
        with self._guard:
            found = self._lineages.get(game)
        if found is None:
            found = self._shared.ask(game, lambda: self._store.lineage(game))
            if 0 < len(found) <= HOLDERS_MAX:
                with self._guard:
                    self._lineages[game] = found
        return found

    @property
    def age(self) -> int:
        """A number that grows whenever something may have been written.

        While it is the same, earlier answers are valid.
        """
        return self._age

    def forget(self) -> None:
        """Drop every answer, since another process may have written."""
        with self._guard:
            self._age += 1
            self._answers.clear()

    def _forget_about(self, entries: Iterable[Entry]) -> None:
        with self._guard:
            self._age += 1  # a concurrent read may still see the old entries
            for entry in entries:
                self._written[entry.sql_table] += 1
                for kind, fields in self._asked[entry.sql_table]:
                    self._answers.pop((kind, *((field, getattr(entry, field)) for field in fields)), None)
