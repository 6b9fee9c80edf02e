"""The tournaments with events that are not signed yet, as the signing worker reads them."""

from collections import Counter
from collections.abc import Collection
from math import inf

from service.signing.tournament_log import tournament_log_name
from service.store.entries.signing_entries import LoggedNote
from service.store.event_store import GameStore


class TournamentBacklog:
    """What is left to sign of tournaments, for one thread. An event waits at most `wait_seconds` for its checkpoint."""

    def __init__(self, store: GameStore, wait_seconds: float) -> None:
        self._store = store
        self._wait_seconds = wait_seconds
        self._line: int | None = None
        self._news: set[str] = set()
        self._since: dict[str, float] = {}

    def read(self, now: float) -> tuple[set[str], set[str]]:
        """Read new events. Return the logs that have some, and those that have waited long enough.

        The first time, return all logs that were left unsigned before the start.
        """
        written = self._store.tournament_events_since(self._line or 0)
        counts = Counter(tournament for _, tournament in written)
        first = self._line is None
        names = {tournament_log_name(one) for one, count in counts.items() if not (first and self._has(one, count))}
        for name in names:
            self._since.setdefault(name, -inf if first else now)
        self._line = written[-1][0] if written else self._line or 0
        self._news |= names
        waited = {name for name, since in self._since.items() if now - since >= self._wait_seconds}
        return set(self._news), waited

    def _has(self, tournament: str, count: int) -> bool:
        """Return whether the first `count` events of a tournament were signed."""
        notes = self._store.find_entries(LoggedNote, log=tournament_log_name(tournament))
        return any(note.size >= count for note in notes)

    def done(self, waited: Collection[str]) -> None:
        """Note that all news were signed as far as is due, and the logs that have waited as they are."""
        self._news.clear()
        for name in waited:
            self._since.pop(name, None)
