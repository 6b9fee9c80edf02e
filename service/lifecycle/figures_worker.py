"""The thread that makes the figures of games once they have ended and their delay has passed."""

from threading import Event
from typing import Final

from domain.refusals import HaricotError
from service.access.context import Context
from service.commands.notifier import Topic
from service.ops.telemetry import LOG
from service.store.concurrency.worker_thread import WorkerThread, wake

DUTY: Final = "figures"
"""The lease that lets one process on a store do this."""
IDLE_SECONDS: Final = 1.0
"""How often to check without a notification."""
GATHER_SECONDS: Final = 0.2
"""The least time between two checks, so that many events cost no more than a few."""
AT_ONCE: Final = 50
"""How many games are figured between two checks whether to stop."""


class FiguresWorker:
    """Makes missing figures in the process that holds the lease, and keeps the analytics of every process up to date.

    The figures of a game are one row, which is written with the players of its seats in one transaction. So a process
    that is killed leaves each game either counted or missing.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._unreadable: set[str] = set()
        self._woken, self._stopped = Event(), Event()
        self._thread = WorkerThread("figures", self._run)

    def start(self) -> None:
        """Make the figures that are missing now, and those of games that end from now on."""
        self._context.notifier.subscribe(Topic.EVENTS, lambda _: wake(self._woken))
        self._thread.start()

    def stop(self) -> None:
        """Finish the games under way and begin no other."""
        self._stopped.set()
        self._woken.set()
        if self._thread.is_alive():
            self._thread.join()

    def turn(self) -> None:
        """Make what is missing if this process holds the lease, and fold what there is."""
        store, analytics = self._context.store, self._context.analytics
        missing = [head for head in analytics.missing() if head.game not in self._unreadable]
        if not (missing and store.writable and store.take_lease(DUTY)):
            return
        for begin in range(0, len(missing), AT_ONCE):
            if self._stopped.is_set():
                return
            part = missing[begin : begin + AT_ONCE]
            analytics.figures.catch_up(part)
            made = {one.summary.game for one in analytics.figures.read(part)}
            self._unreadable |= {head.game for head in part} - made
        analytics.missing(look=True)

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                self.turn()
            except HaricotError as error:
                LOG.error("figures", says=str(error))
            self._woken.wait(IDLE_SECONDS)
            self._woken.clear()
            self._stopped.wait(GATHER_SECONDS)
