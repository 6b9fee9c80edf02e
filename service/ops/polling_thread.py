"""A thread that calls one function repeatedly: when it is woken, and after a time without a call."""

from collections.abc import Callable
from threading import Event
from typing import Final

from domain.refusals import HaricotError
from service.ops.telemetry import LOG
from service.store.concurrency.worker_thread import WorkerThread, wake

CALL_GAP_SECONDS: Final = 0.2
"""The least time between two calls, so that many events cost no more than a few calls."""


class PollingThread:
    """Calls `turn` until it is stopped: soon after each `wake`, and `idle_seconds` after the last call.

    A HaricotError of `turn` is logged under the name of the thread. The same error is logged only once in a row. The
    next call follows after `failure_seconds`, even without a `wake`.
    """

    def __init__(
        self, name: str, turn: Callable[[], None], *, idle_seconds: float, failure_seconds: float = 1.0
    ) -> None:
        self._name = name
        self._turn = turn
        self._idle_seconds = idle_seconds
        self._failure_seconds = failure_seconds
        self._woken, self._stopped = Event(), Event()
        self._logged = ""
        self._thread = WorkerThread(name, self._run)

    @property
    def is_stopping(self) -> bool:
        """Whether `turn` should return as soon as it can."""
        return self._stopped.is_set()

    def start(self) -> None:
        """Start the thread, which calls `turn` at once."""
        self._thread.start()

    def wake(self, *_: object) -> None:
        """Have `turn` called soon. The notifier may call this with a topic."""
        wake(self._woken)

    def pause(self, seconds: float) -> None:
        """Wait within `turn`. Return at once when the thread is stopped."""
        self._stopped.wait(seconds)

    def stop(self) -> None:
        """Wait for the present call, and begin no other."""
        self._stopped.set()
        self._woken.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self.is_stopping:
            try:
                self._turn()
            except HaricotError as error:
                if self._logged != (says := str(error)):
                    LOG.error(self._name, says=says)
                self._logged = says
                self.pause(self._failure_seconds)
            else:
                self._logged = ""
                self._woken.wait(self._idle_seconds)
                self.pause(CALL_GAP_SECONDS)
            self._woken.clear()
