"""Duplicate scoring: each player is compared with those who held the same seat of the same deal.

As in cross-IMPs and matchpoints at bridge, points are the mean of the comparisons with each of them, so a group of any
number of tables counts alike. A table whose deal no other table has played is compared within itself.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from domain.tournaments.events import COINS, MATCHPOINTS
from domain.tournaments.penalty_places import COIN_LOSS, GAME_LOSS
from domain.tournaments.state import DrawnRound, Penalty, TournamentTable
from domain.values import Value

Ranges = tuple[tuple[int, int], ...]
"""Numbers of tables, each as the first and the last of those that follow on one another."""


class SeatComparison(Value):
    """The coins of a player, compared with those of `others`: how many they are, their `mean`, how many had less.

    The others held the same seat at these `tables`; where there are none, they sat at the same table.
    """

    coins: int
    tables: Ranges
    others: int
    mean: Fraction
    ahead_of: int
    level_with: int

    @property
    def difference(self) -> Fraction:
        """The mean of the differences in coins."""
        return self.coins - self.mean

    @property
    def matchpoints(self) -> Fraction:
        """The share of the others who had less; those with as many coins count half."""
        return Fraction(2 * self.ahead_of + self.level_with, 2 * self.others)


COMPARED_POINTS: Final[dict[str, Callable[[SeatComparison], Fraction]]] = {
    COINS: lambda comparison: comparison.difference,
    MATCHPOINTS: lambda comparison: comparison.matchpoints,
}
"""The rules of comparing by their names."""
NEUTRAL: Final = {COINS: Fraction(0), MATCHPOINTS: Fraction(1, 2)}
"""What a player gets who is level with all others."""


class ComparedSeat(NamedTuple):
    """A seat, and the coins in ascending order that it is compared with, its own `coins` among them."""

    coins: int
    sorted_coins: Sequence[int]
    total: int
    tables: Ranges

    def compare(self, coins: int) -> SeatComparison:
        """Return the comparison of this many coins, which a penalty may have made less, with those of the others."""
        others = len(self.sorted_coins) - 1
        less, upto = bisect_left(self.sorted_coins, coins), bisect_right(self.sorted_coins, coins)
        return SeatComparison(
            coins=coins,
            tables=self.tables,
            others=others,
            mean=Fraction(self.total - self.coins, others),
            ahead_of=less - (self.coins < coins),
            level_with=upto - less - (self.coins == coins),
        )


def compared_seats(round_: DrawnRound) -> dict[int, tuple[ComparedSeat, ...]]:
    """Return the seats of each table with a result that counts, in turn order, by the numbers of the tables."""
    deals = dict[str, list[TournamentTable]]()
    found = dict[int, tuple[ComparedSeat, ...]]()
    for table in round_.tables:
        if table.result is not None and table.voided is None and table.is_settled:
            found[table.number] = _within(table.result.scores)
            if table.deal is not None and table.result.source != "paper":
                deals.setdefault(table.deal, []).append(table)
    for tables in deals.values():
        if len(tables) > 1:
            found |= _same_seats(tables)
    return found


def _within(scores: Sequence[int]) -> tuple[ComparedSeat, ...]:
    return tuple(ComparedSeat(coins, sorted(scores), sum(scores), ()) for coins in scores)


def _same_seats(tables: Sequence[TournamentTable]) -> Iterator[tuple[int, tuple[ComparedSeat, ...]]]:
    """Yield the seats of tables that played the same deal, each compared with that seat at all others."""
    results = [table.result.scores for table in tables if table.result is not None]
    by_seat = [(sorted(coins), sum(coins)) for coins in zip(*results, strict=True)]
    for table, scores in zip(tables, results, strict=True):
        others = _ranges(other.number for other in tables if other is not table)
        yield (
            table.number,
            tuple(
                ComparedSeat(coins, in_order, total, others)
                for coins, (in_order, total) in zip(scores, by_seat, strict=True)
            ),
        )


def _ranges(numbers: Iterable[int]) -> Ranges:
    found = list[tuple[int, int]]()
    for number in numbers:
        if found and found[-1][1] == number - 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return tuple(found)


def penalised_points(
    rule: str, table: TournamentTable, seats: Sequence[ComparedSeat], penalties: Sequence[Penalty]
) -> Iterator[tuple[Penalty, int, Fraction]]:
    """Yield each penalty that concerns a table, the seat of its player, and by how much it changes their points.

    A lost game counts as no coins. The others are compared with what was played, so no penalty changes their points.
    """
    coins = [seat.coins for seat in seats]
    for penalty in penalties:
        if penalty.kind not in (COIN_LOSS, GAME_LOSS) or penalty.player not in table.counts_for:
            continue
        at = table.counts_for.index(penalty.player)
        before = COMPARED_POINTS[rule](seats[at].compare(coins[at]))
        coins[at] = coins[at] - 1 if penalty.kind == COIN_LOSS else min(0, coins[at])
        yield penalty, at, COMPARED_POINTS[rule](seats[at].compare(coins[at])) - before
