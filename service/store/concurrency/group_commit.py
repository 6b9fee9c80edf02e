"""Group commit: concurrent writes share one transaction and one fsync.

An error fails only the write that raised it.
"""

import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from threading import Condition, Event, Lock
from typing import Any, Final, Generic, TypeVar

from eventsourcing.persistence import IntegrityError

from service.store.concurrency.blocking_guard import require_may_block
from service.store.concurrency.worker_thread import WorkerThread, report

Work = TypeVar("Work")
Later = Callable[[Callable[[], None]], object]
"""Calls a function later."""
Act = Callable[[], None]

JOBS_MAX: Final = 256
"""How many writes share a commit at most, so that none waits long for the others."""
WRITTEN_SECONDS: Final = 5.0
"""For how long after a write it is assumed that the disk has room."""


class Job(Generic[Work]):
    """One write, and who is notified of its end: the thread that waits, or else `listener`.

    `after` is an earlier write: if that fails, this one fails. A job that is done drops its `work`.
    """

    __slots__ = ("after", "done", "error", "found", "listener", "woken", "work")

    def __init__(
        self,
        work: Work,
        *,
        after: "Job[Work] | None" = None,
        listener: "Callable[[Job[Work]], Act | None] | None" = None,
    ) -> None:
        self.work = work
        self.after = after
        self.listener = listener
        self.done = False
        self.found: Any = None
        self.error: BaseException | None = None
        self.woken: Event | None = None
        """The event of a thread that waits."""

    def require_basis(self) -> None:
        """Raise IntegrityError if the write that this one follows has failed."""
        if self.after is not None and self.after.error is not None:
            raise IntegrityError("what this follows on was not written")

    def result(self) -> Any:
        """Return the result of the work once it is done, or raise its error."""
        if self.error is not None:
            raise self.error
        return self.found

    def wait(self) -> BaseException | None:
        """Sleep until `wake`, even through a Ctrl-C, since this thread may have to lead. Return the interrupt."""
        interrupt = None
        while self.woken is not None and not self.woken.is_set():
            try:
                self.woken.wait()
            except BaseException as error:  # noqa: BLE001  # a Ctrl-C has to wait until the others can go on
                interrupt = error
        return interrupt

    def wake(self) -> None:
        """Wake the thread: the job is done, or the thread must lead."""
        if self.woken is not None:
            self.woken.set()

    def tell(self) -> "Act | None":
        """Call the listener of a job that is done, and return its result. Its error is only reported."""
        listener, self.listener = self.listener, None
        try:
            return None if listener is None else listener(self)
        except Exception:  # noqa: BLE001  # the others of the group have to be told as well
            report()
            return None


