"""Table points: what a place at a table is worth, in exact fractions."""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Final

RANK_SHARE: Final = "rank_share"
"""In place of points: the share of the others at the table who are behind."""
DEFAULT: Final = ("5", "3", "2", "1", "0")
"""The points of the places from the first on, cut to the size of the table; further places are worth nothing."""


@cache
def table_points(rule: tuple[str, ...], places: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Return the points for these places at one table; players who share a place share the points of all they fill."""
    size = len(places)
    if rule == (RANK_SHARE,):
        worth = [Fraction(size - at, size - 1) if size > 1 else Fraction(1) for at in range(1, size + 1)]
    else:
        given = [Fraction(points) for points in rule]
        worth = [given[at] if at < len(given) else Fraction(0) for at in range(size)]
    shared = []
    for place in places:
        equal = places.count(place)
        shared.append(sum(worth[place - 1 : place - 1 + equal], Fraction(0)) / equal)
    return tuple(shared)


def mean_points(rule: tuple[str, ...], size: int) -> Fraction:
    """Return the mean of the points at a table of this size."""
    return sum(table_points(rule, tuple(range(1, size + 1))), Fraction(0)) / size


def places_by_scores(scores: Sequence[int], best: Sequence[int] = ()) -> tuple[int, ...]:
    """Return the places for these scores: equal ones share the first of their places.

    `best` are the seats that win; where they are equal to others, a tie-break of the game has put them first.
    """
    keys = [(-score, bool(best) and seat not in best) for seat, score in enumerate(scores)]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def are_places(places: Sequence[int]) -> bool:
    """Return whether these are places: each is one more than the number of players before it."""
    return all(place == 1 + sum(other < place for other in places) for place in places)


def exact_sum(parts: Iterable[Fraction]) -> Fraction:
    """Return the sum of fractions."""
    return ratio_sum((part.numerator, part.denominator) for part in parts)


def ratio_sum(parts: Iterable[tuple[int, int]]) -> Fraction:
    """Return the sum of ratios of integers; only the sum is reduced, which is several times as fast."""
    totals: dict[int, int] = {}
    for above, below in parts:
        totals[below] = totals.get(below, 0) + above
    whole = lcm(*totals)
    return Fraction(sum(above * (whole // below) for below, above in totals.items()), whole)


_POINTS: Final = re.compile(r"[0-9]{1,6}(?:/[1-9][0-9]{0,5})?")


def fraction_in(text: str) -> Fraction | None:
    """Return the points in a text such as `5` or `7/2`, None where there are none."""
    return Fraction(text) if _POINTS.fullmatch(text) else None
