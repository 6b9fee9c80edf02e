"""Round robins: how many rounds it takes until all players have met, and designs in which all meet equally often."""

from collections.abc import Sequence
from math import gcd

from domain.tournaments.annealing import Plan, Rounds
from domain.tournaments.counter_stream import CounterStream
from domain.tournaments.galois_field import galois_field
from domain.tournaments.heats import by_formula
from domain.tournaments.seating_cost import FORBIDDEN, REPEAT, SeatingCost
from domain.tournaments.turned_rounds import turned_rounds


def rounds_to_meet(cost: SeatingCost, sizes: Sequence[int], most: int) -> int:
    """Return how many rounds with tables of these sizes it takes at least until all players have met.

    Without any history they are as many as let all meet equally often, where `most` allows that, all tables have one
    size and at most one player sits out. Forbidden pairs need not meet. 0 where all have met; 1 where there are no
    tables, since then no round can be drawn at all.
    """
    if not sizes:
        return 1
    open_pairs = [sum(weight % FORBIDDEN < REPEAT and weight < FORBIDDEN for weight in row) - 1 for row in cost.weight]
    pairs = sum(size * (size - 1) // 2 for size in sizes)
    untouched = not any(weight >= REPEAT for row in cost.weight for weight in row)
    if untouched and sizes[0] == sizes[-1] and cost.players - sum(sizes) <= 1:
        equal = equal_rounds(cost.players, len(sizes), sizes[0])
        if equal <= most:
            return equal
    return max(-(-sum(open_pairs) // 2 // pairs), *(-(-unmet // (sizes[0] - 1)) for unmet in open_pairs))


def equal_rounds(players: int, tables: int, size: int) -> int:
    """Return the least number of rounds after which all pairs can have met, and all have sat out, equally often."""
    met, all_pairs = tables * size * (size - 1), players * (players - 1)
    out = players - tables * size
    by_pairs, by_outs = all_pairs // gcd(all_pairs, met), players // gcd(players, out)
    return by_pairs * by_outs // gcd(by_pairs, by_outs)


def by_design(rounds: Rounds, stream: CounterStream) -> Plan | None:
    """Return a plan in which all meet equally often, or at least no pair meets twice; None where no design is known.

    Pairs go round in a circle. T tables of T players, T a prime power, have one round more than the formula of heats:
    its groups. For other numbers a round that is turned is searched, and then the formula of heats is tried.
    """
    sizes, seated = rounds[0]
    if sizes[0] == sizes[-1] == 2:
        return _circle(rounds, stream)
    if any(round_ != rounds[0] for round_ in rounds) or sizes[0] != sizes[-1]:
        return by_formula(rounds, stream)
    tables = len(sizes)
    if sizes[-1] == tables and len(rounds) == tables + 1 and galois_field(tables) is not None:
        plan = by_formula(rounds[:-1], stream)
        if plan is not None:
            return [*plan, _groups(plan, seated)]
    if len(rounds) == equal_rounds(len(seated), tables, sizes[0]):
        turned = turned_rounds(len(seated), sizes[0], stream)
        if turned is not None:
            order = stream.shuffled(seated)
            return [[[order[at] for at in table] for table in round_] for round_ in turned]
    return by_formula(rounds, stream)


def _groups(plan: Plan, seated: Sequence[int]) -> list[list[int]]:
    """Return the groups of players who never met in these rounds."""
    met = {player: {player} for player in seated}
    for tables in plan:
        for table in tables:
            for player in table:
                met[player].update(table)
    groups, left = list[list[int]](), list(seated)
    while left:
        first = left[0]
        group = [player for player in left if player == first or player not in met[first]]
        groups.append(group)
        left = [player for player in left if player not in group]
    return groups


def _circle(rounds: Rounds, stream: CounterStream) -> Plan | None:
    """Return pairs by the circle method; of an odd number of players each has the phantom when they sit out."""
    players = sorted({player for _, seated in rounds for player in seated})
    if len(rounds[0][1]) == len(players):
        places = stream.shuffled(players)
    else:
        outs = [[player for player in players if player not in seated] for _, seated in rounds[: len(players)]]
        first = [out[0] for out in outs if len(out) == 1]
        if len(set(first)) != len(outs):
            return None
        places = [*first, *stream.shuffled([player for player in players if player not in first]), -1]
    turning, last = len(places) - 1, places[-1]
    plan: Plan = []
    for number, (_, seated) in enumerate(rounds):
        at = number % turning
        pairs = [[places[at], last]]
        pairs += [
            [places[(at + step) % turning], places[(at - step) % turning]] for step in range(1, (turning + 1) // 2)
        ]
        plan.append([pair for pair in pairs if -1 not in pair])
        if sorted(player for pair in plan[-1] for player in pair) != sorted(seated):
            return None
    return plan
