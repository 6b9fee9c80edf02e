"""Bots at real tables: they move at the pace arranged for their game, after a restart too."""

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
"""How often to see who has the duty: one process at a time plays, so that no two do the same work."""
IDLE_SECONDS = 1.0
"""How long to leave a game alone whose store failed."""
LOOK_SECONDS = 1.0
"""How often to look at a game whose bot waits for people, whether anything happened or not."""
GAMES_REMEMBERED = 10_000
OVERTAKEN = {"version.mismatch", "game.conflict", "game.ended", "game.paused"}
"""What a bot hears when somebody else acted at the same moment: nothing is wrong, it only has to look again."""


class BotRunner:
    """One thread that plays for all bots of this process.

    A bot's move carries the key `bot:<n>` of the event it answers, so that two processes on one store, or one that
    died before it could note what it had done, cannot move twice.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._due: list[tuple[float, str]] = []
        self._waiting: dict[str, float] = {}
        self._seen: LRUCache[str, tuple[int, float]] = LRUCache(GAMES_REMEMBERED)
        """The last event of a game, and when it was seen first."""
        self._bots: LRUCache[str, tuple[Sequence[Player], dict[int, Bot]]] = LRUCache(GAMES_REMEMBERED)
        """Who sits at a game, and the bots among them."""
        self._botless: RecentlyUsed[str, int] = RecentlyUsed("botless", GAMES_REMEMBERED)
        """Games at which no bot sat, each with the age of the metadata store then."""
        self._wake = Condition()
        self._stopped = self._on_duty = False
        self._duty_seen = 0.0
        self._thread = WorkerThread("bots", self._run)

    def start(self) -> None:
        """Go on with every running game at which a bot sits, and with those that are made from now on."""
        self._context.notifier.subscribe(Topic.EVENTS, self.look_at)
        self._thread.start()

    def stop(self) -> None:
        """Let the move under way be finished, and no other begin."""
        with self._wake:
            self._stopped = True
            self._wake.notify()
        if self._thread.is_alive():
            self._thread.join()

    def look_at(self, game: str, delay: float | None = None) -> None:
        """Something happened in this game: after a bot's time for thought, see whether one has to move."""
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
        self._on_duty = False  # after a fault every game is looked at again
        while not self._stopped:
            if self._has_duty():
                self._play()
            with self._wake:
                self._wake.wait_for(lambda: self._stopped, DUTY_SECONDS)

    def _has_duty(self) -> bool:
        """Return whether it is for this process to play; it takes over when nobody does."""
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
        """Look at every game that goes on; it is on duty already, so that one made meanwhile is not missed."""
        for game in self._context.catalogue.unfinished():
            self.look_at(game)

    def _play(self) -> None:
        """Play until another process has the duty, or this one is asked to stop."""
        while self._has_duty() and (game := self._next()) is not None:
            try:
                again = self._move(game)
            except (DamagedGame, CorruptHistory) as error:  # until something happens there
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
                if self._waiting.get(game) != due:  # it was looked at sooner
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
        """Make one move, if a bot has one; in how many seconds to look again, None for when something happens."""
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
        """For how many seconds a bot has to leave its trading open for people whom it asked; 0 for none."""
        log = self._context.records.envelopes(live.game, live.version)
        remarks = self._context.register.noted(Annotation, game=live.game)
        until = asked_until(live.table, log, bots, arranged.patience_ms, remarks)
        if not until:
            return 0.0
        left, patience = (max(until.values()) - time.time_ns() / 1e6) / 1000, arranged.patience_ms / 1000
        # More than all of it is left where the clock was set back: then this process's own count holds.
        return left if left <= patience else patience - self._passed(live)

    def _bots_of(self, game: str) -> dict[int, Bot]:
        """Return the bots that sit there, made once as long as the same players do."""
        players = self._context.register.noted(Player, game=game)
        known, bots = self._bots.get(game, ((), {}))
        if players != known:
            bots = _bots(players, (self._context.store.seed(game) or game.encode()).hex())
            self._bots[game] = (players, bots)
        return bots

    def _passed(self, live: LiveTable) -> float:
        """How many seconds ago the last event happened; by this process's own count, where the clock was set back."""
        version, seen = self._seen.get(live.game, (0, 0.0))
        if version != live.version:
            seen = time.monotonic()
            self._seen[live.game] = (live.version, seen)
        return max(time.time_ns() / 1e9 - live.at / 1000, time.monotonic() - seen)


def _bots(players: Sequence[Player], secret: str) -> dict[int, Bot]:
    """Return the bots that sit there. Their luck follows from the deal's secret: the same again after a restart."""
    return {
        player.seat: BOTS[player.bot](player.seat, contribution_of_text(f"{secret}|{player.seat}|bot"))
        for player in players
        if player.kind == "bot" and player.bot in BOTS
    }
