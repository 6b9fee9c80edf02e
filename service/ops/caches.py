"""Caches that drop the least recently used entries, with a limit of size and metrics of hits."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Final, Generic, TypeVar

from service.ops.telemetry import CACHE_ASKED, CACHE_SIZE

Key = TypeVar("Key", bound=Hashable)
Kept = TypeVar("Kept")


HITS_AT_ONCE: Final = 100
"""Hits are reported in groups of this size: to count one in the metrics takes longer than to find an entry."""


USUAL_MB: Final = 548
"""What the caches that count bytes may hold together in a web process, in MB: the sum of their limits."""
_share = 1.0


def share_memory(megabytes: int) -> None:
    """Scale the limits of the caches that are made from now on, so that together they hold this many megabytes."""
    global _share  # noqa: PLW0603  # a limit of the whole process, which is set once, before anything is made
    _share = megabytes / USUAL_MB


class CacheMeter:
    """Reports hits, misses and size of a cache to the metrics."""

    def __init__(self, name: str) -> None:
        self._hit = CACHE_ASKED.labels(name, "hit").inc
        self._missed = CACHE_ASKED.labels(name, "miss").inc
        self._hits = 0
        self.hold = CACHE_SIZE.labels(name).set
        """Called with the size of the cache whenever it has changed."""

    def count(self, *, hit: bool) -> None:
        """Count a hit or a miss."""
        if not hit:
            self._missed()
            return
        self._hits += 1  # two threads at the same moment may count one hit: the rate is precise enough
        if self._hits >= HITS_AT_ONCE:
            hits, self._hits = self._hits, 0
            self._hit(hits)


class RecentlyUsed(Generic[Key, Kept]):
    """A cache for any number of threads that drops the least recently used entries. `size` weighs each against `most`.

    Put a value again after it grew, so that it is weighed again. A value heavier than the limit is kept alone.
    """

    def __init__(self, name: str, most: int, size: Callable[[Kept], int] = lambda _: 1) -> None:
        self._kept: OrderedDict[Key, tuple[Kept, int]] = OrderedDict()  # each with the size it had when weighed
        self._most = max(1, int(most * _share))
        self._weight = size
        self._size = 0
        self._guard = Lock()
        self._meter = CacheMeter(name)

    def get(self, key: Key) -> Kept | None:
        """Return the value under this key, and count the request."""
        found = self.peek(key)
        self._meter.count(hit=found is not None)
        return found

    def peek(self, key: Key) -> Kept | None:
        """Return the value under this key without counting the request in the metrics."""
        found = self._kept.get(key)
        if found is None:
            return None
        try:
            self._kept.move_to_end(key)
        except KeyError:  # another thread has just dropped it, which a lock is not worth
            return None
        return found[0]

    def put(self, key: Key, kept: Kept) -> None:
        """Store a value, or weigh it again if it is stored already."""
        with self._guard:
            self._keep(key, kept)

    def setdefault(self, key: Key, kept: Kept) -> Kept:
        """Store the value unless another one is stored. Return the stored value."""
        with self._guard:
            if (found := self._kept.get(key)) is not None:
                return found[0]
            self._keep(key, kept)
            return kept

    def take_out(self, key: Key) -> Kept | None:
        """Remove the value under this key and return it."""
        with self._guard:
            found, weight = self._kept.pop(key, (None, 0))
            self._size -= weight
            self._meter.hold(self._size)
        self._meter.count(hit=found is not None)
        return found

    def weigh(self, key: Key, kept: Kept) -> None:
        """Weigh a stored value that may have grown. A value that was dropped meanwhile is not stored again."""
        with self._guard:
            if (found := self._kept.get(key)) is not None and found[0] is kept:
                self._keep(key, kept)

    @property
    def size(self) -> int:
        """The total size of the stored values."""
        with self._guard:
            return self._size

    def _keep(self, key: Key, kept: Kept) -> None:
        weight, before = min(self._weight(kept), self._most), self._size
        self._size += weight - self._kept.get(key, (None, 0))[1]
        self._kept[key] = kept, weight  # replace in place: a concurrent `peek` must find a value
        self._kept.move_to_end(key)
        while self._size > self._most:
            self._size -= self._kept.popitem(last=False)[1][1]
        if self._size != before:
            self._meter.hold(self._size)
