"""Group commit on SQLite: one transaction under the lock of the folder, each write of a group under a savepoint."""

from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from service.store.group_commit import GroupCommit, Job
from service.store.recorder import Write
from service.store.sqlite.file import sqlite3
from service.store.sqlite.locks import exclusive
from service.store.sqlite.rows import write

Work = Write | Callable[[sqlite3.Connection], Any]
"""What is to be written, or whatever else is to be done within a transaction."""


class SqliteWriter(GroupCommit[Work]):
    """All writes of a process into the store of one folder, through one connection."""

    interrupted = sqlite3.OperationalError
    closed = sqlite3.ProgrammingError

    def __init__(self, folder: Path, connection: sqlite3.Connection) -> None:
        super().__init__()
        self._folder = folder
        self._connection = connection
        self._at_work = Lock()

    def let_go(self) -> None:
        """Closes the connection."""
        with self._at_work:
            self._connection.close()

    def others(self) -> int:
        """SQLite's data_version: it changes when another connection has written, not with this writer's writes."""
        with self._at_work:
            version: int = self._connection.execute("PRAGMA data_version").fetchone()[0]
        return version

    def commit(self, jobs: Sequence[Job[Work]]) -> None:
        """Runs all jobs in one transaction, each of several under its own savepoint."""
        connection = self._connection
        with self._at_work, exclusive(self._folder):
            connection.execute("BEGIN IMMEDIATE")
            try:
                for job in jobs:
                    if len(jobs) == 1:
                        self._do(job)
                    else:
                        self._attempt(job)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:  # some errors have rolled it back already
                    connection.execute("ROLLBACK")
                raise

    def _do(self, job: Job[Work]) -> None:
        job.require_basis()
        work = job.work
        job.found = write(self._connection, work) if isinstance(work, Write) else work(self._connection)

    def _attempt(self, job: Job[Work]) -> None:
        """Runs one of several jobs under a savepoint, so that its failure undoes that job alone."""
        connection = self._connection
        connection.execute("SAVEPOINT job")
        try:
            self._do(job)
        except Exception as error:
            if not connection.in_transaction:  # the others' work is gone as well
                raise
            job.error = error
            connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")
