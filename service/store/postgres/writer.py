"""Group commit on PostgreSQL: one transaction for each group, in one round trip if possible."""

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
from service.store.recorder import WriteBatch, positions_of

_APPEND: Final = "SELECT haricot.append(%b, %b, %b, %b, %b)"


_CONTENT_ERRORS: Final = (
    psycopg.IntegrityError,
    psycopg.DataError,
    UnicodeEncodeError,
    OverflowError,
    HaricotError,
    IntegrityError,
)
"""The errors that the content of one job can cause."""


class PostgresWriter(GroupCommit[WriteBatch]):
    """Writes to one database, through one connection for the process.

    No write is repeated. If the connection breaks during a commit, it is unknown whether the commit succeeded. A client
    finds out by a retry with the same idempotency key.
    """

    interrupted_error = psycopg.OperationalError
    closed_error = psycopg.InterfaceError

    def __init__(self, connect: Callable[[], Connection]) -> None:
        super().__init__()
        self._connect = connect
        self._connection: Connection | None = None
        self._connection_lock = Lock()

    def close_database(self) -> None:
        """Close the connection."""
        with self._connection_lock:
            if self._connection is not None:
                self._connection.close()

    def is_own(self, backend: int) -> bool:
        """Return whether the connection of this writer belongs to this backend process of the server."""
        connection = self._connection
        return connection is not None and not connection.closed and connection.info.backend_pid == backend

    def commit(self, jobs: Sequence[Job[WriteBatch]]) -> None:
        """Do all jobs in one transaction. If their content makes it fail, do each job in its own transaction."""
        with self._connection_lock:
            connection = self._open_connection()
            try:
                _write(connection, jobs)
            except _CONTENT_ERRORS:
                if len(jobs) == 1:
                    raise
                self._write_each(jobs)

    def _write_each(self, jobs: Sequence[Job[WriteBatch]]) -> None:
        """Do each job in its own transaction. If the database itself fails, all later jobs get that error."""
        failure: psycopg.Error | None = None
        for job in jobs:
            if failure is not None:
                job.error = failure
                continue
            try:
                _write(self._open_connection(), [job])
            except (psycopg.OperationalError, psycopg.InterfaceError) as error:
                job.error = failure = error
            except Exception as error:  # noqa: BLE001  # an error of this job must not affect the others
                job.error = error

    def _open_connection(self) -> Connection:
        """Return the connection, or a new one if the server has closed it. Nothing has been sent at this point."""
        if self._connection is None or not self._connection.is_usable:
            if self._connection is not None:
                self._connection.close()
            self._connection = self._connect()
            register(self._connection)
        return self._connection


def _write(connection: Connection, jobs: Sequence[Job[WriteBatch]]) -> None:
    for job in jobs:
        job.require_predecessor()
    batches = [job.work for job in jobs]
    if all(batch.rows and not batch.openings and not batch.entries for batch in batches):
        positions = _append(connection, batches)
    else:
        positions = _write_with_entries(connection, batches)
    for job, job_positions in zip(jobs, positions_of(batches, positions), strict=True):
        job.value = job_positions


def _write_with_entries(connection: Connection, batches: Sequence[WriteBatch]) -> Sequence[int]:
    """Write batches that have openings or entries. Return the positions of all rows."""
    connection.execute("BEGIN")
    try:
        lock(connection)
        for batch in batches:
            for game, opening in batch.openings:
                open_game(connection, game, opening)
        positions = _append(connection, batches) if any(batch.rows for batch in batches) else ()
        must_notify = any(batch.openings for batch in batches)
        for batch in batches:
            if batch.entries:
                must_notify = write_entries(connection, batch.entries) or must_notify
        if not any(batch.rows or batch.entries for batch in batches):
            connection.execute("DELETE FROM answers WHERE false")  # fails if this role may not write
            connection.execute("SELECT pg_current_xact_id()")  # makes the commit write to disk
        if must_notify:
            announce(connection, "register")
        connection.execute("COMMIT")
    except BaseException:
        _roll_back(connection)
        raise
    return positions


def _roll_back(connection: Connection) -> None:
    try:
        connection.execute("ROLLBACK")
    except psycopg.Error:
        connection.close()  # then the server rolls it back


def _append(connection: Connection, batches: Sequence[WriteBatch]) -> Sequence[int]:
    games, versions, topics, states, requests = zip(*(row for batch in batches for row in batch.rows), strict=True)
    columns = (texts(games), bigints(versions), texts(topics), blobs(states), texts(requests))
    row = connection.execute(_APPEND, columns, prepare=True, binary=True).fetchone()
    positions: list[int] = [] if row is None else row[0]
    return positions
