"""Runs queries over a few connections to PostgreSQL that the threads of a process share."""

from collections.abc import Callable
from typing import Final, TypeVar

import psycopg

from service.store.concurrency.reader_pool import ReaderPool
from service.store.postgres.connection import ANSWER_SECONDS, Connection, NoAnswer

Result = TypeVar("Result")

READERS: Final = 8
"""How many connections of a process read at once."""
ATTEMPTS: Final = 3
"""How often a read is tried if its connection breaks."""


class PostgresReaders(ReaderPool[Connection]):
    """The connections of one process. One that the server has closed is replaced."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        super().__init__(connect, size=READERS, patience=ANSWER_SECONDS)

    def usable(self, connection: Connection) -> bool:
        """Return whether a connection is idle and the server has not closed it, as far as this machine knows."""
        return connection.usable

    def read(self, work: Callable[[Connection], Result]) -> Result:
        """Return the result of the work. If its connection breaks it is repeated with another, so it may only read."""
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
