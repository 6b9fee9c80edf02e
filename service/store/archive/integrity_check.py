"""The checks of `haricot doctor` on all games of a store.

A damaged game is named.
"""

from collections.abc import Iterator, Mapping

from domain.events import GameCreated
from domain.forks import GameForked
from domain.refusals import HaricotError
from replay.codec import Envelope, time_text
from replay.rewind import require_history
from service.store.archive.archive_records import ROWS_A_STEP
from service.store.archive.digest import Progress, record_of
from service.store.envelope_mapper import EnvelopeMapper
from service.store.location import Location
from service.store.recorder import Check, EventRow, GameOpening, Snapshot
from service.store.ruleset_compatibility import unfit


class _Read:
    """A game as far as its rows have been read."""

    def __init__(self, opening: GameOpening) -> None:
        self.opening = opening
        self.n = opening.prefix_to or 0
        self.at: int | None = None
        self.fault: str | None = None

    def add(self, row: EventRow, envelope: Envelope | None) -> None:
        """Check the next row of the game. Only the first fault is kept."""
        self.fault = self.fault or self._wrong(row, envelope)
        self.n = row.n
        if envelope is not None:
            # Older versions dated bots' moves in a fork by the bots' own count. The audit checks other forks.
            self.at = 0 if isinstance(envelope.event, GameForked) else envelope.at

    def _wrong(self, row: EventRow, envelope: Envelope | None) -> str | None:
        if row.n != self.n + 1:
            return f"event {self.n + 1} is missing"
        if envelope is None:
            return f"event {row.n} cannot be read"
        event, forked = envelope.event, self.opening.prefix_of is not None
        if self.at is None and not isinstance(event, GameForked if forked else GameCreated):
            return f"event {row.n} does not begin a game"
        if isinstance(event, GameCreated) and (says := unfit(event)) is not None:
            return says
        if self.opening.origin == "played" and self.at is not None and envelope.at < self.at:
            return f"event {row.n} is of {time_text(envelope.at)}, and the one before it of {time_text(self.at)}"
        cause = envelope.cause
        if row.request is not None and (cause is None or row.request != f"{cause.by} {cause.key}"):
            return f"event {row.n} was kept for another request than the one in its cause"
        return None


def checked(snapshot: Snapshot, location: Location, progress: Progress, *, full: bool) -> Iterator[Check]:
    """Yield a failed check for each damaged game, then one for the log. With `full`, sound games are folded as well."""
    counts = snapshot.counts()
    games = {game: _Read(opening) for game, opening in snapshot.games()}
    faults = dict(_faults(snapshot, games, counts, progress))
    if full:
        faults |= _unfolded(snapshot, location, games, faults, progress)
    for game, says in faults.items():
        yield "game", False, f"{game}: {says}. Other games are as they were; a backup from before can be restored"
    read = f"{counts['events']} events of {len(games)} games"
    yield "log", not faults, f"{read}, {len(faults) or 'none'} of which {'are' if len(faults) > 1 else 'is'} damaged"


def _faults(
    snapshot: Snapshot, games: Mapping[str, _Read], counts: Mapping[str, int], progress: Progress
) -> Iterator[tuple[str, str]]:
    mapper = EnvelopeMapper()
    with progress(counts["events"] // ROWS_A_STEP, "reading the log") as done:
        for index, row in enumerate(snapshot.events(), 1):
            read = games.get(row.game)
            if read is None:
                yield row.game, f"event {row.n} is there, and no such game"
            else:
                read.add(row, mapper.readable(row.stored))
            if index % ROWS_A_STEP == 0:
                done()
    for game, read in games.items():
        parent = None if read.opening.prefix_of is None else games.get(read.opening.prefix_of)
        if read.opening.prefix_of is not None and (parent is None or parent.n < (read.opening.prefix_to or 0)):
            yield (
                game,
                f"it goes on from event {read.opening.prefix_to} of {read.opening.prefix_of}, which is not there",
            )
        elif read.fault is not None or read.at is None:
            yield game, read.fault or "it has no events"


def _unfolded(
    snapshot: Snapshot, location: Location, games: Mapping[str, _Read], known: Mapping[str, str], progress: Progress
) -> dict[str, str]:
    openings = {game: read.opening for game, read in games.items()}
    faults = {}
    with progress(len(games), "following the games") as done:
        for game in games:
            if game not in known:
                try:
                    require_history(record_of(snapshot, location, openings, game))
                except HaricotError as error:
                    faults[game] = str(error)
            done()
    return faults
