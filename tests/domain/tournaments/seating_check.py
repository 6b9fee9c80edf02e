"""The long check of seating: heats for many numbers of players, rounds and sizes, and Swiss tournaments."""

from itertools import combinations
from random import Random
from typing import NamedTuple

from domain.tournaments.counter_stream import CounterStream
from domain.tournaments.heats import by_formula, planned
from domain.tournaments.seating_cost import REPEAT, SMALL, SeatingCost, least_repeats
from domain.tournaments.swiss import swiss_round
from domain.tournaments.table_points import DEFAULT, table_points
from domain.tournaments.table_sizes import Sizes, table_sizes
from domain.tournaments.turn_counts import TurnCounts
from domain.tournaments.turn_order import turn_orders

CASES = [(players, rounds, size) for players in range(6, 61) for rounds in range(3, 9) for size in range(2, 8)]
"""Players, rounds and preferred size of heats."""
GAPS_ARE_KNOWN_OF = 240
"""GAPS has all of the first cases of `spread_out`, up to this number, that do not meet the bound."""
GAPS = {
    (30, 7, 7): 14,
    (14, 8, 5): 4,
    (19, 7, 4): 6,
    (39, 7, 7): 63,
    (16, 8, 6): 6,
    (22, 7, 5): 7,
    (42, 7, 7): 31,
    (17, 7, 6): 7,
    (21, 8, 6): 11,
    (33, 7, 6): 63,
    (42, 6, 7): 10,
    (34, 7, 6): 71,
    (13, 5, 4): 3,
    (39, 8, 6): 81,
    (33, 8, 6): 37,
    (29, 8, 4): 3,
    (15, 5, 4): 3,
    (28, 8, 6): 8,
    (26, 5, 5): 3,
    (57, 8, 6): 37,
    (7, 4, 2): 1,
    (47, 8, 5): 9,
    (13, 8, 6): 3,
    (31, 8, 6): 32,
    (29, 5, 5): 5,
    (35, 8, 7): 9,
    (35, 8, 6): 47,
    (48, 7, 5): 1,
    (59, 8, 6): 42,
    (57, 6, 6): 2,
    (11, 7, 4): 3,
    (23, 8, 7): 13,
    (18, 8, 6): 8,
    (11, 5, 3): 1,
    (14, 5, 4): 3,
    (10, 6, 3): 1,
}
"""The repeats of a case's plan above the bound: 7 of the first 30 cases have some, 36 of the first 240."""


class Seated(NamedTuple):
    """The result of one schedule: repeats above the bound, spreads of turn order, furthest mean place in 1/60."""

    repeats: int
    small: int
    first: int
    last: int
    off: int


def heats(players: int, rounds: int, size: int) -> Seated:
    """Plan heats, check that they are heats, and measure them."""
    sizes = table_sizes(players, Sizes(2, size, 7))
    cost, stream = SeatingCost(players), CounterStream(f"{players}|{rounds}|{size}".encode())
    seated = list(range(sum(sizes)))
    plan, price, bound = planned(cost, [(sizes, seated)] * rounds, stream, by_formula)
    counts = TurnCounts(players)
    met: dict[tuple[int, int], int] = {}
    repeats = 0
    for before, round_ in zip(plan, turn_orders(plan, counts, stream), strict=True):
        assert [len(table) for table in round_] == list(sizes)
        assert [sorted(table) for table in round_] == [sorted(table) for table in before]
        assert sorted(player for table in round_ for player in table) == seated
        for table in round_:
            for pair in combinations(sorted(table), 2):
                repeats += met.get(pair, 0)
                met[pair] = met.get(pair, 0) + 1
    least = least_repeats(cost, [(sizes, seated)] * rounds)
    assert price >= bound
    assert repeats >= least
    playing = slice(len(seated))
    return Seated(
        repeats=repeats - least,
        small=(price - bound - REPEAT * (repeats - least)) // SMALL,
        first=max(counts.first[playing]) - min(counts.first[playing]),
        last=max(counts.last[playing]) - min(counts.last[playing]),
        off=max(map(abs, counts.off[playing])) // rounds,
    )


def swiss(players: int, rounds: int, size: int, *, seed: int = 1) -> tuple[Seated, str]:
    """Play a Swiss tournament with made up results; the text has every table."""
    sizes, luck = table_sizes(players, Sizes(2, size, 7)), Random(seed)
    skill = [luck.gauss(0, 1) for _ in range(players)]
    counts, points = TurnCounts(players), [0] * players
    earlier: list[list[int | None]] = []
    small, repeats, tables_text = [0] * players, 0, list[str]()
    for number in range(rounds):
        stream = CounterStream(f"{players}|{number}|{size}|{seed}".encode())
        cost = SeatingCost(players, earlier, None, (), small, [60 * score for score in points])
        ranked = sorted(stream.shuffled(range(sum(sizes))), key=lambda player: -points[player])
        tables = swiss_round(cost, sizes, ranked, stream)
        assert cost.seating(tables) >= cost.bound(sizes, ranked)
        repeats += sum(cost.weight[a][b] // REPEAT for table in tables for a, b in combinations(table, 2))
        repeats -= least_repeats(cost, [(sizes, ranked)])
        ordered = turn_orders([tables], counts, stream)[0]
        tables_text.append(repr(ordered))
        earlier += [list(table) for table in ordered]
        for table in ordered:
            if len(table) < sizes[0]:
                for player in table:
                    small[player] += 1
            best_first = sorted(table, key=lambda player: -skill[player] - luck.gauss(0, 1))
            for player, worth in zip(best_first, table_points(DEFAULT, tuple(range(1, len(table) + 1))), strict=True):
                points[player] += int(worth)
    seated = Seated(
        repeats=repeats,
        small=max(small) - min(small),
        first=max(counts.first) - min(counts.first),
        last=max(counts.last) - min(counts.last),
        off=max(map(abs, counts.off)) // rounds,
    )
    return seated, "\n".join(tables_text)


def spread_out(count: int) -> list[tuple[int, int, int]]:
    """Return this many of the cases, at random but always the same."""
    return CounterStream(b"cases").shuffled(CASES)[:count]
