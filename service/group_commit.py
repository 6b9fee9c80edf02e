"""Group commit: writes that come together share one commit, so one sync of the disk, and each keeps its own error."""

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


class GroupCommit(ABC, Generic[Work]):
    """The one door through which a process writes to a store; any thread may use it.

    There is no thread of its own: whoever comes first leads, and commits for all who have come by then. Who comes
    meanwhile waits, and the first of those leads next. So a lone writer pays for no hand-over.
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
        """Does the work of all of them in one commit, and gives each what it found, or the error it alone met.

        What it raises, nobody in the group has written.
        """

    @abstractmethod
    def close(self) -> None:
        """Lets go of the store, once the group at work is done."""

    def require_room(self, trial: Work) -> None:
        """Does this work, which changes nothing, unless something was written a moment ago; what it raises."""
        if time.monotonic() > self._written + WRITTEN_SECONDS:
            self.run(trial)

    def run(self, work: Work) -> Any:
        """What the work gives, once it is on disk; what it raises, or what the commit of its group raised.

        When the work raises, what it wrote is taken back, and the rest of its group stands. When the commit fails,
        nobody in the group has written anything.
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
