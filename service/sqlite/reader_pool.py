"""Connections for reading: as many as there are readers at once, each in the hands of one thread at a time."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event

from service.sqlite.file import sqlite3


class ReaderPool:
    """Lends connections and keeps those that come back for the next who reads; any thread may use it."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._idle: deque[sqlite3.Connection] = deque()
        self._closed = Event()

    @contextmanager
    def lent(self) -> Iterator[sqlite3.Connection]:
        """A connection for nobody else meanwhile; SQLite's ProgrammingError when the pool is closed."""
        if self._closed.is_set():
            raise sqlite3.ProgrammingError("it is closed")
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = self._connect()
        try:
            yield connection
        finally:
            self._idle.append(connection)
            if self._closed.is_set():  # perhaps only since
                self.close()

    def close(self) -> None:
        """Closes every connection: the idle ones now, the others when they come back."""
        self._closed.set()
        with suppress(IndexError):
            while True:
                self._idle.pop().close()
