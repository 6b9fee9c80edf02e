"""The thread that updates the feed when no reader does."""

from typing import Final

from service.feed.feed_projector import FeedProjector
from service.ops.polling_thread import PollingThread

DUTY: Final = "feeder"
"""The lease that lets one process on a store do this."""
IDLE_SECONDS: Final = 2.0
"""How often to check how far the feed lags."""


class FeedWorker:
    """Updates the feed as soon as it lags so far that a reader would have to wait."""

    def __init__(self, feeder: FeedProjector) -> None:
        self._feeder = feeder
        self._thread = PollingThread("feeder", self.turn, idle_seconds=IDLE_SECONDS)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop after the events that are being processed."""
        self._thread.stop()

    def turn(self) -> None:
        """Update the feed if it lags and this process holds the lease."""
        if self._feeder.is_worth_a_turn() and self._feeder.take_lease(DUTY):
            while not (self._thread.is_stopping or self._feeder.bring_on(seconds=0.2)):
                pass
