"""Caches that drop the least recently used entries, with limits on their size and metrics of hits."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Final, Generic, TypeVar

from service.ops.telemetry import CACHE_REQUESTS, CACHE_SIZE

Key = TypeVar("Key", bound=Hashable)
Cached = TypeVar("Cached")

HITS_PER_REPORT: Final = 100
"""Hits are reported in groups of this size, because counting in the metrics takes longer than finding an entry."""
DEFAULT_MB: Final = 548
"""The sum of the default limits of a web process's caches that count bytes, in MB."""
_limit_factor = 1.0


def limit_caches(megabytes: int) -> None:
    """Scale the limits of the caches that are created from now on, so that together they hold this many megabytes."""
    global _limit_factor  # noqa: PLW0603  # it is set once for the whole process, before any cache is created
    _limit_factor = megabytes / DEFAULT_MB


class CacheMeter:
    """Reports hits, misses and size of a cache to the metrics."""

    def __init__(self, name: str) -> None:
        self._count_hits = CACHE_REQUESTS.labels(name, "hit").inc
        self._count_miss = CACHE_REQUESTS.labels(name, "miss").inc
        self._hits = 0
        self.set_size = CACHE_SIZE.labels(name).set
        """Report the size of the cache after a change."""

    def count(self, *, hit: bool) -> None:
        """Count a hit or a miss."""
        if not hit:
            self._count_miss()
            return
        self._hits += 1  # concurrent hits may be counted as one, which is precise enough
        if self._hits >= HITS_PER_REPORT:
            hits, self._hits = self._hits, 0
            self._count_hits(hits)


class LruCache(Generic[Key, Cached]):
    """A cache for any number of threads that drops the least recently used entries.

    The sum of the sizes of all values, as `size_of` returns them, is at most `size_max`. Put a value again after it
    grew, so that its size is updated. A value larger than the limit is the only one in the cache.
    """

    def __init__(self, name: str, size_max: int, size_of: Callable[[Cached], int] = lambda _: 1) -> None:
        self._entries: OrderedDict[Key, tuple[Cached, int]] = OrderedDict()  # each value with its last known size
        self._size_max = max(1, int(size_max * _limit_factor))
        self._size_of = size_of
        self._size = 0
        self._guard = Lock()
        self._meter = CacheMeter(name)

    def get(self, key: Key) -> Cached | None:
        """Return the value under this key, and count the request."""
        value = self.peek(key)
        self._meter.count(hit=value is not None)
        return value

    def peek(self, key: Key) -> Cached | None:
        """Return the value under this key without counting the request in the metrics."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        try:
            self._entries.move_to_end(key)
        except KeyError:  # another thread has just dropped it; a lock would cost more than this miss
            return None
        return entry[0]

    def put(self, key: Key, value: Cached) -> None:
        """Store a value, or update its size if it is stored already."""
        with self._guard:
            self._put(key, value)

    def setdefault(self, key: Key, value: Cached) -> Cached:
        """Store the value unless another one is stored. Return the stored value."""
        with self._guard:
            if (entry := self._entries.get(key)) is not None:
                return entry[0]
            self._put(key, value)
            return value

    def pop(self, key: Key) -> Cached | None:
        """Remove the value under this key and return it."""
        with self._guard:
            value, size = self._entries.pop(key, (None, 0))
            self._size -= size
            self._meter.set_size(self._size)
        self._meter.count(hit=value is not None)
        return value

    def update_size(self, key: Key, value: Cached) -> None:
        """Update the size of a stored value that may have grown. Do nothing if it was dropped meanwhile."""
        with self._guard:
            if (entry := self._entries.get(key)) is not None and entry[0] is value:
                self._put(key, value)

    @property
    def size(self) -> int:
        """The total size of the stored values."""
        with self._guard:
            return self._size

    def _put(self, key: Key, value: Cached) -> None:
        size, before = min(self._size_of(value), self._size_max), self._size
        self._size += size - self._entries.get(key, (None, 0))[1]
        self._entries[key] = value, size  # replace in place: a concurrent `peek` must find a value
        self._entries.move_to_end(key)
        while self._size > self._size_max:
            self._size -= self._entries.popitem(last=False)[1][1]
        if self._size != before:
            self._meter.set_size(self._size)
