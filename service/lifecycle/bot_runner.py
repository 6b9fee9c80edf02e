"""Bots in running games: they move at the pace arranged for their game, also after a restart."""

import heapq
import math
import time
from collections.abc import Sequence
from threading import Condition

from cachetools import LRUCache

from domain.commands import EndTrading, SeatCommand
from domain.refusals import CorruptHistory, HaricotError
from replay.proofs.shuffle import contribution_of_text
from service.access.context import Context
from service.access.patience import asked_until
from service.commands.notifier import Topic
from service.commands.run_sync import at_once
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.bot import Bot
from service.lifecycle.bots.turn_scheduler import next_command
from service.ops.caches import RecentlyUsed
from service.ops.telemetry import LOG, log_fault
from service.problems import Problem
from service.queries.live_table import LiveTable
from service.store.concurrency.worker_thread import WorkerThread
from service.store.entries.metadata_store import Annotation, Arrangement, Player
from service.store.errors import DamagedGame

DUTY = "bots"
DUTY_SECONDS = 1.0
"""How often to check which process holds the lease: only one plays, so that no two do the same work."""
IDLE_SECONDS = 1.0
"""How long to leave a game alone after a failure of the store."""
LOOK_SECONDS = 1.0
"""How often to check a game whose bot waits for people, even if nothing happened."""
GAMES_REMEMBERED = 10_000
OVERTAKEN = {"version.mismatch", "game.conflict", "game.ended", "game.paused"}
"""Errors of a bot that another client overtook. Nothing is wrong: the bot decides again."""


class BotRunner:
    """One thread that plays for all bots of this process.

    A bot's move carries the idempotency key `bot:<n>` of the event that it answers. So neither two processes on one
    store nor a process that died half-way can move twice.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._due: list[tuple[float, str]] = []
        self._waiting: dict[str, float] = {}
        self._seen: LRUCache[str, tuple[int, float]] = LRUCache(GAMES_REMEMBERED)
        """The last event of a game, and when it was first seen."""
        self._bots: LRUCache[str, tuple[Sequence[Player], dict[int, Bot]]] = LRUCache(GAMES_REMEMBERED)
        """The players of a game, and the bots among them."""
        self._botless: RecentlyUsed[str, int] = RecentlyUsed("botless", GAMES_REMEMBERED)
        """Games without bots, each with the age of the metadata store when that was found."""
        self._wake = Condition()
        self._stopped = self._on_duty = False
        self._duty_seen = 0.0
        self._thread = WorkerThread("bots", self._run)

    def start(self) -> None:
        """Play in every running game with a bot, and in those that are made from now on."""
        self._context.notifier.subscribe(Topic.EVENTS, self.look_at)
        self._thread.start()

    def stop(self) -> None:
        """Finish the move under way and begin no other."""
        with self._wake:
            self._stopped = True
            self._wake.notify()
        if self._thread.is_alive():
            self._thread.join()

    def look_at(self, game: str, delay: float | None = None) -> None:
        """Check a game in which something happened, after a bot's time for thought."""
        if self._botless.peek(game) == self._context.register.age:
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
                self._play()
            with self._wake:
                self._wake.wait_for(lambda: self._stopped, DUTY_SECONDS)

    def _has_duty(self) -> bool:
        """Return whether this process holds the lease to play. It takes the lease if no process has it."""
        if self._on_duty and time.monotonic() < self._duty_seen + DUTY_SECONDS:
            return True
        try:
            before, self._on_duty = self._on_duty, self._context.store.take_lease(DUTY)
            if self._on_duty and not before:
                self._take_over()
        except HaricotError as error:
            LOG.warning("bots", says=type(error).__name__)
            self._on_duty = False
        self._duty_seen = time.monotonic()
        return self._on_duty

    def _take_over(self) -> None:
        """Check every running game. The lease is held already, so a game that is made meanwhile is not missed."""
        for game in self._context.catalogue.unfinished():
            self.look_at(game)

    def _play(self) -> None:
        """Play until another process holds the lease, or this one is stopped."""
        while self._has_duty() and (game := self._next()) is not None:
            try:
                again = self._move(game)
            except (DamagedGame, CorruptHistory) as error:  # skipped until something happens in that game
                LOG.error("bot", game=game, says=type(error).__name__)
                again = None
            except HaricotError as error:
                LOG.warning("bot", game=game, says=type(error).__name__)
                again = IDLE_SECONDS
            except Exception as fault:  # noqa: BLE001  # a fault of ours at one table; the bots of all others play on
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
                    self._wake.wait(left)
                    continue
                heapq.heappop(self._due)
                del self._waiting[game]
                return game
        return None

    def _move(self, game: str) -> float | None:
        """Make one move if a bot has one.

        Return in how many seconds to check again, or None to wait for the next event.
        """
        context = self._context
        age, bots = context.register.age, self._bots_of(game)
        if not bots:
            self._botless.put(game, age)
            return None
        live, arranged = context.tables.at_present(game), context.reader.arrangement(game)
        if live.over or arranged.paused or not live.table.begun:
            return None
        pace = arranged.pace_ms / 1000
        if (wait := pace - self._passed(live)) > 0:
            return wait
        command = next_command(live.table, live.version, bots, barred=live.barred)
        if not isinstance(command, SeatCommand):
            return None
        if isinstance(command, EndTrading) and (wait := self._patience_left(live, bots, arranged)) > 0:
            return min(wait, max(pace, LOOK_SECONDS))
        try:
            by, key = f"seat:{command.seat}", f"bot:{live.version}"
            at_once(context.live.handle(game, command, by=by, key=key, expected=live.version))
        except Problem as problem:
            if problem.code not in OVERTAKEN:
                raise
        return 0.0

    def _patience_left(self, live: LiveTable, bots: dict[int, Bot], arranged: Arrangement) -> float:
        """Return for how many seconds a bot must keep its trading open for people whom it asked; 0 for none."""
        log = self._context.records.envelopes(live.game, live.version)
        remarks = self._context.register.noted(Annotation, game=live.game)
        until = asked_until(live.table, log, bots, arranged.patience_ms, remarks)
        if not until:
            return 0.0
        left, patience = (max(until.values()) - time.time_ns() / 1e6) / 1000, arranged.patience_ms / 1000
        # If the clock was set back, more than the whole time would be left. Then this process's own count is used.
        return left if left <= patience else patience - self._passed(live)

    def _bots_of(self, game: str) -> dict[int, Bot]:
        """Return the bots of a game. They are made once while the same players sit there."""
        players = self._context.register.noted(Player, game=game)
        known, bots = self._bots.get(game, ((), {}))
        if players != known:
            bots = _bots(players, (self._context.store.seed(game) or game.encode()).hex())
            self._bots[game] = (players, bots)
        return bots

    def _passed(self, live: LiveTable) -> float:
        """Return how many seconds ago the last event happened.

        If the clock was set back, this process's own count is used.
        """
        version, seen = self._seen.get(live.game, (0, 0.0))
        if version != live.version:
            seen = time.monotonic()
            self._seen[live.game] = (live.version, seen)
        return max(time.time_ns() / 1e9 - live.at / 1000, time.monotonic() - seen)


def _bots(players: Sequence[Player], secret: str) -> dict[int, Bot]:
    """Return the bots of these players. Their seeds follow from the deal's secret, so a restart changes nothing."""
    return {
        player.seat: BOTS[player.bot](player.seat, contribution_of_text(f"{secret}|{player.seat}|bot"))
        for player in players
        if player.kind == "bot" and player.bot in BOTS
    }
