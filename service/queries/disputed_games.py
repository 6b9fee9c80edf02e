"""The games with dispute events, read from the store as they are added."""

from threading import Lock

from service.store.event_store import GameStore


class DisputedGames:
    """The games with dispute events, for any number of threads. Dispute events are never removed."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._line = 0
        self._games: set[str] = set()
        self._guard = Lock()

    def games(self) -> set[str]:
        """Return the games of now, by events of any process. The set is shared, so it must not be changed."""
        with self._guard:
            for line, game in self._store.dispute_events_since(self._line):
                self._games.add(game)
                self._line = line
        return self._games
