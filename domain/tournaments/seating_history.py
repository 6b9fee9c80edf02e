"""What earlier rounds mean for a draw: who met whom, who sat at small tables, sat out, and played in which turn."""

from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import Final

from domain.tournaments.seating_cost import SeatingCost
from domain.tournaments.state import Tournament
from domain.tournaments.turn_counts import TurnCounts
from domain.values import Value

PARTS_OF_POINT: Final = 60
"""Scores are compared in whole parts of a point; what is left over is cut off."""


class SeatingHistory(Value):
    """What a draw of these players depends on; `earlier` are the tables of all rounds before, in turn order."""

    players: tuple[str, ...]
    earlier: tuple[tuple[str, ...], ...]
    small: tuple[int, ...]
    sit_outs: tuple[int, ...]
    clubs: tuple[str | None, ...]
    forbidden: tuple[tuple[str, str], ...]

    def cost(self, points: dict[str, Fraction] | None = None) -> SeatingCost:
        """Return what seating these players together costs; gaps count where there are `points`."""
        index = {player: at for at, player in enumerate(self.players)}
        return SeatingCost(
            len(self.players),
            [[index.get(player) for player in table] for table in self.earlier],
            self.clubs,
            [(index[one], index[two]) for one, two in self.forbidden if one in index and two in index],
            self.small,
            None if points is None else [floor(points[player] * PARTS_OF_POINT) for player in self.players],
        )

    def turns(self) -> TurnCounts:
        """Return how often each of these players was first and last."""
        index = {player: at for at, player in enumerate(self.players)}
        for table in self.earlier:
            for player in table:
                index.setdefault(player, len(index))
        counts = TurnCounts(len(index))
        for table in self.earlier:
            counts.count([index[player] for player in table])
        return counts


def seating_history(tournament: Tournament, players: Sequence[str], rounds: int) -> SeatingHistory:
    """Return what the first `rounds` rounds mean for these players."""
    index = {player: at for at, player in enumerate(players)}
    small, outs = [0] * len(players), [0] * len(players)
    before = tournament.rounds[:rounds]
    for round_ in before:
        largest = max((len(table.players) for table in round_.tables), default=0)
        for table in round_.tables:
            for player in table.players:
                if len(table.players) < largest and player in index:
                    small[index[player]] += 1
        for player in round_.sit_outs:
            if player in index:
                outs[index[player]] += 1
    return SeatingHistory(
        players=tuple(players),
        earlier=tuple(table.players for round_ in before for table in round_.tables),
        small=tuple(small),
        sit_outs=tuple(outs),
        clubs=tuple(tournament.entrants[player].club for player in players),
        forbidden=tournament.forbidden,
    )
