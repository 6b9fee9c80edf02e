"""The thread that brings the feed on where nobody has asked for it."""

from threading import Event
from typing import Final

from service.feed.feed_projector import FeedProjector
from service.ops.telemetry import LOG
from service.store.concurrency.worker_thread import WorkerThread
from service.store.errors import StoreProblem

DUTY: Final = "feeder"
"""The lease by which of all processes on a store one does this."""
IDLE_SECONDS: Final = 2.0
"""How often to look how far the feed lies behind."""


class FeedWorker:
    """Brings the feed on as soon as it lies so far behind that who asks for it would have to wait."""

    def __init__(self, feeder: FeedProjector) -> None:
        self._feeder = feeder
        self._stopped = Event()
        self._thread = WorkerThread("feeder", self._run)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """End after the events that are being taken in."""
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
