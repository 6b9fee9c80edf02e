"""A pool of connections for reading.

Each is used by one thread at a time.
"""

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
        """End the connection."""


Reader = TypeVar("Reader", bound=Closable)


class ReaderPool(Generic[Reader]):
    """Lends connections, and keeps returned ones for the next reader. Any thread may use it.

    A reader that finds no idle connection opens one itself, and so gets any error at once (decision D48).
    """

    def __init__(self, connect: Callable[[], Reader], *, size: int | None = None, patience: float = 0.0) -> None:
        """Make a pool. With `size`, at most this many are lent at once, and a reader waits up to `patience` seconds."""
        self._connect = connect
        self._size = size
        self._patience = patience
        self._idle: deque[Reader] = deque()
        self._free = None if size is None else BoundedSemaphore(size)
        self._closed = Event()

    @contextmanager
    def lent(self) -> Iterator[Reader]:
        """Lend a connection to one thread. Raises InterfaceError of the event library when the pool is closed.

        Raises OperationalError when all stay lent for longer than a reader waits, and WouldBlock in a thread that must
        not block.
        """
        require_may_block()
        if self._closed.is_set():
            raise InterfaceError("it is closed")
        if self._free is not None and not self._free.acquire(timeout=self._patience):
            raise OperationalError(f"all {self._size} connections for reading have been busy for a while")
        try:
            connection = self._kept() or self._connect()
            try:
                yield connection
            finally:
                self._give_back(connection)
        finally:
            if self._free is not None:
                self._free.release()

    def close(self) -> None:
        """Close every connection: the idle ones now, the others when they come back."""
        self._closed.set()
        with suppress(IndexError):
            while True:
                self._idle.pop().close()

    def usable(self, connection: Reader) -> bool:  # noqa: ARG002  # a file does not hang up
        """Return whether a connection can be lent again."""
        return True

    def _kept(self) -> Reader | None:
        while True:
            try:
                connection = self._idle.pop()
            except IndexError:
                return None
            if self.usable(connection):
                return connection
            connection.close()

    def _give_back(self, connection: Reader) -> None:
        if self.usable(connection):
            self._idle.append(connection)
        else:
            connection.close()
        if self._closed.is_set():  # it may have been closed meanwhile
            self.close()
