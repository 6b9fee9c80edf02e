"""The thread that updates the feed when no reader does."""

from threading import Event
from typing import Final

from service.feed.feed_projector import FeedProjector
from service.ops.telemetry import LOG
from service.store.concurrency.worker_thread import WorkerThread
from service.store.errors import StoreProblem

DUTY: Final = "feeder"
"""The lease that lets one process on a store do this."""
IDLE_SECONDS: Final = 2.0
"""How often to check how far the feed lags."""


class FeedWorker:
    """Updates the feed as soon as it lags so far that a reader would have to wait."""

    def __init__(self, feeder: FeedProjector) -> None:
        self._feeder = feeder
        self._stopped = Event()
        self._thread = WorkerThread("feeder", self._run)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop after the events that are being processed."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                if self._feeder.is_worth_a_turn() and self._feeder.take_lease(DUTY):
                    while not (self._stopped.is_set() or self._feeder.bring_on(seconds=0.2)):
                        pass
            except StoreProblem as error:
                LOG.error("feeder", says=str(error))
            self._stopped.wait(IDLE_SECONDS)
