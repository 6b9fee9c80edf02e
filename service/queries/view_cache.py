"""A cache of responses about finished games and about tournaments, made once for all clients that may read them."""

from collections.abc import Callable, Hashable, Mapping
from typing import Final, NamedTuple

from service.ops.caches import RecentlyUsed
from service.store.concurrency.single_flight import SingleFlight

BYTES_MAX: Final = 64 * 2**20
"""The approximate limit of the views of all games and tournaments."""
VIEW_BYTES: Final = 500
"""The size of a view beside its body."""


class KeptView(NamedTuple):
    """The parts of a response, which must not be changed."""

    body: bytes
    media: str | None
    headers: Mapping[str, str]


class ViewCache:
    """A cache for any thread. The key names everything that the view depends on."""

    def __init__(self) -> None:
        self._views: RecentlyUsed[Hashable, KeptView] = RecentlyUsed(
            "views", BYTES_MAX, lambda view: len(view.body) + VIEW_BYTES
        )
        self._shared = SingleFlight()

    def get(self, key: Hashable) -> KeptView | None:
        """Return the view of this key, or None."""
        return self._views.get(key)

    def made(self, key: Hashable, make: Callable[[], KeptView]) -> tuple[KeptView, bool]:
        """Return the view of this key, and whether this call made it. Of concurrent callers, one makes it."""
        mine = False

        def lead() -> KeptView:
            nonlocal mine
            if (kept := self._views.peek(key)) is not None:  # another thread was faster
                return kept
            mine = True
            view = make()
            self._views.put(key, view)
            return view

        return self._shared.run(key, lead), mine
