"""One lock for each game, so that its commands are decided one after another."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from service.store.concurrency.blocking_guard import GuardedLock


class GameLocks:
    """A lock for each game that is in use. An unused lock is dropped."""

    def __init__(self) -> None:
        self._locks: dict[str, tuple[GuardedLock, int]] = {}
        self._guard = Lock()

    def __contains__(self, game: str) -> bool:
        return game in self._locks

    @contextmanager
    def exclusive(self, game: str) -> Iterator[None]:
        """Lock the game. Raises WouldBlock if the lock is taken and this thread must not block."""
        with self._guard:
            lock, users = self._locks.get(game, (GuardedLock(), 0))
            self._locks[game] = (lock, users + 1)
        try:
            with lock:
                yield
        finally:
            with self._guard:
                _, users = self._locks[game]
                if users == 1:
                    del self._locks[game]
                else:
                    self._locks[game] = (lock, users - 1)
