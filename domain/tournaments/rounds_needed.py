"""How many rounds tell players apart, and how reliable standings will be after a number of rounds.

The reliability of the points of one round is measured: luck.toml has it for each edition and size of tables. That of
the sum of n rounds follows by the formula of Spearman and Brown: n r / (1 + (n - 1) r).
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import Final

import msgspec

from domain.edition_data.family import read_toml
from domain.values import Value

SPREADS: Final = (1, 2)
"""The standard deviations of skill that are told apart, in coins a game."""
TARGETS: Final = (Fraction(1, 2), Fraction(7, 10))
"""The reliabilities for which rounds are told: half of the differences in points come again, or seven in ten."""


class TableLuck(Value):
    """The luck at one table, measured in this number of `games` of equal bots.

    `coins` is the standard deviation of a player's coins. `round` is the reliability of the points of one round, for
    each spread of skill.
    """

    games: int
    coins: str
    round: tuple[str, ...]


class Outlook(Value):
    """What a spread of skill leads to: the reliability after all rounds, and the rounds for each target reliability."""

    spread: int
    reliability: Fraction
    rounds: Mapping[Fraction, int]


LUCK: Final[dict[str, dict[str, TableLuck]]] = msgspec.convert(
    read_toml("domain.tournaments", "luck.toml")["luck"], dict[str, dict[str, TableLuck]]
)
"""The luck by edition and size of tables."""


def rounds_needed(edition: str, size: int, target: Fraction, spread: int = 1) -> int | None:
    """Return after how many rounds standings reach a target reliability, more than 0 and less than 1.

    None for an edition or a size of which nothing was measured. ValueError for another reliability or spread.
    """
    if not 0 < target < 1:
        raise ValueError(f"a reliability is more than 0 and less than 1, not {target}")
    one = _round_reliability(edition, size, spread)
    return None if one is None else max(1, ceil(target * (1 - one) / ((1 - target) * one)))


def reliability_after(edition: str, size: int, rounds: int, spread: int = 1) -> Fraction | None:
    """Return how reliable standings are after this number of rounds; None where nothing was measured."""
    one = _round_reliability(edition, size, spread)
    return None if one is None else rounds * one / (1 + (rounds - 1) * one)


def outlook(edition: str, size: int, rounds: int, targets: Sequence[Fraction] = TARGETS) -> tuple[Outlook, ...]:
    """Return what is to be expected of a tournament, for each spread of skill; nothing where nothing was measured."""
    found = []
    for spread in SPREADS:
        reached = reliability_after(edition, size, rounds, spread)
        needed = {target: rounds_needed(edition, size, target, spread) for target in targets}
        if reached is not None:
            known = {target: count for target, count in needed.items() if count is not None}
            found.append(Outlook(spread=spread, reliability=reached, rounds=known))
    return tuple(found)


def _round_reliability(edition: str, size: int, spread: int) -> Fraction | None:
    if spread not in SPREADS:
        raise ValueError(f"a spread is {SPREADS[0]} or {SPREADS[-1]} coins, not {spread}")
    found = LUCK.get(edition, {}).get(str(size))
    return None if found is None else Fraction(found.round[SPREADS.index(spread)])
