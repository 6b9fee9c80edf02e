"""Makes many lines of the index in a background thread."""

from threading import Event, current_thread
from typing import Final

from eventsourcing.persistence import PersistenceError

from service.store.concurrency.worker_thread import PAUSE_SECONDS, WorkerThread
from service.store.errors import IndexBehind, StoreProblem
from service.store.index.game_index_updater import GameIndexUpdater

FEW: Final = 1_000
"""How many missing lines a request for a list makes by itself: less than a second of work."""


class GameIndexBuilder(WorkerThread):
    """Makes all missing lines. Until that is done, requests for lists are refused, and background workers wait."""

    def __init__(self, follower: GameIndexUpdater) -> None:
        super().__init__("roll", self._build)
        self._follower = follower
        self._is_done = False
        self._stopped, self._ended = Event(), Event()

    @property
    def share(self) -> float | None:
        """The progress, from 0 to 1, or None if all is done."""
        if self._is_done:
            return None
        made, games = self._follower.progress()
        return round(made / games, 2) if games else 0.0

    def require_done(self) -> None:
        """Return when all lines are there.

        Raises:
            IndexBehind: they are not, and the caller is not a background worker, which can wait.
        """
        if self._is_done or current_thread() is self:
            return
        if isinstance(current_thread(), WorkerThread):
            self._ended.wait()
        if not self._is_done:
            raise IndexBehind(*self._follower.progress())

    def stop(self) -> None:
        """Stop after the lines that are being made."""
        self._stopped.set()
        if self.is_alive():
            self.join()

    def _build(self) -> None:
        while not (self._is_done or self._stopped.is_set()):
            try:
                self._is_done = self._follower.bring_on()
            except (PersistenceError, StoreProblem):  # the store is away, or its disk is full
                self._stopped.wait(PAUSE_SECONDS)
        self._ended.set()
