"""Counts of requests: of all processes together in Redis, of each alone while Redis is away or there is none."""

import time
from typing import Final, NamedTuple

from limits import RateLimitItem, parse_many
from limits.storage import MemoryStorage

from service.redis_door import RedisAway, RedisDoor

PREFIX: Final = "haricot:rate"
_COUNT: Final = """
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('TTL', KEYS[1])}
"""


class Rate(NamedTuple):
    """What is left of a rate until it is counted anew, in seconds since 1970; fewer than none when it was too much."""

    most: int
    left: int
    until: float


class Rates:
    """Counts requests, for any number of threads; nobody waits for a Redis that is away, and nobody goes unlimited."""

    def __init__(self, text: str, door: RedisDoor | None) -> None:
        self._items = parse_many(text)
        self._door = door
        self._script = None if door is None else door.script(_COUNT)
        self._alone = MemoryStorage()

    def count(self, caller: str) -> Rate:
        """One more request of this caller, and what that leaves of the rate that is nearest to its end."""
        return min((self._counted(item, caller) for item in self._items), key=lambda rate: rate.left)

    def _counted(self, item: RateLimitItem, caller: str) -> Rate:
        key, seconds = f"{PREFIX}:{item.key_for(caller)}", item.get_expiry()
        try:
            count, until = self._together(key, seconds)
        except RedisAway:
            count, until = self._alone.incr(key, seconds), self._alone.get_expiry(key)
        return Rate(item.amount, item.amount - count, until)

    def _together(self, key: str, seconds: int) -> tuple[int, float]:
        script = self._script
        if self._door is None or script is None:
            raise RedisAway("there is none")
        count, left = self._door.ask(lambda client: script(keys=[key], args=[seconds], client=client))
        return int(count), time.time() + max(0, left)
