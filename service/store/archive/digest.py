"""The digest of a store, over the game files of all its games at one moment.

It is the same for each database.
"""

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
"""The position of the last check in a game file."""

Progress = Callable[[int, str], AbstractContextManager[Callable[[], None]]]
"""Takes the number of steps and a description, and yields a function to call after each step."""


class StoreDigest(Value):
    """The content of a store or backup: how many games and events, and the digest of the games.

    The digest is the SHA-256 of a line for each game, by its id: the id, a space, the last check of its game file.
    Games without a writable file are `damaged`, each with the reason, and have no line.
    """

    games: int
    events: int
    digest: str
    damaged: dict[str, str] = {}


def summary(location: Location, progress: Progress) -> StoreDigest:
    """Return the digest of the store at this location, as of now."""
    with snapshot_of(location) as snapshot:
        return summary_of(snapshot, location, progress)


@contextmanager
def records(
    location: Location, among: Collection[str] | None = None
) -> Iterator[tuple[int, Iterator[Record | DamagedGame]]]:
    """Yield how many games the store holds now, and their records, parents before their forks.

    `among` selects some of them. A record that cannot be read is replaced by its DamagedGame.
    """
    with snapshot_of(location) as snapshot:
        openings = dict(snapshot.games())
        games = [game for game in openings if among is None or game in among]
        yield len(games), (_attempted(location, snapshot, openings, game) for game in games)


@contextmanager
def snapshot_of(location: Location) -> Iterator[Snapshot]:
    """Open everything in this store as of now. Raises StoreProblem if there is none or it cannot be read."""
    with (
        ErrorTranslator(location).translated(),
        closing(open_recorder(location, create=False)) as recorder,
        recorder.snapshot() as snapshot,
    ):
        yield snapshot


def summary_of(snapshot: Snapshot, location: Location, progress: Progress) -> StoreDigest:
    """Return the digest of a store's snapshot."""
    counts, openings, digest = snapshot.counts(), dict(snapshot.games()), hashlib.sha256()
    damaged = {}
    with progress(len(openings), "taking the digest") as done:
        for game in sorted(openings):
            found = _attempted(location, snapshot, openings, game)
            if isinstance(found, Record):
                digest.update(game.encode() + b" " + write_file(found)[_CHECK] + b"\n")
            else:
                damaged[game] = found.damage
            done()
    return StoreDigest(games=counts["games"], events=counts["events"], digest=digest.hexdigest(), damaged=damaged)


def _attempted(
    location: Location, snapshot: Snapshot, openings: Mapping[str, GameOpening], game: str
) -> Record | DamagedGame:
    try:
        return record_of(snapshot, location, openings, game)
    except DamagedGame as damaged:
        return damaged


def record_of(snapshot: Snapshot, location: Location, openings: Mapping[str, GameOpening], game: str) -> Record:
    """Return the record of a game in this store. Raises DamagedGame if an event is missing or unreadable."""
    errors = ErrorTranslator(location)
    lineage: list[tuple[str, float]] = [(game, float("inf"))]
    while (opening := openings[lineage[0][0]]).prefix_of is not None:
        lineage.insert(0, (opening.prefix_of, min(lineage[0][1], opening.prefix_to or 0)))
        if opening.prefix_of not in openings or len(lineage) > len(openings):
            raise errors.damaged(game, f"it was forked from {opening.prefix_of}, which is not there")
    rows = [row.columns for holder, upto in lineage for row in snapshot.events(holder) if row.n <= upto]
    try:
        found = EnvelopeMapper().named(rows, {holder: dict(openings[holder].names) for holder, _ in lineage})
    except UnreadableRow as row:
        raise errors.damaged(game, f"event {row.n} cannot be read") from row
    if (missing := first_missing(found)) is not None or not isinstance(found[0].event, GameCreated):
        raise errors.damaged(game, f"event {missing or 1} is missing")
    return Record(game=game, envelopes=tuple(found))
