"""Swiss rounds: players of like score at one table, found by swaps between tables that are near."""

from collections.abc import Sequence
from typing import Final

from domain.tournaments.counter_stream import CounterStream
from domain.tournaments.seating_cost import GAP, SMALL, SeatingCost

STEPS_EACH: Final = 80
"""How many swaps are tried for each player, between tables that are near."""
NEAR: Final = 3
"""How many tables apart such swaps are at most."""
PASSES: Final = 12
"""How often all swaps of the players with a dear table are compared."""
COMPARED: Final = 400_000
"""How many swaps are compared so at most."""


def swiss_round(
    cost: SeatingCost, sizes: Sequence[int], ranked: Sequence[int], stream: CounterStream
) -> list[list[int]]:
    """Return the tables of a round, the best players first; `ranked` are those who play, by score."""
    tables = _in_order(cost, sizes, ranked)
    search = Swaps(cost, tables, ranked)
    search.near(stream)
    search.all_of_the_dear()
    return tables


def _in_order(cost: SeatingCost, sizes: Sequence[int], ranked: Sequence[int]) -> list[list[int]]:
    """Fill tables in order; small ones go where those sit who sat at small ones least, and rather to the end."""
    large, smalls = sizes[0], sum(size < sizes[0] for size in sizes)
    upto = [0]
    for player in ranked:
        upto.append(upto[-1] + cost.small[player])
    best: list[dict[int, tuple[int, bool]]] = [{0: (0, False)}]
    for at in range(len(sizes)):
        row: dict[int, tuple[int, bool]] = {}
        for used, (so_far, _) in best[at].items():
            if len(sizes) - at > smalls - used:
                _keep_least(row, used, so_far, is_small=False)
            if used < smalls:
                begins = at * large - used
                _keep_least(row, used + 1, so_far + upto[begins + large - 1] - upto[begins], is_small=True)
        best.append(row)
    are_small, used = list[bool](), smalls
    for at in range(len(sizes), 0, -1):
        is_small = best[at][used][1]
        are_small.append(is_small)
        used -= is_small
    tables, begins = list[list[int]](), 0
    for is_small in reversed(are_small):
        tables.append(list(ranked[begins : begins + large - is_small]))
        begins += large - is_small
    return tables


def _keep_least(row: dict[int, tuple[int, bool]], used: int, cost: int, *, is_small: bool) -> None:
    if used not in row or cost < row[used][0] or (cost == row[used][0] and is_small):
        row[used] = cost, is_small


class Swaps:
    """Swaps of two players at different tables, made where that is cheaper."""

    def __init__(self, cost: SeatingCost, tables: list[list[int]], ranked: Sequence[int]) -> None:
        self._tables, self._ranked = tables, ranked
        self._weight = cost.weight
        scores = cost.scores or [0] * cost.players
        self._pair = [
            [weight + GAP * abs(scores[a] - score) for weight, score in zip(row, scores, strict=True)]
            for a, row in enumerate(cost.weight)
        ]
        self._small = [SMALL * count for count in cost.small]

    def near(self, stream: CounterStream) -> None:
        """Try random swaps between tables that are near."""
        tables, many, shifts = self._tables, len(self._tables), min(NEAR, len(self._tables) - 1)
        for _ in range(STEPS_EACH * len(self._ranked) if shifts else 0):
            at = stream.below(many)
            shift = stream.below(2 * shifts) - shifts
            other = at + shift + (shift >= 0)
            if not 0 <= other < many:
                continue
            x, y = tables[at], tables[other]
            i, j = stream.below(len(x)), stream.below(len(y))
            if self.more(x, i, y, j) < 0:
                x[i], y[j] = y[j], x[i]

    def all_of_the_dear(self) -> None:
        """Compare all swaps of players at a table with a pair that should not meet, and make the best of each."""
        tables, compared = self._tables, 0
        everyone = len(self._ranked) ** 2 * PASSES <= COMPARED
        for _ in range(PASSES):
            changed = False
            for x in tables:
                for i in range(len(x)):
                    row = self._weight[x[i]]
                    if not everyone and not any(row[player] for player in x):
                        continue
                    compared += len(self._ranked)
                    if compared > COMPARED:
                        return
                    least, best = 0, None
                    for y in tables:
                        if y is not x:
                            for j in range(len(y)):
                                if (more := self.more(x, i, y, j)) < least:
                                    least, best = more, (y, j)
                    if best is not None:
                        y, j = best
                        x[i], y[j] = y[j], x[i]
                        changed = True
            if not changed:
                return

    def more(self, x: list[int], i: int, y: list[int], j: int) -> int:
        """Return how much dearer it is when player i of table x and player j of table y change places."""
        a, b = x[i], y[j]
        of_a, of_b = self._pair[a], self._pair[b]
        more = sum([of_b[p] - of_a[p] for p in x]) + sum([of_a[p] - of_b[p] for p in y]) - 2 * of_a[b]
        if len(x) != len(y):
            more += self._small[b] - self._small[a] if len(x) < len(y) else self._small[a] - self._small[b]
        return more
