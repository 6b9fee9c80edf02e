"""The checks of `haricot doctor` on all games of a store."""

from collections.abc import Iterator, Mapping

from domain.events import GameCreated
from domain.forks import GameForked
from domain.refusals import HaricotError
from replay.codec import Envelope, time_text
from replay.rewind import require_history
from service.store.archive.archive_records import ROWS_PER_STEP
from service.store.archive.digest import Progress, record_of
from service.store.envelope_mapper import EnvelopeMapper
from service.store.location import Location
from service.store.recorder import Check, EventRow, GameOpening, Snapshot
from service.store.ruleset_compatibility import ruleset_incompatibility


class _GameCheck:
    """The state of the check of one game: the last row that was read, and the first fault."""

    def __init__(self, opening: GameOpening) -> None:
        self.opening = opening
        self.n = opening.prefix_to or 0
        self.at: int | None = None
        self.fault: str | None = None

    def add(self, row: EventRow, envelope: Envelope | None) -> None:
        """Check the next row of the game."""
        self.fault = self.fault or self._fault_in(row, envelope)
        self.n = row.n
        if envelope is not None:
            # In a fork, older versions dated the moves of bots by a count of their own. The audit checks other forks.
            self.at = 0 if isinstance(envelope.event, GameForked) else envelope.at

    def _fault_in(self, row: EventRow, envelope: Envelope | None) -> str | None:
        if row.n != self.n + 1:
            return f"event {self.n + 1} is missing"
        if envelope is None:
            return f"event {row.n} cannot be read"
        event, forked = envelope.event, self.opening.prefix_of is not None
        if self.at is None and not isinstance(event, GameForked if forked else GameCreated):
            return f"event {row.n} does not begin a game"
        if isinstance(event, GameCreated) and (reason := ruleset_incompatibility(event)) is not None:
            return reason
        if self.opening.origin == "played" and self.at is not None and envelope.at < self.at:
            return f"event {row.n} is of {time_text(envelope.at)}, and the one before it of {time_text(self.at)}"
        cause = envelope.cause
        if row.request is not None and (cause is None or row.request != f"{cause.by} {cause.key}"):
            return f"event {row.n} is stored with another request than the one in its cause"
        return None


def check_games(snapshot: Snapshot, location: Location, progress: Progress, *, full: bool) -> Iterator[Check]:
    """Yield a failed check for each damaged game, then one for the log. With `full`, also replay undamaged games."""
    counts = snapshot.counts()
    games = {game: _GameCheck(opening) for game, opening in snapshot.games()}
    faults = dict(_faults(snapshot, games, counts, progress))
    if full:
        faults |= _replay_faults(snapshot, location, games, faults, progress)
    for game, fault in faults.items():
        yield "game", False, f"{game}: {fault}. Other games are not affected: restore a backup of before"
    read = f"{counts['events']} events of {len(games)} games"
    yield "log", not faults, f"{read}, {len(faults) or 'none'} of which {'are' if len(faults) > 1 else 'is'} damaged"


def _faults(
    snapshot: Snapshot, games: Mapping[str, _GameCheck], counts: Mapping[str, int], progress: Progress
) -> Iterator[tuple[str, str]]:
    mapper = EnvelopeMapper()
    with progress(counts["events"] // ROWS_PER_STEP, "reading the log") as advance:
        for index, row in enumerate(snapshot.events(), 1):
            check = games.get(row.game)
            if check is None:
                yield row.game, f"event {row.n} exists, but there is no such game"
            else:
                check.add(row, mapper.envelope_or_none(row.stored))
            if index % ROWS_PER_STEP == 0:
                advance()
    for game, check in games.items():
        parent = None if check.opening.prefix_of is None else games.get(check.opening.prefix_of)
        if check.opening.prefix_of is not None and (parent is None or parent.n < (check.opening.prefix_to or 0)):
            yield (
                game,
                f"it continues event {check.opening.prefix_to} of {check.opening.prefix_of}, which is missing",
            )
        elif check.fault is not None or check.at is None:
            yield game, check.fault or "it has no events"


def _replay_faults(
    snapshot: Snapshot,
    location: Location,
    games: Mapping[str, _GameCheck],
    known: Mapping[str, str],
    progress: Progress,
) -> dict[str, str]:
    openings = {game: check.opening for game, check in games.items()}
    faults = {}
    with progress(len(games), "following the games") as advance:
        for game in games:
            if game not in known:
                try:
                    require_history(record_of(snapshot, location, openings, game))
                except HaricotError as error:
                    faults[game] = str(error)
            advance()
    return faults
