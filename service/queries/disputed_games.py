"""The games on which something was filed, followed in the store."""

from threading import Lock

from service.store.event_store import GameStore


class DisputedGames:
    """The games on which something was filed, for any number of threads. Nothing that was filed is ever removed."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._line = 0
        self._games: set[str] = set()
        self._guard = Lock()

    def now(self) -> set[str]:
        """Return them as of now, whichever process filed it. The set is shared, so it must not be changed."""
        with self._guard:
            for line, game in self._store.dispute_events_since(self._line):
                self._games.add(game)
                self._line = line
        return self._games
