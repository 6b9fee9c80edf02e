"""Counts of requests with their costs: of all processes together in Redis, of each alone while it is away."""

import time
from collections.abc import Sequence
from operator import attrgetter
from threading import Lock
from typing import Final, NamedTuple

from limits import parse_many

from service.ops.redis_client import RedisAway, RedisClient

PREFIX: Final = "haricot:rate"
CALLERS_MAX: Final = 50_000
"""Of so many callers the counts are kept here, for the time when Redis is away; some 10 MB."""
_COUNT: Final = """
local counts = {}
for index, key in ipairs(KEYS) do
  local count = redis.pcall('INCRBY', key, ARGV[2])
  if type(count) == 'table' then
    count = tonumber(ARGV[2])
    redis.call('SET', key, count)
  end
  local left = redis.call('TTL', key)
  if left < 0 or left > tonumber(ARGV[1]) then
    left = tonumber(ARGV[1])
    redis.call('EXPIRE', key, left)
  end
  counts[2 * index - 1] = count
  counts[2 * index] = left
end
return counts
"""


class Rate(NamedTuple):
    """What is left of a rate until it is counted anew, in seconds since 1970; fewer than none when it was too much."""

    most: int
    left: int
    until: float


class Rates:
    """Counts for any number of threads; nobody waits for a Redis that is away, and nobody goes unlimited."""

    def __init__(self, text: str, redis: RedisClient | None, *, of: str = "asked") -> None:
        self.text = text
        self._of = of
        self._limits = [(item.amount, item.get_expiry()) for item in parse_many(text)]
        """So many in so many seconds, for each rate."""
        self._redis = redis
        self._script = None if redis is None else redis.script(_COUNT)
        self._counts = _Counts()

    def count(self, callers: Sequence[str], cost: int = 1) -> Rate:
        """So much more of these callers together, and what that leaves of the rate that is nearest to its end."""
        found: list[Rate] = []
        for most, seconds in self._limits:
            named = callers if self._redis is None else map(self._redis.pseudonym, callers)
            keys = [f"{PREFIX}:{self._of}:{name}:{most}:{seconds}" for name in named]
            counts = self._together(keys, seconds, cost) or self._counts.more(keys, seconds, cost)
            found += [Rate(most, most - count, until) for count, until in counts]
        return min(found, key=attrgetter("left"))

    def _together(self, keys: list[str], seconds: int, cost: int) -> list[tuple[int, float]] | None:
        """The counts of all processes; None where there is no Redis, or it is away."""
        script = self._script
        if self._redis is None or script is None:
            return None
        try:
            found = self._redis.ask(lambda client: script(keys=keys, args=[seconds, cost], client=client))
        except RedisAway:
            return None
        now = time.time()
        counts = [(int(count), now + int(left)) for count, left in zip(found[::2], found[1::2], strict=True)]
        self._counts.learn(keys, counts)  # from here they go on when Redis does not
        return counts


class _Counts:
    """Counts of this process, and when each ends."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[int, float]] = {}
        self._guard = Lock()

    def learn(self, keys: Sequence[str], counts: Sequence[tuple[int, float]]) -> None:
        """These are the counts now."""
        with self._guard:
            self._known.update(zip(keys, counts, strict=True))
            self._forget()

    def more(self, keys: Sequence[str], seconds: int, cost: int) -> list[tuple[int, float]]:
        """So much more of each, and what that makes."""
        now, found = time.time(), []
        with self._guard:
            for key in keys:
                count, until = self._known.get(key, (0, 0.0))
                self._known[key] = made = (count + cost, until) if until > now else (cost, now + seconds)
                found.append(made)
            self._forget()
        return found

    def _forget(self) -> None:
        if len(self._known) > CALLERS_MAX:
            now = time.time()
            lasting = [(key, count) for key, count in self._known.items() if count[1] > now]
            self._known = dict(lasting[-CALLERS_MAX // 2 :])
