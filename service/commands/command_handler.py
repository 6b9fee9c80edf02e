"""The command handler: it decides a command, appends the events to the log, then updates the cached table."""

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
from service.commands.idempotent_commands import Done, done_before
from service.commands.locks import GameLocks
from service.commands.loop_writer import LoopWriter
from service.commands.notifier import Notifier
from service.commands.run_sync import at_once
from service.problems import Problem
from service.queries.live_table import LiveTable
from service.queries.table_cache import TableCache
from service.store.concurrency.blocking_guard import may_block, require_may_block
from service.store.entries.metadata_store import Arrangement
from service.store.errors import Conflict, ImportedGame, StoreUnavailable
from service.store.event_store import GameStore
from service.store.metadata_cache import MetadataCache

TRIES: Final = 6
"""How often a command is decided before the game counts as too busy."""

Ruling = Callable[[LiveTable], Decision]
"""Decides what happens at a table, or raises what forbids it."""


class CommandHandler:
    """Handles all commands. Those for one game are decided one after another."""

    def __init__(self, store: GameStore, register: MetadataCache, tables: TableCache, notifier: Notifier) -> None:
        self._store = store
        self._register = register
        self._tables = tables
        self._notifier = notifier
        self._locks = GameLocks()
        self.loop: LoopWriter | None = None
        """Writes for this process's event loop, if it has one."""

    def handle(
        self,
        game: str,
        command: Command,
        *,
        by: str,
        key: str | None = None,
        asker: str | None = None,
        expected: int | None = None,
    ) -> Coroutine[Any, Any, Done]:
        """Handle a command: decide it, append its events, then update the cached table.

        Await it, or run it with `at_once`.

        A command with a `key` happens once, however often `asker` (by default `by`) sends it. `expected` is the version
        that it is meant for.

        Raises Refusal or Misuse as `decide` does. Raises `game.conflict` when other writers won every retry, and
        `game.paused`, `game.ended`, `version.mismatch`, `idempotency.reused` or `not-found`. On an event loop, raises
        WouldBlock before anything happens if more than its own write would block. A thread that may block can then
        handle it.
        """
        return self._happen(game, ruling_on(command), Cause(command=command, by=by, key=key), asker or by, expected)

    def is_at(self, game: str) -> bool:
        """Return whether this process is handling a command for this game.

        Its listeners will be notified at the end.
        """
        return game in self._locks

    def preview(self, game: str, command: Command, *, expected: int | None = None) -> LiveTable:
        """Return the table at which this command may be given now. Writes nothing, and raises what `handle` would."""
        live = self._tables.at_present(game)
        self._decided(live, ruling_on(command), expected)
        return live

    def void(self, game: str, reason: str, *, asker: str = "service", key: str | None = None) -> Done:
        """End a game without a result, and reveal its deal. Raises `game.ended` when it has ended already."""

        def voided(live: LiveTable) -> Decision:
            if live.table.result is not None:
                raise Problem("game.ended", f"{game} has ended already: there is nothing left to void")
            seed = live.chance.reveal()
            events: list[Event] = [GameVoided(reason=reason), *([] if seed is None else [DealRevealed(seed=seed)])]
            return Decision(events=tuple(events), table=fold(events, live.table))

        return at_once(self._happen(game, voided, Cause(command=None, by="service", key=key), asker))

    def group(self, game: str, tables: tuple[str, ...], void: str | None, *, key: str) -> Done:
        """Join a game with these tables, so that their deals are revealed together.

        The game ends if `void` gives a reason; its deal stays hidden. Raises `game.ended` for a game that is over.
        """

        def grouped(live: LiveTable) -> Decision:
            if live.over:
                raise Problem("game.ended", f"{game} is over, and its deal is public")
            others = (table for table in live.summary.tables if table not in tables)
            events: list[Event] = [GameGrouped(tables=(*others, *tables))]
            events += [] if void is None or live.table.result is not None else [GameVoided(reason=void)]
            return Decision(events=tuple(events), table=fold(events, live.table))

        cause: Cause[Command] = Cause(command=None, by="service", key=key)
        return at_once(self._happen(game, grouped, cause, "service", pausable=False))

    def open(self, game: str) -> None:
        """Reveal the deal of a game that has ended, when all others with the same deal have ended too."""

        def opened(live: LiveTable) -> Decision:
            seed = None if live.over else replace(live.chance, withheld=False).reveal()
            if seed is None or live.table.result is None:
                raise Problem("game.conflict", f"the deal of {game} is public already, or the game is not over")
            events: list[Event] = [GameOpened(), DealRevealed(seed=seed)]
            return Decision(events=tuple(events), table=fold(events, live.table))

        at_once(self._happen(game, opened, Cause(command=None, by="service"), "service"))

    def record(
        self,
        game: str,
        ruling: Ruling,
        *,
        by: str,
        asker: str,
        key: str | None = None,
        expected: int | None = None,
        pausable: bool = True,
    ) -> Done:
        """Record events that no command leads to, such as those of the clock, as `ruling` decides them."""
        cause: Cause[Command] = Cause(command=None, by=by, key=key)
        return at_once(self._happen(game, ruling, cause, asker, expected, pausable=pausable))

    def set_right(
        self,
        game: str,
        read: Callable[[LiveTable], ArbiterCorrection],
        *,
        asker: str,
        key: str | None = None,
        expected: int | None = None,
    ) -> Done:
        """Correct the table as its arbiter orders by `read`.

        `expected` is the version that the correction is meant for.

        Raises Misuse if the table cannot be corrected so, and `game.ended` for a game that is over or not begun.
        """
        cause: Cause[Command] = Cause(command=None, by="arbiter", key=key)
        return at_once(self._happen(game, correcting(read), cause, asker, expected, pausable=False))

    def preview_set_right(
        self, game: str, read: Callable[[LiveTable], ArbiterCorrection], *, expected: int | None = None
    ) -> tuple[LiveTable, Decision]:
        """Return the table as it is, and what `set_right` would decide. Writes nothing, and raises the same."""
        live = self._tables.at_present(game)
        return live, self._decided(live, correcting(read), expected, pausable=False)

    def free_seat(self, game: str, seat: int, require: Callable[[LiveTable], None]) -> None:
        """Free a seat before the deal, unless `require` raises what forbids it at this table."""

        def freed(live: LiveTable) -> Decision:
            require(live)
            vacated = SeatVacated(seat=seat)
            return Decision(events=(vacated,), table=fold((vacated,), live.table))

        at_once(self._happen(game, freed, Cause(command=None, by="service"), "service"))

    async def _happen(
        self,
        game: str,
        ruling: Ruling,
        cause: Cause[Command],
        asker: str,
        expected: int | None = None,
        *,
        pausable: bool = True,
    ) -> Done:
        """Decide and append, and retry while other writers are faster.

        A request that was handled before gets the same answer.

        A `pausable` action is refused while the game is paused. That of an arbiter is not.
        """
        request = None if cause.key is None else f"{asker} {cause.key}"

        def before() -> Done | None:
            return None if request is None else done_before(self._store, game, request, cause.command)

        with self._locks.exclusive(game):
            live = self._tables.at_present(game, at_least=1)  # it may be stale: then the append fails and is retried
            for attempt in range(TRIES):
                try:
                    decision = self._decided(live, ruling, expected, pausable=pausable)
                    return await self._write(live, decision, cause, request)
                except Conflict:
                    if (again := before()) is not None:
                        return again
                    require_may_block()
                    time.sleep(random.uniform(0, 0.002 * 2**attempt))  # to get out of each other's way
                except StoreUnavailable:  # the events may have been written: do not append twice
                    if (again := before()) is not None:
                        return again
                    raise
                except HaricotError:  # the refusal may mean that it has happened already
                    if (again := before()) is not None:
                        return again
                    if self._tables.at_present(game).version == live.version:
                        raise
                live = self._tables.at_present(game)
        raise Problem("game.conflict", f"other commands were faster {TRIES} times: read {game} and try again")

    def _decided(self, live: LiveTable, ruling: Ruling, expected: int | None, *, pausable: bool = True) -> Decision:
        """Decide at this table. Raises if the game is imported, paused, or at another version than `expected`."""
        if live.summary.imported:
            raise ImportedGame(live.game)
        if expected is not None and expected != live.version:
            raise Problem("version.mismatch", f"{live.game} has {live.version} events by now, not {expected}")
        arranged = self._register.find_entries(Arrangement, game=live.game)
        if pausable and arranged and arranged[0].paused and live.table.result is None:
            raise Problem("game.paused", f"{live.game} is paused: its organiser can resume it")
        return ruling(live)

    async def _write(self, live: LiveTable, decision: Decision, cause: Cause[Command], request: str | None) -> Done:
        now = max(live.at, time.time_ns() // 1_000_000)  # time must not go backwards when the clock is set back
        game, batch = live.game, batch_of(live.game, live.version, decision.events, cause, at=now)

        def wrote() -> None:
            self._tables.wrote(live, batch, decision.table)
            self._notifier.notify(game, batch[-1].n)

        if may_block() or self.loop is None:
            self._store.append(game, batch, request=request)
            wrote()
        else:
            await self.loop.append(game, batch, request, wrote)
        return Done(game=game, batch=batch)


def ruling_on(command: Command) -> Ruling:
    """Return how a command is decided at a table: by its rulebook, if the table still takes commands of its kind."""
    require_creation_command(command)

    def ruled(live: LiveTable) -> Decision:
        if isinstance(command, live.barred):
            says = f"{live.game} has {live.version} events and takes no more offers"
            raise Misuse(f"{says}: accept, decline or withdraw what there is, or go on", place="type")
        return decide(rulebook_of(live.table), live.table, command, live.chance)

    return ruled


def correcting(read: Callable[[LiveTable], ArbiterCorrection]) -> Ruling:
    """Return how an arbiter's correction by `read` is decided at a table."""

    def corrected(live: LiveTable) -> Decision:
        table = live.table
        if table.result is not None or not table.begun:
            raise Problem("game.ended", f"{live.game} is not being played: there is no table to correct")
        event = read(live)
        if isinstance(event, PileShuffled):
            event = shuffle_draw_pile(table, live.chance)
        try:
            return decide_correction(rulebook_of(table), table, event, live.chance)
        except CorruptHistory as error:
            raise Misuse(f"the table cannot be corrected so: {error}", place="body.fix") from error

    return corrected
