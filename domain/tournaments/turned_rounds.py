"""Round robins from one round that is turned: a search for a round after whose turns all have met equally often."""

from collections.abc import Iterator
from itertools import combinations
from math import gcd
from typing import Final

from domain.tournaments.annealing import Plan
from domain.tournaments.counter_stream import CounterStream

RUNS: Final = 20
"""How many first rounds are tried."""
STEPS: Final = 2_500
"""How many swaps of two players are tried for each."""


def turned_rounds(players: int, size: int, stream: CounterStream) -> Plan | None:
    """Return a plan of R = (N - 1) / gcd(N - 1, k - 1) rounds in which all pairs meet equally often, or None.

    Player N - 1 keeps the place, and the others form rings of R. Turning each ring by one place leads from a round to
    the next one. All have met equally often when each difference of two places comes equally often at the tables of the
    first round: within a ring, between two rings, and with the player who keeps the place.
    """
    rings = gcd(players - 1, size - 1)
    turns, kept = (players - 1) // rings, players - 1
    differences = _differences(players, turns)
    kinds = 1 + max(kind for row in differences for kinds in row for kind in kinds)
    for _ in range(RUNS):
        order = stream.shuffled(range(players))
        tables = [order[at : at + size] for at in range(0, players, size)]
        if _even_out(tables, differences, kinds, (size - 1) // rings, stream):
            return [
                [[at if at == kept else at - at % turns + (at + turn) % turns for at in table] for table in tables]
                for turn in range(turns)
            ]
    return None


def _differences(players: int, turns: int) -> list[list[tuple[int, ...]]]:
    """Return the numbers of the differences of each pair: two within a ring, forth and back, and one else."""
    numbers: dict[tuple[int, ...], int] = {}

    def number(*difference: int) -> int:
        return numbers.setdefault(difference, len(numbers))

    found: list[list[tuple[int, ...]]] = [[()] * players for _ in range(players)]
    for a, b in combinations(range(players), 2):
        one, two, step = a // turns, b // turns, (b - a) % turns
        if b == players - 1:
            kinds: tuple[int, ...] = (number(one),)
        elif one == two:
            kinds = (number(one, two, step), number(one, two, -step % turns))
        else:
            kinds = (number(one, two, step),)
        found[a][b] = found[b][a] = kinds
    return found


def _even_out(
    tables: list[list[int]],
    differences: list[list[tuple[int, ...]]],
    kinds: int,
    wanted: int,
    stream: CounterStream,
) -> bool:
    """Swap players of two tables until each difference comes as often as wanted; return whether that was reached."""

    def at_tables(*some: list[int]) -> Iterator[int]:
        for table in some:
            for a, b in combinations(table, 2):
                yield from differences[a][b]

    counts = [0] * kinds
    for kind in at_tables(*tables):
        counts[kind] += 1
    off = sum((count - wanted) ** 2 for count in counts)
    for _ in range(STEPS):
        if off == 0:
            return True
        x, y = tables[stream.below(len(tables))], tables[stream.below(len(tables))]
        i, j = stream.below(len(x)), stream.below(len(y))
        if x is y:
            continue
        before, was = [*at_tables(x, y)], off
        x[i], y[j] = y[j], x[i]
        after = [*at_tables(x, y)]
        for kind in before:
            off += 1 - 2 * (counts[kind] - wanted)
            counts[kind] -= 1
        for kind in after:
            off += 1 + 2 * (counts[kind] - wanted)
            counts[kind] += 1
        if off > was:
            x[i], y[j] = y[j], x[i]
            for kind in before:
                counts[kind] += 1
            for kind in after:
                counts[kind] -= 1
            off = was
    return off == 0
