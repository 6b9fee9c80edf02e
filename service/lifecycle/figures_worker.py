"""The thread that counts and rates games once they have ended and their delay has passed."""

from threading import Event
from typing import Final

from domain.refusals import HaricotError
from service.access.context import Context
from service.analytics.analytics_updater import AnalyticsUpdater
from service.commands.notifier import Topic
from service.ops.clock import now_ms
from service.ops.telemetry import LOG
from service.store.concurrency.worker_thread import WorkerThread, wake

DUTY: Final = "figures"
"""The lease that lets one process on a store do this."""
IDLE_SECONDS: Final = 1.0
"""How often to check without a notification."""
GATHER_SECONDS: Final = 0.2
"""The least time between two checks, so that many events cost no more than a few."""


class FiguresWorker:
    """Counts and rates games in the process that holds the lease; every process reads the result from the store."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._updater = AnalyticsUpdater(context.store)
        self._woken, self._stopped = Event(), Event()
        self._thread = WorkerThread("figures", self._run)

    def start(self) -> None:
        """Count the games that are not yet counted, and those that end from now on."""
        self._context.notifier.subscribe(Topic.EVENTS, lambda _: wake(self._woken))
        self._thread.start()

    def stop(self) -> None:
        """Finish the games under way and begin no other."""
        self._stopped.set()
        self._woken.set()
        if self._thread.is_alive():
            self._thread.join()

    def turn(self) -> None:
        """Bring the analytics up to date if this process holds the lease."""
        store = self._context.store
        if store.writable and store.take_lease(DUTY):
            self._updater.update(now_ms(), stopped=self._stopped.is_set)

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                self.turn()
            except HaricotError as error:
                LOG.error("figures", says=str(error))
            self._woken.wait(IDLE_SECONDS)
            self._woken.clear()
            self._stopped.wait(GATHER_SECONDS)
