"""The thread that counts and rates games once they have ended and their delay has passed."""

from typing import Final

from service.access.context import Context
from service.analytics.analytics_updater import AnalyticsUpdater
from service.commands.notifier import ChangeKind
from service.ops.clock import now_ms
from service.ops.polling_thread import PollingThread

LEASE: Final = "figures"
"""The name of the lease. Only the process that holds it works."""
IDLE_SECONDS: Final = 1.0
"""How often to check without a notification."""


class FiguresWorker:
    """Counts and rates games in the process that holds the lease. Every process reads the results from the store."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._updater = AnalyticsUpdater(context.store)
        self._thread = PollingThread("figures", self.turn, idle_seconds=IDLE_SECONDS)

    def start(self) -> None:
        """Count the games that are not yet counted, and those that end from now on."""
        self._context.notifier.subscribe(ChangeKind.GAME_EVENTS, self._thread.wake)
        self._thread.start()

    def stop(self) -> None:
        """Finish the current games and stop."""
        self._thread.stop()

    def turn(self) -> None:
        """Bring the analytics up to date if this process holds the lease."""
        store = self._context.store
        if store.writable and store.take_lease(LEASE):
            self._updater.update(now_ms(), stopped=lambda: self._thread.is_stopping)
