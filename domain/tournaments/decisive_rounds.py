"""How far players came in rounds that decide the standings: a final, or a knock-out."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from domain.tournaments.penalty_places import penalty_steps
from domain.tournaments.state import DRAFT, DrawnRound, Tournament
from domain.tournaments.tie_breaks import TieBreak

REACHED: Final = "reached"
PLACE: Final = "place"
Stage = tuple[TieBreak, TieBreak]
"""The last round of this kind that a player reached, and the share of the place there: 1, 1/2, 1/3 and so on."""


def stages(tournament: Tournament) -> Mapping[str, Stage]:
    """Return the stage of each player who reached a released round of this kind.

    A player whose table has no result, and one who stays in without a game, counts as first there.
    """
    reached: dict[str, Stage] = {}
    for round_ in tournament.rounds:
        if round_.is_decisive and round_.state != DRAFT:
            reached |= dict.fromkeys(round_.byes, _stage(round_, None, 0))
            for table in round_.tables:
                size = len(table.counts_for)
                if table.result is None or table.voided is not None or not table.is_settled:
                    reached |= dict.fromkeys(table.counts_for, _stage(round_, None, size))
                    continue
                penalties = [one for one in tournament.penalties if not one.lifted and one.round == round_.number]
                places = [after for _, _, after in penalty_steps(table, penalties)] or [table.result.places]
                for player, place in zip(table.counts_for, places[-1], strict=True):
                    reached[player] = _stage(round_, place, size)
    return reached


def _stage(round_: DrawnRound, place: int | None, size: int) -> Stage:
    trace = () if place is None else (f"round {round_.number}: {place} of {size}",)
    share = Fraction(1, place or 1)
    return TieBreak(name=REACHED, value=Fraction(round_.number)), TieBreak(name=PLACE, value=share, trace=trace)
