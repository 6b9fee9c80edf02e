"""Group commit on SQLite: one transaction under the folder's lock, its rows in one statement if possible."""

from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from service.store.concurrency.group_commit import GroupCommit, Job
from service.store.recorder import Write
from service.store.sqlite.file import sqlite3
from service.store.sqlite.locks import WriteLock
from service.store.sqlite.rows import write

Work = Write | Callable[[sqlite3.Connection], Any]
"""What is to be written, or a function to call within a transaction."""


class SqliteWriter(GroupCommit[Work]):
    """Does all writes of a process to the store of one folder, through one connection."""

    interrupted = sqlite3.OperationalError
    closed = sqlite3.ProgrammingError

    def __init__(self, folder: Path, connection: sqlite3.Connection) -> None:
        super().__init__()
        self._connection = connection
        self._lock = WriteLock(folder)
        self._at_work = Lock()

    def let_go(self) -> None:
        """Close the connection and the lock."""
        with self._at_work:
            self._connection.close()
            self._lock.close()

    def external_version(self) -> int:
        """Return SQLite's data_version, which changes only when another connection has written."""
        with self._at_work:
            version: int = self._connection.execute("PRAGMA data_version").fetchone()[0]
        return version

    def commit(self, jobs: Sequence[Job[Work]]) -> None:
        """Run all jobs in one transaction. Those that cannot be written together each have their own savepoint."""
        connection = self._connection
        with self._at_work, self._lock:
            try:
                connection.execute("BEGIN IMMEDIATE")
                self._attempt_all(jobs)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:  # some errors have rolled it back already
                    connection.execute("ROLLBACK")
                raise

    def _attempt_all(self, jobs: Sequence[Job[Work]]) -> None:
        """Write together what can be. If that fails, run each job by itself, to find the one that fails."""
        connection = self._connection
        if len(jobs) == 1:
            self._do(jobs[0])
        elif not self._written_together(jobs):
            for job in jobs:
                connection.execute("SAVEPOINT job")
                try:
                    self._do(job)
                except Exception as error:
                    if not connection.in_transaction:  # the others' work is rolled back as well
                        raise
                    job.error = error
                    connection.execute("ROLLBACK TO job")
                connection.execute("RELEASE job")

    def _written_together(self, jobs: Sequence[Job[Work]]) -> bool:
        """Return whether these were plain writes that all succeeded."""
        works = [job.work for job in jobs if isinstance(job.work, Write)]
        if len(works) < len(jobs):
            return False  # other functions must not be called twice
        try:
            for job in jobs:
                job.require_basis()
            positions = write(self._connection, works)
        except Exception:
            if not self._connection.in_transaction:
                raise
            self._connection.execute("ROLLBACK")
            self._connection.execute("BEGIN IMMEDIATE")
            return False
        for job, found in zip(jobs, positions, strict=True):
            job.found = found
        return True

    def _do(self, job: Job[Work]) -> None:
        job.require_basis()
        work = job.work
        job.found = write(self._connection, [work])[0] if isinstance(work, Write) else work(self._connection)
