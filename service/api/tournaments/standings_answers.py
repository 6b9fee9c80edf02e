"""Builds the response with the standings of a tournament."""

from typing import Final

from domain.tournaments.certainty import Certainty, certainty
from domain.tournaments.duplicate_points import SeatComparison
from domain.tournaments.standings import StandingsLine
from service.api.tournaments.standings_schemas import (
    PointsReason,
    RankedPlayer,
    SeatCompared,
    TieBreakValue,
    TournamentStandings,
)
from service.http.request_context import Call
from service.tournaments.visible_tournament import VisibleTournament

EVENTS_PER_COST: Final = 16
"""For how many events of a tournament a request for its certainty pays one more."""


def standings_answer(visible: VisibleTournament, n: int, sure: Certainty | None) -> TournamentStandings:
    """Return the standings after event `n`, and how sure they are if that is asked for."""
    lines = visible.standings(n)
    reliability = None if sure is None or sure.reliability is None else round(float(sure.reliability), 3)
    ranks = {} if sure is None else sure.ranks
    ranked = [_ranked_player(visible, line, ranks.get(line.player)) for line in lines]
    return TournamentStandings(at=n, standings=ranked, reliability=reliability)


def standings_reliability(call: Call, n: int) -> Certainty:
    """Return how sure the standings after event `n` are; what was found once is kept."""
    visible = call.tournament
    if call.request.payer is not None:
        call.request.payer.charge(visible.version // EVENTS_PER_COST)

    def found() -> Certainty:
        return certainty(visible.at(n), visible.standings(n))

    question = ("certainty", visible.tournament, n)
    return call.context.background.result(question, call.request.network, found, lambda sure: len(sure.ranks))


def _ranked_player(visible: VisibleTournament, line: StandingsLine, ranks: tuple[int, int] | None) -> RankedPlayer:
    return RankedPlayer(
        rank=line.rank,
        player=line.player,
        name=visible.names.get(line.player),
        points=str(line.points),
        excluded=line.excluded,
        tie_breaks=[TieBreakValue(name=one.name, value=str(one.value), trace=one.trace) for one in line.tie_breaks],
        why=[
            PointsReason(
                kind=one.kind,
                round=one.round,
                table=one.table,
                game=one.game,
                place=one.place,
                points=str(one.points),
                event=one.event,
                comparison=None if one.comparison is None else _seat_comparison(one.comparison),
            )
            for one in line.why
        ],
        ranks=ranks,
    )


def _seat_comparison(comparison: SeatComparison) -> SeatCompared:
    return SeatCompared(
        coins=comparison.coins,
        tables=list(comparison.tables),
        others=comparison.others,
        mean=str(comparison.mean),
        ahead_of=comparison.ahead_of,
        level_with=comparison.level_with,
    )
