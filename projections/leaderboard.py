"""The best results: who scored most in a game of an edition, among so many players."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from domain.editions import edition_named
from domain.refusals import UnknownVersion
from domain.values import Value
from domain.visibility import Option

BEST_MAX: Final = 100
"""How many results a board keeps."""


class Best(Value, omit_defaults=False):
    """A result on a board: a seat of a game, and its score."""

    game: str
    seat: int
    score: int


Rank = tuple[int, str]


class Outcome(NamedTuple):
    """What became of a game, as far as a board asks."""

    game: str
    edition: str
    version: str
    status: str
    options: Mapping[str, Option]
    practice: bool
    forked: bool
    scores: tuple[int, ...] | None


def results(outcome: Outcome) -> tuple[Best, ...]:
    """What a game brings to the board of its edition and number of players.

    Only games count that were played here to their end, whole, for real, and by the rules as they are printed: with the
    options that the version of the rules had which they were played under.
    """
    if outcome.status != "finished" or outcome.practice or outcome.forked:
        return ()
    try:
        data = edition_named(outcome.edition, outcome.version).data
    except UnknownVersion:  # what was usual under it, a newer Haricot knows
        return ()
    if dict(outcome.options) != {rule.name: rule.default for rule in data.all_options}:
        return ()
    return tuple(Best(game=outcome.game, seat=seat, score=score) for seat, score in enumerate(outcome.scores or ()))


def ranked(one: Best) -> Rank:
    """Where a result stands on a board, the best last; equal ones in the order that every store of a board can keep."""
    return one.score, f"{one.game} {one.seat}"
