"""The messages of streams, made once for all streams with the same view."""

from collections.abc import Callable, Hashable, Iterable
from typing import Final

from service.ops.caches import RecentlyUsed
from service.store.concurrency.blocking_guard import GuardedLock

BYTES_MAX: Final = 64 * 2**20
"""The approximate limit of the messages of all games."""
MESSAGE_BYTES: Final = 120
"""The size of a message beside its characters."""

Making = Callable[[int, int], Iterable[bytes]]
"""Makes the messages of the events after the first number up to the second."""


class GameMessages:
    """The messages of one game for all streams alike, by the number of their event."""

    def __init__(self) -> None:
        self.made: dict[int, bytes] = {}
        self.bytes = MESSAGE_BYTES  # an entry has a size even if its messages could not be made
        self.guard = GuardedLock()

    def lacks(self, after: int, upto: int) -> list[int]:
        """Return the events whose messages are not made yet."""
        return [n for n in range(after + 1, upto + 1) if n not in self.made]

    def keep(self, first: int, messages: Iterable[bytes]) -> None:
        """Store the messages of event `first` and those that follow it."""
        for n, message in enumerate(messages, first):
            self.bytes += len(message) + MESSAGE_BYTES - len(self.made.get(n, b""))
            self.made[n] = message


class MessageCache:
    """A cache for any thread. Messages that several threads need at once are made by one of them."""

    def __init__(self) -> None:
        self._games: RecentlyUsed[Hashable, GameMessages] = RecentlyUsed("messages", BYTES_MAX, lambda kept: kept.bytes)

    def messages(self, alike: Hashable, after: int, upto: int, make: Making) -> bytes:
        """Return the messages of events after + 1 to `upto`, joined. `alike` names all else that they depend on."""
        kept = self._games.get(alike) or self._games.setdefault(alike, GameMessages())
        with kept.guard:
            lacking = kept.lacks(after, upto)
            if lacking:
                kept.keep(lacking[0], make(lacking[0] - 1, lacking[-1]))
            found = b"".join([kept.made[n] for n in range(after + 1, upto + 1)])
        if lacking:
            self._games.weigh(alike, kept)
        return found
