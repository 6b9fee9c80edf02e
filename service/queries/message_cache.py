"""The messages of streams, kept for all who follow with the same eyes: what a thousand hear is made once."""

from collections.abc import Callable, Hashable, Iterable
from typing import Final

from service.ops.caches import RecentlyUsed
from service.store.concurrency.blocking_guard import PatientLock

BYTES_MAX: Final = 64 * 2**20
"""What the messages of all games may take, about."""
MESSAGE_BYTES: Final = 120
"""What a message takes beside its letters."""

Making = Callable[[int, int], Iterable[bytes]]
"""Makes the messages of the events after the first number up to the second."""


class GameMessages:
    """The messages of one game for all who follow it alike, by the number of their event."""

    def __init__(self) -> None:
        self.made: dict[int, bytes] = {}
        self.bytes = MESSAGE_BYTES  # also one whose messages could not be made takes something
        self.guard = PatientLock()

    def lacks(self, after: int, upto: int) -> list[int]:
        """Return the events whose messages are not made yet."""
        return [n for n in range(after + 1, upto + 1) if n not in self.made]

    def keep(self, first: int, messages: Iterable[bytes]) -> None:
        """Keep the messages of event `first` and those that follow on it."""
        for n, message in enumerate(messages, first):
            self.bytes += len(message) + MESSAGE_BYTES - len(self.made.get(n, b""))
            self.made[n] = message


class MessageCache:
    """Any thread may ask; what many ask for at once is made by one of them."""

    def __init__(self) -> None:
        self._games: RecentlyUsed[Hashable, GameMessages] = RecentlyUsed("messages", BYTES_MAX, lambda kept: kept.bytes)

    def messages(self, alike: Hashable, after: int, upto: int, make: Making) -> bytes:
        """The messages of events after + 1 to `upto`, joined; `alike` is all that they depend on beside the events."""
        kept = self._games.get(alike) or self._games.setdefault(alike, GameMessages())
        with kept.guard:
            lacking = kept.lacks(after, upto)
            if lacking:
                kept.keep(lacking[0], make(lacking[0] - 1, lacking[-1]))
            found = b"".join([kept.made[n] for n in range(after + 1, upto + 1)])
        if lacking:
            self._games.weigh(alike, kept)
        return found
