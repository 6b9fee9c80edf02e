"""How often each player was first and last in turn, and the best order of one table."""

from collections.abc import Sequence
from typing import Final

WHOLE: Final = 60
"""The place of the last player; that of the first is 0, the others lie evenly between."""
MIDDLE: Final = WHOLE // 2
_ENDS: Final = 4 * WHOLE * WHOLE
"""What it costs to have been first, or last, once more than before: as much as a mean place that is far off."""


class TurnCounts:
    """How often each player was first and last, and how far their places lie from the middle in all."""

    def __init__(self, players: int) -> None:
        self.first = [0] * players
        self.last = [0] * players
        self.off = [0] * players

    def count(self, table: Sequence[int], times: int = 1) -> None:
        """Take a table in turn order into account, or out of it again with `times` -1."""
        self.first[table[0]] += times
        self.last[table[-1]] += times
        for player, place in zip(table, places(len(table)), strict=True):
            self.off[player] += times * (place - MIDDLE)

    def cost(self, player: int, place: int) -> int:
        """Return what it costs to give this player this place on top of all others."""
        shift = place - MIDDLE
        cost = 2 * self.off[player] * shift + shift * shift
        if place == 0:
            cost += _ENDS * (2 * self.first[player] + 1)
        elif place == WHOLE:
            cost += _ENDS * (2 * self.last[player] + 1)
        return cost

    def best_order(self, players: Sequence[int]) -> tuple[int, ...]:
        """Return the cheapest order of these players, the first of several in the order given."""
        size = len(players)
        each = [[self.cost(player, place) for player in players] for place in places(size)]
        best: list[int | None] = [None] * (1 << size)
        best[0], came = 0, [0] * (1 << size)
        for seated in range((1 << size) - 1):
            so_far = best[seated]
            assert so_far is not None
            row = each[seated.bit_count()]
            for at in range(size):
                if not seated >> at & 1:
                    cost, then = so_far + row[at], seated | 1 << at
                    known = best[then]
                    if known is None or cost < known:
                        best[then], came[then] = cost, at
        order, seated = list[int](), (1 << size) - 1
        while seated:
            order.append(players[came[seated]])
            seated ^= 1 << came[seated]
        return tuple(reversed(order))


def places(size: int) -> list[int]:
    """Return the places in turn order at a table of this size, from 0 to WHOLE."""
    return [WHOLE * at // (size - 1) for at in range(size)] if size > 1 else [MIDDLE]
