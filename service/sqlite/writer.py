"""Group commit on SQLite: one transaction under the lock of the folder, each write of a group under a savepoint."""

from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from service.group_commit import GroupCommit, Job
from service.sqlite.file import exclusive, sqlite3

Work = Callable[[sqlite3.Connection], Any]


class SqliteWriter(GroupCommit[Work]):
    """All writes of a process into the store of one folder, through one connection."""

    interrupted = sqlite3.OperationalError

    def __init__(self, folder: Path, connection: sqlite3.Connection) -> None:
        super().__init__()
        self._folder = folder
        self._connection = connection
        self._at_work = Lock()

    def close(self) -> None:
        """Closes the connection, once the group at work is done; SQLite's ProgrammingError for whoever comes later."""
        with self._at_work:
            self._connection.close()

    def others(self) -> int:
        """A number that changes when another process has written, and not for what is written here."""
        with self._at_work:
            version: int = self._connection.execute("PRAGMA data_version").fetchone()[0]
        return version

    def commit(self, jobs: Sequence[Job[Work]]) -> None:
        """One transaction for all of them."""
        connection = self._connection
        with self._at_work, exclusive(self._folder):
            connection.execute("BEGIN IMMEDIATE")
            try:
                for job in jobs:
                    if len(jobs) == 1:
                        job.found = job.work(connection)
                    else:
                        self._attempt(job)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:  # some errors have rolled it back already
                    connection.execute("ROLLBACK")
                raise

    def _attempt(self, job: Job[Work]) -> None:
        """Does one of several jobs, so that its failure is its own."""
        connection = self._connection
        connection.execute("SAVEPOINT job")
        try:
            job.found = job.work(connection)
        except Exception as error:
            if not connection.in_transaction:  # the others' work is gone as well
                raise
            job.error = error
            connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")
