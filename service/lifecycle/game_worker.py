"""The base of threads that process running games: after each event of a game, and at scheduled times."""

import heapq
import math
import time
from abc import ABC, abstractmethod
from threading import Condition
from typing import ClassVar, Final

from domain.refusals import CorruptHistory, HaricotError
from service.access.context import Context
from service.commands.notifier import ChangeKind
from service.ops.telemetry import LOG, log_fault
from service.store.concurrency.worker_thread import WorkerThread
from service.store.errors import DamagedGame

LEASE_CHECK_SECONDS: Final = 1.0
"""How often to check which process holds the lease. Only that process works."""
FAILURE_PAUSE_SECONDS = 1.0
"""How long to wait before a game is retried after a failure of the store."""
WAIT_SECONDS_MAX: Final = 3600.0
"""The longest single wait. Python refuses to wait for centuries, which extensions of a clock can add up to."""
CONFLICT_CODES: Final = frozenset({"version.mismatch", "game.conflict", "game.ended", "game.paused"})
"""Problem codes that mean that another client acted first. The worker then checks the game again."""


class GameWorker(ABC):
    """A thread that works only in the process that holds the lease. If that process dies, another one takes over."""

    LEASE: ClassVar[str]
    """The name of the lease, of the thread, and of the worker in logs."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._due: list[tuple[float, str]] = []
        self._due_times: dict[str, float] = {}
        self._wake = Condition()
        self._stopped = self._has_lease = False
        self._lease_checked_at = 0.0
        self._thread = WorkerThread(self.LEASE, self._run)

    @abstractmethod
    def _process_game(self, game: str) -> float | None:
        """Do the next step in a game. Return in how many seconds to check it again, or None to wait for an event."""

    def _work_without_lease(self) -> None:  # noqa: B027  # most have nothing to do then
        """Do work that needs no lease. It is called once a second while another process holds the lease."""

    @abstractmethod
    def _is_skipped(self, game: str) -> bool:
        """Return whether this game never needs work."""

    def start(self) -> None:
        """Process every running game, and every game that is created later."""
        self._context.notifier.subscribe(ChangeKind.GAME_EVENTS, self.schedule)
        self._thread.start()

    def stop(self) -> None:
        """Finish what is under way and begin nothing more."""
        with self._wake:
            self._stopped = True
            self._wake.notify()
        if self._thread.is_alive():
            self._thread.join()

    def schedule(self, game: str, delay: float | None = None) -> None:
        """Have a game processed now, or in `delay` seconds."""
        if self._is_skipped(game):
            return
        with self._wake:
            due = time.monotonic() + (0.0 if delay is None else delay)
            if self._stopped or not self._has_lease or self._due_times.get(game, math.inf) <= due:
                return
            self._due_times[game] = due
            heapq.heappush(self._due, (due, game))
            self._wake.notify()

    def _run(self) -> None:
        self._has_lease = False  # after an error every game is checked again
        while not self._stopped:
            if self._take_lease():
                self._process_due_games()
            self._work_without_lease()
            with self._wake:
                self._wake.wait_for(lambda: self._stopped, LEASE_CHECK_SECONDS)

    def _take_lease(self) -> bool:
        """Take the lease if no process holds it. Return whether this process holds it."""
        if self._has_lease and time.monotonic() < self._lease_checked_at + LEASE_CHECK_SECONDS:
            return True
        try:
            before, self._has_lease = self._has_lease, self._context.store.take_lease(self.LEASE)
            if self._has_lease and not before:
                self._schedule_running_games()
        except HaricotError as error:
            LOG.warning("duty", duty=self.LEASE, says=type(error).__name__)
            self._has_lease = False
        self._lease_checked_at = time.monotonic()
        return self._has_lease

    def _schedule_running_games(self) -> None:
        """Schedule every running game.

        The lease is held already, so a game that is created meanwhile is not missed.
        """
        for game in self._context.game_lists.unfinished():
            self.schedule(game)

    def _process_due_games(self) -> None:
        """Process due games until another process holds the lease, or this thread is stopped."""
        while self._take_lease() and (game := self._wait_for_due_game()) is not None:
            try:
                next_delay = self._process_game(game)
            except (DamagedGame, CorruptHistory) as error:  # skipped until something happens in that game
                LOG.error("duty", duty=self.LEASE, game=game, says=type(error).__name__)
                next_delay = None
            except HaricotError as error:
                LOG.warning("duty", duty=self.LEASE, game=game, says=type(error).__name__)
                next_delay = FAILURE_PAUSE_SECONDS
            except Exception as error:  # noqa: BLE001  # a bug that shows in one game must not stop the others
                log_fault(error, game=game)
                next_delay = None
            if next_delay is not None:
                self.schedule(game, next_delay)

    def _wait_for_due_game(self) -> str | None:
        with self._wake:
            while not self._stopped:
                if not self._due:
                    self._wake.wait()
                    continue
                due, game = self._due[0]
                if self._due_times.get(game) != due:  # the game was scheduled again for an earlier time
                    heapq.heappop(self._due)
                    continue
                if (left := due - time.monotonic()) > 0:
                    self._wake.wait(min(left, WAIT_SECONDS_MAX))
                    continue
                heapq.heappop(self._due)
                del self._due_times[game]
                return game
        return None
