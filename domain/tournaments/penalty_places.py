"""The kinds of penalty, and what they change at a table: who is placed where."""

from collections.abc import Iterator, Sequence
from typing import Final

from domain.tournaments.evolve import EXCLUSION
from domain.tournaments.state import Penalty, TournamentTable

COIN_LOSS: Final = "coin_loss"
GAME_LOSS: Final = "game_loss"
POINTS: Final = "points"
WARNING: Final = "warning"
PENALTIES: Final = (WARNING, COIN_LOSS, GAME_LOSS, POINTS, EXCLUSION)
"""The kinds of penalty."""
BELOW_ALL: Final = -1_000_000
"""The score by which a lost game is placed: below all that a game can end with."""
Places = tuple[int, ...]


def penalty_steps(table: TournamentTable, penalties: Sequence[Penalty]) -> Iterator[tuple[Penalty, Places, Places]]:
    """Yield each penalty in force that concerns this table, with the places before and after it."""
    result = table.result
    assert result is not None, "the table is settled"
    scores, places = list(result.scores), result.places
    for penalty in penalties:
        if penalty.kind not in (COIN_LOSS, GAME_LOSS) or penalty.player not in table.counts_for:
            continue
        seat = table.counts_for.index(penalty.player)
        scores[seat] = scores[seat] - 1 if penalty.kind == COIN_LOSS else BELOW_ALL
        after = places_after(scores, result.scores, result.places)
        yield penalty, places, after
        places = after


def places_after(scores: Sequence[int], before: Sequence[int], places: Sequence[int]) -> Places:
    """Return the places for these scores; a tie that the game had broken stays so while both keep their scores."""

    def is_ahead(one: int, other: int) -> bool:
        if scores[one] != scores[other]:
            return scores[one] > scores[other]
        return before[one] == before[other] and places[one] < places[other]

    seats = range(len(scores))
    return tuple(1 + sum(is_ahead(other, seat) for other in seats) for seat in seats)
