"""The background thread that updates the feed when it lags far behind."""

from typing import Final

from service.feed.feed_projector import FeedProjector
from service.ops.polling_thread import PollingThread

LEASE: Final = "feeder"
"""The name of the lease that only one process on a store can hold."""
IDLE_SECONDS: Final = 2.0
"""How often to check how far the feed lags."""


class FeedWorker:
    """Updates the feed when more events are missing than a reader's request may process."""

    def __init__(self, projector: FeedProjector) -> None:
        self._projector = projector
        self._thread = PollingThread("feeder", self.turn, idle_seconds=IDLE_SECONDS)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop after the events that are being processed."""
        self._thread.stop()

    def turn(self) -> None:
        """Update the feed if it lags and this process holds the lease."""
        if self._projector.needs_background_update() and self._projector.take_lease(LEASE):
            while not (self._thread.is_stopping or self._projector.update(seconds=0.2)):
                pass
