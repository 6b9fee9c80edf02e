"""A knock-out by table: the best of each table stay in, the others are out."""

from collections.abc import Sequence

from domain.tournaments.counter_stream import CounterStream
from domain.tournaments.decisive_rounds import REACHED
from domain.tournaments.draw_basis import DrawBasis, DrawnSeats, named
from domain.tournaments.events import STANDINGS
from domain.tournaments.seating_cost import SeatingCost
from domain.tournaments.standings import standing_order, standings
from domain.tournaments.state import Tournament
from domain.tournaments.swiss import Swaps
from domain.tournaments.table_sizes import table_sizes
from domain.tournaments.turn_order import turn_orders


def still_in(tournament: Tournament) -> tuple[str, ...]:
    """Return the players of the next round of a knock-out, by their pseudonyms: in the first one all who are present.

    After a round, they are those who have reached the next one by the standings.
    """
    last = tournament.current
    if last is None or not last.is_knockout:
        return tournament.present
    reached = {line.player: line.tie_breaks[0] for line in standings(tournament) if line.tie_breaks}
    return tuple(sorted(p for p, one in reached.items() if one.name == REACHED and one.value > last.number))


def draw_knockout(basis: DrawBasis) -> DrawnSeats:
    """Draw the tables of a round at random, or so that players who stand together meet late.

    By the standings, the first T players have one of the T tables each, and so do the next T in opposite order, and so
    on. Players of one group change tables where fewer of them then meet again, or meet players of their club. Of those
    who sat out least, the best have no game where not all fit at the tables.
    """
    tournament, stream = basis.tournament, basis.stream()
    history = basis.history()
    players = history.players
    sizes = table_sizes(len(players), tournament.sizes)
    index = {player: at for at, player in enumerate(players)}
    seeded = tournament.rules.seeding == STANDINGS and tournament.current is not None
    ranked = (
        [index[player] for player in standing_order(tournament) if player in index]
        if seeded
        else stream.shuffled(range(len(players)))
    )
    free = sorted(ranked, key=lambda at: history.sit_outs[at])[: len(players) - sum(sizes)]
    seated = [at for at in ranked if at not in free]
    groups = [at // len(sizes) if seeded else 0 for at in range(len(seated))]
    tables = _filled(sizes, seated)
    _swap(history.cost(), tables, seated, groups, stream)
    ordered = turn_orders([tables], history.turns(), stream)[0]
    byes = tuple(players[at] for at in sorted(free))
    absent = {*tournament.present} - {*players}
    return DrawnSeats(tables=named(players, ordered), sit_outs=tuple(sorted((*absent, *byes))), byes=byes)


def _filled(sizes: Sequence[int], ranked: Sequence[int]) -> list[list[int]]:
    """Return tables of these sizes, large ones first, filled forth and back."""
    tables: list[list[int]] = [[] for _ in sizes]
    left, forth = iter(ranked), True
    for depth in range(max(sizes)):
        open_ = [at for at, size in enumerate(sizes) if size > depth]
        for at in open_ if forth else reversed(open_):
            tables[at].append(next(left))
        forth = not forth
    return tables


class _GroupSwaps(Swaps):
    """Swaps of players of the same group."""

    def __init__(
        self, cost: SeatingCost, tables: list[list[int]], ranked: Sequence[int], groups: Sequence[int]
    ) -> None:
        super().__init__(cost, tables, ranked)
        self._group = dict(zip(ranked, groups, strict=True))

    def more(self, x: list[int], i: int, y: list[int], j: int) -> int:
        """Return how much dearer a swap is; one between groups is never worth while."""
        return super().more(x, i, y, j) if self._group[x[i]] == self._group[y[j]] else 0


def _swap(
    cost: SeatingCost, tables: list[list[int]], ranked: Sequence[int], groups: Sequence[int], stream: CounterStream
) -> None:
    swaps = _GroupSwaps(cost, tables, ranked, groups)
    swaps.near(stream)
    swaps.all_of_the_dear()
