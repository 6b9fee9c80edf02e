"""A thread that looks at running games: when something happened in one, and when one is due."""

import heapq
import math
import time
from abc import ABC, abstractmethod
from threading import Condition
from typing import ClassVar, Final

from domain.refusals import CorruptHistory, HaricotError
from service.access.context import Context
from service.commands.notifier import Topic
from service.ops.telemetry import LOG, log_fault
from service.store.concurrency.worker_thread import WorkerThread
from service.store.errors import DamagedGame

DUTY_SECONDS: Final = 1.0
"""How often to check which process holds the lease: only one works, so that no two do the same."""
IDLE_SECONDS = 1.0
"""How long to leave a game alone after a failure of the store."""
WAIT_SECONDS_MAX: Final = 3600.0
"""How long to wait at once: Python refuses to wait for centuries, which extensions of a clock can add up to."""
OVERTAKEN: Final = frozenset({"version.mismatch", "game.conflict", "game.ended", "game.paused"})
"""Errors of a worker that another client overtook. Nothing is wrong: the worker looks again."""


class GameWorker(ABC):
    """One thread of one process on a store, by a lease. If the process dies, another one takes over."""

    DUTY: ClassVar[str]
    """The name of the lease, of the thread, and of the worker in logs."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._due: list[tuple[float, str]] = []
        self._waiting: dict[str, float] = {}
        self._wake = Condition()
        self._stopped = self._on_duty = False
        self._duty_seen = 0.0
        self._thread = WorkerThread(self.DUTY, self._run)

    @abstractmethod
    def _move(self, game: str) -> float | None:
        """Do the next thing at a game. Return in how many seconds to look again, or None to wait for an event."""

    def _beside_duty(self) -> None:  # noqa: B027  # most have nothing to do then
        """Do what needs no lease, once a second while another process has it."""

    @abstractmethod
    def _skips(self, game: str) -> bool:
        """Return whether there is nothing to do at this game, now and later."""

    def start(self) -> None:
        """Work at every running game, and at those that are made from now on."""
        self._context.notifier.subscribe(Topic.EVENTS, self.look_at)
        self._thread.start()

    def stop(self) -> None:
        """Finish what is under way and begin nothing more."""
        with self._wake:
            self._stopped = True
            self._wake.notify()
        if self._thread.is_alive():
            self._thread.join()

    def look_at(self, game: str, delay: float | None = None) -> None:
        """Look at a game in which something happened, or `delay` seconds later."""
        if self._skips(game):
            return
        with self._wake:
            due = time.monotonic() + (0.0 if delay is None else delay)
            if self._stopped or not self._on_duty or self._waiting.get(game, math.inf) <= due:
                return
            self._waiting[game] = due
            heapq.heappush(self._due, (due, game))
            self._wake.notify()

    def _run(self) -> None:
        self._on_duty = False  # after an error every game is checked again
        while not self._stopped:
            if self._has_duty():
                self._work()
            self._beside_duty()
            with self._wake:
                self._wake.wait_for(lambda: self._stopped, DUTY_SECONDS)

    def _has_duty(self) -> bool:
        """Return whether this process holds the lease. It takes the lease if no process has it."""
        if self._on_duty and time.monotonic() < self._duty_seen + DUTY_SECONDS:
            return True
        try:
            before, self._on_duty = self._on_duty, self._context.store.take_lease(self.DUTY)
            if self._on_duty and not before:
                self._take_over()
        except HaricotError as error:
            LOG.warning("duty", duty=self.DUTY, says=type(error).__name__)
            self._on_duty = False
        self._duty_seen = time.monotonic()
        return self._on_duty

    def _take_over(self) -> None:
        """Look at every running game. The lease is held already, so a game that is made meanwhile is not missed."""
        for game in self._context.catalogue.unfinished():
            self.look_at(game)

    def _work(self) -> None:
        """Work until another process holds the lease, or this one is stopped."""
        while self._has_duty() and (game := self._next()) is not None:
            try:
                again = self._move(game)
            except (DamagedGame, CorruptHistory) as error:  # skipped until something happens in that game
                LOG.error("duty", duty=self.DUTY, game=game, says=type(error).__name__)
                again = None
            except HaricotError as error:
                LOG.warning("duty", duty=self.DUTY, game=game, says=type(error).__name__)
                again = IDLE_SECONDS
            except Exception as fault:  # noqa: BLE001  # a fault of ours at one table; work at all others goes on
                log_fault(fault, game=game)
                again = None
            if again is not None:
                self.look_at(game, again)

    def _next(self) -> str | None:
        with self._wake:
            while not self._stopped:
                if not self._due:
                    self._wake.wait()
                    continue
                due, game = self._due[0]
                if self._waiting.get(game) != due:  # it was checked sooner
                    heapq.heappop(self._due)
                    continue
                if (left := due - time.monotonic()) > 0:
                    self._wake.wait(min(left, WAIT_SECONDS_MAX))
                    continue
                heapq.heappop(self._due)
                del self._waiting[game]
                return game
        return None
