"""Counts of requests: of all processes together in Redis, of each alone while Redis is away."""

import time
from threading import local
from typing import Any, Final

from limits.storage import MemoryStorage, Storage

from service.redis_door import RedisAway, RedisDoor

SCHEME: Final = "haricot"
_COUNT: Final = """
local count = redis.call('INCRBY', KEYS[1], ARGV[2])
if count == tonumber(ARGV[2]) then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('TTL', KEYS[1])}
"""


class _Last(local):
    """What this thread counted last: the library asks for it again at once, for the headers of the answer."""

    key = ""
    count = 0
    until = 0.0


class SharedCounts(Storage):
    """Where the limiter keeps its counts; nobody waits for a Redis that is away, and nobody goes unlimited."""

    STORAGE_SCHEME = [SCHEME]

    def __init__(self, uri: str, wrap_exceptions: bool = False, **options: Any) -> None:
        super().__init__(uri, wrap_exceptions)
        self._door: RedisDoor = options["door"]
        self._count = self._door.script(_COUNT)
        self._alone = MemoryStorage()
        self._last = _Last()

    @property
    def base_exceptions(self) -> type[Exception]:
        """What goes wrong here; none of it reaches the library."""
        return RedisAway

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """So many more in these seconds; how many that makes."""
        try:
            keys, values = [key], [expiry, amount]
            count, left = self._door.ask(lambda client: self._count(keys=keys, args=values, client=client))
        except RedisAway:
            count = self._alone.incr(key, expiry, amount)
            left = self._alone.get_expiry(key) - time.time()
        self._last.key, self._last.count, self._last.until = key, int(count), time.time() + max(0.0, left)
        return self._last.count

    def get(self, key: str) -> int:
        """How many there were when this thread counted last."""
        return self._last.count if self._last.key == key else 0

    def get_expiry(self, key: str) -> float:
        """When they are forgotten, in seconds since 1970."""
        return self._last.until if self._last.key == key else time.time()

    def check(self) -> bool:
        """There is always a place to count."""
        return True

    def reset(self) -> int | None:
        """Nobody resets all of it."""
        return None

    def clear(self, key: str) -> None:
        """Nobody forgets one of it before its time."""
