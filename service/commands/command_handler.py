"""The command handler: it decides commands, appends their events to the log, and updates the cached tables."""

import random
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, Final

from domain.commands import Command
from domain.corrections import ArbiterCorrection, PileShuffled
from domain.deal_commitments import GameGrouped, GameOpened, SeatVacated
from domain.editions import rulebook_of
from domain.engine import Decision, decide, decide_correction, shuffle_draw_pile
from domain.events import DealRevealed, Event, GameVoided
from domain.evolve import fold
from domain.refusals import CorruptHistory, HaricotError, Misuse
from replay.codec import Cause
from replay.creation_checks import require_creation_command
from replay.game import batch_of
from service.commands.idempotent_commands import CommandOutcome, previous_outcome
from service.commands.locks import GameLocks
from service.commands.loop_writer import LoopWriter
from service.commands.notifier import Notifier
from service.commands.run_sync import run_sync
from service.problems import Problem
from service.queries.live_table import LiveTable
from service.queries.table_cache import TableCache
from service.store.concurrency.blocking_guard import may_block, require_may_block
from service.store.entries.metadata_store import Arrangement
from service.store.errors import Conflict, ImportedGame, StoreUnavailable
from service.store.event_store import GameStore
from service.store.metadata_cache import MetadataCache

ATTEMPTS_MAX: Final = 6
"""How often a command is decided before the game counts as too busy."""

Decider = Callable[[LiveTable], Decision]
"""Decides what happens at a table, or raises what forbids it."""


