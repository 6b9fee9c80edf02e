"""The one way for a command into a game: decided at its table, written to the log; only then the table changes."""

import random
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, Final

from domain.commands import Command
from domain.corrections import PileShuffled, SetRight
from domain.deal_commitments import GameGrouped, GameOpened, SeatVacated
from domain.editions import rulebook_of
from domain.engine import Decision, decide, reshuffled, set_right
from domain.events import DealRevealed, Event, GameVoided
from domain.evolve import fold
from domain.refusals import CorruptHistory, HaricotError, Misuse
from replay.codec import Cause
from replay.creation_checks import require_making
from replay.game import batch_of
from service.commands.idempotent_commands import Done, done_before
from service.commands.locks import GameLocks
from service.commands.loop_writer import LoopWriter
from service.commands.notifier import Notifier
from service.commands.run_sync import at_once
from service.problems import Problem
from service.queries.live_table import LiveTable
from service.queries.table_cache import TableCache
from service.store.concurrency.blocking_guard import may_wait, require_waiting
from service.store.entries.metadata_store import Arrangement
from service.store.errors import Conflict, ImportedGame, StoreUnavailable
from service.store.event_store import GameStore
from service.store.metadata_cache import MetadataCache

TRIES: Final = 6
"""How often a command is decided before the game counts as too busy: once, and five times again."""

Ruling = Callable[[LiveTable], Decision]
"""What happens at a table; raises what forbids it."""


