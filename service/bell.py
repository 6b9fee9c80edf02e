"""Wakes whoever waits for news of a game, whether this process or another one wrote them."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Condition, Event, Thread
from typing import Final

from service.event_store import GameStore, StoreProblem

BREAK_SECONDS: Final = 0.1
"""How long to leave a store alone that failed."""
GATHER_SECONDS: Final = 0.005
"""The least time between two looks, so that many wake-ups cost no more than a few."""
AT_ONCE: Final = 24
"""How many listeners are woken together."""
BREATH_SECONDS: Final = 0.002
"""The pause before the next are woken, in which commands are answered: a thousand at once would hold them all up."""


class Listener:
    """One who waits for news of a game; made by `Bell.listening`."""

    def __init__(self, news: "_News") -> None:
        self._news = news
        self._stirs = news.stirs

    @property
    def latest(self) -> int:
        """The last event that was rung; 0 when there was none since somebody listens."""
        return self._news.latest

    def wait(self, beyond: int, timeout: float) -> None:
        """Waits until there is an event after `beyond`, something else has changed, or so many seconds have passed."""
        news = self._news
        with news.condition:
            news.waiting += 1
            news.condition.wait_for(lambda: news.latest > beyond or news.closed or news.stirs != self._stirs, timeout)
            news.waiting -= 1
            self._stirs = news.stirs


class _News:
    """The last event of a game, as far as it has been rung; `stirs` counts what was rung and is no event."""

    def __init__(self) -> None:
        self.condition = Condition()
        self.latest = 0
        self.stirs = 0
        self.listeners = 0
        self.waiting = 0
        self.closed = False


class Bell:
    """Rung after every commit of this process; a thread of its own looks for the commits of others."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._games: defaultdict[str, _News] = defaultdict(_News)
        self._guard = Condition()
        self._always: list[Callable[[str], None]] = []
        self._at_own: list[Callable[[], None]] = []
        self._at_writes: list[Callable[[], None]] = []
        self._stop = Event()
        self._woken = Event()
        self._position = store.position()
        self._rung: SimpleQueue[_News | None] = SimpleQueue()
        store.on_news(self.look)
        self._threads = [
            Thread(target=self._look_around, name="bell", daemon=True),
            Thread(target=self._wake_listeners, name="ringer", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def on_ring(self, told: Callable[[str], None]) -> None:
        """From now on `told` is called with the game of every ring; it must be quick."""
        self._always.append(told)

    def on_own_ring(self, told: Callable[[], None]) -> None:
        """From now on `told` is called after every ring for what this process wrote; it must be quick."""
        self._at_own.append(told)

    def look(self) -> None:
        """Somebody says that something is new: look at once what others have written."""
        self._woken.set()

    def on_write(self, told: Callable[[], None]) -> None:
        """From now on `told` is called soon after anybody else may have written into the register."""
        self._at_writes.append(told)

    def ring(self, game: str, version: int) -> None:
        """The game has events up to `version`, which this process wrote, or something that is no event."""
        with self._guard:
            news = self._games.get(game)
        if news is not None and version <= news.latest:
            news.stirs += 1
            self._rung.put(news)
        self._ring(game, version)
        for told in self._at_own:
            told()

    def _ring(self, game: str, version: int) -> None:
        with self._guard:
            news = self._games.get(game)
        if news is not None and version > news.latest:
            news.latest = version
            self._rung.put(news)
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
        self._woken.set()
        with self._guard:
            everybody = list(self._games.values())
        for news in everybody:
            with news.condition:
                news.closed = True
                news.condition.notify_all()
        self._rung.put(None)
        for thread in self._threads:
            thread.join()

    def _wake_listeners(self) -> None:
        while (news := self._rung.get()) is not None:
            left = news.waiting
            while left > 0:
                with news.condition:
                    news.condition.notify(AT_ONCE)
                left -= AT_ONCE
                if left > 0:
                    time.sleep(BREATH_SECONDS)

    def _look_around(self) -> None:
        while not self._stop.is_set():
            self._woken.wait(self._store.poll_seconds)
            self._woken.clear()
            try:
                self._look()
            except StoreProblem:
                self._stop.wait(BREAK_SECONDS)  # whoever reads will be told; the bell just tries again
            self._stop.wait(GATHER_SECONDS)

    def _look(self) -> None:
        news = self._store.news()
        if news.register:
            for told in self._at_writes:
                told()
        while news.events and (found := self._store.written_since(self._position)):
            latest: dict[str, int] = {}
            for position, game, n in found:
                self._position, latest[game] = position, n
            for game, version in latest.items():
                self._ring(game, version)
