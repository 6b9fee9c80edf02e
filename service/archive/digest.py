"""The digest of a store, equal wherever its games are: over the game files of all of them, as of one moment."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from typing import Final

from msgspec.structs import replace

from domain.events import GameCreated
from domain.values import Value
from replay.codec import Envelope
from replay.record import Record, write_file
from service.envelope_mapper import EnvelopeMapper
from service.places import Place
from service.recorder import Opening, Whole
from service.recorders import open_recorder
from service.store_problems import DamagedGame, StoreProblems

_CHECK: Final = slice(-15, -3)
"""Where the last check stands in a game file."""

Progress = Callable[[int, str], AbstractContextManager[Callable[[], None]]]
"""Given the number of steps and what is done, something to call after each step."""


class Summary(Value):
    """What is in a store or in its file: how many games and events, and the digest of the games.

    The digest is the SHA-256 of a line for each game, by its id: the id, a space, the last check of its game file.
    Games of which no file can be written are `damaged`, each with what is wrong, and have no line.
    """

    games: int
    events: int
    digest: str
    damaged: dict[str, str] = {}


def summary(place: Place, progress: Progress) -> Summary:
    """What is in the store at this place at this moment."""
    with whole_store(place) as whole:
        return summary_of(whole, place, progress)


@contextmanager
def records(place: Place) -> Iterator[tuple[int, Iterator[Record | DamagedGame]]]:
    """How many games the store at this place holds at this moment, and their records, parents before their forks.

    In place of a record that cannot be read stands what is wrong with it.
    """
    with whole_store(place) as whole:
        openings = dict(whole.games())
        yield len(openings), (_attempted(place, whole, openings, game) for game in openings)


@contextmanager
def whole_store(place: Place) -> Iterator[Whole]:
    """All that the store at this place holds at this moment; StoreProblem when there is none or it cannot be read."""
    with (
        StoreProblems(place).told(),
        closing(open_recorder(place, create=False)) as recorder,
        recorder.whole() as whole,
    ):
        yield whole


def summary_of(whole: Whole, place: Place, progress: Progress) -> Summary:
    """What is in a store that is at this place."""
    counts, openings, digest = whole.counts(), dict(whole.games()), hashlib.sha256()
    damaged = {}
    with progress(len(openings), "taking the digest") as done:
        for game in sorted(openings):
            found = _attempted(place, whole, openings, game)
            if isinstance(found, Record):
                digest.update(game.encode() + b" " + write_file(found)[_CHECK] + b"\n")
            else:
                damaged[game] = found.damage
            done()
    return Summary(games=counts["games"], events=counts["events"], digest=digest.hexdigest(), damaged=damaged)


def _attempted(place: Place, whole: Whole, openings: Mapping[str, Opening], game: str) -> Record | DamagedGame:
    try:
        return record_of(whole, place, openings, game)
    except DamagedGame as damaged:
        return damaged


def record_of(whole: Whole, place: Place, openings: Mapping[str, Opening], game: str) -> Record:
    """The record of a game in this store; DamagedGame when an event is missing or unreadable."""
    holders: list[tuple[str, float]] = [(game, float("inf"))]
    found: list[Envelope] = []
    mapper, problems = EnvelopeMapper(), StoreProblems(place)
    while (opening := openings[holders[-1][0]]).prefix_of is not None:
        holders.append((opening.prefix_of, min(holders[-1][1], opening.prefix_to or 0)))
        if opening.prefix_of not in openings or len(holders) > len(openings):
            raise problems.damaged(game, f"it was forked from {opening.prefix_of}, which is not there")
    for holder, upto in reversed(holders):
        names, name = dict(openings[holder].names), holder
        for kept in whole.events(holder):
            if kept.n <= upto:
                envelope = mapper.readable(kept.stored)
                if envelope is None:
                    raise problems.damaged(game, f"event {kept.n} cannot be read")
                name = names.get(kept.n, name)
                found.append(envelope if name == holder else replace(envelope, game=name))
    missing = next((n for n, envelope in enumerate(found, 1) if envelope.n != n), None)
    if missing is not None or not found or not isinstance(found[0].event, GameCreated):
        raise problems.damaged(game, f"event {missing or 1} is missing")
    return Record(game=game, envelopes=tuple(found))
