"""Group commit: writes that come together share one commit, so one sync of the disk; each keeps its own error."""

import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Sequence
from threading import Event, Lock
from typing import Any, Final, Generic, TypeVar

Work = TypeVar("Work")

JOBS_MAX: Final = 256
"""How many writes share a commit at most, so that none waits long for the others."""
WRITTEN_SECONDS: Final = 5.0
"""How long it is believed that there is room, after something was written."""


class Job(Generic[Work]):
    """One write, and the thread that waits for it."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.done = False
        self.found: Any = None
        self.error: BaseException | None = None
        self._woken = Event()

    def wait(self) -> BaseException | None:
        """Sleeps until `wake`, even through a Ctrl-C, since this thread may have to lead; returns the interrupt."""
        interrupt = None
        while not self._woken.is_set():
            try:
                self._woken.wait()
            except BaseException as error:  # noqa: BLE001  # a Ctrl-C has to wait until the others can go on
                interrupt = error
        return interrupt

    def wake(self) -> None:
        """The job is done, or it is its thread's turn to lead."""
        self._woken.set()


class GroupCommit(ABC, Generic[Work]):
    """The one door through which a process writes to a store; any thread may use it.

    It has no thread of its own: the first thread to come leads, and commits the jobs of all that wait by then. Threads
    that come meanwhile wait, and the first of them leads next. So a lone writer pays for no hand-over.
    """

    interrupted: type[Exception]
    """What the others in a group hear of when somebody interrupts whoever leads it."""

    def __init__(self) -> None:
        self._mutex = Lock()
        self._waiting: deque[Job[Work]] = deque()
        self._led = False
        self._written = -WRITTEN_SECONDS

    @abstractmethod
    def commit(self, jobs: Sequence[Job[Work]]) -> None:
        """Does all jobs in one commit, and sets the result of each, or the error that this job alone met.

        When it raises, no job of the group has been written.
        """

    @abstractmethod
    def close(self) -> None:
        """Lets go of the store, once the group at work is done."""

    def require_room(self, trial: Work) -> None:
        """Runs `trial`, which changes nothing, unless a write succeeded a moment ago; raises what it raises."""
        if time.monotonic() > self._written + WRITTEN_SECONDS:
            self.run(trial)

    def run(self, work: Work) -> Any:
        """Returns what the work returns, once it is on disk; raises its error, or that of its group's commit.

        When the work raises, its own writes are rolled back and the rest of its group stands. When the commit fails,
        nothing of the group is written.
        """
        job = Job(work)
        with self._mutex:
            self._waiting.append(job)
            leads, self._led = not self._led, True
        interrupt = None if leads else job.wait()
        if not job.done:
            self._lead()
        if (error := interrupt or job.error) is not None:
            raise error
        return job.found

    def _lead(self) -> None:
        with self._mutex:
            jobs = [self._waiting.popleft() for _ in range(min(len(self._waiting), JOBS_MAX))]
        try:
            self.commit(jobs)
            self._written = time.monotonic()
        except BaseException as error:  # noqa: BLE001  # everybody in the group has to hear of it
            self._written = -WRITTEN_SECONDS
            theirs = error if isinstance(error, Exception) else self.interrupted("interrupted")
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
