"""A thread that a process needs for as long as it runs, such as the one that looks for the commits of others."""

import sys
import threading
import time
from collections.abc import Callable
from typing import Final

PAUSE_SECONDS: Final = 1.0
"""How long to wait after a fault, so that one that comes back at once does not fill the log."""


def report() -> None:
    """Return the fault that is being handled to `threading.excepthook`, though its thread goes on."""
    threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), threading.current_thread())))


def wake(event: threading.Event) -> None:
    """Set what a thread waits for; it takes long only where the thread has cleared it since."""
    if not event.is_set():
        event.set()


class WorkerThread(threading.Thread):
    """A daemon thread that runs `work` until it returns, and runs it again when it fails.

    Work handles the errors that it expects itself. Any other is a fault: `threading.excepthook` is given it, as for
    any thread, but the process does not go on without the thread.
    """

    def __init__(self, name: str, work: Callable[[], None]) -> None:
        super().__init__(name=name, daemon=True)
        self._work = work

    def run(self) -> None:
        """Run the work; called by `start`."""
        while True:
            try:
                self._work()
            except Exception:  # noqa: BLE001  # whatever it is, without this thread the process would only seem to work
                report()
                time.sleep(PAUSE_SECONDS)
            else:
                return
