"""Background threads that run as long as the process and survive errors."""

import sys
import threading
import time
from collections.abc import Callable
from typing import Final

PAUSE_SECONDS: Final = 1.0
"""How long to wait after an unexpected error, so that a repeated error does not fill the log."""


def report_exception() -> None:
    """Report the current exception to `threading.excepthook`. The thread continues."""
    threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), threading.current_thread())))


def wake(event: threading.Event) -> None:
    """Set the event that a thread waits for. To check first is faster than to set it again."""
    if not event.is_set():
        event.set()


class WorkerThread(threading.Thread):
    """A daemon thread that runs `work` until it returns, and runs it again when it fails.

    `work` handles the errors that it expects. Any other error is reported to `threading.excepthook`.
    """

    def __init__(self, name: str, work: Callable[[], None]) -> None:
        super().__init__(name=name, daemon=True)
        self._work = work

    def run(self) -> None:
        """Run the work. `start` calls this."""
        while True:
            try:
                self._work()
            except Exception:  # noqa: BLE001  # without this thread, the process would fail silently
                report_exception()
                time.sleep(PAUSE_SECONDS)
            else:
                return
