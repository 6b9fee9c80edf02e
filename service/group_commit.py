"""Group commit: writes that come together share one commit, so one sync of the disk, and each keeps its own error."""

from collections import deque
from collections.abc import Callable
from pathlib import Path
from threading import Event, Lock
from typing import Any, Final, TypeVar

from service.sqlite_file import exclusive, sqlite3

Found = TypeVar("Found")
Work = Callable[[sqlite3.Connection], Any]

JOBS_MAX: Final = 256
"""How many writes share a commit at most, so that none waits long for the others."""


class _Job:
    """One write, and the thread that waits for it."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.done = False
        self.found: Any = None
        self.error: BaseException | None = None
        self._bell = Event()

    def wait(self) -> BaseException | None:
        """Sleeps until `wake`; gives what tried to interrupt it. The others may need this thread to lead them."""
        interrupt = None
        while not self._bell.is_set():
            try:
                self._bell.wait()
            except BaseException as error:  # noqa: BLE001  # a Ctrl-C has to wait until the others can go on
                interrupt = error
        return interrupt

    def wake(self) -> None:
        """The job is done, or it is its thread's turn to lead."""
        self._bell.set()


class GroupCommit:
    """The one door through which a process writes to a store; any thread may use it.

    There is no thread of its own: whoever comes first leads, and commits for all who have come by then. Who comes
    meanwhile waits, and the first of those leads next. So a lone writer pays for no hand-over.
    """

    def __init__(self, folder: Path, connection: sqlite3.Connection) -> None:
        self._folder = folder
        self._connection = connection
        self._mutex = Lock()
        self._waiting: deque[_Job] = deque()
        self._led = False
        self._at_work = Lock()

    def run(self, work: Callable[[sqlite3.Connection], Found]) -> Found:
        """What `work` gives, once it is on disk; what it raises, or what the commit of its group raised.

        When `work` raises, what it wrote is taken back, and the rest of its group stands. When the commit fails, nobody
        in the group has written anything.
        """
        job = _Job(work)
        with self._mutex:
            self._waiting.append(job)
            leads, self._led = not self._led, True
        interrupt = None if leads else job.wait()
        if not job.done:
            self._lead()
        if (error := interrupt or job.error) is not None:
            raise error
        found: Found = job.found
        return found

    def close(self) -> None:
        """Closes the connection, once the group at work is done; SQLite's ProgrammingError for whoever comes later."""
        with self._at_work:
            self._connection.close()

    def _lead(self) -> None:
        with self._mutex:
            jobs = [self._waiting.popleft() for _ in range(min(len(self._waiting), JOBS_MAX))]
        try:
            self._commit(jobs)
        except BaseException as error:  # noqa: BLE001  # everybody in the group has to hear of it
            theirs = error if isinstance(error, Exception) else sqlite3.OperationalError("interrupted")
            for job in jobs:  # a conflict may have been with rows that are gone again
                job.error = error if job is jobs[0] else theirs
        finally:
            with self._mutex:
                following = self._waiting[0] if self._waiting else None
                self._led = following is not None
            if following is not None:
                following.wake()
            for job in jobs:
                job.done = True
                if job is not jobs[0]:
                    job.wake()

    def _commit(self, jobs: list[_Job]) -> None:
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

    def _attempt(self, job: _Job) -> None:
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
