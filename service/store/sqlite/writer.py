"""Group commit on SQLite: one transaction for each group, under the writers' lock of the folder."""

from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from service.store.concurrency.group_commit import GroupCommit, Job
from service.store.recorder import WriteBatch
from service.store.sqlite.file import sqlite3
from service.store.sqlite.locks import WriteLock
from service.store.sqlite.rows import write

Work = WriteBatch | Callable[[sqlite3.Connection], Any]
"""A batch, or a function to call within the transaction."""


class SqliteWriter(GroupCommit[Work]):
    """Writes to the store in one folder, through one connection for the process."""

    interrupted_error = sqlite3.OperationalError
    closed_error = sqlite3.ProgrammingError

    def __init__(self, folder: Path, connection: sqlite3.Connection) -> None:
        super().__init__()
        self._connection = connection
        self._lock = WriteLock(folder)
        self._connection_lock = Lock()

    def close_database(self) -> None:
        """Close the connection and the lock."""
        with self._connection_lock:
            self._connection.close()
            self._lock.close()

    def external_version(self) -> int:
        """Return SQLite's data_version, which changes only when another connection has written."""
        with self._connection_lock:
            version: int = self._connection.execute("PRAGMA data_version").fetchone()[0]
        return version

    def commit(self, jobs: Sequence[Job[Work]]) -> None:
        """Do all jobs in one transaction. If they cannot be written together, each has its own savepoint."""
        connection = self._connection
        with self._connection_lock, self._lock:
            try:
                connection.execute("BEGIN IMMEDIATE")
                self._run_jobs(jobs)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:  # some errors roll it back
                    connection.execute("ROLLBACK")
                raise

    def _run_jobs(self, jobs: Sequence[Job[Work]]) -> None:
        """Write all jobs together. If that fails, run each job in a savepoint to find those that fail."""
        connection = self._connection
        if len(jobs) == 1:
            self._run_job(jobs[0])
        elif not self._write_together(jobs):
            for job in jobs:
                connection.execute("SAVEPOINT job")
                try:
                    self._run_job(job)
                except Exception as error:
                    if not connection.in_transaction:  # the whole transaction was rolled back
                        raise
                    job.error = error
                    connection.execute("ROLLBACK TO job")
                connection.execute("RELEASE job")

    def _write_together(self, jobs: Sequence[Job[Work]]) -> bool:
        """Write these jobs together if all are batches. Return False, without any change, if that fails."""
        batches = [job.work for job in jobs if isinstance(job.work, WriteBatch)]
        if len(batches) < len(jobs):
            return False  # functions must not be called twice
        try:
            for job in jobs:
                job.require_predecessor()
            positions = write(self._connection, batches)
        except Exception:
            if not self._connection.in_transaction:
                raise
            self._connection.execute("ROLLBACK")
            self._connection.execute("BEGIN IMMEDIATE")
            return False
        for job, job_positions in zip(jobs, positions, strict=True):
            job.value = job_positions
        return True

    def _run_job(self, job: Job[Work]) -> None:
        job.require_predecessor()
        work = job.work
        job.value = write(self._connection, [work])[0] if isinstance(work, WriteBatch) else work(self._connection)
