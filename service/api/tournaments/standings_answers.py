"""Builds the response with the standings of a tournament."""

from domain.tournaments.certainty import certainty
from domain.tournaments.standings import StandingsLine
from service.api.tournaments.standings_schemas import PointsReason, RankedPlayer, TieBreakValue, TournamentStandings
from service.tournaments.visible_tournament import VisibleTournament


def standings_answer(visible: VisibleTournament, n: int, *, with_certainty: bool) -> TournamentStandings:
    """Return the standings after event `n`, and how sure they are if that is asked for."""
    lines = visible.standings(n)
    sure = certainty(visible.at(n), lines) if with_certainty else None
    reliability = None if sure is None or sure.reliability is None else round(float(sure.reliability), 3)
    ranks = {} if sure is None else sure.ranks
    ranked = [_ranked(visible, line, ranks.get(line.player)) for line in lines]
    return TournamentStandings(at=n, standings=ranked, reliability=reliability)


def _ranked(visible: VisibleTournament, line: StandingsLine, ranks: tuple[int, int] | None) -> RankedPlayer:
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
            )
            for one in line.why
        ],
        ranks=ranks,
    )
