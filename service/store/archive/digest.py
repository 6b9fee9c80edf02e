"""The digest of a store over the game files of all its games, the same for each database."""

import hashlib
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from typing import Final

from domain.events import GameCreated
from domain.values import Value
from replay.record import Record, write_file
from service.store.backends import open_recorder
from service.store.envelope_mapper import EnvelopeMapper, UnreadableRow, first_missing
from service.store.error_translator import ErrorTranslator
from service.store.errors import DamagedGame
from service.store.location import Location
from service.store.recorder import GameOpening, Snapshot

_CHECK: Final = slice(-15, -3)
"""Where a game file has its last check."""

Progress = Callable[[int, str], AbstractContextManager[Callable[[], None]]]
"""Starts a progress display with a number of steps and a description. Yields a function to call after each step."""


class StoreDigest(Value):
    """The number of games and events in a store or backup, and the digest of its games.

    The digest is the SHA-256 of one line for each game, sorted by id: the id, a space, and the last check of its game
    file. A game whose file cannot be written has no line. It is in `damaged`, with the reason.
    """

    games: int
    events: int
    digest: str
    damaged: dict[str, str] = {}


def compute_digest(location: Location, progress: Progress) -> StoreDigest:
    """Return the digest of the store at this location."""
    with open_snapshot(location) as snapshot:
        return digest_of_snapshot(snapshot, location, progress)


@contextmanager
def records(
    location: Location, among: Collection[str] | None = None
) -> Iterator[tuple[int, Iterator[Record | DamagedGame]]]:
    """Yield the number of games in a store, and their records, parents before their forks.

    `among` selects some games. A record that cannot be read is replaced by its DamagedGame.
    """
    with open_snapshot(location) as snapshot:
        openings = dict(snapshot.games())
        games = [game for game in openings if among is None or game in among]
        yield len(games), (_record_or_damage(location, snapshot, openings, game) for game in games)


@contextmanager
def open_snapshot(location: Location) -> Iterator[Snapshot]:
    """Open a snapshot of the store at this location. Raises StoreProblem if it cannot be read."""
    with (
        ErrorTranslator(location).translating(),
        closing(open_recorder(location, create=False)) as recorder,
        recorder.snapshot() as snapshot,
    ):
        yield snapshot


def digest_of_snapshot(snapshot: Snapshot, location: Location, progress: Progress) -> StoreDigest:
    """Return the digest of a snapshot."""
    counts, openings, digest = snapshot.counts(), dict(snapshot.games()), hashlib.sha256()
    damaged = {}
    with progress(len(openings), "taking the digest") as advance:
        for game in sorted(openings):
            record = _record_or_damage(location, snapshot, openings, game)
            if isinstance(record, Record):
                digest.update(game.encode() + b" " + write_file(record)[_CHECK] + b"\n")
            else:
                damaged[game] = record.damage
            advance()
    return StoreDigest(games=counts["games"], events=counts["events"], digest=digest.hexdigest(), damaged=damaged)


def _record_or_damage(
    location: Location, snapshot: Snapshot, openings: Mapping[str, GameOpening], game: str
) -> Record | DamagedGame:
    try:
        return record_of(snapshot, location, openings, game)
    except DamagedGame as damaged:
        return damaged


def record_of(snapshot: Snapshot, location: Location, openings: Mapping[str, GameOpening], game: str) -> Record:
    """Return the record of a game in a snapshot. Raises DamagedGame if an event is missing or unreadable."""
    errors = ErrorTranslator(location)
    lineage: list[tuple[str, float]] = [(game, float("inf"))]
    while (opening := openings[lineage[0][0]]).prefix_of is not None:
        lineage.insert(0, (opening.prefix_of, min(lineage[0][1], opening.prefix_to or 0)))
        if opening.prefix_of not in openings or len(lineage) > len(openings):
            raise errors.report_damage(game, f"it was forked from {opening.prefix_of}, which is not there")
    rows = [row.columns for stored_in, upto in lineage for row in snapshot.events(stored_in) if row.n <= upto]
    try:
        envelopes = EnvelopeMapper().envelopes(
            rows, {stored_in: dict(openings[stored_in].names) for stored_in, _ in lineage}
        )
    except UnreadableRow as row:
        raise errors.report_damage(game, f"event {row.n} cannot be read") from row
    if (missing := first_missing(envelopes)) is not None or not isinstance(envelopes[0].event, GameCreated):
        raise errors.report_damage(game, f"event {missing or 1} is missing")
    return Record(game=game, envelopes=tuple(envelopes))
