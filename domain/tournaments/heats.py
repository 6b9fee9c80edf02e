"""Heats: the tables of all rounds planned at once, by a formula where there is one, else by annealing."""

from collections.abc import Callable
from typing import Final

from domain.tournaments.annealing import Annealing, Plan, Rounds, plan_cost
from domain.tournaments.counter_stream import CounterStream
from domain.tournaments.galois_field import galois_field
from domain.tournaments.seating_cost import REPEAT, SMALL, SeatingCost, planned_bound

PHANTOM_TRIES: Final = 64
"""How many choices of phantoms are compared."""
Formula = Callable[[Rounds, CounterStream], Plan | None]
"""Returns a plan of these rounds where there is one by a formula."""


def planned(cost: SeatingCost, rounds: Rounds, stream: CounterStream, formula: Formula) -> tuple[Plan, int, int]:
    """Return the plan of these rounds with its cost and its lower bound."""
    bound = planned_bound(cost, rounds)
    best = formula(rounds, stream)
    least = None if best is None else plan_cost(cost, best)
    if best is None or least is None or least - bound >= REPEAT:
        search = Annealing(cost, rounds, bound, stream)
        search.run()
        if least is None or best is None or search.least < least:
            best, least = search.best, search.least
    return best, least, bound


def by_formula(rounds: Rounds, stream: CounterStream) -> Plan | None:
    """Return a plan in which no two players meet twice, None where the formula has none.

    For T tables of k players, T a prime power of at least k, player (g, x) sits in round r at table x - r * g over
    GF(T). Phantoms are missing players who never share a table. Of several choices of phantoms that counts by which
    small tables are shared best.
    """
    sizes, seated = rounds[0]
    tables, size = len(sizes), sizes[0]
    field = galois_field(tables) if size <= tables else None
    if field is None or len(rounds) > tables or any(round_ != rounds[0] for round_ in rounds):
        return None
    missing = size * tables - len(seated)
    order = stream.shuffled(seated)
    best: list[tuple[int, int]] = []
    least = None
    for _ in range(PHANTOM_TRIES if missing else 1):
        phantoms = _phantoms(field.minus, field.times, size, len(rounds), missing, stream)
        if phantoms is None:
            continue
        shared = _small_cost(field.minus, field.times, size, len(rounds), phantoms)
        if least is None or shared < least:
            best, least = phantoms, shared
    if least is None:
        return None
    absent, places = set(best), [(group, x) for group in range(size) for x in range(tables)]
    players = iter(order)
    who = {place: next(players) for place in places if place not in absent}
    plan: Plan = [[[] for _ in range(tables)] for _ in rounds]
    for number, seating in enumerate(plan):
        for (group, x), player in who.items():
            seating[field.minus[x][field.times[number][group]]].append(player)
        seating.sort(key=len, reverse=True)
    return plan


_Table = tuple[tuple[int, ...], ...]


def _phantoms(
    minus: _Table, times: _Table, size: int, rounds: int, missing: int, stream: CounterStream
) -> list[tuple[int, int]] | None:
    taken: set[tuple[int, int]] = set()
    chosen: list[tuple[int, int]] = []
    for group, x in stream.shuffled([(group, x) for group in range(size) for x in range(len(minus))]):
        if len(chosen) == missing:
            break
        places = {(number, minus[x][times[number][group]]) for number in range(rounds)}
        if not places & taken:
            taken |= places
            chosen.append((group, x))
    return chosen if len(chosen) == missing else None


def _small_cost(minus: _Table, times: _Table, size: int, rounds: int, phantoms: list[tuple[int, int]]) -> int:
    small = {(number, minus[x][times[number][group]]) for group, x in phantoms for number in range(rounds)}
    shared = 0
    for group in range(size):
        for x in range(len(minus)):
            if (group, x) not in phantoms:
                count = sum((number, minus[x][times[number][group]]) in small for number in range(rounds))
                shared += count * (count - 1) // 2
    return SMALL * shared
