"""A cache of responses about finished games and about tournaments: each is made once for all clients."""

from collections.abc import Callable, Hashable, Mapping
from typing import Final, NamedTuple

from service.ops.caches import LruCache
from service.store.concurrency.single_flight import SingleFlight

BYTES_MAX: Final = 64 * 2**20
"""The approximate limit of all cached responses."""
ENTRY_BYTES: Final = 500
"""The size of a cached response beside its body."""


class CachedResponse(NamedTuple):
    """The body, content type and headers of a response. They must not be changed."""

    body: bytes
    media: str | None
    headers: Mapping[str, str]


class ResponseCache:
    """A cache for any thread. The key names everything that the response depends on."""

    def __init__(self) -> None:
        self._responses: LruCache[Hashable, CachedResponse] = LruCache(
            "views", BYTES_MAX, lambda response: len(response.body) + ENTRY_BYTES
        )
        self._single_flight = SingleFlight()

    def get(self, key: Hashable) -> CachedResponse | None:
        """Return the response of this key, or None."""
        return self._responses.get(key)

    def get_or_make(self, key: Hashable, make: Callable[[], CachedResponse]) -> tuple[CachedResponse, bool]:
        """Return the response of this key, and whether this call made it. Of concurrent callers, one makes it."""
        was_made = False

        def make_once() -> CachedResponse:
            nonlocal was_made
            if (cached := self._responses.peek(key)) is not None:  # another thread was faster
                return cached
            was_made = True
            response = make()
            self._responses.put(key, response)
            return response

        return self._single_flight.run(key, make_once), was_made
