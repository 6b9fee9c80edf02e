"""The draw of a Swiss round."""

from domain.tournaments.draw_basis import DrawBasis, DrawnSeats, named
from domain.tournaments.standings import points_of
from domain.tournaments.swiss import swiss_round
from domain.tournaments.table_sizes import table_sizes
from domain.tournaments.turn_order import turn_orders


def draw_swiss(basis: DrawBasis) -> DrawnSeats:
    """Draw a round of players of like score; of those who sat out least the last ones sit out."""
    history, stream = basis.history(), basis.stream()
    players, points = history.players, points_of(basis.tournament)
    sizes = table_sizes(len(players), basis.tournament.sizes)
    ranked = sorted(stream.shuffled(range(len(players))), key=lambda at: -points[players[at]])
    rank = {at: place for place, at in enumerate(ranked)}
    out = sorted(ranked, key=lambda at: (history.sit_outs[at], -rank[at]))[: len(players) - sum(sizes)]
    tables = swiss_round(history.cost(points), sizes, [at for at in ranked if at not in out], stream)
    ordered = turn_orders([tables], history.turns(), stream)[0]
    return DrawnSeats(tables=named(players, ordered), sit_outs=tuple(players[at] for at in sorted(out)))
