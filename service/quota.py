"""Places that are held for a while: no more of them than there are, and no more by one caller than its share."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Lock
from typing import Final

from service.problems import Problem

ADDRESS_SHARE: Final = 4
"""One address may hold the fourth part of all streams and long polls, whatever tokens it bears."""
_OWN_BITS: Final = 64
"""Whoever has an IPv6 address mostly has all that begin with the same bits."""


class Quota:
    """Any thread may hold a place; `what` it is stands in the refusals, and `count` is told of one more or less."""

    def __init__(self, most: int, what: str, count: Callable[[int], object] = lambda _: None) -> None:
        self.total = 0
        """How many are held."""
        self._most = most
        self._what = what
        self._count = count
        self._held: Counter[str] = Counter()
        self._guard = Lock()

    def enter(self, shares: Mapping[str, int]) -> None:
        """One more, on the account of each of these callers, who may hold so many.

        `unavailable` when all are taken, `rate.limited` when this caller has its share.
        """
        with self._guard:
            for name, share in shares.items():
                if self._held[name] >= share:
                    raise Problem("rate.limited", f"{share} {self._what} are as many as you may have: end one first")
            if self.total >= self._most:
                raise Problem("unavailable", f"there are {self._most} {self._what} already: ask again soon")
            self.total += 1
            self._count(1)
            self._held.update(shares.keys())

    def leave(self, shares: Mapping[str, int]) -> None:
        """One less."""
        with self._guard:
            self.total -= 1
            self._count(-1)
            self._held.subtract(shares.keys())
            for name in shares:
                if not self._held[name]:
                    del self._held[name]

    @contextmanager
    def held(self, shares: Mapping[str, int]) -> Iterator[None]:
        """A place until the end of this."""
        self.enter(shares)
        try:
            yield
        finally:
            self.leave(shares)


class Waiting(Quota):
    """Streams and long polls: so many in all, so many of each caller, and of one address a part of all."""

    def __init__(self, most: int, each: int, count: Callable[[int], object]) -> None:
        super().__init__(most, "streams and long polls", count)
        self._each = each

    def shares(self, caller: str, address: str) -> dict[str, int]:
        """On whose account it goes when they wait for news, and how many times each may do so at once."""
        return {caller: self._each, f"from {origin_of(address)}": max(self._each, self._most // ADDRESS_SHARE)}


def origin_of(address: str) -> str:
    """Where a caller is, as it is counted: the address, of IPv6 the network that one caller mostly has to itself."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ip_network((parsed, _OWN_BITS), strict=False))
    return str(parsed)
