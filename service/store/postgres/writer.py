"""Group commit on PostgreSQL: one transaction for all concurrent writes, in one round trip if possible."""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Final

import psycopg
from eventsourcing.persistence import IntegrityError

from domain.refusals import HaricotError
from service.store.concurrency.group_commit import GroupCommit, Job
from service.store.postgres.arrays import bigints, blobs, register, texts
from service.store.postgres.connection import Connection
from service.store.postgres.rows import announce, lock, open_game, write_entries
from service.store.recorder import Write, positions_of

_APPEND: Final = "SELECT haricot.append(%b, %b, %b, %b, %b)"


_OF_ONE: Final = (
    psycopg.IntegrityError,
    psycopg.DataError,
    UnicodeEncodeError,
    OverflowError,
    HaricotError,
    IntegrityError,
)
"""The errors that the content of a single job can cause."""


class PostgresWriter(GroupCommit[Write]):
    """Does all writes of a process to one database, through one connection.

    Nothing is ever sent twice. When the connection breaks during a commit, it is unknown whether it succeeded. The
    client of a command finds out by its idempotency key.
    """

    interrupted = psycopg.OperationalError
    closed = psycopg.InterfaceError

    def __init__(self, connect: Callable[[], Connection]) -> None:
        super().__init__()
        self._connect = connect
        self._connection: Connection | None = None
        self._at_work = Lock()

    def let_go(self) -> None:
        """Close the connection."""
        with self._at_work:
            if self._connection is not None:
                self._connection.close()

    def is_own(self, backend: int) -> bool:
        """Return whether this server process works for this writer."""
        connection = self._connection
        return connection is not None and not connection.closed and connection.info.backend_pid == backend

    def commit(self, jobs: Sequence[Job[Write]]) -> None:
        """Write all jobs in one transaction. If their content makes it fail, write each job in its own."""
        with self._at_work:
            connection = self._usable()
            try:
                _write(connection, jobs)
            except _OF_ONE:
                if len(jobs) == 1:
                    raise
                self._write_each(jobs)

    def _write_each(self, jobs: Sequence[Job[Write]]) -> None:
        """Write each job in its own transaction. Once the database itself fails, all later jobs get that error."""
        gone: psycopg.Error | None = None
        for job in jobs:
            if gone is not None:
                job.error = gone
                continue
            try:
                _write(self._usable(), [job])
            except (psycopg.OperationalError, psycopg.InterfaceError) as error:
                job.error = gone = error
            except Exception as error:  # noqa: BLE001  # any error of this job must not affect the others
                job.error = error

    def _usable(self) -> Connection:
        """Return the connection, or a new one if the server has closed it.

        This is safe, as nothing has been sent yet.
        """
        if self._connection is None or not self._connection.usable:
            if self._connection is not None:
                self._connection.close()
            self._connection = self._connect()
            register(self._connection)
        return self._connection


def _write(connection: Connection, jobs: Sequence[Job[Write]]) -> None:
    for job in jobs:
        job.require_basis()
    works = [job.work for job in jobs]
    if all(work.rows and not work.openings and not work.entries for work in works):
        positions = _append(connection, works)
    else:
        positions = _write_more(connection, works)
    for job, found in zip(jobs, positions_of(works, positions), strict=True):
        job.found = found


def _write_more(connection: Connection, works: Sequence[Write]) -> Sequence[int]:
    """Write what is more than rows in several statements. Return the positions of all rows."""
    connection.execute("BEGIN")
    try:
        lock(connection)
        for work in works:
            for game, opening in work.openings:
                open_game(connection, game, opening)
        positions = _append(connection, works) if any(work.rows for work in works) else ()
        heard = any(work.openings for work in works)
        for work in works:
            if work.entries:
                heard = write_entries(connection, work.entries) or heard
        if not any(work.rows or work.entries for work in works):
            connection.execute("DELETE FROM answers WHERE false")  # refused if nothing may be written
            connection.execute("SELECT pg_current_xact_id()")  # so that there is something to commit
        if heard:
            announce(connection, "register")
        connection.execute("COMMIT")
    except BaseException:
        _take_back(connection)
        raise
    return positions


def _take_back(connection: Connection) -> None:
    try:
        connection.execute("ROLLBACK")
    except psycopg.Error:
        connection.close()  # the server rolls it back on its own


def _append(connection: Connection, works: Sequence[Write]) -> Sequence[int]:
    games, versions, topics, states, requests = zip(*(row for work in works for row in work.rows), strict=True)
    columns = (texts(games), bigints(versions), texts(topics), blobs(states), texts(requests))
    found = connection.execute(_APPEND, columns, prepare=True, binary=True).fetchone()
    positions: list[int] = [] if found is None else found[0]
    return positions