class CommandHandler:
    """Handles all commands of a process. Those for one game are decided one after another."""

    def __init__(self, store: GameStore, register: MetadataCache, tables: TableCache, notifier: Notifier) -> None:
        self._store = store
        self._register = register
        self._tables = tables
        self._notifier = notifier
        self._locks = GameLocks()
        self.loop: LoopWriter | None = None
        """Appends for this process's event loop, if it has one."""

    def handle(
        self,
        game: str,
        command: Command,
        *,
        by: str,
        key: str | None = None,
        requester: str | None = None,
        expected: int | None = None,
    ) -> Coroutine[Any, Any, CommandOutcome]:
        """Handle a command: decide it, append its events, then update the cached table.

        Await the result, or run it with `run_sync`. `by` is the `by` of the first event's cause.

        A command with an idempotency `key` is written once, however often `requester` (by default `by`) sends it.
        `expected` is the version of the game that the command is meant for.

        Raises Refusal or Misuse as `decide` does. Raises `game.conflict` when other writers won every retry, and
        `game.paused`, `game.ended`, `version.mismatch`, `idempotency.reused` or `not-found`. On an event loop, raises
        WouldBlock before anything is written if more than its own write would block. Then handle it in a thread that
        may block.
        """
        cause = Cause(command=command, by=by, key=key)
        return self._decide_and_write(game, command_decider(command), cause, requester or by, expected)

    def is_handling(self, game: str) -> bool:
        """Return whether this process is handling a command for this game. Listeners are notified at its end."""
        return game in self._locks

    def preview(self, game: str, command: Command, *, expected: int | None = None) -> LiveTable:
        """Return the table at which this command is legal now. Write nothing, and raise what `handle` would raise."""
        live = self._tables.current(game)
        self._decide(live, command_decider(command), expected)
        return live

    def void(self, game: str, reason: str, *, requester: str = "service", key: str | None = None) -> CommandOutcome:
        """End a game without a result, and reveal its deal. Raises `game.ended` when it has ended already."""

        def decide_voiding(live: LiveTable) -> Decision:
            if live.table.result is not None:
                raise Problem("game.ended", f"{game} has ended already: there is nothing left to void")
            seed = live.chance.reveal()
            events: list[Event] = [GameVoided(reason=reason), *([] if seed is None else [DealRevealed(seed=seed)])]
            return Decision(events=tuple(events), table=fold(events, live.table))

        cause: Cause[Command] = Cause(command=None, by="service", key=key)
        return run_sync(self._decide_and_write(game, decide_voiding, cause, requester))

    def group_deals(self, game: str, tables: tuple[str, ...], void: str | None, *, key: str) -> CommandOutcome:
        """Join a game with these tables, so that their deals are revealed together.

        If `void` gives a reason, the game ends without a result, and its deal stays hidden. Raises `game.ended` for a
        game that is over.
        """

        def decide_grouping(live: LiveTable) -> Decision:
            if live.over:
                raise Problem("game.ended", f"{game} is over, and its deal is public")
            others = (table for table in live.summary.tables if table not in tables)
            events: list[Event] = [GameGrouped(tables=(*others, *tables))]
            events += [] if void is None or live.table.result is not None else [GameVoided(reason=void)]
            return Decision(events=tuple(events), table=fold(events, live.table))

        cause: Cause[Command] = Cause(command=None, by="service", key=key)
        return run_sync(self._decide_and_write(game, decide_grouping, cause, "service", pausable=False))

    def reveal_deal(self, game: str) -> None:
        """Reveal the deal of a game that has ended, when all others with the same deal have ended too.

        Raises `game.conflict` if the deal is public already or the game has not ended.
        """

        def decide_revealing(live: LiveTable) -> Decision:
            seed = None if live.over else replace(live.chance, withheld=False).reveal()
            if seed is None or live.table.result is None:
                raise Problem("game.conflict", f"the deal of {game} is public already, or the game is not over")
            events: list[Event] = [GameOpened(), DealRevealed(seed=seed)]
            return Decision(events=tuple(events), table=fold(events, live.table))

        run_sync(self._decide_and_write(game, decide_revealing, Cause(command=None, by="service"), "service"))

    def record_events(
        self,
        game: str,
        decider: Decider,
        *,
        by: str,
        requester: str,
        key: str | None = None,
        expected: int | None = None,
        pausable: bool = True,
    ) -> CommandOutcome:
        """Record the events of a decider that have no command as their cause, such as those of the clock."""
        cause: Cause[Command] = Cause(command=None, by=by, key=key)
        return run_sync(self._decide_and_write(game, decider, cause, requester, expected, pausable=pausable))

    def correct_table(
        self,
        game: str,
        read_correction: Callable[[LiveTable], ArbiterCorrection],
        *,
        requester: str,
        key: str | None = None,
        expected: int | None = None,
    ) -> CommandOutcome:
        """Correct the table by the event that `read_correction` makes of the arbiter's order.

        `expected` is the version of the game that the correction is meant for.

        Raises Misuse if this correction is impossible, and `game.ended` for a game that is over or not begun.
        """
        cause: Cause[Command] = Cause(command=None, by="arbiter", key=key)
        decider = correction_decider(read_correction)
        return run_sync(self._decide_and_write(game, decider, cause, requester, expected, pausable=False))

    def preview_correction(
        self, game: str, read_correction: Callable[[LiveTable], ArbiterCorrection], *, expected: int | None = None
    ) -> tuple[LiveTable, Decision]:
        """Return the table as it is, and what `correct_table` would decide. Write nothing, and raise the same."""
        live = self._tables.current(game)
        return live, self._decide(live, correction_decider(read_correction), expected, pausable=False)

    def free_seat(self, game: str, seat: int, require: Callable[[LiveTable], None]) -> None:
        """Free a seat before the deal, unless `require` raises what forbids it at this table."""

        def decide_freeing(live: LiveTable) -> Decision:
            require(live)
            vacated = SeatVacated(seat=seat)
            return Decision(events=(vacated,), table=fold((vacated,), live.table))

        run_sync(self._decide_and_write(game, decide_freeing, Cause(command=None, by="service"), "service"))

    async def _decide_and_write(
        self,
        game: str,
        decider: Decider,
        cause: Cause[Command],
        requester: str,
        expected: int | None = None,
        *,
        pausable: bool = True,
    ) -> CommandOutcome:
        """Decide and append, and retry while other writers are faster.

        A request that was handled before gets the same result. A `pausable` action is refused while the game is paused;
        that of an arbiter is not pausable.
        """
        request = None if cause.key is None else f"{requester} {cause.key}"

        def previous() -> CommandOutcome | None:
            return None if request is None else previous_outcome(self._store, game, request, cause.command)

        with self._locks.exclusive(game):
            live = self._tables.current(game, at_least=1)  # it may be stale: then the append fails and is retried
            for attempt in range(ATTEMPTS_MAX):
                try:
                    decision = self._decide(live, decider, expected, pausable=pausable)
                    return await self._write(live, decision, cause, request)
                except Conflict:
                    if (outcome := previous()) is not None:
                        return outcome
                    require_may_block()
                    time.sleep(random.uniform(0, 0.002 * 2**attempt))  # so that the writers do not collide again
                except StoreUnavailable:  # the events may have been written: do not append twice
                    if (outcome := previous()) is not None:
                        return outcome
                    raise
                except HaricotError:  # the refusal may mean that this request was written already
                    if (outcome := previous()) is not None:
                        return outcome
                    if self._tables.current(game).version == live.version:
                        raise
                live = self._tables.current(game)
        raise Problem("game.conflict", f"other commands were faster {ATTEMPTS_MAX} times: read {game} and try again")

    def _decide(self, live: LiveTable, decider: Decider, expected: int | None, *, pausable: bool = True) -> Decision:
        """Decide at this table. Raises if the game is imported, paused, or at another version than `expected`."""
        if live.summary.imported:
            raise ImportedGame(live.game)
        if expected is not None and expected != live.version:
            raise Problem("version.mismatch", f"{live.game} has {live.version} events by now, not {expected}")
        arrangements = self._register.find_entries(Arrangement, game=live.game)
        if pausable and arrangements and arrangements[0].paused and live.table.result is None:
            raise Problem("game.paused", f"{live.game} is paused: its organiser can resume it")
        return decider(live)

    async def _write(
        self, live: LiveTable, decision: Decision, cause: Cause[Command], request: str | None
    ) -> CommandOutcome:
        now = max(live.at, time.time_ns() // 1_000_000)  # time must not go backwards when the clock is set back
        game, batch = live.game, batch_of(live.game, live.version, decision.events, cause, at=now)

        def update_and_notify() -> None:
            self._tables.store_written(live, batch, decision.table)
            self._notifier.notify(game, batch[-1].n)

        if may_block() or self.loop is None:
            self._store.append(game, batch, request=request)
            update_and_notify()
        else:
            await self.loop.append(game, batch, request, update_and_notify)
        return CommandOutcome(game=game, batch=batch)


def command_decider(command: Command) -> Decider:
    """Return the decider of a command: the table's rulebook, unless the game has too many events for more offers."""
    require_creation_command(command)

    def decide_at_table(live: LiveTable) -> Decision:
        if isinstance(command, live.refused_commands):
            says = f"{live.game} has {live.version} events and takes no more offers"
            raise Misuse(f"{says}: answer or withdraw what is proposed, or take the next step", place="type")
        return decide(rulebook_of(live.table), live.table, command, live.chance)

    return decide_at_table


def correction_decider(read_correction: Callable[[LiveTable], ArbiterCorrection]) -> Decider:
    """Return the decider of an arbiter's correction, by the event that `read_correction` returns."""

    def decide_at_table(live: LiveTable) -> Decision:
        table = live.table
        if table.result is not None or not table.begun:
            raise Problem("game.ended", f"{live.game} is not being played: there is no table to correct")
        event = read_correction(live)
        if isinstance(event, PileShuffled):
            event = shuffle_draw_pile(table, live.chance)
        try:
            return decide_correction(rulebook_of(table), table, event, live.chance)
        except CorruptHistory as error:
            raise Misuse(f"the table cannot be corrected in this way: {error}", place="body.fix") from error

    return decide_at_table
