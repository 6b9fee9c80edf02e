"""What the draw of a format gets, and what it returns."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.tournaments.counter_stream import CounterStream, draw_seed
from domain.tournaments.evolve import results_digest
from domain.tournaments.seating_history import SeatingHistory, seating_history
from domain.tournaments.state import Tournament

NamedTables = tuple[tuple[str, ...], ...]
"""The tables of a round, players in turn order."""


class DrawnSeats(NamedTuple):
    """The tables of a round, and who plays at none; of those, `byes` stay in a knock-out.

    Rounds that are planned together name the round that their plan was made for, its whole cost and its lower bound.
    """

    tables: NamedTables
    sit_outs: tuple[str, ...]
    byes: tuple[str, ...] = ()
    plan: int | None = None
    plan_cost: int | None = None
    plan_bound: int | None = None


class DrawBasis(NamedTuple):
    """What follows from the tournament: round `number` is drawn for `players` by its secret and this algorithm."""

    tournament: Tournament
    number: int
    secret: str
    algorithm: str
    players: tuple[str, ...]

    def seed(self, number: int, secret: str, results: str) -> bytes:
        """Return the seed of the draw of a round, made with these results."""
        tournament = self.tournament
        shares = [(player, tournament.entrants[player].share or "") for player in tournament.present]
        return draw_seed(tournament.rules.tournament, number, secret, results, shares, self.algorithm)

    def stream(self) -> CounterStream:
        """Return the random numbers of this round."""
        return CounterStream(self.seed(self.number, self.secret, results_digest(self.tournament)))

    def history(self) -> SeatingHistory:
        """Return what all rounds so far mean for those who take part."""
        return seating_history(self.tournament, self.players, len(self.tournament.rounds))


def named(players: Sequence[str], tables: Sequence[Sequence[int]]) -> NamedTables:
    """Return tables of numbered players with their pseudonyms."""
    return tuple(tuple(players[at] for at in table) for table in tables)
