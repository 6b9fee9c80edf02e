"""The tables at which games are being played, and the one way for a command into a game."""

import random
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any, Final

from msgspec.structs import replace

from domain.commands import Command, OfferDonation, ProposeTrade, TakeSeat
from domain.draft import Chance, UnknownChance
from domain.editions import rulebook_of
from domain.engine import consider
from domain.events import DealRevealed, Event, GameVoided
from domain.history import evolve
from domain.refusals import HaricotError, Misuse
from domain.table import Table
from domain.values import Value
from projections.lobby import Times
from replay.codec import Cause, Envelope
from replay.game import batch_of
from replay.making import require_sitter
from replay.proofs.shuffle import Deal
from service.bell import Bell
from service.event_store import Conflict, GameStore
from service.problems import Problem
from service.register import Arrangement
from service.register_memory import RegisterMemory
from service.shared_reading import SharedReading

TRIES: Final = 6
"""How often a command is decided before the game counts as too busy: once, and five times again."""
ENDLESS: Final = (ProposeTrade, OfferDonation)
"""What can be done again and again, and the game comes no nearer to its end."""
EVENTS_MAX: Final = 5000
"""How long a game may grow by these; the longest that bots have played has some 1,600 events."""


class LiveTable(Value, gc=True):
    """A table that is played at, after event `version`, which happened at `at`; `chance` is the rest of its deal."""

    game: str
    table: Table
    version: int
    at: int
    chance: Any
    times: Times = Times()
    imported: bool = False

    @property
    def barred(self) -> tuple[type[Command], ...]:
        """What nobody can do here any more, however the rules see it."""
        return ENDLESS if self.version >= EVENTS_MAX else ()


class Done(Value, gc=True):
    """What a command led to: its batch, whole, and whether that had happened before, for the same key."""

    game: str
    batch: tuple[Envelope, ...]
    replayed: bool = False

    @property
    def version(self) -> int:
        """The number of the last event of the batch."""
        return self.batch[-1].n


Decision = Callable[[LiveTable], tuple[Sequence[Event], Table]]
"""What happens at a table, and the table after it; raises what forbids it."""


