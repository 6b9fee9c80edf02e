"""Builds many lines of the index in a background thread."""

from threading import Event, current_thread
from typing import Final

from eventsourcing.persistence import PersistenceError

from service.store.concurrency.worker_thread import PAUSE_SECONDS, WorkerThread
from service.store.errors import IndexBehind, StoreProblem
from service.store.index.game_index_updater import GameIndexUpdater

INLINE_LINES_MAX: Final = 1_000
"""How many missing lines a request for a list builds itself, in less than a second."""


class GameIndexBuilder(WorkerThread):
    """Builds all missing lines. Until then, requests for lists are refused, and background workers wait."""

    def __init__(self, updater: GameIndexUpdater) -> None:
        super().__init__("roll", self._build)
        self._updater = updater
        self._is_complete = False
        self._stopped, self._ended = Event(), Event()

    @property
    def progress(self) -> float | None:
        """The progress, from 0 to 1, or None if all lines are built."""
        if self._is_complete:
            return None
        built, newest = self._updater.progress()
        return round(built / newest, 2) if newest else 0.0

    def require_done(self) -> None:
        """Raise IndexBehind unless all lines are built. In a background worker, wait for that instead."""
        if self._is_complete or current_thread() is self:
            return
        if isinstance(current_thread(), WorkerThread):
            self._ended.wait()
        if not self._is_complete:
            raise IndexBehind(*self._updater.progress())

    def stop(self) -> None:
        """Stop after the batch that is being built."""
        self._stopped.set()
        if self.is_alive():
            self.join()

    def _build(self) -> None:
        while not (self._is_complete or self._stopped.is_set()):
            try:
                self._is_complete = self._updater.update_some()
            except (PersistenceError, StoreProblem):  # the database does not answer, or the disk is full
                self._stopped.wait(PAUSE_SECONDS)
        self._ended.set()
