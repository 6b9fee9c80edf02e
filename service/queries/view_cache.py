"""What anybody may read of finished games, as it goes out: what a hall of people opens is made once."""

from collections.abc import Callable, Hashable, Mapping
from typing import Final, NamedTuple

from service.ops.caches import RecentlyUsed
from service.store.concurrency.single_flight import SingleFlight

BYTES_MAX: Final = 64 * 2**20
"""What the views of all games may take, about."""
VIEW_BYTES: Final = 500
"""What a view takes beside its body."""


class KeptView(NamedTuple):
    """The parts of an answer, which nobody changes."""

    body: bytes
    media: str | None
    headers: Mapping[str, str]


class ViewCache:
    """Any thread may ask; a key names all that its view depends on."""

    def __init__(self) -> None:
        self._views: RecentlyUsed[Hashable, KeptView] = RecentlyUsed(
            "views", BYTES_MAX, lambda view: len(view.body) + VIEW_BYTES
        )
        self._shared = SingleFlight()

    def get(self, key: Hashable) -> KeptView | None:
        """Return the view of this key, if it is kept."""
        return self._views.get(key)

    def made(self, key: Hashable, make: Callable[[], KeptView]) -> tuple[KeptView, bool]:
        """Return the view of this key, which one of all who ask at once makes; and whether it was made for this one."""
        mine = False

        def lead() -> KeptView:
            nonlocal mine
            if (kept := self._views.peek(key)) is not None:  # another one was faster
                return kept
            mine = True
            view = make()
            self._views.put(key, view)
            return view

        return self._shared.ask(key, lead), mine
