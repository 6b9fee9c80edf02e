"""Notifies listeners of news of games, written by this process or another one."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum, auto
from queue import SimpleQueue
from threading import Condition, Event, Lock
from typing import Final

from service.store.concurrency.worker_thread import WorkerThread
from service.store.errors import StoreProblem
from service.store.event_store import GameStore

BREAK_SECONDS: Final = 0.1
"""How long to leave a store alone after a failure."""
GATHER_SECONDS: Final = 0.005
"""The least time between two reads of the store, so that many wake-ups cost no more than a few."""
AT_ONCE: Final = 24
"""How many listeners are woken together."""
BREATH_SECONDS: Final = 0.002
"""The pause before the next listeners are woken. Commands are answered in it: a thousand at once would block them."""


class Topic(StrEnum):
    """What a callback can subscribe to.

    These are events of any process, all events of this process only, those of its tournaments, or metadata of others.
    """

    EVENTS = auto()
    OWN = auto()
    TOURNAMENTS = auto()
    REGISTER = auto()


Callback = Callable[[str], None]
"""A callback gets the game that has news, or an empty text if no game has. It must be quick."""


def tournament_topic(tournament: str) -> str:
    """Return the name under which there is news of a tournament. No game has such an id."""
    return f"tournament/{tournament}"


class NewsListener:
    """Waits for news of one game; made by `Notifier.listening`."""

    def __init__(self, news: "_GameNews") -> None:
        self._news = news
        self._stirs = news.stirs

    @property
    def latest(self) -> int:
        """The last event that there was news of, or 0 if there was none since this listener was made."""
        return self._news.latest

    def wait(self, beyond: int, timeout: float) -> None:
        """Wait for an event after `beyond` or for another change, for at most `timeout` seconds."""
        news = self._news
        with news.condition:
            news.waiting += 1
            news.condition.wait_for(lambda: news.latest > beyond or news.closed or news.stirs != self._stirs, timeout)
            news.waiting -= 1
            self._stirs = news.stirs


class _GameNews:
    """The last event of a game that listeners know of. `stirs` counts news that is not an event."""

    def __init__(self) -> None:
        self.condition = Condition()
        self.latest = 0
        self.stirs = 0
        self.listeners = 0
        self.waiting = 0
        self.closed = False


class Notifier:
    """Is notified after every commit of this process. Its own thread polls for the commits of others."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._games: defaultdict[str, _GameNews] = defaultdict(_GameNews)
        self._guard = Lock()
        self._subscribed: dict[Topic, list[Callback]] = {kind: [] for kind in Topic}
        self._stop = Event()
        self._woken = Event()
        self._position = store.position()
        self._behind = False
        self._to_wake: SimpleQueue[_GameNews | None] = SimpleQueue()
        store.on_external_write(self.look)
        self._threads = [
            WorkerThread("notifier", self._look_around),
            WorkerThread("waker", self._wake_listeners),
        ]
        for thread in self._threads:
            thread.start()

    def subscribe(self, kind: Topic, callback: Callback) -> None:
        """Have `callback` called at all news of this kind from now on."""
        self._subscribed[kind].append(callback)

    def look(self) -> None:
        """Poll at once for what other processes have written, after a wake-up."""
        self._woken.set()

    def notify(self, game: str, version: int) -> None:
        """Tell listeners that this process wrote events of the game up to `version`, or changed something else."""
        self._announce(game, version)
        self._call(Topic.EVENTS, game)
        self._call(Topic.OWN, game)

    def notify_of_tournament(self, tournament: str, version: int) -> None:
        """Tell listeners that this process wrote events of the tournament up to `version`."""
        name = tournament_topic(tournament)
        self._announce(name, version)
        self._call(Topic.TOURNAMENTS, name)
        self._call(Topic.OWN, name)

    def _announce(self, name: str, version: int) -> None:
        news = self._games.get(name)
        if news is not None:
            with self._guard:  # the polling thread may find another process's events now
                news.stirs += 1  # a listener may know this version, and still miss a change without an event
                news.latest = max(news.latest, version)
            self._wake(news)

    def _spread(self, game: str, version: int) -> None:
        """Tell listeners of events found in the store. Events of this process have been announced already."""
        news = self._games.get(game)
        if news is not None:
            with self._guard:
                if version <= news.latest:
                    return
                news.latest = version
            self._wake(news)
        self._call(Topic.EVENTS, game)

    def _wake(self, news: _GameNews) -> None:
        if news.waiting:  # a listener that begins to wait checks for news first
            self._to_wake.put(news)

    def _call(self, kind: Topic, game: str = "") -> None:
        for callback in self._subscribed[kind]:
            callback(game)

    @contextmanager
    def listening(self, game: str) -> Iterator[NewsListener]:
        """Yield a listener for a game. A caller that reads the game after this misses nothing."""
        with self._guard:
            news = self._games[game]
            news.listeners += 1
            news.closed = self._stop.is_set()
        try:
            yield NewsListener(news)
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
        """Wake every listener for the last time."""
        self._stop.set()
        self._woken.set()
        with self._guard:
            everybody = list(self._games.values())
        for news in everybody:
            with news.condition:
                news.closed = True
                news.condition.notify_all()
        self._to_wake.put(None)
        for thread in self._threads:
            thread.join()

    def _wake_listeners(self) -> None:
        while (news := self._to_wake.get()) is not None:
            left = news.waiting
            while left > 0:
                with news.condition:
                    news.condition.notify(AT_ONCE)
                left -= AT_ONCE
                if left > 0:
                    time.sleep(BREATH_SECONDS)

    def _look_around(self) -> None:
        while not self._stop.is_set():
            if not self._behind:  # a failed poll is repeated at once
                self._woken.wait(self._store.poll_seconds)
            self._woken.clear()
            try:
                self._look()
            except StoreProblem:
                self._stop.wait(BREAK_SECONDS)  # readers report the failure; the notifier just tries again
            self._stop.wait(GATHER_SECONDS)

    def _look(self) -> None:
        found = self._store.poll_changes()
        self._behind = self._behind or found.events  # the store reports this once, and the next steps may fail
        if found.metadata:
            self._call(Topic.REGISTER)
        while self._behind:
            written = self._store.event_numbers_since(self._position)
            for game, version in {game: n for _, game, n in written}.items():
                self._spread(game, version)
            if written:
                self._position = written[-1][0]
            self._behind = bool(written)
