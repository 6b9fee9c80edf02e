"""The pool of connections for reading from PostgreSQL."""

from collections.abc import Callable
from typing import Final, TypeVar

import psycopg

from service.store.concurrency.reader_pool import ReaderPool
from service.store.postgres.connection import TIMEOUT_SECONDS, Connection, ServerTimeout

Result = TypeVar("Result")

READERS: Final = 8
"""How many connections for reading a process has at most."""
ATTEMPTS: Final = 3
"""How often a read is attempted if its connection breaks."""


class PostgresReaders(ReaderPool[Connection]):
    """The connections for reading of one process. Connections that the server has closed are replaced."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        super().__init__(connect, size=READERS, wait_seconds=TIMEOUT_SECONDS)

    def is_usable(self, connection: Connection) -> bool:
        """Return whether a connection is idle and not known to be closed by the server."""
        return connection.is_usable

    def read(self, work: Callable[[Connection], Result]) -> Result:
        """Return the result of `work`, which may only read. If its connection breaks, repeat it with another one."""
        for attempts_left in reversed(range(ATTEMPTS)):
            with self.connection() as connection:
                try:
                    return work(connection)
                except ServerTimeout:
                    raise
                except (psycopg.OperationalError, psycopg.InterfaceError):
                    if not attempts_left or not connection.closed:
                        raise
        raise AssertionError
