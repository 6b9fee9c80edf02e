"""Who pays for a request: counts by token, visitor and address.

A token has the rates of one caller. So has a visitor, who is known by a page's cookie. An address has much higher
rates, since many people may share it; a request without token and visitor counts there alone. Requests that create
something count by address as by caller, so that many tokens or cookies do not multiply what is stored. Refused requests
count as well, against guessing of tokens.
"""

from typing import Final, NamedTuple

from service.http.rate_limits import Account, Limit, Rate, Rates
from service.ops.redis_client import RedisClient
from service.problems import Problem
from service.settings import Settings

SHARED: Final = "one address"
"""The name of an address's rates."""
OWN: Final = "one token or browser"


class Limits:
    """The limits of a process, for a caller and for an address."""

    def __init__(self, settings: Settings, redis: RedisClient | None) -> None:
        self.rates = Rates(redis)
        costs, address_costs = (settings.costs, settings.address_costs) if settings.rate else ("", "")
        self.asked = Limit(settings.rate, "asked")
        self.costs = Limit(costs, "cost")
        self.made = Limit(costs, "made")
        self.address_asked = Limit(settings.address_rate if settings.rate else "", "asked")
        self.address_costs = Limit(address_costs, "cost")
        self.visitors = Limit(settings.visitors if settings.rate else "", "visitors")

    def admits_visitor(self, origin: str) -> bool:
        """Count a new visitor at this address. Return whether that is allowed."""
        rate = self.rates.count([Account(_from(origin), self.visitors)])
        return rate is None or rate.left >= 0


class Charge(NamedTuple):
    """What was counted, and on which accounts."""

    accounts: tuple[Account, ...]
    cost: int


class Payer:
    """Who pays for a request: `caller` is a token or a visitor, or None. `rate` is what the limits leave them."""

    def __init__(self, caller: str | None, origin: str, limits: Limits) -> None:
        self._caller = caller
        self._origin = _from(origin)
        self._limits = limits
        self._asked = 0
        self._owed = 0
        self._costs: list[Charge] = []
        self.rate: Rate | None = None

    def ask(self, times: int = 1) -> None:
        """Count requests. Raises `rate.limited` for too many."""
        self.rate = self._counted(self._accounts(self._limits.asked, self._limits.address_asked), times)
        self._asked += times

    def pay(self, cost: int, *, makes: bool = False) -> None:
        """Count a cost, for reading or if it `makes` something. Raises `rate.limited` for too much."""
        if cost:
            limits = self._limits
            accounts = self._accounts(limits.costs, limits.made if makes else limits.address_costs)
            self._counted(accounts, cost)
            self._costs.append(Charge(accounts, cost))

    def spend(self, cost: int) -> None:
        """Count a cost of reading that also a 304 has, as the response had to be made. Raises as `pay` does."""
        if cost:
            self._counted(self._accounts(self._limits.costs, self._limits.address_costs), cost)

    def owe(self, cost: int) -> None:
        """Note a cost of reading, to be paid unless the response is cached."""
        self._owed += cost

    def settle(self) -> None:
        """Pay the noted cost. Raises `rate.limited` for too much."""
        owed, self._owed = self._owed, 0
        self.pay(owed)

    def waive(self) -> None:
        """Give the cost back, as the response was cached."""
        self._owed = 0
        for accounts, cost in self._costs:
            self._limits.rates.give_back(accounts, cost)
        self._costs = []

    def forgive(self) -> None:
        """Give back everything but the address's request and what was spent, as the caller had the response already."""
        self.waive()
        if self._caller is not None:
            self._limits.rates.give_back([Account(self._caller, self._limits.asked)], self._asked)
        self._asked = 0

    def _accounts(self, own: Limit, shared: Limit) -> tuple[Account, ...]:
        address = Account(self._origin, shared)
        return (address,) if self._caller is None else (Account(self._caller, own), address)

    def _counted(self, accounts: tuple[Account, ...], count: int) -> Rate | None:
        rate = self._limits.rates.count(accounts, count)
        if rate is not None and rate.left < 0:
            self.rate = rate
            limit, whose = rate.account.limit, SHARED if rate.account.name == self._origin else OWN
            says = f"`{limit.text}` are enough from {whose}: wait as long as Retry-After says"
            says = says if limit.of == "asked" else f"what you ask for is dear, and {says}"
            raise Problem("rate.limited", says, retry_after=rate.seconds)
        return rate


def _from(origin: str) -> str:
    return f"from {origin}"
