"""Draws of rounds that are planned together: heats, leagues and round robins."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from domain.tournaments.counter_stream import CounterStream, secret_before
from domain.tournaments.draw_basis import DrawBasis, DrawnSeats, NamedTables, named
from domain.tournaments.evolve import results_digest
from domain.tournaments.heats import Formula, by_formula, planned
from domain.tournaments.meetings import by_design, rounds_to_meet
from domain.tournaments.seating_history import SeatingHistory, seating_history
from domain.tournaments.state import Tournament
from domain.tournaments.table_sizes import table_sizes
from domain.tournaments.turn_order import turn_orders


class _Plan(NamedTuple):
    """The rounds from one on, who sits out in each, and the cost of all with its lower bound."""

    rounds: tuple[NamedTables, ...]
    sit_outs: tuple[tuple[str, ...], ...]
    cost: int
    bound: int


def draw_heats(basis: DrawBasis) -> DrawnSeats:
    """Draw a round of the plan that holds all rounds up to the last one."""
    plan = plan_round(basis.tournament, basis.number)
    last = max(basis.tournament.rules.rounds, basis.number)
    return _drawn(basis, plan, last - plan + 1, by_formula)


def plan_round(tournament: Tournament, number: int) -> int:
    """Return the round whose plan round `number` follows: that of the round before, if it still holds."""
    before = tournament.round(number - 1)
    if before is None or before.plan is None or before.basis != tournament.basis:
        return number
    return before.plan


def draw_round_robin(basis: DrawBasis) -> DrawnSeats:
    """Draw a round of the plan in which all players meet."""
    plan = robin_plan(basis.tournament, basis.number)
    return _drawn(basis, plan, robin_rounds(basis.tournament, plan), by_design)


def robin_plan(tournament: Tournament, number: int) -> int:
    """Return the round whose plan round `number` of a round robin follows, or its own number for another plan."""
    plan = plan_round(tournament, number)
    return plan if number < plan + robin_rounds(tournament, plan) else number


def robin_rounds(tournament: Tournament, number: int) -> int:
    """Return how many rounds from this one on a plan has, so that all meet; 0 where all have met, or none may follow.

    Before the first round there are as many as let all meet equally often, where the rules name that many.
    """
    players = tournament.present
    sizes = table_sizes(len(players), tournament.sizes)
    history = seating_history(tournament, players, number - 1)
    return min(rounds_to_meet(history.cost(), sizes, tournament.rules.rounds), tournament.rules.rounds - number + 1)


def _drawn(basis: DrawBasis, plan: int, rounds: int, formula: Formula) -> DrawnSeats:
    """Return a round of the plan made for round `plan`; since then no player came or left, and no rule changed."""
    tournament, made_for = basis.tournament, basis.tournament.round(plan)
    results = results_digest(tournament) if made_for is None else made_for.results
    history = seating_history(tournament, basis.players, plan - 1)
    sizes = table_sizes(len(basis.players), tournament.sizes)
    secret = secret_before(basis.secret, basis.number - plan)
    made = _planned(basis.seed(plan, secret, results), history, sizes, rounds, formula)
    at = basis.number - plan
    return DrawnSeats(
        tables=made.rounds[at],
        sit_outs=made.sit_outs[at],
        plan=plan,
        plan_cost=made.cost,
        plan_bound=made.bound,
    )


@lru_cache(maxsize=4)
def _planned(seed: bytes, history: SeatingHistory, sizes: tuple[int, ...], rounds: int, formula: Formula) -> _Plan:
    players, stream = history.players, CounterStream(seed)
    outs = _sit_outs(history.sit_outs, len(players) - sum(sizes), rounds, stream)
    seated = [(sizes, [at for at in range(len(players)) if at not in out]) for out in outs]
    plan, cost, bound = planned(history.cost(), seated, stream, formula)
    ordered = turn_orders(plan, history.turns(), stream)
    return _Plan(
        rounds=tuple(named(players, tables) for tables in ordered),
        sit_outs=tuple(tuple(players[at] for at in out) for out in outs),
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
