"""The accounts of a request: its costs are counted by token, visitor and address.

A token has the rates of one caller. So has a visitor, who is known by a page's cookie. An address has much higher
rates, since many people may share it. A request without token and visitor counts there alone. Requests that create
something have the same rate by address as by caller, so that many tokens or cookies do not multiply what is stored.
Refused requests count as well, against guessing of tokens.
"""

from typing import Final, NamedTuple

from service.http.rate_limits import Account, Limit, RateCounter, RateState
from service.ops.redis_client import RedisClient
from service.problems import Problem
from service.settings import Settings

ADDRESS: Final = "one address"
CALLER: Final = "one token or browser"
"""Whose limit a refusal names."""


class Limits:
    """The limits of a process, for a caller and for an address."""

    def __init__(self, settings: Settings, redis: RedisClient | None) -> None:
        self.counter = RateCounter(redis)
        costs, address_costs = (settings.costs, settings.address_costs) if settings.rate else ("", "")
        self.requests = Limit(settings.rate, "asked")
        self.costs = Limit(costs, "cost")
        self.creations = Limit(costs, "made")
        self.address_requests = Limit(settings.address_rate if settings.rate else "", "asked")
        self.address_costs = Limit(address_costs, "cost")
        self.visitors = Limit(settings.visitors if settings.rate else "", "visitors")

    def count_visitor(self, network: str) -> bool:
        """Count a new visitor in this network. Return whether the limit allows it."""
        rate = self.counter.count([Account(_network_account(network), self.visitors)])
        return rate is None or rate.left >= 0


class Charge(NamedTuple):
    """A cost that was counted, and its accounts."""

    accounts: tuple[Account, ...]
    cost: int


class Payer:
    """The accounts of one request: those of the `caller`, a token or a visitor or None, and of the network.

    `rate` is what the limits leave after the last count of requests.
    """

    def __init__(self, caller: str | None, network: str, limits: Limits) -> None:
        self._caller = caller
        self._network_account = _network_account(network)
        self._limits = limits
        self._requests = 0
        self._deferred_cost = 0
        self._charges: list[Charge] = []
        self.rate: RateState | None = None

    def count_requests(self, times: int = 1) -> None:
        """Count requests. Raises `rate.limited` for too many."""
        self.rate = self._count(self._accounts(self._limits.requests, self._limits.address_requests), times)
        self._requests += times

    def charge(self, cost: int, *, creates: bool = False) -> None:
        """Count a cost, of reading or of a request that `creates` something. Raises `rate.limited` for too much."""
        if cost:
            limits = self._limits
            accounts = self._accounts(limits.costs, limits.creations if creates else limits.address_costs)
            self._count(accounts, cost)
            self._charges.append(Charge(accounts, cost))

    def charge_unrefundable(self, cost: int) -> None:
        """Count a cost of reading that a 304 has too, as the response had to be made. Raises as `charge` does."""
        if cost:
            self._count(self._accounts(self._limits.costs, self._limits.address_costs), cost)

    def defer(self, cost: int) -> None:
        """Note a cost of reading, to be charged unless the response is cached."""
        self._deferred_cost += cost

    def charge_deferred(self) -> None:
        """Charge the deferred cost. Raises `rate.limited` for too much."""
        cost, self._deferred_cost = self._deferred_cost, 0
        self.charge(cost)

    def refund_costs(self) -> None:
        """Refund all charges and drop the deferred cost, because the response was cached."""
        self._deferred_cost = 0
        for accounts, cost in self._charges:
            self._limits.counter.refund(accounts, cost)
        self._charges = []

    def refund(self) -> None:
        """Refund the costs and the caller's requests, because the caller had the response already.

        The requests of the network and unrefundable costs stay counted.
        """
        self.refund_costs()
        if self._caller is not None:
            self._limits.counter.refund([Account(self._caller, self._limits.requests)], self._requests)
        self._requests = 0

    def _accounts(self, caller_limit: Limit, network_limit: Limit) -> tuple[Account, ...]:
        network = Account(self._network_account, network_limit)
        return (network,) if self._caller is None else (Account(self._caller, caller_limit), network)

    def _count(self, accounts: tuple[Account, ...], cost: int) -> RateState | None:
        rate = self._limits.counter.count(accounts, cost)
        if rate is not None and rate.left < 0:
            self.rate = rate
            limit, whose = rate.account.limit, ADDRESS if rate.account.name == self._network_account else CALLER
            says = f"`{limit.text}` are the limit of {whose}: wait as long as Retry-After says"
            says = says if limit.of == "asked" else f"these requests are expensive, and {says}"
            raise Problem("rate.limited", says, retry_after=rate.retry_after)
        return rate


def _network_account(network: str) -> str:
    return f"from {network}"
