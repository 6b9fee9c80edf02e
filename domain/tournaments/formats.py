"""The formats of tournaments: how a round is drawn, who takes part in it, and whether another one follows."""

from collections.abc import Callable
from typing import Final, NamedTuple

from domain.tournaments.algorithms import DRAW, FINAL_DRAW, KNOCKOUT_DRAW, ROUND_ROBIN_DRAW
from domain.tournaments.decisive_rounds import is_decided
from domain.tournaments.draw_basis import DrawBasis, DrawnSeats
from domain.tournaments.events import HEATS, KNOCKOUT, LEAGUE, ROUND_ROBIN, SWISS
from domain.tournaments.final import draw_final, finalists
from domain.tournaments.knockout import draw_knockout, still_in
from domain.tournaments.planned_draw import draw_heats, draw_round_robin, robin_plan, robin_rounds
from domain.tournaments.state import CONFIRMED, RELEASED, DrawnRound, Tournament
from domain.tournaments.swiss_draw import draw_swiss


class Format(NamedTuple):
    """How the rounds of a format are drawn, by the algorithm of this name.

    `algorithm` says how the standings are ordered as well: those of `algorithms.DECISIVE` decide them by places. While
    the rules allow another round, `goes_on` says whether the format needs it. Gaps of points are part of the cost where
    `counts_gaps`. The next round of an `is_open` format does not wait for the results of the round before.
    """

    algorithm: str
    draw: Callable[[DrawBasis], DrawnSeats]
    players: Callable[[Tournament], tuple[str, ...]] = lambda tournament: tournament.present
    goes_on: Callable[[Tournament], bool] = lambda _: True
    counts_gaps: bool = False
    is_open: bool = False


FORMATS: Final = {
    HEATS: Format(DRAW, draw_heats),
    SWISS: Format(DRAW, draw_swiss, counts_gaps=True),
    ROUND_ROBIN: Format(
        ROUND_ROBIN_DRAW,
        draw_round_robin,
        goes_on=lambda t: robin_rounds(t, robin_plan(t, t.next_round)) > 0,
    ),
    KNOCKOUT: Format(KNOCKOUT_DRAW, draw_knockout, still_in, goes_on=lambda t: not is_decided(t.current)),
    LEAGUE: Format(DRAW, draw_heats, is_open=True),
}
"""The formats by their names."""
FINAL: Final = Format(FINAL_DRAW, draw_final, finalists)
"""The round after the last one of a format, where the rules have one."""


def next_format(tournament: Tournament) -> Format | None:
    """Return the format of the next round, or None where the rules have no further one."""
    rules, last = tournament.rules, tournament.current
    if last is not None and last.algorithm == FINAL_DRAW:
        return None
    form = FORMATS[rules.format]
    if tournament.next_round <= rules.rounds and form.goes_on(tournament):
        return form
    return FINAL if rules.final and last is not None else None


def round_to_finish_first(tournament: Tournament) -> DrawnRound | None:
    """Return the first round that must be confirmed, or in an open format released, before another one is drawn."""
    form = next_format(tournament)
    done = (CONFIRMED, RELEASED) if form is not None and form.is_open else (CONFIRMED,)
    return next((one for one in tournament.rounds if one.state not in done), None)


def format_of_round(tournament: Tournament, algorithm: str) -> Format:
    """Return the format by whose rules a round was drawn, while its rules are in force."""
    return FINAL if algorithm == FINAL_DRAW else FORMATS[tournament.rules.format]
