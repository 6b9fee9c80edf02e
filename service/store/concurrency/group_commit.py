"""Group commit: concurrent writes share one transaction and one fsync.

An error in one write does not fail the other writes of its group.
"""

import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from threading import Condition, Event, Lock
from typing import Any, Final, Generic, TypeVar

from eventsourcing.persistence import IntegrityError

from service.store.concurrency.blocking_guard import require_may_block
from service.store.concurrency.worker_thread import WorkerThread, report_exception

Work = TypeVar("Work")
Defer = Callable[[Callable[[], None]], object]
"""Calls its argument later, such as `loop.call_soon`."""
AfterCommit = Callable[[], None]
"""Called once after a commit, however many jobs of the commit returned it."""

JOBS_PER_COMMIT_MAX: Final = 256
"""How many writes share a commit at most, so that no write waits long for the others."""
RECENT_WRITE_SECONDS: Final = 5.0
"""For how long after a successful write the disk is assumed to have room."""


class Job(Generic[Work]):
    """One write. When it is done, either the thread that waits for it or `listener` is notified.

    `after` is an earlier job: if that fails, this one fails. A job that is done deletes its `work`.
    """

    __slots__ = ("after", "done", "error", "listener", "value", "wakeup", "work")

    def __init__(
        self,
        work: Work,
        *,
        after: "Job[Work] | None" = None,
        listener: "Callable[[Job[Work]], AfterCommit | None] | None" = None,
    ) -> None:
        self.work = work
        self.after = after
        self.listener = listener
        self.done = False
        self.value: Any = None
        self.error: BaseException | None = None
        self.wakeup: Event | None = None
        """Set to wake the thread that waits for this job."""

    def require_predecessor(self) -> None:
        """Raise IntegrityError if the earlier job `after` has failed."""
        if self.after is not None and self.after.error is not None:
            raise IntegrityError("the earlier write that this one follows has failed")

    def result(self) -> Any:
        """Return the result of the work once it is done, or raise its error."""
        if self.error is not None:
            raise self.error
        return self.value

    def wait(self) -> BaseException | None:
        """Sleep until `wake`, also after Ctrl-C, because this thread may have to lead. Return the interrupt or None."""
        interrupt = None
        while self.wakeup is not None and not self.wakeup.is_set():
            try:
                self.wakeup.wait()
            except BaseException as error:  # noqa: BLE001  # other threads wait for this one, so Ctrl-C is raised later
                interrupt = error
        return interrupt

    def wake(self) -> None:
        """Wake the thread that waits: the job is done, or the thread must lead the next group."""
        if self.wakeup is not None:
            self.wakeup.set()

    def notify_listener(self) -> "AfterCommit | None":
        """Call the listener of this finished job, and return its result. An error of the listener is only reported."""
        listener, self.listener = self.listener, None
        try:
            return None if listener is None else listener(self)
        except Exception:  # noqa: BLE001  # the other listeners of the group must be called as well
            report_exception()
            return None