class LiveTables:
    """Keeps the tables that were played at lately; commands for one game are decided one after another."""

    def __init__(self, store: GameStore, register: RegisterMemory, bell: Bell, *, tables_max: int = 512) -> None:
        self._store = store
        self._register = register
        self._bell = bell
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()
        self._tables_max = tables_max
        self._guard = Lock()
        self._reading = Lock()
        self._rows = SharedReading()
        self._locks: dict[str, tuple[Lock, int]] = {}

    def at_present(self, game: str, *, at_least: int | None = None) -> LiveTable:
        """The table of a game as it is now, or at event `at_least` or later; `not-found` when there is no such game."""
        if at_least is None:
            row = self._rows.ask(game, lambda: self._store.row(game))
            at_least = 0 if row is None else row.version
        live = self._known(game)
        if live is not None and live.version >= at_least:
            return live
        with self._reading:  # a thousand streams that are woken at once need the news read once
            live = self._known(game)
            if live is None or live.version < at_least:
                live = self._caught_up(live or self._untouched(game))
                self._keep(live)
        return live

    def _known(self, game: str) -> LiveTable | None:
        with self._guard:
            live = self._tables.get(game)
            if live is not None:
                self._tables.move_to_end(game)
            return live

    def _untouched(self, game: str) -> LiveTable:
        row = self._store.row(game)
        imported = row is not None and row.origin == "imported"
        return LiveTable(game=game, table=Table(), version=0, at=0, chance=self._chance(game), imported=imported)

    def act(
        self,
        game: str,
        command: Command,
        *,
        by: str,
        key: str | None = None,
        asker: str | None = None,
        expected: int | None = None,
    ) -> Done:
        """Decides a command, writes its batch and then changes the table.

        `key` makes it happen once, however often `asker` asks, by default `by`; `expected` is the version it is meant
        for. Refusal or Misuse as for `decide`; `game.conflict` when others were faster again and again, `game.paused`,
        `game.ended`, `version.mismatch`, `idempotency.reused`, `not-found`.
        """
        cause: Cause[Command] = Cause(command=command, by=by, key=key)
        return self._happen(game, _decision(command), cause, asker or by, asked=command, expected=expected)

    def try_out(self, game: str, command: Command, *, expected: int | None = None) -> LiveTable:
        """Decides a command as `act` does, writes nothing, and raises what `act` would; the table as it is."""
        live = self.at_present(game)
        self._require_playable(live, expected)
        _decision(command)(live)
        return live

    def void(self, game: str, reason: str, *, asker: str = "service", key: str | None = None) -> Done:
        """Ends a game without a result, and reveals its deal. `game.ended` when it has ended already."""

        def voided(live: LiveTable) -> tuple[Sequence[Event], Table]:
            if live.table.result is not None:
                raise Problem("game.ended", f"{game} has ended already: there is nothing left to void")
            seed = live.chance.reveal()
            events: list[Event] = [GameVoided(reason=reason), *([] if seed is None else [DealRevealed(seed=seed)])]
            table = live.table
            for event in events:
                table = evolve(table, event)
            return events, table

        return self._happen(game, voided, Cause(command=None, by="service", key=key), asker)

    def _happen(
        self,
        game: str,
        decision: Decision,
        cause: Cause[Command],
        asker: str,
        *,
        asked: Command | None = None,
        expected: int | None = None,
    ) -> Done:
        request = None if cause.key is None else f"{asker} {cause.key}"
        lock = self._enter(game)
        try:
            live = self.at_present(game, at_least=1)  # others may have gone on, but that will show
            for attempt in range(TRIES):
                try:
                    return self._write(live, decision, cause, request, expected)
                except Conflict:
                    if (again := self._again(game, request, asked)) is not None:
                        return again
                    time.sleep(random.uniform(0, 0.002 * 2**attempt))  # to get out of each other's way
                except HaricotError:  # refused, it may be because it has happened already
                    if (again := self._again(game, request, asked)) is not None:
                        return again
                    if self.at_present(game).version == live.version:
                        raise
                live = self.at_present(game)
        finally:
            self._leave(game, lock)
        raise Problem("game.conflict", f"others were faster {TRIES} times: look at {game} and try again")

    def _write(
        self,
        live: LiveTable,
        decision: Decision,
        cause: Cause[Command],
        request: str | None,
        expected: int | None,
    ) -> Done:
        self._require_playable(live, expected)
        events, table = decision(live)
        now = max(live.at, time.time_ns() // 1_000_000)  # a clock that is set back must not turn time around
        batch = batch_of(live.game, live.version, events, cause, at=now)
        self._store.append(live.game, batch, request=request)
        times = live.times
        for event in events:
            times = times.after(event, now)
        self._keep(replace(live, table=table, version=batch[-1].n, at=now, times=times))
        self._bell.ring(live.game, batch[-1].n)
        return Done(game=live.game, batch=tuple(batch))

    def _require_playable(self, live: LiveTable, expected: int | None) -> None:
        if live.imported:
            raise Problem("game.ended", f"{live.game} was imported and stays as it is: fork it and go on there")
        if expected is not None and expected != live.version:
            raise Problem("version.mismatch", f"{live.game} has {live.version} events by now, not {expected}")
        paused = any(arranged.paused for arranged in self._register.noted(Arrangement, game=live.game))
        if paused and live.table.result is None:
            raise Problem("game.paused", f"{live.game} is paused: its organiser can resume it")

    def _again(self, game: str, request: str | None, asked: Command | None) -> Done | None:
        """The batch that the same request led to before, if any; `idempotency.reused` when it was another command."""
        if request is None or (n := self._store.asked(game, request)) is None:
            return None
        first, *rest = self._store.envelopes(game, n - 1)
        before = None if first.cause is None else first.cause.command
        if isinstance(asked, TakeSeat) and isinstance(before, TakeSeat) and asked.contribution is None:
            before = replace(before, contribution=None)  # stores made before seat_taken.2 hold the one drawn for it
        if before != asked:
            raise Problem("idempotency.reused", "this key came with another command before: choose a new one")
        batch = [first]
        for envelope in rest:
            if envelope.cause is not None:
                break
            batch.append(envelope)
        return Done(game=game, batch=tuple(batch), replayed=True)

    def _caught_up(self, live: LiveTable) -> LiveTable:
        envelopes = self._store.envelopes(live.game, live.version)
        table, times = live.table, live.times
        try:
            for envelope in envelopes:
                table = evolve(table, envelope.event)
                times = times.after(envelope.event, envelope.at)
        except HaricotError as error:
            raise self._store.problems.damaged(live.game, f"{error}") from error
        if not envelopes:
            return live
        return replace(live, table=table, version=envelopes[-1].n, at=envelopes[-1].at, times=times)

    def _chance(self, game: str) -> Chance:
        seed = self._store.seed(game)
        return UnknownChance() if seed is None else Deal(game, seed)

    def _keep(self, live: LiveTable) -> None:
        with self._guard:
            known = self._tables.get(live.game)
            if known is None or known.version < live.version:
                self._tables[live.game] = live
            self._tables.move_to_end(live.game)
            while len(self._tables) > self._tables_max:
                self._tables.popitem(last=False)

    def _enter(self, game: str) -> Lock:
        with self._guard:
            lock, users = self._locks.get(game, (Lock(), 0))
            self._locks[game] = (lock, users + 1)
        lock.acquire()
        return lock

    def _leave(self, game: str, lock: Lock) -> None:
        lock.release()
        with self._guard:
            _, users = self._locks[game]
            if users == 1:
                del self._locks[game]
            else:
                self._locks[game] = (lock, users - 1)


def _decision(command: Command) -> Decision:
    if isinstance(command, TakeSeat):
        require_sitter(command)

    def decided(live: LiveTable) -> tuple[Sequence[Event], Table]:
        if isinstance(command, live.barred):
            says = f"{live.game} has {live.version} events and takes no more offers"
            raise Misuse("request.shape", f"{says}: accept, decline or withdraw what there is, or go on", place="type")
        draft = consider(rulebook_of(live.table), live.table, command, live.chance)
        return draft.events, draft.table

    return decided