class GroupCommit(ABC, Generic[Work]):
    """Commits all writes of a process to its store. Any thread may use it.

    The first thread to come leads, and commits the jobs of all that wait by then. Threads that come meanwhile wait, and
    the first of them leads next. So a lone writer needs no hand-over.

    For jobs that no thread waits for, a thread of the group leads. It starts when it is first needed and ends with
    `close`. If all waiting jobs came with `later`, none leads until that call. A thread that comes to wait, or closes,
    has them led earlier.
    """

    interrupted: type[Exception]
    """The error of the other jobs in a group when its leader is interrupted."""
    closed: type[Exception]
    """The error of jobs that come after the end."""

    def __init__(self) -> None:
        self._mutex = Lock()  # never held during a read or write
        self._idle = Condition(self._mutex)
        self._waiting: deque[Job[Work]] = deque()
        self._led = False
        self._ended = False
        self._written = -WRITTEN_SECONDS
        self._writer: WorkerThread | None = None
        self._turn = Lock()  # released once whenever the writer must lead, and once when it must end
        self._turn.acquire()

    @abstractmethod
    def commit(self, jobs: Sequence[Job[Work]]) -> None:
        """Do all jobs in one commit. Set the result of each, or the error of this job alone.

        When it raises, no job of the group has been written.
        """

    @abstractmethod
    def let_go(self) -> None:
        """Close the database. No thread writes any more."""

    def close(self) -> None:
        """Accept no more writes, wait until all accepted ones are done, and close the database.

        A listener of a write must not call this directly.
        """
        with self._mutex:
            self._ended = True
            self._begin()
            while self._led:
                self._idle.wait()
            writer, self._writer = self._writer, None
        if writer is not None:
            self._turn.release()
            writer.join()
        self.let_go()

    def require_writable(self, trial: Work) -> None:
        """Run `trial`, which changes nothing, unless a write succeeded a moment ago. Raises what the trial raises."""
        if time.monotonic() > self._written + WRITTEN_SECONDS:
            self.run(trial)

    def run(self, work: Work, *, after: Job[Work] | None = None) -> Any:
        """Return what the work returns, once it is on disk. Raises its error, or that of its group's commit.

        When the work raises, its own writes are rolled back and the rest of its group is kept. When the commit fails,
        nothing of the group is written.
        """
        require_may_block()
        job = Job(work, after=after)
        with self._mutex:
            self._begin()  # with the jobs that were sent before
            self._take_in(job)
            leads, self._led = not self._led, True
            if not leads:
                job.woken = Event()
        interrupt = None if leads else job.wait()
        if not job.done:
            self._lead()
        if interrupt is not None:
            raise interrupt
        return job.result()

    def send(
        self,
        work: Work,
        listener: Callable[[Job[Work]], Act | None],
        *,
        after: Job[Work] | None = None,
        later: Later | None = None,
    ) -> Job[Work]:
        """Return at once, without waiting for the disk.

        `listener` is called with the job when it is done or has failed.

        The committing thread calls it, in the order in which jobs were sent, and the next group waits for it. What
        listeners return is called after that, once for all jobs of a commit whose listeners return the same. A caller
        that may send more gives `later`, which must call its argument after that. Then these jobs share a commit, and
        the writing thread is not woken between them.
        """
        job = Job(work, after=after, listener=listener)
        with self._mutex:
            if self._writer is None and not self._ended:
                writer = WorkerThread("writer", self._write)
                writer.start()  # if no thread can be started, nothing has been sent
                self._writer = writer
            self._take_in(job)
            if later is None:
                self._begin()
            first = not self._led and len(self._waiting) == 1
        if first and later is not None:
            later(self.begin)
        return job

    def begin(self) -> None:
        """Have the jobs led that were sent until now."""
        with self._mutex:
            self._begin()

    def _begin(self) -> None:
        """Have the waiting jobs led, under the mutex. While none leads, all of them were sent."""
        if self._waiting and not self._led:
            self._led = True
            self._turn.release()

    def _take_in(self, job: Job[Work]) -> None:
        if self._ended:
            raise self.closed("the store is closed")
        self._waiting.append(job)

    def _write(self) -> None:
        while self._turn.acquire() and self._led:
            self._lead()

    def _lead(self) -> None:
        with self._mutex:
            jobs = [self._waiting.popleft() for _ in range(min(len(self._waiting), JOBS_MAX))]
        try:
            self.commit(jobs)
            self._written = time.monotonic()
        except BaseException as error:  # noqa: BLE001  # everybody in the group has to hear of it
            self._written = -WRITTEN_SECONDS
            theirs = error if isinstance(error, Exception) else self.interrupted("interrupted")
            for job in jobs:  # a conflict may be with rows that are rolled back
                job.error = error if job is jobs[0] and job.listener is None else theirs
        finally:
            self._hand_on(jobs)

    def _hand_on(self, jobs: Sequence[Job[Work]]) -> None:
        """Mark these jobs as done, and have the next group led, if there is one."""
        for job in jobs:
            job.done, job.after = True, None
            del job.work
        try:
            acts = {job.tell() for job in jobs}  # before the next group is led, so that the order of calls is kept
            for act in acts:
                if act is not None:
                    act()
        finally:
            with self._mutex:
                following = self._waiting[0] if self._waiting else None
                self._led = following is not None
                if following is None and self._ended:
                    self._idle.notify_all()
            if following is not None and following.listener is None:
                following.wake()
            elif following is not None:
                self._turn.release()
            for job in jobs[1:]:  # the first is the leader's own, or no thread waits for it
                if job.woken is not None:
                    job.woken.set()
