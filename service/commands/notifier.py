"""Notifies subscribers and waiting threads of changes to games, written by this process or another one."""

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

FAILURE_PAUSE_SECONDS: Final = 0.1
"""The pause after a failed read of the store."""
POLL_GAP_SECONDS: Final = 0.005
"""The least time between two reads of the store, so that many wake-ups cost no more than a few."""
LISTENERS_PER_WAKE_UP: Final = 24
"""How many listeners are woken together."""
WAKE_UP_PAUSE_SECONDS: Final = 0.002
"""The pause before the next listeners are woken. Commands are answered in it: a thousand at once would block them."""


class ChangeKind(StrEnum):
    """What a callback can subscribe to."""

    GAME_EVENTS = auto()
    """Events of games, written by any process."""
    LOCAL_EVENTS = auto()
    """Events of games and tournaments, written by this process."""
    LOCAL_TOURNAMENT_EVENTS = auto()
    """Events of tournaments, written by this process."""
    METADATA = auto()
    """Metadata, written by other processes."""


Callback = Callable[[str], None]
"""A callback gets the topic that has changed, or an empty text for metadata. It must be quick."""


def tournament_topic(tournament: str) -> str:
    """Return the topic of a tournament. The topic of a game is its id, and no game has such an id."""
    return f"tournament/{tournament}"


class ChangeListener:
    """Waits for changes of one topic; made by `Notifier.listen`."""

    def __init__(self, state: "_TopicState") -> None:
        self._state = state
        self._notifications = state.notifications

    @property
    def latest(self) -> int:
        """The last event that was announced, or 0 if none was since the first of the topic's listeners."""
        return self._state.latest

    def wait(self, after: int, timeout: float) -> None:
        """Wait for an event with a higher number than `after` or for another change, for at most `timeout` seconds."""
        state = self._state
        with state.condition:
            state.waiting += 1
            state.condition.wait_for(
                lambda: state.latest > after or state.closed or state.notifications != self._notifications, timeout
            )
            state.waiting -= 1
            self._notifications = state.notifications


class _TopicState:
    """The last event of a topic that listeners know of, and how many of them wait for the next one.

    `notifications` counts those of this process. Each may be about a change without an event.
    """

    def __init__(self) -> None:
        self.condition = Condition()
        self.latest = 0
        self.notifications = 0
        self.listeners = 0
        self.waiting = 0
        self.closed = False


class Notifier:
    """Is notified after every commit of this process. Its own thread polls for the commits of others."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._topics: defaultdict[str, _TopicState] = defaultdict(_TopicState)
        self._guard = Lock()
        self._callbacks: dict[ChangeKind, list[Callback]] = {kind: [] for kind in ChangeKind}
        self._stop = Event()
        self._woken = Event()
        self._position = store.position()
        self._has_unread_events = False
        self._to_wake: SimpleQueue[_TopicState | None] = SimpleQueue()
        store.on_external_write(self.poll_now)
        self._threads = [
            WorkerThread("notifier", self._poll_until_stopped),
            WorkerThread("waker", self._wake_listeners),
        ]
        for thread in self._threads:
            thread.start()

    def subscribe(self, kind: ChangeKind, callback: Callback) -> None:
        """Have `callback` called at all changes of this kind from now on."""
        self._callbacks[kind].append(callback)

    def poll_now(self) -> None:
        """Poll at once for what other processes have written, after a wake-up."""
        self._woken.set()

    def notify(self, game: str, version: int) -> None:
        """Announce that this process wrote events of the game up to `version`, or changed its metadata."""
        self._announce(game, version)
        self._call_back(ChangeKind.GAME_EVENTS, game)
        self._call_back(ChangeKind.LOCAL_EVENTS, game)

    def notify_of_tournament(self, tournament: str, version: int) -> None:
        """Announce that this process wrote events of the tournament up to `version`."""
        topic = tournament_topic(tournament)
        self._announce(topic, version)
        self._call_back(ChangeKind.LOCAL_TOURNAMENT_EVENTS, topic)
        self._call_back(ChangeKind.LOCAL_EVENTS, topic)

    def _announce(self, topic: str, version: int) -> None:
        state = self._topics.get(topic)
        if state is not None:
            with self._guard:  # the polling thread may find another process's events now
                state.notifications += 1  # a listener may know this version, and still miss a change without an event
                state.latest = max(state.latest, version)
            self._wake(state)

    def _announce_found(self, game: str, version: int) -> None:
        """Announce events found in the store. Those of this process have been announced already."""
        state = self._topics.get(game)
        if state is not None:
            with self._guard:
                if version <= state.latest:
                    return
                state.latest = version
            self._wake(state)
        self._call_back(ChangeKind.GAME_EVENTS, game)

    def _wake(self, state: _TopicState) -> None:
        if state.waiting:  # a listener that begins to wait checks for changes first
            self._to_wake.put(state)

    def _call_back(self, kind: ChangeKind, topic: str = "") -> None:
        for callback in self._callbacks[kind]:
            callback(topic)

    @contextmanager
    def listen(self, topic: str) -> Iterator[ChangeListener]:
        """Yield a listener to a game or tournament. A caller that reads it after this misses no change."""
        with self._guard:
            state = self._topics[topic]
            state.listeners += 1
            state.closed = self._stop.is_set()
        try:
            yield ChangeListener(state)
        finally:
            with self._guard:
                state.listeners -= 1
                if not state.listeners:
                    self._topics.pop(topic, None)

    @property
    def closed(self) -> bool:
        """Whether the process is about to stop."""
        return self._stop.is_set()

    def close(self) -> None:
        """Wake every listener for the last time."""
        self._stop.set()
        self._woken.set()
        with self._guard:
            states = list(self._topics.values())
        for state in states:
            with state.condition:
                state.closed = True
                state.condition.notify_all()
        self._to_wake.put(None)
        for thread in self._threads:
            thread.join()

    def _wake_listeners(self) -> None:
        while (state := self._to_wake.get()) is not None:
            left = state.waiting
            while left > 0:
                with state.condition:
                    state.condition.notify(LISTENERS_PER_WAKE_UP)
                left -= LISTENERS_PER_WAKE_UP
                if left > 0:
                    time.sleep(WAKE_UP_PAUSE_SECONDS)

    def _poll_until_stopped(self) -> None:
        while not self._stop.is_set():
            if not self._has_unread_events:  # a failed poll is repeated at once
                self._woken.wait(self._store.poll_seconds)
            self._woken.clear()
            try:
                self._poll()
            except StoreProblem:
                self._stop.wait(FAILURE_PAUSE_SECONDS)  # readers report the failure; the notifier just tries again
            self._stop.wait(POLL_GAP_SECONDS)

    def _poll(self) -> None:
        changes = self._store.poll_changes()
        # The store reports new events only once, and reading them may fail.
        self._has_unread_events = self._has_unread_events or changes.events
        if changes.metadata:
            self._call_back(ChangeKind.METADATA)
        while self._has_unread_events:
            written = self._store.event_numbers_since(self._position)
            for game, version in {game: n for _, game, n in written}.items():
                self._announce_found(game, version)
            if written:
                self._position = written[-1][0]
            self._has_unread_events = bool(written)
