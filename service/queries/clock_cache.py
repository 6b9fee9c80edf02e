"""A cache of the clocks of games, folded from their logs batch by batch."""

from bisect import bisect_right
from itertools import islice
from typing import Final

from domain.clock_events import GameTimed
from domain.clock_state import ClockState, clock_after
from domain.editions import rulebook_of
from domain.table import Table
from domain.upcasters import upcast
from replay.rewind import batches, table_after
from service.ops.caches import LruCache
from service.queries.record_cache import RecordCache
from service.store.concurrency.blocking_guard import GuardedLock, require_may_block

BYTES_MAX: Final = 32 * 2**20
"""The approximate limit of the clocks of all games."""
STATE_BYTES: Final = 1_200
GAME_BYTES: Final = 4_000
CREATION_EVENTS: Final = 4
"""How many events of a game may have the terms of its clock: those of the batch that creates it."""
EVENTS_ON_LOOP: Final = 64
"""An event loop folds at most this many events. A thread folds more."""


class ClockHistory:
    """The clock of one game after each of its batches. A game without a clock has no states."""

    def __init__(self, *, is_timed: bool) -> None:
        self.is_timed = is_timed
        self.ends: list[int] = []
        self.states: list[ClockState | None] = []
        self.table: Table | None = None
        self.guard = GuardedLock()

    def weight(self) -> int:
        """Return its approximate size in bytes."""
        return GAME_BYTES + STATE_BYTES * len(self.states)


class ClockCache:
    """A cache for any thread. For a game without a clock, only its first events are read."""

    def __init__(self, records: RecordCache) -> None:
        self._records = records
        self._games: LruCache[str, ClockHistory] = LruCache("clocks", BYTES_MAX, ClockHistory.weight)

    def at(self, game: str, n: int, latest: int) -> ClockState | None:
        """Return the clock after the last whole batch up to event n, or None for a game without a clock.

        `latest` is an event that ends a batch, n or a later one. A fork without a clock has None also for the events
        that it shares with its parent.
        """
        history = self._games.get(game)
        if history is None:
            history = self._games.setdefault(game, ClockHistory(is_timed=self._is_timed(game, latest)))
        if not history.is_timed:
            return None
        with history.guard:
            if not history.ends or history.ends[-1] < latest:
                self._extend(game, history, latest)
                self._games.update_size(game, history)
            index = bisect_right(history.ends, n) - 1
            return history.states[index] if index >= 0 else None

    def _is_timed(self, game: str, latest: int) -> bool:
        first = self._records.envelopes(game, min(latest, CREATION_EVENTS))
        if not any(isinstance(one.event, GameTimed) for one in first):
            return False
        if first[0].game == game:
            return True
        own = (one for one in self._records.envelopes(game, latest) if one.game == game)
        return any(isinstance(one.event, GameTimed) for one in islice(own, CREATION_EVENTS))

    def _extend(self, game: str, history: ClockHistory, latest: int) -> None:
        before = history.ends[-1] if history.ends else 0
        if latest - before > EVENTS_ON_LOOP:
            require_may_block()
        state = history.states[-1] if history.states else None
        for batch in batches(self._records.envelopes(game, latest, before)):
            history.table = table = table_after(batch, history.table)
            events = [upcast(one.event) for one in batch]
            cause = batch[0].cause
            command = None if cause is None else cause.command
            state = clock_after(state, batch[0].at, events, command, rulebook_of(table), table)
            history.ends.append(batch[-1].n)
            history.states.append(state)
