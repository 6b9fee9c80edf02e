"""The draw of a round: who plays, where, and in which turn order, as follows from the tournament and a secret."""

from collections.abc import Sequence

from domain.tournaments.draw_basis import DrawBasis
from domain.tournaments.events import SeatedTable
from domain.tournaments.evolve import results_digest
from domain.tournaments.formats import Format, next_format
from domain.tournaments.seating_history import seating_history
from domain.tournaments.standings import points_of
from domain.tournaments.state import Tournament
from domain.tournaments.table_sizes import table_sizes
from domain.values import Value


class Draw(Value):
    """The tables of a round in turn order, with what they cost and what any seating costs at least.

    `results` is the digest of the confirmed results. Of heats `plan` is the round that their plan was made for.
    """

    tables: tuple[SeatedTable, ...]
    sit_outs: tuple[str, ...]
    cost: int
    bound: int
    results: str
    algorithm: str
    plan: int | None = None
    plan_cost: int | None = None
    plan_bound: int | None = None
    byes: tuple[str, ...] = ()


def draw(tournament: Tournament, number: int, secret: str) -> Draw:
    """Return the draw of round `number`, the next one, by its secret; without tables for too few players.

    LookupError where the rules have no further round.
    """
    form = next_format(tournament)
    if form is None:
        raise LookupError(f"the rules have no round {number}")
    results, players = results_digest(tournament), form.players(tournament)
    if not table_sizes(len(players), tournament.sizes):
        return Draw(tables=(), sit_outs=players, cost=0, bound=0, results=results, algorithm=form.algorithm)
    seats = form.draw(DrawBasis(tournament, number, secret, form.algorithm, players))
    cost, bound = seating_prices(tournament, form, seats.tables, seats.sit_outs, number)
    return Draw(
        tables=tuple(SeatedTable(table=at, players=table) for at, table in enumerate(seats.tables, 1)),
        sit_outs=seats.sit_outs,
        cost=cost,
        bound=bound,
        results=results,
        algorithm=form.algorithm,
        plan=seats.plan,
        plan_cost=seats.plan_cost,
        plan_bound=seats.plan_bound,
        byes=seats.byes,
    )


def seating_prices(
    tournament: Tournament, form: Format, tables: Sequence[Sequence[str]], sit_outs: Sequence[str], number: int
) -> tuple[int, int]:
    """Return what this seating costs as round `number`, and what any costs at least with these players out."""
    players = sorted((*(player for table in tables for player in table), *sit_outs))
    index = {player: at for at, player in enumerate(players)}
    points = points_of(tournament) if form.counts_gaps else None
    cost = seating_history(tournament, players, number - 1).cost(points)
    seated = [[index[player] for player in table] for table in tables]
    sizes = sorted(map(len, seated), reverse=True)
    return cost.seating(seated), cost.bound(sizes, [player for table in seated for player in table])
