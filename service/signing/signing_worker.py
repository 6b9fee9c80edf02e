"""The background thread that signs logs when a checkpoint is due."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from service.commands.notifier import ChangeKind, Notifier
from service.ops.polling_thread import PollingThread
from service.signing.key_file import key_path
from service.signing.log_service import LogService
from service.signing.proceedings_log import proceedings_log_name
from service.signing.row_verification import CHECKPOINT_INTERVAL_EVENTS
from service.signing.signer import Signer
from service.signing.tournament_backlog import TournamentBacklog
from service.store.entries.signing_entries import GameKey, LogCheckpoint, LoggedNote
from service.store.event_store import READ_LIMIT, GameStore

LEASE: Final = "signer"
CHECKPOINT_SECONDS_MAX: Final = 60.0
"""How long an event may wait for its checkpoint."""
IDLE_SECONDS: Final = 1.0
"""How often to check without a notification."""
FAILURE_PAUSE_SECONDS: Final = 10.0
"""How long to wait after an error of the key or the store."""


def sign_now(store: GameStore, games: Sequence[str]) -> None:
    """Sign these games as they are. If another process holds the lease, that process will sign them."""
    if store.take_lease(LEASE):
        last = store.last_entry(LogCheckpoint)
        position = store.position() if last is None else last.position
        Signer(store, key_path()).sign(position, as_is=games)


class UnsignedEvents:
    """The unsigned events of a game: position and number of the first, number of the last, and the time it was read."""

    def __init__(self, position: int, n: int, since: float) -> None:
        self.position = position
        self.first = n
        self.last = n
        self.since = since

    def fills_interval(self) -> bool:
        """Return whether the events complete another interval of 64 events."""
        return self.last // CHECKPOINT_INTERVAL_EVENTS > (self.first - 1) // CHECKPOINT_INTERVAL_EVENTS

    def is_overdue(self, now: float) -> bool:
        """Return whether the first event has waited for the longest allowed time."""
        return now - self.since >= CHECKPOINT_SECONDS_MAX


class SigningWorker:
    """One thread of each process. The process that holds the lease signs. All processes read what was signed."""

    def __init__(
        self, store: GameStore, logs: LogService, path: Path, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._store = store
        self._logs = logs
        self._clock = clock
        self.signer = Signer(store, path, logs.cached_leaf_hash)
        self._position: int | None = None
        self._pending: dict[str, UnsignedEvents] = {}
        self._proceedings_line = 0
        """The last line of all proceedings that was read."""
        self._tournaments = TournamentBacklog(store, CHECKPOINT_SECONDS_MAX)
        self._left_unsigned: set[str] = set()
        """The logs that were unsigned at the start."""
        self._thread = PollingThread(
            "signer", self.turn, idle_seconds=IDLE_SECONDS, failure_seconds=FAILURE_PAUSE_SECONDS
        )

    def start(self, notifier: Notifier) -> None:
        """Sign new events, and the events that are unsigned now."""
        notifier.subscribe(ChangeKind.GAME_EVENTS, self._thread.wake)
        self._thread.start()

    def stop(self) -> None:
        """Finish the current checkpoints and stop."""
        self._thread.stop()

    def turn(self) -> None:
        """Sign what is due if this process holds the lease, then read the new checkpoints.

        Raises HaricotError if the key or the store fails.
        """
        if self._store.writable and self._store.take_lease(LEASE):
            self._sign_due_logs()
        self._logs.update()

    def _sign_due_logs(self) -> None:
        if self._position is None:
            self._position = self._find_start_position()
        now, filed = self._clock(), self._store.dispute_events_since(self._proceedings_line)
        milestones = self._read_new_events(now) | {game for game, one in self._pending.items() if one.fills_interval()}
        changed_proceedings = {log for _, game in filed for log in (game, proceedings_log_name(game))}
        left_unsigned = set(self._left_unsigned)
        overdue = {game for game, one in self._pending.items() if one.is_overdue(now)}
        changed_tournaments, overdue_tournaments = self._tournaments.read(now)
        as_is = left_unsigned | overdue | changed_proceedings | overdue_tournaments
        if not (milestones or changed_tournaments or as_is):
            return
        waiting_positions = [one.position for game, one in self._pending.items() if game not in overdue]
        position = min([self._position, *(first - 1 for first in waiting_positions)])
        self.signer.sign(position, milestones=milestones | changed_tournaments | as_is, as_is=as_is)
        self._tournaments.mark_signed(overdue_tournaments)
        self._proceedings_line = filed[-1][0] if filed else self._proceedings_line
        for game in overdue:
            del self._pending[game]
        for game in milestones - overdue:
            self._pending[game].first = self._pending[game].last + 1
        self._left_unsigned -= left_unsigned

    def _read_new_events(self, now: float) -> set[str]:
        """Read new events. Return the games that were created, started, forked or ended."""
        due: set[str] = set()
        assert self._position is not None
        while written := self._store.event_numbers_since(self._position, READ_LIMIT):
            for position, game, n in written:
                pending = self._pending.setdefault(game, UnsignedEvents(position, n, now))
                pending.last = n
            upto = written[-1][0]
            due |= {game for _, game in self._store.milestones_since(self._position, upto)}
            self._position = upto
        return due

    def _find_start_position(self) -> int:
        """Return the position up to which earlier processes have read all events.

        Games that have a key and were never signed become due. So do unsigned proceedings, which have no position.
        """
        filed = self._store.dispute_events_since(0)
        for game, count in Counter(game for _, game in filed).items():
            if all(note.size < count for note in self._store.find_entries(LoggedNote, log=proceedings_log_name(game))):
                self._left_unsigned |= {game, proceedings_log_name(game)}
        self._proceedings_line = filed[-1][0] if filed else 0
        last = self._store.last_entry(LogCheckpoint)
        if last is not None:
            return last.position
        position = self._store.position()
        signed = {note.log for note in self._store.find_entries(LoggedNote)}
        self._left_unsigned |= {one.game for one in self._store.find_entries(GameKey)} - signed
        return position
