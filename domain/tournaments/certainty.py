"""How sure standings are: the reliability of the points, and an interval for each rank."""

import hashlib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Final

from domain.tournaments.counter_stream import CounterStream
from domain.tournaments.evolve import results_digest
from domain.tournaments.standings import PLAYED, StandingsLine
from domain.tournaments.state import Tournament
from domain.values import Value

SAMPLES: Final = 200
"""How often the tables of each player are drawn again."""
OUTSIDE: Final = 10
"""One in ten samples may lie outside of an interval, half of them at each end."""


class Certainty(Value):
    """How much of the differences in points would come again, from 0 to 1, and the ranks of each player that fit.

    `reliability` is None where too little was played to say.
    """

    reliability: Fraction | None
    ranks: Mapping[str, tuple[int, int]]


def certainty(tournament: Tournament, lines: Sequence[StandingsLine]) -> Certainty:
    """Return how sure these standings are.

    The reliability is (B - W) / B, at least 0: W is the mean variance between the tables of a player, B that between
    the players. Rounds that give no points do not count. For the intervals, the tables of each player are drawn again
    with replacement, and all are ranked.
    """
    decisive = {one.number for one in tournament.rounds if one.is_decisive}
    played = {
        line.player: [one.points for one in line.why if one.kind in PLAYED and one.round not in decisive]
        for line in lines
        if not line.excluded
    }
    several = {player: points for player, points in played.items() if len(points) > 1}
    return Certainty(reliability=_reliability(list(several.values())), ranks=_ranks(tournament, several))


def _reliability(tables: Sequence[Sequence[Fraction]]) -> Fraction | None:
    """Return the reliability of the mean of these tables, by an analysis of variance."""
    if len(tables) < 2:
        return None
    count = sum(map(len, tables))
    means = [sum(points, Fraction(0)) / len(points) for points in tables]
    mean = sum((sum(points, Fraction(0)) for points in tables), Fraction(0)) / count
    between = sum((len(points) * (own - mean) ** 2 for points, own in zip(tables, means, strict=True)), Fraction(0))
    within = sum(((one - own) ** 2 for points, own in zip(tables, means, strict=True) for one in points), Fraction(0))
    between, within = between / (len(tables) - 1), within / (count - len(tables))
    return max(Fraction(0), (between - within) / between) if between else Fraction(0)


def _ranks(tournament: Tournament, tables: Mapping[str, Sequence[Fraction]]) -> dict[str, tuple[int, int]]:
    seed = hashlib.sha256(f"haricot-certainty/1 {results_digest(tournament)}".encode()).digest()
    stream, whole = CounterStream(seed), lcm(*(one.denominator for points in tables.values() for one in points))
    # Means are compared as integers: players may have played different numbers of tables.
    each = lcm(*map(len, tables.values()))
    scaled = {
        player: [int(one * whole) * (each // len(points)) for one in points]
        for player, points in sorted(tables.items())
    }
    found: dict[str, list[int]] = {player: [] for player in scaled}
    for _ in range(SAMPLES):
        drawn = {player: sum(points[stream.below(len(points))] for _ in points) for player, points in scaled.items()}
        rank, last = 0, None
        for at, (player, points) in enumerate(sorted(drawn.items(), key=lambda one: -one[1]), 1):
            rank, last = (rank, last) if points == last else (at, points)
            found[player].append(rank)
    outside = SAMPLES // OUTSIDE // 2
    return {player: (sorted(ranks)[outside], sorted(ranks)[-1 - outside]) for player, ranks in found.items()}
