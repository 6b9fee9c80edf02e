"""A pool of database connections for reading."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import BoundedSemaphore, Event
from typing import Any, Generic, Protocol, TypeVar

from eventsourcing.persistence import InterfaceError, OperationalError

from service.store.concurrency.blocking_guard import require_may_block


class Closable(Protocol):
    """A connection to a database."""

    def close(self) -> Any:
        """Close the connection."""


Reader = TypeVar("Reader", bound=Closable)


class ReaderPool(Generic[Reader]):
    """Lends each connection to one thread at a time, and keeps returned ones for later. Any thread may use it.

    A reader that finds no idle connection opens a new one, so it sees connection errors immediately (decision D48).
    """

    def __init__(self, connect: Callable[[], Reader], *, size: int | None = None, wait_seconds: float = 0.0) -> None:
        """Make a pool. With `size`, it lends at most this many connections; a reader waits `wait_seconds` for one."""
        self._connect = connect
        self._size = size
        self._wait_seconds = wait_seconds
        self._idle: deque[Reader] = deque()
        self._slots = None if size is None else BoundedSemaphore(size)
        self._closed = Event()

    @contextmanager
    def connection(self) -> Iterator[Reader]:
        """Lend a connection to this thread until the end of the context.

        Raises the event library's InterfaceError if the pool is closed. Raises its OperationalError if no connection
        is returned in time, and WouldBlock in a thread that must not block.
        """
        require_may_block()
        if self._closed.is_set():
            raise InterfaceError("the pool of connections is closed")
        if self._slots is not None and not self._slots.acquire(timeout=self._wait_seconds):
            raise OperationalError(f"all {self._size} connections for reading have been busy for a while")
        try:
            connection = self._take_idle() or self._connect()
            try:
                yield connection
            finally:
                self._give_back(connection)
        finally:
            if self._slots is not None:
                self._slots.release()

    def close(self) -> None:
        """Close every connection: idle ones now, lent ones when they are returned."""
        self._closed.set()
        with suppress(IndexError):
            while True:
                self._idle.pop().close()

    def is_usable(self, connection: Reader) -> bool:  # noqa: ARG002  # SQLite never closes a connection itself
        """Return whether a connection can be lent again."""
        return True

    def _take_idle(self) -> Reader | None:
        while True:
            try:
                connection = self._idle.pop()
            except IndexError:
                return None
            if self.is_usable(connection):
                return connection
            connection.close()

    def _give_back(self, connection: Reader) -> None:
        if self.is_usable(connection):
            self._idle.append(connection)
        else:
            connection.close()
        if self._closed.is_set():  # another thread may have closed the pool meanwhile
            self.close()
