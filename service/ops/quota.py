"""Quotas of places that callers hold for a while: a total limit, and one for each caller."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Lock
from typing import Final

from service.problems import Problem

ADDRESS_SHARE: Final = 4
"""One address may hold a quarter of all streams, and of all long polls, with any number of tokens."""
_PREFIX_BITS: Final = 64
"""A caller with an IPv6 address mostly owns all addresses that begin with the same bits."""


class Quota:
    """Counts held places, for any thread. Errors name them as `what`. `count` is called with each change, 1 or -1."""

    def __init__(self, most: int, what: str, count: Callable[[int], object] = lambda _: None) -> None:
        self.total = 0
        """How many places are held."""
        self._most = most
        self._what = what
        self._count = count
        self._held: Counter[str] = Counter()
        self._guard = Lock()

    def enter(self, shares: Mapping[str, int]) -> None:
        """Take a place, counted on each of these accounts. Each account has the most places that it may hold.

        Raises `unavailable` when all places are taken, and `rate.limited` when an account has its share.
        """
        with self._guard:
            for name, share in shares.items():
                if self._held[name] >= share:
                    raise Problem("rate.limited", f"{share} {self._what} are the most that you may have: end one first")
            if self.total >= self._most:
                raise Problem("unavailable", f"there are {self._most} {self._what} already: try again soon")
            self.total += 1
            self._count(1)
            self._held.update(shares.keys())

    def leave(self, shares: Mapping[str, int]) -> None:
        """Give a place back."""
        with self._guard:
            self.total -= 1
            self._count(-1)
            self._held.subtract(shares.keys())
            for name in shares:
                if not self._held[name]:
                    del self._held[name]

    @contextmanager
    def held(self, shares: Mapping[str, int]) -> Iterator[None]:
        """Hold a place until the end of the context."""
        self.enter(shares)
        try:
            yield
        finally:
            self.leave(shares)


class SharedQuota(Quota):
    """A quota with a total limit, one for each caller, and a share of the total for one address."""

    def __init__(self, most: int, each: int, what: str, count: Callable[[int], object] = lambda _: None) -> None:
        super().__init__(most, what, count)
        self._each = each

    def shares(self, caller: str | None, address: str) -> dict[str, int]:
        """Return the accounts that a place is counted on, each with its limit.

        `caller` is a token or a visitor, or None for an anonymous client.
        """
        shared = {f"from {network_of(address)}": max(self._each, self._most // ADDRESS_SHARE)}
        return shared if caller is None else {caller: self._each, **shared}


@lru_cache(10_000)
def network_of(address: str) -> str:
    """Return the network that a caller is counted by: its address, or the IPv6 network that one caller mostly owns."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ip_network((parsed, _PREFIX_BITS), strict=False))
    return str(parsed)
