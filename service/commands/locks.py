"""One at a time at each game: whoever comes later waits for whoever was there first."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from service.store.concurrency.blocking_guard import PatientLock


class GameLocks:
    """A lock for each game that somebody is at, and for no other."""

    def __init__(self) -> None:
        self._locks: dict[str, tuple[PatientLock, int]] = {}
        self._guard = Lock()

    def __contains__(self, game: str) -> bool:
        return game in self._locks

    @contextmanager
    def exclusive(self, game: str) -> Iterator[None]:
        """Have the game to itself; MustWait where that would be waited for, in a thread that must not wait."""
        with self._guard:
            lock, users = self._locks.get(game, (PatientLock(), 0))
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
