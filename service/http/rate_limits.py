"""Rate limits: counts of requests and costs, shared by all processes in Redis, or per process while it is down."""

import time
from collections.abc import Sequence
from math import ceil
from threading import Lock
from typing import Final, NamedTuple

from limits import parse_many

from service.ops.redis_client import RedisAway, RedisClient
from service.store.concurrency.blocking_guard import require_may_block

PREFIX: Final = "haricot:rate"
CALLERS_MAX: Final = 50_000
"""For how many callers counts are kept in this process, for the time when Redis is down: some 10 MB."""
_COUNT: Final = """
local counts = {}
for index, key in ipairs(KEYS) do
  local seconds, cost = tonumber(ARGV[2 * index - 1]), tonumber(ARGV[2 * index])
  local count = redis.pcall('INCRBY', key, cost)
  if type(count) == 'table' then
    count = cost
    redis.call('SET', key, count)
  end
  local left = redis.call('TTL', key)
  if left < 0 or left > seconds then
    left = seconds
    redis.call('EXPIRE', key, left)
  end
  counts[2 * index - 1] = count
  counts[2 * index] = left
end
return counts
"""


class Limit:
    """A limit per time, as `text` says it. `of` names what is counted."""

    def __init__(self, text: str, of: str) -> None:
        self.text = text
        self.of = of
        self.rates = [(item.amount, item.get_expiry()) for item in parse_many(text)] if text else []
        """The amount and the seconds of each rate; none for an empty text."""


class Account(NamedTuple):
    """A counted resource of one caller, and its limit."""

    name: str
    limit: Limit


class Rate(NamedTuple):
    """What is left of a rate until it is reset, in seconds since 1970. Below 0 the rate is exceeded."""

    most: int
    left: int
    until: float
    account: Account

    @property
    def seconds(self) -> int:
        """In how many seconds the caller may retry, rounded up to at least one."""
        return max(1, ceil(self.until - time.time()))


class _Counted(NamedTuple):
    """One rate of an account: where it is counted, how many in how many seconds."""

    key: str
    most: int
    seconds: int
    account: Account


class Rates:
    """Counts for any number of threads. A Redis that is down neither blocks a request nor lifts a limit."""

    def __init__(self, redis: RedisClient | None) -> None:
        self._redis = redis
        self._script = None if redis is None else redis.script(_COUNT)
        self._counts = _Counts()

    def count(self, accounts: Sequence[Account], cost: int = 1) -> Rate | None:
        """Add a cost to each of these accounts. Return None if none of them has a rate.

        Otherwise return the rate that is nearest to its limit, or of exceeded rates the one that is reset last.
        """
        counted = self._counted(accounts)
        if not counted:
            return None
        if self._redis is not None:
            require_may_block()  # before anything is counted
        costs = self._counts.less_credit(counted, cost)
        counts = self._together(counted, costs) or self._counts.add_costs(counted, costs)
        found = [
            Rate(one.most, one.most - count, until, one.account)
            for one, (count, until) in zip(counted, counts, strict=True)
        ]
        return min(found, key=lambda rate: (rate.left >= 0, rate.left if rate.left >= 0 else -rate.until))

    def give_back(self, accounts: Sequence[Account], cost: int) -> None:
        """Take back a cost that was counted here. The next count of this process is that much less."""
        self._counts.credit(self._counted(accounts), cost)

    def _counted(self, accounts: Sequence[Account]) -> list[_Counted]:
        redis, found = self._redis, []
        for account in accounts:
            name = account.name if redis is None else redis.pseudonym(account.name)
            for most, seconds in account.limit.rates:
                key = f"{PREFIX}:{account.limit.of}:{name}:{most}:{seconds}"
                found.append(_Counted(key, most, seconds, account))
        return found

    def _together(self, counted: list[_Counted], costs: list[int]) -> list[tuple[int, float]] | None:
        """Return the counts of all processes, or None without Redis or while it is down."""
        script = self._script
        if self._redis is None or script is None:
            return None
        keys = [one.key for one in counted]
        args = [number for one, cost in zip(counted, costs, strict=True) for number in (one.seconds, cost)]
        try:
            found = self._redis.ask(lambda client: script(keys=keys, args=args, client=client))
        except RedisAway:
            return None
        now = time.time()
        counts = [(int(count), now + int(left)) for count, left in zip(found[::2], found[1::2], strict=True)]
        self._counts.learn(keys, counts)  # the start of this process's counts if Redis fails
        return counts


class _Counts:
    """The counts of this process, the time when each is reset, and what was given back since."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[int, float]] = {}
        self._credits: dict[str, tuple[int, float]] = {}
        self._guard = Lock()

    def learn(self, keys: Sequence[str], counts: Sequence[tuple[int, float]]) -> None:
        """Set these counts."""
        with self._guard:
            self._known.update(zip(keys, counts, strict=True))
            self._forget()

    def add_costs(self, counted: Sequence[_Counted], costs: Sequence[int]) -> list[tuple[int, float]]:
        """Add these costs, and return the new counts."""
        now, found = time.time(), []
        with self._guard:
            for one, cost in zip(counted, costs, strict=True):
                count, until = self._known.get(one.key, (0, 0.0))
                made = (count + cost, until) if until > now else (max(cost, 0), now + one.seconds)
                self._known[one.key] = made
                found.append(made)
            self._forget()
        return found

    def credit(self, counted: Sequence[_Counted], cost: int) -> None:
        """Note what is given back, until the count is reset."""
        now = time.time()
        with self._guard:
            for one in counted:
                count, until = self._known.get(one.key, (0, 0.0))
                if until > now:
                    before = self._credit(one.key, now)
                    self._credits[one.key] = min(before + cost, count), until

    def less_credit(self, counted: Sequence[_Counted], cost: int) -> list[int]:
        """Return the costs on each account, less what was given back, which is used up by that."""
        if not self._credits:
            return [cost] * len(counted)
        now = time.time()
        with self._guard:
            found = [cost - self._credit(one.key, now) for one in counted]
            for one in counted:
                self._credits.pop(one.key, None)
        return found

    def _credit(self, key: str, now: float) -> int:
        credit, until = self._credits.get(key, (0, 0.0))
        return credit if until > now else 0

    def _forget(self) -> None:
        if len(self._known) > CALLERS_MAX:
            now = time.time()
            lasting = [(key, count) for key, count in self._known.items() if count[1] > now]
            self._known = dict(lasting[-CALLERS_MAX // 2 :])
            self._credits = {key: credit for key, credit in self._credits.items() if key in self._known}
