"""The draw of a round: who plays, where, and in which turn order, as follows from the tournament and a secret."""

from collections.abc import Sequence
from functools import lru_cache

from domain.tournaments.counter_stream import CounterStream, draw_seed, secret_before
from domain.tournaments.events import HEATS, SeatedTable
from domain.tournaments.evolve import results_digest
from domain.tournaments.heats import planned
from domain.tournaments.seating_history import SeatingHistory, seating_history
from domain.tournaments.standings import points_of
from domain.tournaments.state import Tournament
from domain.tournaments.swiss import swiss_round
from domain.tournaments.table_sizes import table_sizes
from domain.tournaments.turn_order import turn_orders
from domain.values import Value

Named = tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]
"""The tables of a round in turn order, and who sits out."""


class Draw(Value):
    """The tables of a round in turn order, with what they cost and what any seating costs at least.

    `results` is the digest of the confirmed results. Of heats `plan` is the round that their plan was made for.
    """

    tables: tuple[SeatedTable, ...]
    sit_outs: tuple[str, ...]
    cost: int
    bound: int
    results: str
    plan: int | None = None
    plan_cost: int | None = None
    plan_bound: int | None = None


class HeatPlan(Value):
    """The rounds of heats from one on, with the cost of all and its lower bound."""

    rounds: tuple[Named, ...]
    cost: int
    bound: int


def draw(tournament: Tournament, number: int, secret: str) -> Draw:
    """Return the draw of round `number`, the next one, by its secret; without tables for too few players."""
    results, players = results_digest(tournament), tournament.present
    if not table_sizes(len(players), tournament.sizes):
        return Draw(tables=(), sit_outs=players, cost=0, bound=0, results=results)
    plan = made = None
    if tournament.rules.format == HEATS:
        plan = plan_round(tournament, number)
        made = _heats(tournament, plan, secret_before(secret, number - plan), number)
        tables, sit_outs = made.rounds[number - plan]
    else:
        tables, sit_outs = _swiss(tournament, CounterStream(_seed(tournament, number, secret, results)))
    cost, bound = seating_prices(tournament, tables, sit_outs, number)
    return Draw(
        tables=tuple(SeatedTable(table=at, players=table) for at, table in enumerate(tables, 1)),
        sit_outs=sit_outs,
        cost=cost,
        bound=bound,
        results=results,
        plan=plan,
        plan_cost=None if made is None else made.cost,
        plan_bound=None if made is None else made.bound,
    )


def seating_prices(
    tournament: Tournament, tables: Sequence[Sequence[str]], sit_outs: Sequence[str], number: int
) -> tuple[int, int]:
    """Return what this seating costs as round `number`, and what any costs at least with these players out."""
    players = sorted((*(player for table in tables for player in table), *sit_outs))
    index = {player: at for at, player in enumerate(players)}
    points = None if tournament.rules.format == HEATS else points_of(tournament)
    cost = seating_history(tournament, players, number - 1).cost(points)
    seated = [[index[player] for player in table] for table in tables]
    sizes = sorted(map(len, seated), reverse=True)
    return cost.seating(seated), cost.bound(sizes, [player for table in seated for player in table])


def plan_round(tournament: Tournament, number: int) -> int:
    """Return the round whose plan heats follow in round `number`: that of the round before, if it still holds."""
    before = tournament.round(number - 1)
    if before is None or before.plan is None or before.basis != tournament.basis:
        return number
    return before.plan


def _seed(tournament: Tournament, number: int, secret: str, results: str) -> bytes:
    shares = [(player, tournament.entrants[player].share or "") for player in tournament.present]
    return draw_seed(tournament.rules.tournament, number, secret, results, shares)


def _heats(tournament: Tournament, plan: int, secret: str, number: int) -> HeatPlan:
    """Return the plan that was made for round `plan`; since then no player came or left, and no rule changed."""
    made_for = tournament.round(plan)
    results = results_digest(tournament) if made_for is None else made_for.results
    history = seating_history(tournament, tournament.present, plan - 1)
    rounds = max(tournament.rules.rounds, number) - plan + 1
    return _heat_plan(
        _seed(tournament, plan, secret, results), history, table_sizes(len(history.players), tournament.sizes), rounds
    )


@lru_cache(maxsize=4)
def _heat_plan(seed: bytes, history: SeatingHistory, sizes: tuple[int, ...], rounds: int) -> HeatPlan:
    players, stream = history.players, CounterStream(seed)
    outs = _sit_outs(history.sit_outs, len(players) - sum(sizes), rounds, stream)
    seated = [(sizes, [at for at in range(len(players)) if at not in out]) for out in outs]
    plan, cost, bound = planned(history.cost(), seated, stream)
    ordered = turn_orders(plan, history.turns(), stream)
    return HeatPlan(
        rounds=tuple(_named(players, tables, out) for tables, out in zip(ordered, outs, strict=True)),
        cost=cost,
        bound=bound,
    )


def _sit_outs(before: Sequence[int], outs: int, rounds: int, stream: CounterStream) -> list[list[int]]:
    """Return who sits out in each round: those who sat out least, of equals those whom the stream puts first."""
    order, counts, chosen = stream.shuffled(range(len(before))), list(before), list[list[int]]()
    for _ in range(rounds):
        out = sorted(order, key=lambda player: counts[player])[:outs]
        for player in out:
            counts[player] += 1
        chosen.append(sorted(out))
    return chosen


def _swiss(tournament: Tournament, stream: CounterStream) -> Named:
    """Draw a round of players of like score; of those who sat out least the last ones sit out."""
    history = seating_history(tournament, tournament.present, len(tournament.rounds))
    players, points = history.players, points_of(tournament)
    sizes = table_sizes(len(players), tournament.sizes)
    ranked = sorted(stream.shuffled(range(len(players))), key=lambda at: -points[players[at]])
    rank = {at: place for place, at in enumerate(ranked)}
    out = sorted(ranked, key=lambda at: (history.sit_outs[at], -rank[at]))[: len(players) - sum(sizes)]
    tables = swiss_round(history.cost(points), sizes, [at for at in ranked if at not in out], stream)
    ordered = turn_orders([tables], history.turns(), stream)[0]
    return _named(players, ordered, sorted(out))


def _named(players: Sequence[str], tables: Sequence[Sequence[int]], out: Sequence[int]) -> Named:
    return tuple(tuple(players[at] for at in table) for table in tables), tuple(players[at] for at in out)
