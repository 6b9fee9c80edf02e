"""One at a time at each game: whoever comes later waits for whoever was there first."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock


class GameLocks:
    """A lock for each game that somebody is at, and for no other."""

    def __init__(self) -> None:
        self._locks: dict[str, tuple[Lock, int]] = {}
        self._guard = Lock()

    @contextmanager
    def held(self, game: str) -> Iterator[None]:
        """Has the game to itself."""
        with self._guard:
            lock, users = self._locks.get(game, (Lock(), 0))
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
