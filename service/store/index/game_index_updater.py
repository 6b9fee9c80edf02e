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
from service.store.index.game_index_tables import GameIndexTables, Reached, in_memory
from service.store.index.index_entry import FORM, ListedGame, damaged, listed
from service.store.recorder import GameRecorder, GameRow

ROLLED: Final = 10
"""The version of a store's tables from which on they hold the present index."""
BATCH: Final = 500
"""How many games are updated at once."""
FAR: Final = 10_000
"""After how many events without a changed line the position is stored anyway."""
RETRY_SECONDS: Final = 60.0
"""For how long a process keeps updates in memory after it could not write them."""


class GameIndexUpdater:
    """Updates the index, for any thread. Several processes may update the same lines: after a conflict each goes on.

    Without `keeps`, and if nothing can be written, updates are kept in memory, as a copy.
    """

    def __init__(self, recorder: GameRecorder, fault: Callable[[str, str], None], *, keeps: bool) -> None:
        """Make an updater. `fault` is called with the name of a damaged game and the reason."""
        self._recorder = recorder
        self._fault = fault
        self._mapper = EnvelopeMapper()
        self._guard = Lock()
        self._kept = GameIndexTables(recorder.rows, recorder.derive) if recorder.version >= ROLLED else None
        self._keeps = keeps and recorder.writable
        self._tables = self._kept or in_memory(None)
        self._own_until = 0.0 if self._keeps else float("inf")
        self._known_again: Reached | None = None
        self._done: tuple[Reached, int] | None = None  # the present lines are complete up to this event
        self._looked_again = False

    def brought_on(self) -> GameIndexTables:
        """Return the tables of the lines, updated to the end of the log."""
        with self._guard:
            self._choose()
            while not self._follow():
                pass
            return self._tables

    def bring_on(self) -> bool:
        """Make some of the missing lines. Return whether none is left."""
        with self._guard:
            self._choose()
            return self._follow()

    def progress(self) -> tuple[int, int]:
        """Return the numbers of the newest game that has a line, and of the newest game."""
        reached, newest = self._tables.position(), self._recorder.rows("SELECT max(number) FROM games")[0][0] or 0
        return (reached.number if reached.form == FORM else 0), newest

    def _choose(self) -> None:
        """Go back to the shared lines when they may be writable again."""
        if self._kept is not None and self._tables is not self._kept and time.monotonic() > self._own_until:
            self._tables, self._done = self._kept, None

    def forget(self) -> None:
        """Delete all lines."""
        with self._guard:
            while not self._change(lambda tables: tables.clear(tables.position())):
                pass
            self._done = None

    def keep(self, lines: Sequence[LobbyLine]) -> None:
        """Store these lobby lines for later lists, if they can be written."""
        tables = self._tables
        if tables is not self._kept or self._keeps:
            with suppress(PersistenceError, StoreUnavailable):
                tables.keep_lobby_lines(lines)

    def _follow(self) -> bool:
        """Process some new events. Return whether those were all."""
        last, reached = self._recorder.max_notification_id() or 0, self._tables.position()
        if (reached, last) == self._done:
            return True
        if not self._is_of_this_log(reached, last):
            self._change(lambda tables: tables.clear(reached))
            return False
        since = self._done[1] if self._done is not None and self._done[0] == reached else reached.position
        came = self._recorder.game_rows_after(reached.number, BATCH)
        # The first lines are made from all events, so new events come after the last of these.
        news = self._recorder.milestones_since(since, last, BATCH) if reached.number else []
        upto = news[-1][0] if len(news) == BATCH else last
        lines = self._lines([row.game for row in came] + [game for _, game in news])
        all_there = upto == last and len(came) < BATCH
        if not lines and all_there and last - reached.position < FAR:
            self._done = reached, last
            return True
        number = came[-1].number if came else reached.number
        after = Reached(FORM, upto, number, self._recorder.anchor(upto))
        if not self._change(lambda tables: tables.put(reached, after, lines)) or not all_there:
            return False
        self._known_again, self._done = after, (after, last)
        return True

    def _is_of_this_log(self, reached: Reached, last: int) -> bool:
        """Return whether the lines have this form and belong to this log. It may have been restored from a backup."""
        if reached.form != FORM or reached.position > last:
            return False
        if reached != self._known_again and reached.anchor != self._recorder.anchor(reached.position):
            return False
        self._known_again = reached
        return True

    def _change(self, change: Callable[[GameIndexTables], bool]) -> bool:
        """Change the shared lines, or else the copy in memory. Return False after a conflict, or for the copy."""
        own = self._tables is not self._kept
        if own or (self._keeps and self._tables.position().form <= FORM):
            try:
                return change(self._tables)
            except IntegrityError:  # another game's line has the same place
                self._tables.clear(self._tables.position())
                return False
            except (PersistenceError, StoreUnavailable):  # the latter without the writers' lock
                if own:
                    raise
                self._own_until = time.monotonic() + RETRY_SECONDS
        self._tables, self._done = in_memory(self._kept), None
        return False

    def _lines(self, names: Sequence[str]) -> list[ListedGame]:
        """Return the current lines of these games, parents before their forks. Damaged ones are included if changed."""
        known = {} if self._looked_again else {line.game: line for line in self._tables.damaged()}
        self._looked_again = True  # another version may have been unable to read them
        games = list(dict.fromkeys([*known, *names]))
        rows = self._recorder.game_rows(games)
        for game in games:
            if game not in rows and game not in known:
                self._fault(game, "there are events of it, and it is no game")
        ancestors = list({row.prefix_of for row in rows.values() if row.prefix_of is not None})
        parents = self._tables.lines(ancestors) if ancestors else {}
        lengths = {game: row.version for game, row in self._recorder.game_rows(ancestors).items()}
        late, steps = self._recorder.seen_late(games), defaultdict[str, list[tuple[int, Step | None]]](list)
        for stored in (*self._recorder.agreements(games), *self._recorder.milestones(games)):
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
            return listed(row, steps, None, late=late)
        parent = parents.get(row.prefix_of)
        if not 0 < (row.prefix_to or 0) <= lengths.get(row.prefix_of, 0):
            return damaged(row, f"it was forked from event {row.prefix_to} of {row.prefix_of}, which is not there")
        if parent is None or parent.head is None:  # the fork may be sound, even so
            upto = dict(self._recorder.lineage(row.game))
            found = self._recorder.milestones(list(upto))
            steps = [self._step(one) for one in found if one.originator_version <= upto[str(one.originator_id)]]
            return listed(row, steps, None, late=late or (parent is not None and bool(parent.late)))
        return listed(row, steps, parent, late=late or bool(parent.late))

    def _step(self, stored: StoredEvent) -> tuple[int, Step | None]:
        n, envelope = stored.originator_version, self._mapper.readable(stored)
        return n, None if envelope is None else (n, envelope.at, envelope.event)
