"""Rate limits: counts of requests and costs, shared by all processes in Redis, or per process while it is down."""

import time
from collections.abc import Sequence
from math import ceil
from threading import Lock
from typing import Final, NamedTuple

from limits import parse_many

from service.ops.redis_client import RedisClient, RedisUnavailable
from service.store.concurrency.blocking_guard import require_may_block

PREFIX: Final = "haricot:rate"
CALLERS_MAX: Final = 50_000
"""For how many callers this process keeps counts, for the time when Redis is down: some 10 MB."""
_COUNT_SCRIPT: Final = """
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
    """A limit such as `100 per minute`, or none for an empty text. `of` names what is counted."""

    def __init__(self, text: str, of: str) -> None:
        self.text = text
        self.of = of
        self.rates = [(item.amount, item.get_expiry()) for item in parse_many(text)] if text else []
        """The amount and the seconds of each rate."""


class Account(NamedTuple):
    """What is counted of one caller or network, and its limit."""

    name: str
    limit: Limit


class RateState(NamedTuple):
    """How much of the amount of a rate is left until `reset_at`, in seconds since 1970. Below 0 it is exceeded."""

    amount: int
    left: int
    reset_at: float
    account: Account

    @property
    def retry_after(self) -> int:
        """In how many seconds the caller may retry, rounded up to at least one."""
        return max(1, ceil(self.reset_at - time.time()))


class _AccountRate(NamedTuple):
    """One rate of an account: the key of its count, and the amount that is allowed in this many seconds."""

    key: str
    amount: int
    seconds: int
    account: Account


class RateCounter:
    """Counts for any number of threads. A Redis that is down neither blocks a request nor lifts a limit."""

    def __init__(self, redis: RedisClient | None) -> None:
        self._redis = redis
        self._script = None if redis is None else redis.register_script(_COUNT_SCRIPT)
        self._local = _LocalCounts()

    def count(self, accounts: Sequence[Account], cost: int = 1) -> RateState | None:
        """Add a cost to each of these accounts. Return None if none of them has a rate.

        Otherwise return the rate that is nearest to its limit, or of exceeded rates the one that is reset last.
        """
        rates = self._rates_of(accounts)
        if not rates:
            return None
        if self._redis is not None:
            require_may_block()  # before anything is counted
        costs = self._local.use_credit(rates, cost)
        counts = self._count_in_redis(rates, costs) or self._local.add_costs(rates, costs)
        states = [
            RateState(rate.amount, rate.amount - count, reset_at, rate.account)
            for rate, (count, reset_at) in zip(rates, counts, strict=True)
        ]
        return min(states, key=lambda state: (state.left >= 0, state.left if state.left >= 0 else -state.reset_at))

    def refund(self, accounts: Sequence[Account], cost: int) -> None:
        """Refund a cost that was counted here: the next count of this process is that much less."""
        self._local.credit(self._rates_of(accounts), cost)

    def _rates_of(self, accounts: Sequence[Account]) -> list[_AccountRate]:
        redis, found = self._redis, []
        for account in accounts:
            name = account.name if redis is None else redis.pseudonym(account.name)
            for amount, seconds in account.limit.rates:
                key = f"{PREFIX}:{account.limit.of}:{name}:{amount}:{seconds}"
                found.append(_AccountRate(key, amount, seconds, account))
        return found

    def _count_in_redis(self, rates: list[_AccountRate], costs: list[int]) -> list[tuple[int, float]] | None:
        """Return the counts of all processes, or None without Redis or while it is down."""
        script = self._script
        if self._redis is None or script is None:
            return None
        keys = [rate.key for rate in rates]
        args = [number for rate, cost in zip(rates, costs, strict=True) for number in (rate.seconds, cost)]
        try:
            reply = self._redis.run(lambda client: script(keys=keys, args=args, client=client))
        except RedisUnavailable:
            return None
        now = time.time()
        counts = [(int(count), now + int(left)) for count, left in zip(reply[::2], reply[1::2], strict=True)]
        self._local.set_counts(keys, counts)  # from which this process counts on if Redis fails
        return counts


class _LocalCounts:
    """The counts of this process, the time when each is reset, and the credit from refunds."""

    def __init__(self) -> None:
        self._counts: dict[str, tuple[int, float]] = {}
        self._credits: dict[str, tuple[int, float]] = {}
        self._guard = Lock()

    def set_counts(self, keys: Sequence[str], counts: Sequence[tuple[int, float]]) -> None:
        """Set these counts."""
        with self._guard:
            self._counts.update(zip(keys, counts, strict=True))
            self._drop_old_counts()

    def add_costs(self, rates: Sequence[_AccountRate], costs: Sequence[int]) -> list[tuple[int, float]]:
        """Add a cost to each of these rates. Return the new counts with the times of their reset."""
        now, counts = time.time(), []
        with self._guard:
            for rate, cost in zip(rates, costs, strict=True):
                count, reset_at = self._counts.get(rate.key, (0, 0.0))
                new = (count + cost, reset_at) if reset_at > now else (max(cost, 0), now + rate.seconds)
                self._counts[rate.key] = new
                counts.append(new)
            self._drop_old_counts()
        return counts

    def credit(self, rates: Sequence[_AccountRate], cost: int) -> None:
        """Add credit to each of these rates, until its count is reset."""
        now = time.time()
        with self._guard:
            for rate in rates:
                count, reset_at = self._counts.get(rate.key, (0, 0.0))
                if reset_at > now:
                    before = self._credit(rate.key, now)
                    self._credits[rate.key] = min(before + cost, count), reset_at

    def use_credit(self, rates: Sequence[_AccountRate], cost: int) -> list[int]:
        """Return the cost of each rate less its credit, and remove the credit."""
        if not self._credits:
            return [cost] * len(rates)
        now = time.time()
        with self._guard:
            costs = [cost - self._credit(rate.key, now) for rate in rates]
            for rate in rates:
                self._credits.pop(rate.key, None)
        return costs

    def _credit(self, key: str, now: float) -> int:
        credit, reset_at = self._credits.get(key, (0, 0.0))
        return credit if reset_at > now else 0

    def _drop_old_counts(self) -> None:
        if len(self._counts) > CALLERS_MAX:
            now = time.time()
            current = [(key, count) for key, count in self._counts.items() if count[1] > now]
            self._counts = dict(current[-CALLERS_MAX // 2 :])
            self._credits = {key: credit for key, credit in self._credits.items() if key in self._counts}
