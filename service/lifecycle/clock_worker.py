"""The thread that runs the clocks: it starts and stops them, records expired budgets, and plays for expired seats."""

from typing import Final

from domain.clock_events import ClockEvent, ClockExtended, ClockStarted, ClockStopped, GameTimed, TradingPassed
from domain.clock_state import ClockState, passing_command
from domain.clock_terms import BOT, BY_THE_CLOCK, GAME, PAUSED, STREAM_LOST
from domain.commands import EndTrading, SeatCommand
from domain.editions import rulebook_of
from domain.refusals import HaricotError, Refusal
from replay.proofs.shuffle import contribution_of_text
from service.access.context import Context
from service.access.patience import bot_seats
from service.commands.run_sync import run_sync
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.turn_scheduler import next_command
from service.lifecycle.clock_acts import clock_of, expire, record_clock_events
from service.lifecycle.game_worker import CONFLICT_CODES, GameWorker
from service.ops.caches import LruCache
from service.ops.clock import now_ms
from service.ops.telemetry import LOG
from service.problems import Problem
from service.queries.live_table import LiveTable
from service.store.entries.metadata_store import Player

CACHED_GAMES_MAX: Final = 100_000
GAMES_PER_READ: Final = 500
EXPIRED_SEAT_BOT: Final = "greedy"
"""The bot that plays for a seat whose time is up."""
LOST_STREAM_SECONDS: Final = 3.0
"""How long a seat must be without a stream to get extra time. A page that is reloaded connects again sooner."""
RESUMED: Final = "resumed"
FIRST_MOVE: Final = "first_move"


class ClockWorker(GameWorker):
    """Runs the clock of every timed game. Each change is decided at the last event, so it cannot happen twice."""

    LEASE = "clocks"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._untimed: LruCache[str, bool] = LruCache("untimed", CACHED_GAMES_MAX)
        """Games without a clock. A game cannot get one later."""
        context.lost_streams.on_lost = lambda game: self.schedule(game, LOST_STREAM_SECONDS)

    def _is_skipped(self, game: str) -> bool:
        return self._untimed.peek(game) is not None

    def _schedule_running_games(self) -> None:
        """Schedule the running games with a clock. The first events of a game say whether it has one."""
        running = [*self._context.game_lists.unfinished()]
        for first in range(0, len(running), GAMES_PER_READ):
            games = running[first : first + GAMES_PER_READ]
            made = self._context.store.milestones(games)
            timed = {one.envelope.game for one in made if isinstance(one.envelope.event, GameTimed)}
            for game in games:
                if game in timed:
                    self.schedule(game)
                else:
                    self._untimed.put(game, True)

    def _process_game(self, game: str) -> float | None:
        """Make one change that is due at a clock, or return in how many seconds the next budget expires."""
        context = self._context
        live = context.tables.current(game)
        clock = clock_of(context, live)
        if clock is None or live.summary.imported:
            self._untimed.put(game, True)
            return None
        if live.table.result is not None:
            context.lost_streams.forget(game)
            return None
        try:
            return self._advance_clock(live, clock, paused=context.reader.arrangement(game).paused)
        except Problem as problem:
            if problem.code not in CONFLICT_CODES:
                raise
        except Refusal as refusal:  # another process was faster, so the change is no longer allowed
            if not refusal.mechanism.startswith("clock."):
                raise
        return 0.0 if context.tables.current(game).version > live.version else 1.0

    def _advance_clock(self, live: LiveTable, clock: ClockState, *, paused: bool) -> float | None:
        if paused or not clock.running:
            return self._start_or_stop(live, clock, paused=paused)
        if self._pass_for_bots(live, clock) or self._give_grace(live, clock):
            return 0.0
        if clock.forced:
            command = self._forced_command(live, clock, clock.forced[0])
            key = f"clock:{live.version}"
            run_sync(
                self._context.command_handler.handle(
                    live.game, command, by=BY_THE_CLOCK, key=key, expected=live.version
                )
            )
            return 0.0
        if (expiry := clock.next_expiry) is None:
            return None
        if (left := expiry.at - now_ms()) > 0:
            return left / 1000
        expire(self._context, live.game)
        return 0.0

    def _start_or_stop(self, live: LiveTable, clock: ClockState, *, paused: bool) -> float | None:
        """Stop the clock in a paused game, start it again afterwards, and start it after the first move. Rule: CK-2."""
        if paused and clock.running:
            self._record(live, ClockStopped(reason=PAUSED), pausable=False)
        elif not paused and clock.reason == PAUSED:
            self._record(live, ClockStarted(reason=RESUMED))
        elif not paused and clock.is_to_start:
            self._record(live, ClockStarted(reason=FIRST_MOVE))
        else:
            return None
        return 0.0

    def _pass_for_bots(self, live: LiveTable, clock: ClockState) -> bool:
        """Let the bots pass if all people have passed. Return whether they did. Rule: CK-5."""
        bots = bot_seats({one.seat: one for one in self._context.register.find_entries(Player, game=live.game)})
        left = {*range(len(clock.seats))}.difference(clock.passed)
        if not (clock.trades and clock.passed and left and left <= bots):
            return False
        self._record(live, *(TradingPassed(seat=seat) for seat in sorted(left)))
        return True

    def _give_grace(self, live: LiveTable, clock: ClockState) -> bool:
        """Extend the time of a seat once if its stream is lost. Return whether a seat got extra time. Rule: CK-3."""
        if clock.terms.grace is None or clock.trading is not None:
            return False
        lost = self._context.lost_streams.seats(live.game)
        for seat in clock.on:
            if lost.get(seat, 0.0) >= LOST_STREAM_SECONDS and not clock.seats[seat].graced:
                event = ClockExtended(budget=GAME, seconds=clock.terms.grace, reason=STREAM_LOST, seat=seat)
                self._record(live, event)
                return True
        return False

    def _work_without_lease(self) -> None:
        """Extend the time of seats whose stream this process lost, while another process holds the lease."""
        context = self._context
        for game in context.lost_streams.games():
            try:
                live = context.tables.current(game)
                clock = clock_of(context, live)
                if clock is None or live.table.result is not None:
                    context.lost_streams.forget(game)
                elif clock.running:
                    self._give_grace(live, clock)
            except HaricotError as error:
                LOG.warning("duty", duty=self.LEASE, game=game, says=type(error).__name__)

    def _record(self, live: LiveTable, *events: ClockEvent, pausable: bool = True) -> None:
        record_clock_events(
            self._context,
            live.game,
            lambda _, __: events,
            by=BY_THE_CLOCK,
            requester=BY_THE_CLOCK,
            expected=live.version,
            pausable=pausable,
        )

    def _forced_command(self, live: LiveTable, clock: ClockState, seat: int) -> SeatCommand:
        """Return the command that the clock makes for a seat whose time is up. Rule: CK-5 to CK-7."""
        if clock.ends_trading:
            return EndTrading(seat=seat)
        command = None
        if clock.terms.at_zero == BOT:
            secret = (self._context.store.seed(live.game) or live.game.encode()).hex()
            bot = BOTS[EXPIRED_SEAT_BOT](seat, contribution_of_text(f"{secret}|{seat}|clock"))
            command = next_command(live.table, live.version, {seat: bot}, barred=live.refused_commands)
        if not isinstance(command, SeatCommand):
            command = passing_command(rulebook_of(live.table), live.table, seat)
        if command is None:
            raise Problem("game.conflict", f"the rules leave seat {seat + 1} of {live.game} nothing to do")
        return command
