"""The figures of one player in one edition: results, favourite varieties, and the players they met and traded with."""

from typing import Final

from domain.member_types import Count, EditionId
from domain.values import Value
from projections.analytics.edition_statistics import (
    SeatResults,
    SelectionSums,
    VarietyLine,
    share_interval,
    variety_lines,
)
from projections.analytics.statistics_sums import Measure


class PartnerLine(Value, omit_defaults=False):
    """Another player at the same tables: how often this one was ahead, level or behind, and what they exchanged.

    Each seat of the one meets each seat of the other. Values are in hundredths of a coin, `given` by this player.
    """

    player: str
    games: Count
    ahead: Count
    level: Count
    behind: Count
    trades: Count
    gifts: Count
    given: Count
    got: Count


class PlayerFigures(Value, omit_defaults=False):
    """A player in one edition: games, seats in them, wins and coins with their 95 % intervals, varieties, partners."""

    edition: EditionId
    games: Count
    seats: Count
    wins: str
    wins_interval: tuple[float, float]
    coins_mean: float
    coins_interval: tuple[float, float] | None
    by_variety: tuple[VarietyLine, ...]
    partners: tuple[PartnerLine, ...]


_COUNTED: Final = ("games", "ahead", "level", "behind", "trades", "gifts", "given", "got")


def player_figures(edition: str, sums: SelectionSums) -> PlayerFigures:
    """Return the figures that the sums of one player in an edition make; there is at least one game."""
    by_measure = {
        measure: [(key.item, one) for key, one in sums.items() if key.measure == measure] for measure in Measure
    }
    results = SeatResults.of(one for _, one in by_measure[Measure.TURN_ORDER])
    return PlayerFigures(
        edition=edition,
        games=sum(one["games"] for _, one in by_measure[Measure.LENGTH]),
        seats=results.coins.size,
        wins=str(results.wins),
        wins_interval=share_interval(results.wins, results.coins.size),
        coins_mean=results.coins.mean or 0.0,
        coins_interval=results.coins.interval,
        by_variety=variety_lines(by_measure[Measure.VARIETY]),
        partners=tuple(
            PartnerLine(player=name, **{member: counts[member] for member in _COUNTED})
            for name, counts in sorted(by_measure[Measure.PARTNER], key=lambda line: (-line[1]["games"], line[0]))
        ),
    )
