"""The final: the best players of the standings at one table."""

from domain.tournaments.draw_basis import DrawBasis, DrawnSeats
from domain.tournaments.standings import standing_order
from domain.tournaments.state import Tournament


def finalists(tournament: Tournament) -> tuple[str, ...]:
    """Return the best players of the standings who are present, the best first: as many as the rules say."""
    present = {*tournament.present}
    best = [player for player in standing_order(tournament) if player in present]
    return tuple(best[: tournament.rules.final or 0])


def draw_final(basis: DrawBasis) -> DrawnSeats:
    """Seat the finalists in turn order: the best of the standings plays first, and so on."""
    tournament = basis.tournament
    others = tuple(player for player in tournament.present if player not in basis.players)
    return DrawnSeats(tables=(basis.players,), sit_outs=others)
