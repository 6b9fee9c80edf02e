"""Updates the lines of the index to the end of the log."""

import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from operator import attrgetter
from threading import Lock
from typing import Final

from eventsourcing.persistence import IntegrityError, PersistenceError, StoredEvent

from projections.lobby import LobbyLine
from projections.summary import Step
from service.store.envelope_mapper import EnvelopeMapper
from service.store.errors import StoreUnavailable
from service.store.index.game_index_tables import GameIndexTables, IndexPosition, copy_in_memory
from service.store.index.index_entry import LINE_FORMAT, ListedGame, damaged_line, index_line
from service.store.recorder import GameRecorder, GameRow

INDEX_SINCE_SCHEMA: Final = 10
"""The first schema that has the tables of the current index."""
GAMES_PER_UPDATE: Final = 500
"""How many games are updated at once."""
UNCHANGED_EVENTS_MAX: Final = 10_000
"""After how many events without a changed line the new position is stored."""
RETRY_SECONDS: Final = 60.0
"""How long a process keeps updates in memory after a failed write, before it writes again."""


class GameIndexUpdater:
    """Updates the index. Any thread may use it. Several processes may update the index: after a conflict, each retries.

    Without `persist`, and if nothing can be written, this process updates a copy of the index in memory.
    """

    def __init__(self, recorder: GameRecorder, record_fault: Callable[[str, str], None], *, persist: bool) -> None:
        """Make an updater. `record_fault` is called with the id of a damaged game and the reason."""
        self._recorder = recorder
        self._record_fault = record_fault
        self._mapper = EnvelopeMapper()
        self._guard = Lock()
        self._stored_tables = (
            GameIndexTables(recorder.rows, recorder.change_derived) if recorder.version >= INDEX_SINCE_SCHEMA else None
        )
        self._may_write = persist and recorder.writable
        self._tables = self._stored_tables or copy_in_memory(None)
        self._in_memory_until = 0.0 if self._may_write else float("inf")
        self._verified_position: IndexPosition | None = None
        self._complete_at: tuple[IndexPosition, int] | None = None
        """A position of the index, and the position in the log up to which its lines are complete."""
        self._has_rechecked_damaged = False

    def updated_tables(self) -> GameIndexTables:
        """Return the tables of the index, updated to the end of the log."""
        with self._guard:
            self._choose_tables()
            while not self._update_once():
                pass
            return self._tables

    def update_some(self) -> bool:
        """Process one batch of new events. Return whether the index is complete."""
        with self._guard:
            self._choose_tables()
            return self._update_once()

    def progress(self) -> tuple[int, int]:
        """Return the numbers of the newest game with a line and of the newest game."""
        reached, newest = self._tables.position(), self._recorder.rows("SELECT max(number) FROM games")[0][0] or 0
        return (reached.number if reached.form == LINE_FORMAT else 0), newest

    def _choose_tables(self) -> None:
        """Return from the copy to the stored tables when they may be writable again."""
        stored = self._stored_tables
        if stored is not None and self._tables is not stored and time.monotonic() > self._in_memory_until:
            self._tables, self._complete_at = stored, None

    def clear(self) -> None:
        """Delete all lines."""
        with self._guard:
            while not self._change(lambda tables: tables.clear(tables.position())):
                pass
            self._complete_at = None

    def keep_lobby_lines(self, lines: Sequence[LobbyLine]) -> None:
        """Store lobby lines if they can be written."""
        tables = self._tables
        if tables is not self._stored_tables or self._may_write:
            with suppress(PersistenceError, StoreUnavailable):
                tables.keep_lobby_lines(lines)

    def _update_once(self) -> bool:
        """Process one batch of new events. Return whether the index is complete."""
        last, reached = self._recorder.max_notification_id() or 0, self._tables.position()
        if (reached, last) == self._complete_at:
            return True
        if not self._is_of_this_log(reached, last):
            self._change(lambda tables: tables.clear(reached))
            return False
        since = reached.position
        if self._complete_at is not None and self._complete_at[0] == reached:
            since = self._complete_at[1]
        new_games = self._recorder.game_rows_after(reached.number, GAMES_PER_UPDATE)
        # The first lines are built from all events of their games, so milestones need not be read for them.
        milestones = self._recorder.milestones_since(since, last, GAMES_PER_UPDATE) if reached.number else []
        upto = milestones[-1][0] if len(milestones) == GAMES_PER_UPDATE else last
        lines = self._lines([row.game for row in new_games] + [game for _, game in milestones])
        is_complete = upto == last and len(new_games) < GAMES_PER_UPDATE
        if not lines and is_complete and last - reached.position < UNCHANGED_EVENTS_MAX:
            self._complete_at = reached, last
            return True
        number = new_games[-1].number if new_games else reached.number
        after = IndexPosition(LINE_FORMAT, upto, number, self._recorder.anchor(upto))
        if not self._change(lambda tables: tables.put(reached, after, lines)) or not is_complete:
            return False
        self._verified_position, self._complete_at = after, (after, last)
        return True

    def _is_of_this_log(self, reached: IndexPosition, last: int) -> bool:
        """Return whether the lines have the current format and belong to this log, which may have been restored."""
        if reached.form != LINE_FORMAT or reached.position > last:
            return False
        if reached != self._verified_position and reached.anchor != self._recorder.anchor(reached.position):
            return False
        self._verified_position = reached
        return True

    def _change(self, change: Callable[[GameIndexTables], bool]) -> bool:
        """Change the stored tables, or the copy in memory.

        Return False after a conflict, or after this process switched to the copy.
        """
        is_copy = self._tables is not self._stored_tables
        if is_copy or (self._may_write and self._tables.position().form <= LINE_FORMAT):
            try:
                return change(self._tables)
            except IntegrityError:  # the line of another game has the same number
                self._tables.clear(self._tables.position())
                return False
            except (PersistenceError, StoreUnavailable):  # the latter if the writers' lock cannot be opened
                if is_copy:
                    raise
                self._in_memory_until = time.monotonic() + RETRY_SECONDS
        self._tables, self._complete_at = copy_in_memory(self._stored_tables), None
        return False

    def _lines(self, changed: Sequence[str]) -> list[ListedGame]:
        """Return the new lines of these games, parents before forks, and those of damaged games that have changed."""
        known = {} if self._has_rechecked_damaged else {line.game: line for line in self._tables.damaged()}
        self._has_rechecked_damaged = True  # an older version may not have been able to read them
        games = list(dict.fromkeys([*known, *changed]))
        rows = self._recorder.game_rows(games)
        for game in games:
            if game not in rows and game not in known:
                self._record_fault(game, "it has events, but there is no such game")
        ancestors = list({row.prefix_of for row in rows.values() if row.prefix_of is not None})
        parents = self._tables.lines(ancestors) if ancestors else {}
        lengths = {game: row.version for game, row in self._recorder.game_rows(ancestors).items()}
        late, steps = self._recorder.delayed_games(games), defaultdict[str, list[tuple[int, Step | None]]](list)
        for stored in (*self._recorder.deal_agreements(games), *self._recorder.milestones(games)):
            steps[str(stored.originator_id)].append(self._step(stored))
        lines = []
        for row in sorted(rows.values(), key=attrgetter("number")):
            line = self._line(row, steps[row.game], parents, lengths, late=row.game in late)
            parents[row.game] = line
            if line != known.get(row.game):
                lines.append(line)
        return lines

    def _line(
        self,
        row: GameRow,
        steps: list[tuple[int, Step | None]],
        parents: Mapping[str, ListedGame],
        lengths: Mapping[str, int],
        *,
        late: bool,
    ) -> ListedGame:
        if row.prefix_of is None:
            return index_line(row, steps, None, late=late)
        parent = parents.get(row.prefix_of)
        if not 0 < (row.prefix_to or 0) <= lengths.get(row.prefix_of, 0):
            return damaged_line(row, f"it was forked from event {row.prefix_to} of {row.prefix_of}, which is not there")
        if parent is None or parent.head is None:  # the fork may still be readable
            upto = dict(self._recorder.lineage(row.game))
            milestones = self._recorder.milestones(list(upto))
            steps = [self._step(one) for one in milestones if one.originator_version <= upto[str(one.originator_id)]]
            return index_line(row, steps, None, late=late or (parent is not None and bool(parent.late)))
        return index_line(row, steps, parent, late=late or bool(parent.late))

    def _step(self, stored: StoredEvent) -> tuple[int, Step | None]:
        n, envelope = stored.originator_version, self._mapper.envelope_or_none(stored)
        return n, None if envelope is None else (n, envelope.at, envelope.event)