class CommandHandler:
    """Where commands are given; those for one game are decided one after another."""

    def __init__(self, store: GameStore, register: MetadataCache, tables: TableCache, notifier: Notifier) -> None:
        self._store = store
        self._register = register
        self._tables = tables
        self._notifier = notifier
        self._locks = GameLocks()
        self.loop: LoopWriter | None = None
        """Writes for the event loop of this process, if it has one."""

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
        """Decide a command, write its batch and then change the table, once it is awaited, or done `at_once`.

        `key` makes it happen once, however often `asker` asks, by default `by`; `expected` is the version it is meant
        for. Refusal or Misuse as for `decide`; `game.conflict` when others were faster again and again, `game.paused`,
        `game.ended`, `version.mismatch`, `idempotency.reused`, `not-found`. On an event loop MustWait where that would
        wait for more than its own writing: then nothing has happened, and a thread that may wait can do it.
        """
        return self._happen(game, ruling_on(command), Cause(command=command, by=by, key=key), asker or by, expected)

    def is_at(self, game: str) -> bool:
        """Return whether a command for this game is under way here, after which everybody hears of what happened."""
        return game in self._locks

    def preview(self, game: str, command: Command, *, expected: int | None = None) -> LiveTable:
        """The table at which this command may be given now: nothing is written, and what `give` raises is raised."""
        live = self._tables.at_present(game)
        self._decided(live, ruling_on(command), expected)
        return live

    def void(self, game: str, reason: str, *, asker: str = "service", key: str | None = None) -> Done:
        """End a game without a result, and reveal its deal. `game.ended` when it has ended already."""

        def voided(live: LiveTable) -> Decision:
            if live.table.result is not None:
                raise Problem("game.ended", f"{game} has ended already: there is nothing left to void")
            seed = live.chance.reveal()
            events: list[Event] = [GameVoided(reason=reason), *([] if seed is None else [DealRevealed(seed=seed)])]
            return Decision(events=tuple(events), table=fold(events, live.table))

        return at_once(self._happen(game, voided, Cause(command=None, by="service", key=key), asker))

    def group(self, game: str, tables: tuple[str, ...], void: str | None, *, key: str) -> Done:
        """Have a game open together with these tables, and end it, where `void` says why; its deal stays kept.

        `game.ended` for a game that is over.
        """

        def grouped(live: LiveTable) -> Decision:
            if live.over:
                raise Problem("game.ended", f"{game} is over, and open")
            others = (table for table in live.summary.tables if table not in tables)
            events: list[Event] = [GameGrouped(tables=(*others, *tables))]
            events += [] if void is None or live.table.result is not None else [GameVoided(reason=void)]
            return Decision(events=tuple(events), table=fold(events, live.table))

        cause: Cause[Command] = Cause(command=None, by="service", key=key)
        return at_once(self._happen(game, grouped, cause, "service", rests=False))

    def open(self, game: str) -> None:
        """Reveal the deal of a game that has ended, as all others with the same deal have; once."""

        def opened(live: LiveTable) -> Decision:
            seed = None if live.over else replace(live.chance, kept=False).reveal()
            if seed is None or live.table.result is None:
                raise Problem("game.conflict", f"{game} was opened already, or goes on")
            events: list[Event] = [GameOpened(), DealRevealed(seed=seed)]
            return Decision(events=tuple(events), table=fold(events, live.table))

        at_once(self._happen(game, opened, Cause(command=None, by="service"), "service"))

    def set_right(
        self,
        game: str,
        read: Callable[[LiveTable], SetRight],
        *,
        asker: str,
        key: str | None = None,
        expected: int | None = None,
    ) -> Done:
        """Have an arbiter set the table right as `read` says of it; Misuse where that cannot be done.

        `game.ended` for a game that is over, or not begun; `expected` is the version it is meant for.
        """
        cause: Cause[Command] = Cause(command=None, by="arbiter", key=key)
        return at_once(self._happen(game, correcting(read), cause, asker, expected, rests=False))

    def preview_set_right(
        self, game: str, read: Callable[[LiveTable], SetRight], *, expected: int | None = None
    ) -> tuple[LiveTable, Decision]:
        """The table as it is, and what `set_right` would come to there; it raises the same, and nothing is written."""
        live = self._tables.at_present(game)
        return live, self._decided(live, correcting(read), expected, rests=False)

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
        rests: bool = True,
    ) -> Done:
        """Try until nobody else was faster; what the same request led to before is its answer again.

        It `rests` while the game is paused, unless an arbiter does it.
        """
        request = None if cause.key is None else f"{asker} {cause.key}"

        def before() -> Done | None:
            return None if request is None else done_before(self._store, game, request, cause.command)

        with self._locks.exclusive(game):
            live = self._tables.at_present(game, at_least=1)  # others may have gone on, but that will show
            for attempt in range(TRIES):
                try:
                    return await self._write(live, self._decided(live, ruling, expected, rests=rests), cause, request)
                except Conflict:
                    if (again := before()) is not None:
                        return again
                    require_waiting()
                    time.sleep(random.uniform(0, 0.002 * 2**attempt))  # to get out of each other's way
                except StoreUnavailable:  # it may have been written all the same, or may yet be: never given again
                    if (again := before()) is not None:
                        return again
                    raise
                except HaricotError:  # refused, it may be because it has happened already
                    if (again := before()) is not None:
                        return again
                    if self._tables.at_present(game).version == live.version:
                        raise
                live = self._tables.at_present(game)
        raise Problem("game.conflict", f"others were faster {TRIES} times: look at {game} and try again")

    def _decided(self, live: LiveTable, ruling: Ruling, expected: int | None, *, rests: bool = True) -> Decision:
        """The one question: what happens at this table, unless nobody may act there or it was meant for another."""
        if live.summary.imported:
            raise ImportedGame(live.game)
        if expected is not None and expected != live.version:
            raise Problem("version.mismatch", f"{live.game} has {live.version} events by now, not {expected}")
        arranged = self._register.noted(Arrangement, game=live.game)
        if rests and arranged and arranged[0].paused and live.table.result is None:
            raise Problem("game.paused", f"{live.game} is paused: its organiser can resume it")
        return ruling(live)

    async def _write(self, live: LiveTable, decision: Decision, cause: Cause[Command], request: str | None) -> Done:
        now = max(live.at, time.time_ns() // 1_000_000)  # a clock that is set back must not turn time around
        game, batch = live.game, batch_of(live.game, live.version, decision.events, cause, at=now)
        if may_wait() or self.loop is None:
            self._store.append(game, batch, request=request)
        else:
            await self.loop.append(game, batch, request)
        self._tables.wrote(live, batch, decision.table)
        self._notifier.notify(game, batch[-1].n)
        return Done(game=game, batch=batch)


def ruling_on(command: Command) -> Ruling:
    """Return how a command is decided at a table: by its rulebook, and not where nothing more of its kind is taken."""
    require_making(command)

    def ruled(live: LiveTable) -> Decision:
        if isinstance(command, live.barred):
            says = f"{live.game} has {live.version} events and takes no more offers"
            raise Misuse(f"{says}: accept, decline or withdraw what there is, or go on", place="type")
        return decide(rulebook_of(live.table), live.table, command, live.chance)

    return ruled


def correcting(read: Callable[[LiveTable], SetRight]) -> Ruling:
    """Return what happens at a table that its arbiter sets right as `read` says of it."""

    def corrected(live: LiveTable) -> Decision:
        table = live.table
        if table.result is not None or not table.begun:
            raise Problem("game.ended", f"nobody plays {live.game} now: there is no table to set right")
        event = read(live)
        if isinstance(event, PileShuffled):
            event = reshuffled(table, live.chance)
        try:
            return set_right(rulebook_of(table), table, event, live.chance)
        except CorruptHistory as error:
            raise Misuse(f"the table cannot be set right so: {error}", place="body.fix") from error

    return corrected
