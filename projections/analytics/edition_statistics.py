"""Statistics of an edition: what its finished games say about turn order, varieties, and who trades with whom.

Which games count is in docs/analytics.md. Each rate stands beside its count, each mean beside its interval.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import sqrt
from typing import Final, NamedTuple

from domain.cards import Card
from domain.member_types import Count, EditionId
from domain.values import Value
from projections.analytics.statistics_sums import WIN_PARTS, CountedGame, Measure, SumKey, sums_of_edition

VERSION: Final = 1
"""The version of these definitions."""
STANDARD_ERRORS: Final = 1.96
"""A normal interval of 95 % is this many standard errors to each side of the mean."""
PLACES: Final = 4
"""To how many places means are rounded."""


class TurnOrderLine(Value, omit_defaults=False):
    """Seats by turn order, from 1: games, wins (a shared win counts its share), mean coins, each with a 95 % interval.

    The interval of the coins is null for a single game.
    """

    turn_order: Count
    games: Count
    wins: str
    wins_interval: tuple[float, float]
    coins_mean: float
    coins_interval: tuple[float, float] | None


class VarietyLine(Value, omit_defaults=False):
    """A variety: cards planted, all cards of the fields that were sold as it, and the coins kept for them."""

    variety: Card
    planted: Count
    sold: Count
    coins: Count


class PairLine(Value, omit_defaults=False):
    """Two players: their trades, the gifts of either to the other, and what the first gave and got.

    Values are in hundredths of a coin, by the best rate of each beanometer. Seats of one player are a pair of it with
    itself, which gave what it got.
    """

    players: tuple[str, str]
    trades: Count
    gifts: Count
    given: Count
    got: Count


class LengthLine(Value, omit_defaults=False):
    """How many games had this number of turns."""

    turns: Count
    games: Count


class EditionStatistics(Value, omit_defaults=False):
    """The statistics of one edition, for one number of players or for all, by this version of the definitions."""

    edition: EditionId
    definitions: Count
    games: Count
    turns_mean: float | None
    turns_interval: tuple[float, float] | None
    by_turn_order: tuple[TurnOrderLine, ...]
    by_variety: tuple[VarietyLine, ...]
    by_pair: tuple[PairLine, ...]
    by_length: tuple[LengthLine, ...]


SelectionSums = Mapping[SumKey, Mapping[str, int]]
"""Sums of one selection of games."""


def edition_statistics(edition: str, games: Iterable[CountedGame], pairs: int | None = None) -> EditionStatistics:
    """Return the statistics of these games, all of this edition, with `pairs` pairs at most: those that exchanged most.

    Without `pairs` it has all.
    """
    sums = sums_of_edition(games)
    by_exchanges = sorted(
        (-counts["trades"] - counts["gifts"], key) for key, counts in sums.items() if key.measure == Measure.PAIR
    )
    for _, key in by_exchanges[slice(pairs, None) if pairs is not None else slice(0)]:
        del sums[key]
    return statistics_of(edition, sums)


def statistics_of(edition: str, sums: SelectionSums) -> EditionStatistics:
    """Return the statistics that these sums of one selection of games make; those of single players are left out."""
    lengths = {int(key.item): counts["games"] for key, counts in _sums_of_measure(sums, Measure.LENGTH)}
    turns = Mean(
        sum(lengths.values()),
        sum(turns * games for turns, games in lengths.items()),
        sum(turns**2 * games for turns, games in lengths.items()),
    )
    return EditionStatistics(
        edition=edition,
        definitions=VERSION,
        games=turns.size,
        turns_mean=turns.mean,
        turns_interval=turns.interval,
        by_turn_order=tuple(
            _turn_order_line(order, SeatResults.of([counts]))
            for order, counts in sorted(
                (int(key.item), counts) for key, counts in _sums_of_measure(sums, Measure.TURN_ORDER)
            )
        ),
        by_variety=variety_lines((key.item, counts) for key, counts in _sums_of_measure(sums, Measure.VARIETY)),
        by_pair=tuple(
            PairLine(
                players=(key.player, key.item),
                trades=counts["trades"],
                gifts=counts["gifts"],
                given=counts["given"],
                got=counts["got"],
            )
            for key, counts in sorted(sums.items(), key=lambda item: item[0])
            if key.measure == Measure.PAIR
        ),
        by_length=tuple(LengthLine(turns=turns, games=games) for turns, games in sorted(lengths.items())),
    )


def _sums_of_measure(sums: SelectionSums, measure: Measure) -> Iterator[tuple[SumKey, Mapping[str, int]]]:
    return ((key, counts) for key, counts in sums.items() if key.measure == measure and not key.player)


class Mean(NamedTuple):
    """The mean of whole numbers: how many, their sum, the sum of their squares."""

    size: int
    total: int
    squares: int

    @property
    def mean(self) -> float | None:
        """The mean; None without numbers."""
        return round(self.total / self.size, PLACES) if self.size else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Its 95 % interval; None for less than two numbers."""
        if self.size < 2:  # a variance needs two
            return None
        # Integers up to the last step, so the order of the games changes no digit.
        variance = Fraction(self.size * self.squares - self.total**2, self.size * (self.size - 1))
        reach = STANDARD_ERRORS * sqrt(variance / self.size)
        middle = self.total / self.size
        return round(middle - reach, PLACES), round(middle + reach, PLACES)


class SeatResults(NamedTuple):
    """Results of seats: their coins, and their wins."""

    coins: Mean
    wins: Fraction

    @classmethod
    def of(cls, lines: Iterable[Mapping[str, int]]) -> "SeatResults":
        """Return the results that sums by turn order have together."""
        kept = [(one["games"], one["coins"], one["coins_squared"], one["wins"]) for one in lines]
        games, coins, squares, wins = (sum(column) for column in zip(*kept, strict=True))
        return cls(Mean(games, coins, squares), Fraction(wins, WIN_PARTS))


def share_interval(wins: Fraction, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share of wins: Wilson's score interval, which holds for few games as well."""
    share, square = float(wins) / games, STANDARD_ERRORS**2
    middle = share + square / (2 * games)
    reach = STANDARD_ERRORS * sqrt(max(share * (1 - share), 0) / games + square / (4 * games**2))
    low, high = ((middle + way) / (1 + square / games) for way in (-reach, reach))
    return round(max(low, 0), PLACES), round(min(high, 1), PLACES)


def _turn_order_line(turn_order: int, results: SeatResults) -> TurnOrderLine:
    games = results.coins.size
    return TurnOrderLine(
        turn_order=turn_order,
        games=games,
        wins=str(results.wins),
        wins_interval=share_interval(results.wins, games),
        coins_mean=results.coins.mean or 0.0,
        coins_interval=results.coins.interval,
    )


def variety_lines(lines: Iterable[tuple[str, Mapping[str, int]]]) -> tuple[VarietyLine, ...]:
    """Return a line for each variety, by name, from its sums."""
    return tuple(
        VarietyLine(variety=variety, planted=counts["planted"], sold=counts["sold"], coins=counts["coins"])
        for variety, counts in sorted(lines, key=lambda line: line[0])
    )
