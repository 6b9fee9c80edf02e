"""Turn order at the tables: who plays first and last, and where on average, shared evenly."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from domain.tournaments.counter_stream import CounterStream
from domain.tournaments.turn_counts import TurnCounts, places

SWEEPS: Final = 40
"""How often all tables are gone through at most."""
Order = list[list[tuple[int, ...]]]
"""The tables of each round in turn order."""


def turn_orders(plan: Sequence[Sequence[Sequence[int]]], counts: TurnCounts, stream: CounterStream) -> Order:
    """Return the tables of these rounds in turn order, balanced over all of them and over what `counts` holds.

    Each table takes its best order in its turn. Then chains of exchanges even out who is first and last, and all
    tables take their best order again, until that changes nothing.
    """
    tables = [(number, at) for number, round_ in enumerate(plan) for at in range(len(round_))]
    ordered: Order = [[() for _ in round_] for round_ in plan]
    for number, at in tables:
        ordered[number][at] = counts.best_order(stream.shuffled(plan[number][at]))
        counts.count(ordered[number][at])
    for _ in range(SWEEPS if len(plan) > 1 else 0):
        changed = _even_out(ordered, counts)
        for number, at in stream.shuffled(tables):
            before = ordered[number][at]
            counts.count(before, -1)
            after = counts.best_order(before)
            counts.count(after)
            ordered[number][at] = after
            changed = changed or after != before
        if not changed:
            break
    return ordered


class _Exchange(NamedTuple):
    """At this table of this round a player changes places with another one."""

    round: int
    table: int
    player: int
    other: int


_Offers = Callable[[Order], Iterator[_Exchange]]
"""Yields all exchanges in which the first player gives the same amount to the other."""


def _even_out(ordered: Order, counts: TurnCounts) -> bool:
    """Exchange places in chains until none helps; return whether there was one.

    A chain leads from a player with too much to one with too little, and leaves those between as they were: first in
    who is first, then in who is last, then in mean places.
    """
    inner = {places(len(table))[1] for round_ in ordered for table in round_ if len(table) > 3}
    found = _exchange(ordered, counts, counts.first, 1, partial(_at_end, end=0))
    found = _exchange(ordered, counts, counts.last, 1, partial(_at_end, end=-1)) or found
    for step in sorted(inner):
        found = _exchange(ordered, counts, counts.off, step, partial(_earlier, step=step)) or found
    return found


def _at_end(ordered: Order, end: int) -> Iterator[_Exchange]:
    for number, round_ in enumerate(ordered):
        for at, table in enumerate(round_):
            # Last places move at larger tables alone: at a table of two they would move the first place as well.
            others = table[1:2] if len(table) == 2 and end == 0 else table[1:-1]
            yield from (_Exchange(number, at, table[end], other) for other in others)


def _earlier(ordered: Order, step: int) -> Iterator[_Exchange]:
    for number, round_ in enumerate(ordered):
        for at, table in enumerate(round_):
            if len(table) > 3 and places(len(table))[1] == step:
                yield from (_Exchange(number, at, table[k], table[k - 1]) for k in range(2, len(table) - 1))


def _exchange(ordered: Order, counts: TurnCounts, held: list[int], amount: int, offers: _Offers) -> bool:
    """Make chains of exchanges that each take `amount` from who holds more than that more than another player."""
    found = False
    while chain := _chain(ordered, held, amount, offers):
        found = True
        for number, at, player, other in chain:
            table = list(ordered[number][at])
            counts.count(table, -1)
            one, two = table.index(player), table.index(other)
            table[one], table[two] = other, player
            counts.count(table)
            ordered[number][at] = tuple(table)
    return found


def _chain(ordered: Order, held: list[int], amount: int, offers: _Offers) -> list[_Exchange]:
    by_player: dict[int, list[_Exchange]] = {}
    for offer in offers(ordered):
        by_player.setdefault(offer.player, []).append(offer)
    least = min(held)
    for start in sorted(by_player, key=lambda player: (-held[player], player)):
        if held[start] - least <= amount:
            break
        came: dict[int, _Exchange] = {}
        queue = [start]
        for player in queue:
            for offer in by_player.get(player, ()):
                if offer.other == start or offer.other in came:
                    continue
                came[offer.other] = offer
                if held[start] - held[offer.other] > amount:
                    way = _way(came, offer.other, start)
                    if len({(one.round, one.table) for one in way}) == len(way):  # or one exchange would spoil another
                        return way
                queue.append(offer.other)
    return []


def _way(came: dict[int, _Exchange], player: int, start: int) -> list[_Exchange]:
    way = list[_Exchange]()
    while player != start:
        way.append(came[player])
        player = way[-1].player
    return way
