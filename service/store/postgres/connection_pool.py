"""Runs queries over a few connections to PostgreSQL that the threads of a process share."""

from collections.abc import Callable
from typing import Final, TypeVar

import psycopg

from service.store.concurrency.reader_pool import ReaderPool
from service.store.postgres.connection import ANSWER_SECONDS, Connection, NoAnswer

Found = TypeVar("Found")

READERS: Final = 8
"""How many connections of a process read at once."""
ATTEMPTS: Final = 3
"""How often something is read, where the connection breaks meanwhile."""


class PostgresReaders(ReaderPool[Connection]):
    """The connections of one process; a connection that the server has left is replaced."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        super().__init__(connect, size=READERS, patience=ANSWER_SECONDS)

    def usable(self, connection: Connection) -> bool:
        """Return whether a connection is idle and the server has not hung up, as far as this machine knows."""
        return connection.usable

    def read(self, work: Callable[[Connection], Found]) -> Found:
        """Return what the work finds. When its connection breaks it is done again with another, so it may only read."""
        for left in reversed(range(ATTEMPTS)):
            with self.lent() as connection:
                try:
                    return work(connection)
                except NoAnswer:
                    raise
                except (psycopg.OperationalError, psycopg.InterfaceError):
                    if not left or not connection.closed:
                        raise
        raise AssertionError
