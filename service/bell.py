"""Wakes whoever waits for news of a game, whether this process or another one wrote them."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition, Event, Thread
from typing import Final

from service.event_store import GameStore, StoreProblem

POLL_SECONDS: Final = 0.1
"""How often to look what other processes have written."""


class Listener:
    """One who waits for news of a game; made by `Bell.listening`."""

    def __init__(self, news: "_News") -> None:
        self._news = news

    def wait(self, beyond: int, timeout: float) -> bool:
        """Waits for an event after `beyond`; False when none came within `timeout` seconds, or the bell was closed."""
        news = self._news
        with news.condition:
            news.condition.wait_for(lambda: news.latest > beyond or news.closed, timeout)
            return news.latest > beyond and not news.closed


class _News:
    """The last event of a game, as far as it has been rung."""

    def __init__(self) -> None:
        self.condition = Condition()
        self.latest = 0
        self.listeners = 0
        self.closed = False


class Bell:
    """Rung after every commit of this process; a thread of its own looks for the commits of others."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._games: defaultdict[str, _News] = defaultdict(_News)
        self._guard = Condition()
        self._always: list[Callable[[str], None]] = []
        self._stop = Event()
        self._position = store.position()
        self._thread = Thread(target=self._look_around, name="bell", daemon=True)
        self._thread.start()

    def on_ring(self, told: Callable[[str], None]) -> None:
        """From now on `told` is called with the game of every ring; it must be quick."""
        self._always.append(told)

    def ring(self, game: str, version: int) -> None:
        """The game has events up to `version`."""
        with self._guard:
            news = self._games.get(game)
        if news is not None:
            with news.condition:
                if version > news.latest:
                    news.latest = version
                    news.condition.notify_all()
        for told in self._always:
            told(game)

    @contextmanager
    def listening(self, game: str) -> Iterator[Listener]:
        """A listener for a game. Whoever looks at the game after this misses nothing."""
        with self._guard:
            news = self._games[game]
            news.listeners += 1
            news.closed = self._stop.is_set()
        try:
            yield Listener(news)
        finally:
            with self._guard:
                news.listeners -= 1
                if not news.listeners:
                    self._games.pop(game, None)

    @property
    def closed(self) -> bool:
        """Whether the process is about to stop."""
        return self._stop.is_set()

    def close(self) -> None:
        """Wakes everybody for the last time."""
        self._stop.set()
        with self._guard:
            everybody = list(self._games.values())
        for news in everybody:
            with news.condition:
                news.closed = True
                news.condition.notify_all()
        self._thread.join()

    def _look_around(self) -> None:
        while not self._stop.wait(POLL_SECONDS):
            try:
                latest: dict[str, int] = {}
                for position, game, n in self._store.written_since(self._position):
                    self._position, latest[game] = position, n
                for game, version in latest.items():
                    self.ring(game, version)
            except StoreProblem:
                time.sleep(POLL_SECONDS)  # whoever reads will be told; the bell just tries again
