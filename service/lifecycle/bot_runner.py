"""Bots in running games: they move at the pace arranged for their game, also after a restart."""

import time
from collections.abc import Sequence

from cachetools import LRUCache

from domain.commands import EndTrading, SeatCommand
from replay.seeded import bot_seed_of_text
from service.access.context import Context
from service.access.patience import asked_until
from service.commands.run_sync import at_once
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.bot import Bot
from service.lifecycle.bots.turn_scheduler import next_command
from service.lifecycle.game_worker import OVERTAKEN, GameWorker
from service.ops.caches import RecentlyUsed
from service.problems import Problem
from service.queries.live_table import LiveTable
from service.store.entries.metadata_store import Annotation, Arrangement, Player

LOOK_SECONDS = 1.0
"""How often to check a game whose bot waits for people, even if nothing happened."""
GAMES_REMEMBERED = 10_000


class BotRunner(GameWorker):
    """One thread that plays for all bots of this process.

    A bot's move carries the idempotency key `bot:<n>` of the event that it answers. So neither two processes on one
    store nor a process that died half-way can move twice.
    """

    DUTY = "bots"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._seen: LRUCache[str, tuple[int, float]] = LRUCache(GAMES_REMEMBERED)
        """The last event of a game, and when it was first seen."""
        self._bots: LRUCache[str, tuple[Sequence[Player], dict[int, Bot]]] = LRUCache(GAMES_REMEMBERED)
        """The players of a game, and the bots among them."""
        self._botless: RecentlyUsed[str, int] = RecentlyUsed("botless", GAMES_REMEMBERED)
        """Games without bots, each with the age of the metadata store when that was found."""

    def _skips(self, game: str) -> bool:
        """Return whether the game has no bots, as far as this process has seen."""
        return self._botless.peek(game) == self._context.register.age

    def _move(self, game: str) -> float | None:
        """Make one move if a bot has one, at its pace."""
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
        remarks = self._context.register.find_entries(Annotation, game=live.game)
        until = asked_until(live.table, log, bots, arranged.patience_ms, remarks)
        if not until:
            return 0.0
        left, patience = (max(until.values()) - time.time_ns() / 1e6) / 1000, arranged.patience_ms / 1000
        # If the clock was set back, more than the whole time would be left. Then this process's own count is used.
        return left if left <= patience else patience - self._passed(live)

    def _bots_of(self, game: str) -> dict[int, Bot]:
        """Return the bots of a game. They are made once while the same players sit there."""
        players = self._context.register.find_entries(Player, game=game)
        known, bots = self._bots.get(game, ((), {}))
        if players != known:
            bots = _bots(game, players, (self._context.store.seed(game) or game.encode()).hex())
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


def _bots(game: str, players: Sequence[Player], secret: str) -> dict[int, Bot]:
    """Return the bots of these players.

    Their seeds follow from the deal's secret, so a restart changes nothing, and from the game: where tables share a
    deal, the bots of each decide for themselves.
    """
    return {
        player.seat: BOTS[player.bot](player.seat, bot_seed_of_text(f"{secret}|{game}", player.seat))
        for player in players
        if player.kind == "bot" and player.bot in BOTS
    }
