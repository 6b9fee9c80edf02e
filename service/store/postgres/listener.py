"""Listens for notifications of a database in a thread, and polls for what it missed."""

import os
import select
from collections.abc import Callable
from contextlib import closing, suppress
from threading import Event, Lock
from typing import Final

import psycopg

from service.store.concurrency.worker_thread import WorkerThread
from service.store.postgres.connection import Connection
from service.store.postgres.naming import CHANNEL
from service.store.recorder import StoreChanges

POLL_SECONDS: Final = 1.0
"""How often to poll without a notification."""
PAUSE_SECONDS: Final = 0.5
"""How long to leave a database alone after a failed connection."""


class ChannelListener:
    """Starts to listen at the first call of `news`. Calls `wake` when another process has written."""

    def __init__(self, connect: Callable[[], Connection], is_own: Callable[[int], bool]) -> None:
        self.wake: Callable[[], None] | None = None
        self._connect = connect
        self._is_own = is_own
        self._guard = Lock()
        self._events = self._metadata = True  # the first caller has seen nothing yet
        self._heard = 0
        self._closed = Event()
        self._thread: WorkerThread | None = None
        self._ears, self._mouth = -1, -1

    def poll_changes(self) -> StoreChanges:
        """Return whether events or metadata may have changed since the last call. The first call starts the thread."""
        with self._guard:
            if self._thread is None and not self._closed.is_set():
                self._ears, self._mouth = os.pipe()
                self._thread = WorkerThread("listener", self._listen)
                self._thread.start()
            news = StoreChanges(events=self._events, metadata=self._metadata)
            self._events = self._metadata = False
        return news

    def close(self) -> None:
        """Stop the thread and wait for its end."""
        with self._guard:
            self._closed.set()
            thread, self._thread = self._thread, None
        if thread is not None:
            os.write(self._mouth, b".")
            thread.join()
            os.close(self._mouth)
            os.close(self._ears)

    def _listen(self) -> None:
        while not self._closed.is_set():
            with suppress(psycopg.Error), closing(self._connect()) as connection:
                connection.add_notify_handler(lambda note: self._hear(note.pid, note.payload))
                connection.execute(f"LISTEN {CHANNEL}")
                self._tell(events=True, metadata=True)  # earlier notifications were missed
                self._attend(connection)
            self._tell(events=True, metadata=True, loud=False)  # without notifications, every call must read
            self._closed.wait(PAUSE_SECONDS)

    def _attend(self, connection: Connection) -> None:
        """Listen until the connection breaks or this is closed. Poll for new events when there is no notification."""
        poll = select.poll()
        poll.register(connection.fileno(), select.POLLIN)
        poll.register(self._ears, select.POLLIN)
        while not self._closed.is_set():
            if poll.poll(POLL_SECONDS * 1000):
                connection.pgconn.consume_input()
                while note := connection.pgconn.notifies():
                    self._hear(note.be_pid, note.extra.decode())
            else:
                # A query through the same connection also shows whether it still works.
                found = connection.execute("SELECT max(notification_id) FROM events", prepare=True).fetchone()
                if found and (found[0] or 0) > self._heard:
                    self._heard = found[0]
                    self._tell(events=True, metadata=True)

    def _hear(self, backend: int, payload: str) -> None:
        kind, _, position = payload.partition(" ")
        if position:
            self._heard = max(self._heard, int(position))
        # This process knows its own writes. A reader of events that were not announced finds them on its next read.
        own = self._is_own(backend)
        self._tell(events=kind == "events", metadata=kind == "register" and not own, loud=not own)

    def _tell(self, *, events: bool, metadata: bool, loud: bool = True) -> None:
        with self._guard:
            self._events |= events
            self._metadata |= metadata
        if loud and self.wake is not None:
            self.wake()
