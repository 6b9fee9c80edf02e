"""A thread that runs as long as the process, such as the one that polls for the commits of others."""

import sys
import threading
import time
from collections.abc import Callable
from typing import Final

PAUSE_SECONDS: Final = 1.0
"""How long to wait after a fault, so that a repeated one does not fill the log."""


def report() -> None:
    """Report the current exception to `threading.excepthook`, though its thread continues."""
    threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), threading.current_thread())))


def wake(event: threading.Event) -> None:
    """Set the event that a thread waits for, if it is not set already, which takes longer."""
    if not event.is_set():
        event.set()


class WorkerThread(threading.Thread):
    """A daemon thread that runs `work` until it returns, and runs it again when it fails.

    Work handles expected errors itself. Any other is a fault: it is reported to `threading.excepthook`, as for any
    thread, but the thread continues.
    """

    def __init__(self, name: str, work: Callable[[], None]) -> None:
        super().__init__(name=name, daemon=True)
        self._work = work

    def run(self) -> None:
        """Run the work; called by `start`."""
        while True:
            try:
                self._work()
            except Exception:  # noqa: BLE001  # without this thread the process would only seem to work
                report()
                time.sleep(PAUSE_SECONDS)
            else:
                return
