"""What is kept for a while because it was asked for lately: so much, no more, counted when it is found."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Final, Generic, TypeVar

from service.ops.telemetry import CACHE_ASKED, CACHE_SIZE

Key = TypeVar("Key", bound=Hashable)
Kept = TypeVar("Kept")


HITS_AT_ONCE: Final = 100
"""Hits are made known by so many: to count one for the metrics takes longer than to find what is kept."""


USUAL_MB: Final = 516
"""What the caches that count bytes may hold together in a web process: the sum of their limits."""
_share = 1.0


def share_memory(megabytes: int) -> None:
    """Let the caches that are made from now on hold so much together, each in the same proportion as usual."""
    global _share  # noqa: PLW0603  # a limit of the whole process, which is set once, before anything is made
    _share = megabytes / USUAL_MB


class CacheMeter:
    """Tells the metrics how a cache of this name fares."""

    def __init__(self, name: str) -> None:
        self._hit = CACHE_ASKED.labels(name, "hit").inc
        self._missed = CACHE_ASKED.labels(name, "miss").inc
        self._hits = 0
        self.hold = CACHE_SIZE.labels(name).set
        """Called with what the cache holds, whenever that has changed."""

    def count(self, *, hit: bool) -> None:
        """It was asked for something, and had it or had not."""
        if not hit:
            self._missed()
            return
        self._hits += 1  # two threads at the same moment may count one: it is a rate that is looked at
        if self._hits >= HITS_AT_ONCE:
            hits, self._hits = self._hits, 0
            self._hit(hits)


class RecentlyUsed(Generic[Key, Kept]):
    """For any number of threads: what was asked for longest ago goes first. `size` says what each takes of `most`.

    What grows is put again, so that it is weighed again; what is heavier than all may be together is kept alone.
    """

    def __init__(self, name: str, most: int, size: Callable[[Kept], int] = lambda _: 1) -> None:
        self._kept: OrderedDict[Key, tuple[Kept, int]] = OrderedDict()  # each with what it weighed
        self._most = max(1, int(most * _share))
        self._weight = size
        self._size = 0
        self._guard = Lock()
        self._meter = CacheMeter(name)

    def get(self, key: Key) -> Kept | None:
        """Return what is kept under this key, which counts as asking for it."""
        found = self.peek(key)
        self._meter.count(hit=found is not None)
        return found

    def peek(self, key: Key) -> Kept | None:
        """Return the same without counting it in the metrics: for whoever has not been asked for it."""
        found = self._kept.get(key)
        if found is None:
            return None
        try:
            self._kept.move_to_end(key)
        except KeyError:  # another thread has just let it go: no lock is worth that
            return None
        return found[0]

    def put(self, key: Key, kept: Kept) -> None:
        """Keep it, or weighs it again where it is kept already."""
        with self._guard:
            self._keep(key, kept)

    def setdefault(self, key: Key, kept: Kept) -> Kept:
        """Keep it unless something else is kept there; what is kept then."""
        with self._guard:
            if (found := self._kept.get(key)) is not None:
                return found[0]
            self._keep(key, kept)
            return kept

    def take_out(self, key: Key) -> Kept | None:
        """Return what is kept under this key, which is kept no longer."""
        with self._guard:
            found, weight = self._kept.pop(key, (None, 0))
            self._size -= weight
            self._meter.hold(self._size)
        self._meter.count(hit=found is not None)
        return found

    def weigh(self, key: Key, kept: Kept) -> None:
        """What is kept there may have grown; what has gone meanwhile does not come back."""
        with self._guard:
            if (found := self._kept.get(key)) is not None and found[0] is kept:
                self._keep(key, kept)

    @property
    def size(self) -> int:
        """What is kept takes so much."""
        with self._guard:
            return self._size

    def _keep(self, key: Key, kept: Kept) -> None:
        weight, before = min(self._weight(kept), self._most), self._size
        self._size += weight - self._kept.get(key, (None, 0))[1]
        self._kept[key] = kept, weight  # over what was there, or whoever peeks meanwhile would find nothing
        self._kept.move_to_end(key)
        while self._size > self._most:
            self._size -= self._kept.popitem(last=False)[1][1]
        if self._size != before:
            self._meter.hold(self._size)
