"""The background thread that has games signed when a checkpoint is due."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from service.commands.notifier import Notifier, Topic
from service.ops.polling_thread import PollingThread
from service.signing.key_file import key_path
from service.signing.log_service import LogService
from service.signing.proceedings_log import filed_name
from service.signing.row_verification import EVERY
from service.signing.signer import Signer
from service.signing.tournament_backlog import TournamentBacklog
from service.store.entries.signing_entries import GameKey, LogCheckpoint, LoggedNote
from service.store.event_store import BATCH, GameStore

DUTY: Final = "signer"
LATEST_SECONDS: Final = 60.0
"""How long an event waits for its checkpoint at most."""
IDLE_SECONDS: Final = 1.0
"""How often to check without a notification."""
TROUBLE_SECONDS: Final = 10.0
"""How long to wait after an error of the key or the store."""


def sign_now(store: GameStore, games: Sequence[str]) -> None:
    """Sign these games as they are, unless another process holds the lease, which will sign them."""
    if store.take_lease(DUTY):
        last = store.last_entry(LogCheckpoint)
        position = store.position() if last is None else last.position
        Signer(store, key_path()).sign(position, ends=games)


class Pending:
    """A game with unsigned events: the position and number of the first, and since when it waits."""

    def __init__(self, position: int, n: int, since: float) -> None:
        self.position = position
        self.first = n
        self.last = n
        self.since = since

    def is_full(self) -> bool:
        """Return whether another 64 events are full."""
        return self.last // EVERY > (self.first - 1) // EVERY

    def has_waited(self, now: float) -> bool:
        """Return whether it has waited long enough."""
        return now - self.since >= LATEST_SECONDS


class SigningWorker:
    """One thread of each process. The process with the lease signs; the others read what was signed."""

    def __init__(
        self, store: GameStore, logs: LogService, path: Path, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._store = store
        self._logs = logs
        self._clock = clock
        self.signer = Signer(store, path, logs.hash_made)
        self._position: int | None = None
        self._pending: dict[str, Pending] = {}
        self._filed = 0
        """The line up to which the proceedings were read."""
        self._tournaments = TournamentBacklog(store, LATEST_SECONDS)
        self._asked: set[str] = set()
        """The games that were left unsigned before the start."""
        self._thread = PollingThread("signer", self.turn, idle_seconds=IDLE_SECONDS, failure_seconds=TROUBLE_SECONDS)

    def start(self, notifier: Notifier) -> None:
        """Sign new events from now on, and those that were left unsigned."""
        notifier.subscribe(Topic.EVENTS, self._thread.wake)
        self._thread.start()

    def stop(self) -> None:
        """Finish what is being signed, and begin nothing else."""
        self._thread.stop()

    def turn(self) -> None:
        """Sign what is due if this process holds the lease, then read what was signed.

        Raises HaricotError where the key or the store fails.
        """
        if self._store.writable and self._store.take_lease(DUTY):
            self._sign()
        self._logs.follow()

    def _sign(self) -> None:
        if self._position is None:
            self._position = self._begin()
        now, filed = self._clock(), self._store.dispute_events_since(self._filed)
        fixed = self._look(now) | {game for game, one in self._pending.items() if one.is_full()}
        said = {log for _, game in filed for log in (game, filed_name(game))}
        asked, waited = set(self._asked), {game for game, one in self._pending.items() if one.has_waited(now)}
        news, late = self._tournaments.read(now)
        if not (fixed or asked or waited or said or news or late):
            return
        left = [one.position for game, one in self._pending.items() if game not in waited]
        position = min([self._position, *(first - 1 for first in left)])
        ends = asked | waited | said | late
        self.signer.sign(position, fixed=fixed | news | ends, ends=ends)
        self._tournaments.done(late)
        self._filed = filed[-1][0] if filed else self._filed
        for game in waited:
            del self._pending[game]
        for game in fixed - waited:
            self._pending[game].first = self._pending[game].last + 1
        self._asked -= asked

    def _look(self, now: float) -> set[str]:
        """Read new events. Return the games that they made, started, forked or ended."""
        due: set[str] = set()
        assert self._position is not None
        while written := self._store.event_numbers_since(self._position, BATCH):
            for position, game, n in written:
                pending = self._pending.setdefault(game, Pending(position, n, now))
                pending.last = n
            upto = written[-1][0]
            due |= {game for _, game in self._store.milestones_since(self._position, upto)}
            self._position = upto
        return due

    def _begin(self) -> int:
        """Return the position up to which all was read. Games that have a key and were never signed become due.

        So do unsigned proceedings, which have no position.
        """
        filed = self._store.dispute_events_since(0)
        for game, count in Counter(game for _, game in filed).items():
            if all(note.size < count for note in self._store.find_entries(LoggedNote, log=filed_name(game))):
                self._asked |= {game, filed_name(game)}
        self._filed = filed[-1][0] if filed else 0
        last = self._store.last_entry(LogCheckpoint)
        if last is not None:
            return last.position
        position = self._store.position()
        signed = {note.log for note in self._store.find_entries(LoggedNote)}
        self._asked |= {one.game for one in self._store.find_entries(GameKey)} - signed
        return position
