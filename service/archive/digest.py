"""The digest of a store, equal wherever its games are: over the game files of all of them, as of one moment."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from typing import Final

from msgspec.structs import replace

from domain.values import Value
from replay.codec import Envelope
from replay.record import Record, write_file
from service.envelope_mapper import EnvelopeMapper
from service.places import Place
from service.recorder import Opening, Whole
from service.recorders import open_recorder
from service.store_problems import StoreProblems

_CHECK: Final = slice(-15, -3)
"""Where the last check stands in a game file."""

Progress = Callable[[int, str], AbstractContextManager[Callable[[], None]]]
"""Given the number of steps and what is done, something to call after each step."""


class Summary(Value):
    """What is in a store or in its file: how many games and events, and the digest of the games.

    The digest is the SHA-256 of a line for each game, by its id: the id, a space, the last check of its game file.
    """

    games: int
    events: int
    digest: str


def summary(place: Place, progress: Progress) -> Summary:
    """What is in the store at this place at this moment."""
    with whole_store(place) as whole:
        return summary_of(whole, place, progress)


@contextmanager
def records(place: Place) -> Iterator[tuple[int, Iterator[Record]]]:
    """How many games the store at this place holds at this moment, and their records, parents before their forks."""
    with whole_store(place) as whole:
        openings = _openings(place, whole)
        yield len(openings), (_record(place, whole, openings, game) for game in openings)


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
    """What is in a store that is at this place; StoreProblem `unavailable` when an event is missing or unreadable."""
    counts, openings, digest = whole.counts(), _openings(place, whole), hashlib.sha256()
    with progress(len(openings), "taking the digest") as done:
        for game in sorted(openings):
            check = write_file(_record(place, whole, openings, game))[_CHECK]
            digest.update(game.encode() + b" " + check + b"\n")
            done()
    return Summary(games=counts["games"], events=counts["events"], digest=digest.hexdigest())


def _openings(place: Place, whole: Whole) -> dict[str, Opening]:
    """What was written beside the first own event of each game."""
    openings: dict[str, Opening] = {}
    for game, opening in whole.games():
        if opening.prefix_of is not None and opening.prefix_of not in openings:
            raise StoreProblems(place).damaged(f"{game} was forked from {opening.prefix_of}, which came later or never")
        openings[game] = opening
    return openings


def _record(place: Place, whole: Whole, openings: Mapping[str, Opening], game: str) -> Record:
    holders: list[tuple[str, float]] = [(game, float("inf"))]
    while (opening := openings[holders[-1][0]]).prefix_of is not None:
        holders.append((opening.prefix_of, min(holders[-1][1], opening.prefix_to or 0)))
    found: list[Envelope] = []
    mapper = EnvelopeMapper()
    for holder, upto in reversed(holders):
        names, name = dict(openings[holder].names), holder
        for kept in whole.events(holder):
            if kept.n <= upto:
                envelope = mapper.to_domain_event(kept.stored).envelope
                name = names.get(kept.n, name)
                found.append(envelope if name == holder else replace(envelope, game=name))
    if not found or any(envelope.n != n for n, envelope in enumerate(found, 1)):
        raise StoreProblems(place).damaged(f"an event of {game} is missing")
    return Record(game=game, envelopes=tuple(found))
