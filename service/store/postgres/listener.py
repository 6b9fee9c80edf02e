"""Listens for notifications of the database in a thread, and polls for events without notification."""

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
"""How often to poll if no notification comes."""
RECONNECT_SECONDS: Final = 0.5
"""How long to wait before the next connection after one has failed."""


class ChannelListener:
    """Listens in a thread that the first `poll_changes` starts. Calls `wake` when another process has written."""

    def __init__(self, connect: Callable[[], Connection], is_own: Callable[[int], bool]) -> None:
        self.wake: Callable[[], None] | None = None
        self._connect = connect
        self._is_own = is_own
        self._guard = Lock()
        self._events = self._metadata = True  # the first caller has not seen anything yet
        self._last_position = 0
        self._closed = Event()
        self._thread: WorkerThread | None = None
        self._wakeup_reader, self._wakeup_writer = -1, -1

    def poll_changes(self) -> StoreChanges:
        """Return what may have changed since the last call. The first call starts the thread."""
        with self._guard:
            if self._thread is None and not self._closed.is_set():
                self._wakeup_reader, self._wakeup_writer = os.pipe()
                self._thread = WorkerThread("listener", self._listen)
                self._thread.start()
            changes = StoreChanges(events=self._events, metadata=self._metadata)
            self._events = self._metadata = False
        return changes

    def close(self) -> None:
        """Stop the thread and wait for its end."""
        with self._guard:
            self._closed.set()
            thread, self._thread = self._thread, None
        if thread is not None:
            os.write(self._wakeup_writer, b".")
            thread.join()
            os.close(self._wakeup_writer)
            os.close(self._wakeup_reader)

    def _listen(self) -> None:
        while not self._closed.is_set():
            with suppress(psycopg.Error), closing(self._connect()) as connection:
                connection.add_notify_handler(lambda note: self._handle_notification(note.pid, note.payload))
                connection.execute(f"LISTEN {CHANNEL}")
                self._record_changes(events=True, metadata=True)  # notifications before LISTEN were missed
                self._receive_notifications(connection)
            self._record_changes(events=True, metadata=True, wake=False)  # without a connection, every caller must read
            self._closed.wait(RECONNECT_SECONDS)

    def _receive_notifications(self, connection: Connection) -> None:
        """Handle notifications until the connection breaks or `close` is called. Poll if no notification comes."""
        poll = select.poll()
        poll.register(connection.fileno(), select.POLLIN)
        poll.register(self._wakeup_reader, select.POLLIN)
        while not self._closed.is_set():
            if poll.poll(POLL_SECONDS * 1000):
                connection.pgconn.consume_input()
                while note := connection.pgconn.notifies():
                    self._handle_notification(note.be_pid, note.extra.decode())
            else:
                # This query also detects a broken connection.
                row = connection.execute("SELECT max(notification_id) FROM events", prepare=True).fetchone()
                if row and (row[0] or 0) > self._last_position:
                    self._last_position = row[0]
                    self._record_changes(events=True, metadata=True)

    def _handle_notification(self, backend: int, payload: str) -> None:
        kind, _, position = payload.partition(" ")
        if position:
            self._last_position = max(self._last_position, int(position))
        # This process has announced its is_own writes already.
        is_own = self._is_own(backend)
        self._record_changes(events=kind == "events", metadata=kind == "register" and not is_own, wake=not is_own)

    def _record_changes(self, *, events: bool, metadata: bool, wake: bool = True) -> None:
        with self._guard:
            self._events |= events
            self._metadata |= metadata
        if wake and self.wake is not None:
            self.wake()