class GroupCommit(ABC, Generic[Work]):
    """Commits all writes of a process to its store. Any thread may use it.

    The first thread that calls `run` is the leader: it commits the jobs of all threads that wait by then. Threads that
    call `run` meanwhile wait, and the first of them leads the next group. So a single writer needs no thread switch.

    No thread waits for a job of `send`. A writer thread, started by the first `send` and ended by `close`, leads groups
    that begin with such a job. If all waiting jobs came with `defer`, no group starts before the deferred call, unless
    a thread calls `run` or `close`.
    """

    interrupted_error: type[Exception]
    """The error of the other jobs of a group whose leader is interrupted."""
    closed_error: type[Exception]
    """The error of jobs that are added after `close`."""

    def __init__(self) -> None:
        self._mutex = Lock()  # never held during a read or write
        self._idle = Condition(self._mutex)
        self._waiting: deque[Job[Work]] = deque()
        self._has_leader = False
        self._is_closed = False
        self._written_at = -RECENT_WRITE_SECONDS
        self._writer: WorkerThread | None = None
        self._turn = Lock()  # released when the writer thread must lead a group or end
        self._turn.acquire()

    @abstractmethod
    def commit(self, jobs: Sequence[Job[Work]]) -> None:
        """Do all jobs in one commit. Set the value of each job, or its own error.

        If this raises, no job of the group has been written.
        """

    @abstractmethod
    def close_database(self) -> None:
        """Close the database. `close` calls this when no thread writes any more."""

    def close(self) -> None:
        """Refuse new writes, wait until all accepted writes are done, and close the database.

        The listener of a write must not call this.
        """
        with self._mutex:
            self._is_closed = True
            self._start_commit()
            while self._has_leader:
                self._idle.wait()
            writer, self._writer = self._writer, None
        if writer is not None:
            self._turn.release()
            writer.join()
        self.close_database()

    def require_writable(self, trial: Work) -> None:
        """Raise the error of `trial`, a write that changes nothing. It is skipped soon after a successful write."""
        if time.monotonic() > self._written_at + RECENT_WRITE_SECONDS:
            self.run(trial)

    def run(self, work: Work, *, after: Job[Work] | None = None) -> Any:
        """Write, wait until the write is on disk, and return its result. Raises its error, or that of the commit.

        If the work raises, only its own writes are rolled back. If the commit fails, nothing of the group is written.
        """
        require_may_block()
        job = Job(work, after=after)
        with self._mutex:
            self._start_commit()  # for jobs that were sent before
            self._enqueue(job)
            leads, self._has_leader = not self._has_leader, True
            if not leads:
                job.wakeup = Event()
        interrupt = None if leads else job.wait()
        if not job.done:
            self._lead_group()
        if interrupt is not None:
            raise interrupt
        return job.result()

    def send(
        self,
        work: Work,
        listener: Callable[[Job[Work]], AfterCommit | None],
        *,
        after: Job[Work] | None = None,
        defer: Defer | None = None,
    ) -> Job[Work]:
        """Write without waiting for the disk. Return the job immediately.

        The committing thread calls `listener` with the job when it is done or has failed, in the order of `send`. The
        next group waits for the listeners. A listener may return a function. Functions that are returned are called
        after all listeners of the commit, equal ones once.

        A caller that may send more jobs passes `defer`, which must call its argument after the last of them. Then these
        jobs share a commit, and the writer thread is woken once.
        """
        job = Job(work, after=after, listener=listener)
        with self._mutex:
            if self._writer is None and not self._is_closed:
                writer = WorkerThread("writer", self._run_writer)
                writer.start()  # before the job is queued, as this may fail
                self._writer = writer
            self._enqueue(job)
            if defer is None:
                self._start_commit()
            first = not self._has_leader and len(self._waiting) == 1
        if first and defer is not None:
            defer(self.start_commit)
        return job

    def start_commit(self) -> None:
        """Start the commit of the jobs that were sent with `defer`."""
        with self._mutex:
            self._start_commit()

    def _start_commit(self) -> None:
        """Wake the writer thread for the waiting jobs, if no thread leads. The caller holds the mutex."""
        if self._waiting and not self._has_leader:
            self._has_leader = True
            self._turn.release()

    def _enqueue(self, job: Job[Work]) -> None:
        if self._is_closed:
            raise self.closed_error("the store is closed")
        self._waiting.append(job)

    def _run_writer(self) -> None:
        while self._turn.acquire() and self._has_leader:
            self._lead_group()

    def _lead_group(self) -> None:
        with self._mutex:
            jobs = [self._waiting.popleft() for _ in range(min(len(self._waiting), JOBS_PER_COMMIT_MAX))]
        try:
            self.commit(jobs)
            self._written_at = time.monotonic()
        except BaseException as error:  # noqa: BLE001  # every job of the group must get an error
            self._written_at = -RECENT_WRITE_SECONDS
            shared_error = error if isinstance(error, Exception) else self.interrupted_error("interrupted")
            for job in jobs:  # also those with an error of their own: it may be about rows that are rolled back now
                job.error = error if job is jobs[0] and job.listener is None else shared_error
        finally:
            self._finish(jobs)

    def _finish(self, jobs: Sequence[Job[Work]]) -> None:
        """Mark these jobs as done, call their listeners, and start the next group if jobs wait."""
        for job in jobs:
            job.done, job.after = True, None
            del job.work
        try:
            # Before the next group is led, so that listeners are called in the order of the writes.
            callbacks = {job.notify_listener() for job in jobs}
            for callback in callbacks:
                if callback is not None:
                    callback()
        finally:
            with self._mutex:
                following = self._waiting[0] if self._waiting else None
                self._has_leader = following is not None
                if following is None and self._is_closed:
                    self._idle.notify_all()
            if following is not None and following.listener is None:
                following.wake()
            elif following is not None:
                self._turn.release()
            for job in jobs[1:]:  # the first is the leader's own job, or no thread waits for it
                job.wake()
