"""Simulated annealing over the tables of several rounds, with integers alone and a budget of steps."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Final

from domain.tournaments.counter_stream import CounterStream
from domain.tournaments.seating_cost import REPEAT, SMALL, SeatingCost

STEPS: Final = 150_000
"""How many swaps are tried for a plan."""
_RUNS: Final = 3
_STAGES: Final = 48
_CHANCE_FIRST: Final = 954
_CHANCE_LAST: Final = 200
"""Of 1024: the chance to accept a part of a repeat more, at the first stage of a run and at the last."""
_COST_UNIT: Final = REPEAT // 20
_CHANCES: Final = 1 << 16

Plan = list[list[list[int]]]
"""Tables by round; players are numbers from 0."""
Rounds = Sequence[tuple[tuple[int, ...], Sequence[int]]]
"""For each round the sizes of its tables and who sits at them."""


def plan_cost(cost: SeatingCost, plan: Plan) -> int:
    """Return what a plan costs on top of this history."""
    history, total = deepcopy(cost), 0
    for tables in plan:
        total += history.seating(tables)
        history.sat(tables)
    return total


class Annealing:
    """Swaps of two players of one round; the dearer and the later, the less likely one is accepted.

    `best` is the cheapest plan so far, and `least` is what it costs.
    """

    def __init__(self, cost: SeatingCost, rounds: Rounds, bound: int, stream: CounterStream) -> None:
        self._history, self._rounds, self._bound, self._stream = cost, rounds, bound, stream
        self.best: Plan = []
        self.least = 0

    def run(self) -> None:
        """Search until the lower bound is met or the steps are used up."""
        for _ in range(_RUNS):
            self._start()
            for stage in range(_STAGES):
                if self.least <= self._bound:
                    return
                of = (
                    _CHANCE_FIRST - (_CHANCE_FIRST - _CHANCE_LAST) * stage // (_STAGES - 2)
                    if stage < _STAGES - 1
                    else 0
                )
                self._anneal(_chances(of), STEPS // _RUNS // _STAGES)

    def _start(self) -> None:
        history = deepcopy(self._history)
        self._plan: Plan = []
        self._cost = 0
        for sizes, seated in self._rounds:
            order, at, tables = self._stream.shuffled(seated), 0, list[list[int]]()
            for size in sizes:
                tables.append(order[at : at + size])
                at += size
            self._cost += history.seating(tables)
            history.sat(tables)
            self._plan.append(tables)
        self._weight, self._small = history.weight, history.small
        if not self.best or self._cost < self.least:
            self._keep()

    def _keep(self) -> None:
        self.best = [[list(table) for table in tables] for tables in self._plan]
        self.least = self._cost

    def _anneal(self, chances: Sequence[int], steps: int) -> None:
        below, weight, small = self._stream.below, self._weight, self._small
        where = [{player: table for table in tables for player in table} for tables in self._plan]
        last, is_best = len(chances) - 1, False
        for _ in range(steps):
            number = below(len(where))
            seated, at = self._rounds[number][1], where[number]
            a, b = seated[below(len(seated))], seated[below(len(seated))]
            x, y = at[a], at[b]
            if x is y:
                continue
            of_a, of_b = weight[a], weight[b]
            more = REPEAT * (len(x) + len(y) - 2) - of_a[b] - of_b[a]  # the sums count these two as well
            more += sum([of_b[p] - of_a[p] for p in x]) + sum([of_a[p] - of_b[p] for p in y])
            leaves, enters = (a, b) if len(x) < len(y) else (b, a)
            if len(x) != len(y):
                more += SMALL * (small[enters] - small[leaves] + 1)
            if more > 0 and below(_CHANCES) >= chances[min(more // _COST_UNIT, last)]:
                continue
            if is_best and more >= 0:  # kept only when it is left, since a copy takes long
                self._keep()
                is_best = False
            for p in x:
                if p != a:
                    of_a[p] -= REPEAT
                    of_b[p] += REPEAT
                    weight[p][a] -= REPEAT
                    weight[p][b] += REPEAT
            for p in y:
                if p != b:
                    of_b[p] -= REPEAT
                    of_a[p] += REPEAT
                    weight[p][b] -= REPEAT
                    weight[p][a] += REPEAT
            if len(x) != len(y):
                small[leaves] -= 1
                small[enters] += 1
            x[x.index(a)], y[y.index(b)] = b, a
            at[a], at[b] = y, x
            self._cost += more
            if self._cost < self.least:
                self.least, is_best = self._cost, True
        if is_best:
            self._keep()


def _chances(of: int) -> list[int]:
    """Return how likely it is to accept what costs a number of parts of a repeat more, of all chances."""
    chances = [_CHANCES if of else 0]
    while chances[-1]:
        chances.append(chances[-1] * of // 1024)
    return chances
