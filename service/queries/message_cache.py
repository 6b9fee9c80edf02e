"""The messages of streams, made once for all streams with the same view."""

from collections.abc import Callable, Hashable, Iterable
from typing import Final

from service.ops.caches import LruCache
from service.store.concurrency.blocking_guard import GuardedLock

BYTES_MAX: Final = 64 * 2**20
"""The approximate limit of the messages of all games."""
MESSAGE_BYTES: Final = 120
"""The size of a message beside its bytes."""

MessageMaker = Callable[[int, int], Iterable[bytes]]
"""Makes the messages of the events after the first number up to the second."""


class GameMessages:
    """The messages of one game for all streams with the same cache key, by the number of their event."""

    def __init__(self) -> None:
        self.messages: dict[int, bytes] = {}
        self.bytes = MESSAGE_BYTES  # an entry has a size even if its messages could not be made
        self.guard = GuardedLock()

    def missing(self, after: int, upto: int) -> list[int]:
        """Return the events whose messages are not cached."""
        return [n for n in range(after + 1, upto + 1) if n not in self.messages]

    def store(self, first: int, messages: Iterable[bytes]) -> None:
        """Store the messages of event `first` and those that follow it."""
        for n, message in enumerate(messages, first):
            self.bytes += len(message) + MESSAGE_BYTES - len(self.messages.get(n, b""))
            self.messages[n] = message


class MessageCache:
    """A cache for any thread. Messages that several threads need at once are made by one of them."""

    def __init__(self) -> None:
        self._games: LruCache[Hashable, GameMessages] = LruCache("messages", BYTES_MAX, lambda messages: messages.bytes)

    def messages(self, key: Hashable, after: int, upto: int, make: MessageMaker) -> bytes:
        """Return the messages of events after + 1 to `upto`, joined. The key names all else that they depend on."""
        cached = self._games.get(key) or self._games.setdefault(key, GameMessages())
        with cached.guard:
            missing = cached.missing(after, upto)
            if missing:
                cached.store(missing[0], make(missing[0] - 1, missing[-1]))
            joined = b"".join([cached.messages[n] for n in range(after + 1, upto + 1)])
        if missing:
            self._games.update_size(key, cached)
        return joined
