"""The backlog of the signing worker: tournaments with unsigned events."""

from collections import Counter
from collections.abc import Collection
from math import inf

from service.signing.tournament_log import tournament_log_name
from service.store.entries.signing_entries import LoggedNote
from service.store.event_store import GameStore


class TournamentBacklog:
    """The logs of tournaments with unsigned events, for one thread.

    An event may wait `wait_seconds` for its checkpoint.
    """

    def __init__(self, store: GameStore, wait_seconds: float) -> None:
        self._store = store
        self._wait_seconds = wait_seconds
        self._read_line: int | None = None
        self._changed: set[str] = set()
        self._waiting_since: dict[str, float] = {}

    def read(self, now: float) -> tuple[set[str], set[str]]:
        """Read new events. Return the logs with new events, and the logs whose events have waited long enough.

        The first time, return all logs with unsigned events.
        """
        written = self._store.tournament_events_since(self._read_line or 0)
        counts = Counter(tournament for _, tournament in written)
        first = self._read_line is None
        unsigned = [one for one, count in counts.items() if not (first and self._is_signed(one, count))]
        names = set(map(tournament_log_name, unsigned))
        for name in names:
            self._waiting_since.setdefault(name, -inf if first else now)
        self._read_line = written[-1][0] if written else self._read_line or 0
        self._changed |= names
        overdue = {name for name, since in self._waiting_since.items() if now - since >= self._wait_seconds}
        return set(self._changed), overdue

    def _is_signed(self, tournament: str, count: int) -> bool:
        """Return whether the first `count` events of a tournament were signed."""
        notes = self._store.find_entries(LoggedNote, log=tournament_log_name(tournament))
        return any(note.size >= count for note in notes)

    def mark_signed(self, overdue: Collection[str]) -> None:
        """Record that all due checkpoints of the changed logs were signed, and the `overdue` logs as they are."""
        self._changed.clear()
        for name in overdue:
            self._waiting_since.pop(name, None)
