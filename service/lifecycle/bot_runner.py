"""Plays for the bots in running games, at the pace of each game."""

import time
from collections.abc import Sequence

from cachetools import LRUCache

from domain.commands import EndTrading, SeatCommand
from replay.seeded import bot_seed_of_text
from service.access.context import Context
from service.access.patience import compute_answer_deadlines
from service.commands.run_sync import run_sync
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.bot import Bot
from service.lifecycle.bots.turn_scheduler import next_command
from service.lifecycle.game_worker import CONFLICT_CODES, GameWorker
from service.ops.caches import LruCache
from service.problems import Problem
from service.queries.live_table import LiveTable
from service.store.entries.metadata_store import Annotation, Arrangement, Player

RECHECK_SECONDS = 1.0
"""How often to check a game whose bot waits for people, if no event happens."""
CACHED_GAMES_MAX = 10_000


class BotRunner(GameWorker):
    """The thread that plays for all bots.

    A bot's command has the idempotency key `bot:<n>`, where n is the game's last event. So two processes, or a process
    that restarts after a crash, cannot move twice.
    """

    LEASE = "bots"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._last_events: LRUCache[str, tuple[int, float]] = LRUCache(CACHED_GAMES_MAX)
        """The last event of a game, and when it was first seen."""
        self._bots: LRUCache[str, tuple[Sequence[Player], dict[int, Bot]]] = LRUCache(CACHED_GAMES_MAX)
        """The players of a game, and the bots among them."""
        self._botless: LruCache[str, int] = LruCache("botless", CACHED_GAMES_MAX)
        """Games without bots, with the age of the metadata store at which that was found."""

    def _is_skipped(self, game: str) -> bool:
        """Return whether the game is known to have no bots."""
        return self._botless.peek(game) == self._context.register.age

    def _process_game(self, game: str) -> float | None:
        """Make one move for a bot if its pace allows it."""
        context = self._context
        age, bots = context.register.age, self._bots_of(game)
        if not bots:
            self._botless.put(game, age)
            return None
        live, arranged = context.tables.current(game), context.reader.arrangement(game)
        if live.over or arranged.paused or not live.table.begun:
            return None
        pace = arranged.pace_ms / 1000
        if (wait := pace - self._seconds_since_last_event(live)) > 0:
            return wait
        command = next_command(live.table, live.version, bots, barred=live.refused_commands)
        if not isinstance(command, SeatCommand):
            return None
        if isinstance(command, EndTrading) and (wait := self._patience_seconds_left(live, bots, arranged)) > 0:
            return min(wait, max(pace, RECHECK_SECONDS))
        try:
            by, key = f"seat:{command.seat}", f"bot:{live.version}"
            run_sync(context.command_handler.handle(game, command, by=by, key=key, expected=live.version))
        except Problem as problem:
            if problem.code not in CONFLICT_CODES:
                raise
        return 0.0

    def _patience_seconds_left(self, live: LiveTable, bots: dict[int, Bot], arranged: Arrangement) -> float:
        """Return for how many seconds a bot must keep its trading open because people have not answered its offers."""
        log = self._context.records.envelopes(live.game, live.version)
        remarks = self._context.register.find_entries(Annotation, game=live.game)
        until = compute_answer_deadlines(live.table, log, bots, arranged.patience_ms, remarks)
        if not until:
            return 0.0
        left, patience = (max(until.values()) - time.time_ns() / 1e6) / 1000, arranged.patience_ms / 1000
        # If the system clock was set back, more than the whole time would be left. Then use the monotonic clock.
        return left if left <= patience else patience - self._seconds_since_last_event(live)

    def _bots_of(self, game: str) -> dict[int, Bot]:
        """Return the bots of a game. They are created again only if its players change."""
        players = self._context.register.find_entries(Player, game=game)
        known, bots = self._bots.get(game, ((), {}))
        if players != known:
            bots = _make_bots(game, players, (self._context.store.seed(game) or game.encode()).hex())
            self._bots[game] = (players, bots)
        return bots

    def _seconds_since_last_event(self, live: LiveTable) -> float:
        """Return how many seconds ago the last event happened.

        If the system clock was set back, the time since this process first saw the event counts.
        """
        version, seen = self._last_events.get(live.game, (0, 0.0))
        if version != live.version:
            seen = time.monotonic()
            self._last_events[live.game] = (live.version, seen)
        return max(time.time_ns() / 1e9 - live.at / 1000, time.monotonic() - seen)


def _make_bots(game: str, players: Sequence[Player], secret: str) -> dict[int, Bot]:
    """Return new bots for these players, by seat.

    Their seeds depend on the deal's secret, so a restart changes nothing. They also depend on the game, so bots of
    tables that share a deal decide independently.
    """
    return {
        player.seat: BOTS[player.bot](player.seat, bot_seed_of_text(f"{secret}|{game}", player.seat))
        for player in players
        if player.kind == "bot" and player.bot in BOTS
    }
