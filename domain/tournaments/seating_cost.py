"""What a seating costs, and the least that any seating of these players must cost."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

FORBIDDEN: Final = 10_000_000
"""For each forbidden pair at one table."""
REPEAT: Final = 10_000
"""For each pair at one table, as often as the two have met before."""
CLUB: Final = 1_000
"""For each pair of one club at one table."""
SMALL: Final = 3_000
"""For each player at a small table, as often as they sat at one before."""
GAP: Final = 1
"""For each pair at one table, for each sixtieth of a point between them (Swiss only)."""

Seating = Sequence[Sequence[int]]
"""Tables of one round; players are numbers from 0."""


class SeatingCost:
    """The cost of seating players of this history together.

    `weight[a][b]` is what a and b cost at one table, gap of score apart; `small[a]` how often a sat at a small table.
    Players who are absent belong to `earlier` tables too, as None.
    """

    def __init__(
        self,
        players: int,
        earlier: Iterable[Sequence[int | None]] = (),
        clubs: Sequence[str | None] | None = None,
        forbidden: Iterable[tuple[int, int]] = (),
        small: Sequence[int] | None = None,
        scores: Sequence[int] | None = None,
    ) -> None:
        self.players = players
        self.earlier = [[player for player in table if player is not None] for table in earlier]
        self.clubs = clubs or [None] * players
        self.small = [0] * players if small is None else list(small)
        self.scores = scores
        self.weight = [[0] * players for _ in range(players)]
        members: dict[str, list[int]] = {}
        for player, club in enumerate(self.clubs):
            if club is not None:
                members.setdefault(club, []).append(player)
        for together in members.values():
            self._add(together, CLUB)
        for pair in forbidden:
            self._add(pair, FORBIDDEN)
        for table in self.earlier:
            self._add(table, REPEAT)

    def _add(self, table: Collection[int], cost: int) -> None:
        for a in table:
            row = self.weight[a]
            for b in table:
                if a != b:
                    row[b] += cost

    def table(self, table: Sequence[int], *, is_small: bool) -> int:
        """Return the cost of one table."""
        cost, weight, scores = 0, self.weight, self.scores
        for at, a in enumerate(table):
            row = weight[a]
            for b in table[:at]:
                cost += row[b]
        if scores is not None:
            ordered = sorted(scores[player] for player in table)
            last = len(ordered) - 1
            cost += GAP * sum((2 * at - last) * score for at, score in enumerate(ordered))
        if is_small:
            cost += SMALL * sum(self.small[player] for player in table)
        return cost

    def seating(self, tables: Seating) -> int:
        """Return the cost of a round."""
        largest = max(map(len, tables), default=0)
        return sum(self.table(table, is_small=len(table) < largest) for table in tables)

    def sat(self, tables: Seating) -> None:
        """Take a round into the history."""
        largest = max(map(len, tables), default=0)
        for table in tables:
            self.earlier.append(list(table))
            self._add(table, REPEAT)
            if len(table) < largest:
                for player in table:
                    self.small[player] += 1

    def bound(self, sizes: Sequence[int], seated: Sequence[int]) -> int:
        """Return what any seating of these players at tables of these sizes costs at least.

        Four parts are each at their own least: pairs that meet again, pairs of a club, small tables, gaps of score.
        """
        present, tables = set(seated), len(sizes)
        again = sum(least_meetings(sum(player in present for player in table), tables) for table in self.earlier)
        clubs = sum(least_meetings(count, tables) for count in self.club_counts(seated))
        smalls = sum(size for size in sizes if size < sizes[0])
        small = sum(sorted(self.small[player] for player in seated)[:smalls])
        gaps = 0 if self.scores is None else least_gaps([self.scores[player] for player in seated], sizes)
        return REPEAT * max(again, self._new_pairs(sizes, seated)) + CLUB * clubs + SMALL * small + GAP * gaps

    def club_counts(self, seated: Sequence[int]) -> Iterable[int]:
        """Return how many of these players each club has."""
        counts: dict[str, int] = {}
        for player in seated:
            if (club := self.clubs[player]) is not None:
                counts[club] = counts.get(club, 0) + 1
        return counts.values()

    def _new_pairs(self, sizes: Sequence[int], seated: Sequence[int]) -> int:
        """Return how many pairs must meet again since there are not enough others who have not met."""
        weight, size = self.weight, sizes[-1] - 1
        short = 0
        for player in seated:
            row = weight[player]
            fresh = sum(row[other] % FORBIDDEN < REPEAT for other in seated) - 1
            short += max(0, size - fresh)
        return -(-short // 2)


def least_meetings(players: int, tables: int) -> int:
    """Return how many pairs of these players share a table at least, at this number of tables."""
    each, more = divmod(players, tables)
    return more * each + tables * (each * (each - 1) // 2)


def least_gaps(scores: Sequence[int], sizes: Sequence[int]) -> int:
    """Return the least sum of gaps between all pairs at one table, for tables of at most two sizes, large ones first.

    The gap of a pair is a step for each score between the two. Where k players are above a step, a table with a of
    them has a times the others pairs across it. That is 0 where k fill whole tables, else at least what one table costs
    that they fill in part.
    """
    steps: dict[int, int] = {}
    ordered = sorted(scores, reverse=True)
    gaps = 0
    for above in range(1, len(ordered)):
        if rise := ordered[above - 1] - ordered[above]:
            if above not in steps:
                steps[above] = _least_across(above, sizes)
            gaps += rise * steps[above]
    return gaps


def _least_across(above: int, sizes: Sequence[int]) -> int:
    large, small = sizes[0], sizes[-1]
    many = {large: 0, small: 0}
    for size in sizes:
        many[size] += 1
    best = large * large
    for larges in range(min(many[large], above // large) + 1):
        left = above - larges * large
        smalls = 0 if small == large else min(many[small], left // small)
        part = left - smalls * small
        if part == 0:
            return 0
        if larges < many[large] and part < large:
            best = min(best, part * (large - part))
        if small != large and smalls < many[small]:
            best = min(best, part * (small - part))
    return best


Planned = Sequence[tuple[Sequence[int], Sequence[int]]]
"""For each round the sizes of its tables, large ones first, and who sits at them."""


def planned_bound(cost: SeatingCost, rounds: Planned) -> int:
    """Return what any plan of these rounds costs at least, on top of this history."""
    clubs = sum(least_meetings(count, len(sizes)) for sizes, seated in rounds for count in cost.club_counts(seated))
    smalls = sum(size for sizes, _ in rounds for size in sizes if size < sizes[0])
    everyone = {player for _, seated in rounds for player in seated}
    small = least_filling([cost.small[player] for player in everyone], smalls)
    return REPEAT * least_repeats(cost, rounds) + CLUB * clubs + SMALL * small


def least_repeats(cost: SeatingCost, rounds: Planned) -> int:
    """Return how often pairs must meet again at least in these rounds.

    Each later round forces pairs of each earlier table together, and all meetings are shared by the pairs there are.
    """
    everyone = sorted({player for _, seated in rounds for player in seated})
    forced = 0
    for at, (sizes, seated) in enumerate(rounds):
        present = set(seated)
        forced += sum(least_meetings(sum(one in present for one in table), len(sizes)) for table in cost.earlier)
        for earlier, before in rounds[:at]:
            absent = len(set(before) - present)
            forced += sum(least_meetings(max(0, size - absent), len(sizes)) for size in earlier)
    met = [cost.weight[a][b] % FORBIDDEN // REPEAT for a in everyone for b in everyone if a < b]
    return max(forced, least_filling(met, sum(size * (size - 1) // 2 for sizes, _ in rounds for size in sizes)))


def least_filling(counts: Sequence[int], more: int) -> int:
    """Return the least sum of what each of `more` finds where it is put: how many are there before it."""
    cost, level = 0, dict[int, int]()
    for count in counts:
        level[count] = level.get(count, 0) + 1
    while more and level:
        least = min(level)
        taken = min(more, level[least])
        cost, more = cost + taken * least, more - taken
        level[least] -= taken
        level[least + 1] = level.get(least + 1, 0) + taken
        if not level[least]:
            del level[least]
    return cost
