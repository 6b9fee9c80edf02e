"""Reads ratings, their steps and their corrections from the store, without hidden players."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from domain.editions import EDITIONS
from projections.analytics.ratings import OpponentPart, RatingState, RatingStep
from service.analytics.counted_games import is_bot
from service.analytics.derived_tables import DerivedTables, not_hidden
from service.store.entries.analytics_entries import RatingCorrection

_STEPS: Final = (
    "SELECT edition, ended, game, player, rating_before, uncertainty_before, rating, uncertainty, games, opponents"
    " FROM rating_steps"
)
_PARTS: Final = msgspec.json.Decoder(tuple[OpponentPart, ...])


class PublicStep(NamedTuple):
    """A step of a rating as all clients may know it, with the edition and the end of its game."""

    edition: str
    ended: int
    step: RatingStep


class RatingReader(DerivedTables):
    """Ratings as the store has them, for any number of threads and processes."""

    def ratings(self, edition: str, after: str | None, limit: int) -> list[tuple[str, RatingState]]:
        """Return the players of an edition with their ratings, the best first, after the player `after`."""
        place, values = "", list[object]()
        if after is not None:
            place = (
                "AND (-rating, player) > ((SELECT -a.rating FROM ratings a WHERE a.edition = ? AND a.player = ?), ?) "
            )
            values = [edition, after, after]
        query = (
            "SELECT player, rating, uncertainty, games FROM ratings"
            f" WHERE edition = ? AND {not_hidden('ratings.player')}"
        )
        found = self.rows(f"{query} {place}ORDER BY (-rating), player LIMIT ?", edition, *values, limit)
        return [(player, _state(*state)) for player, *state in found]

    def rating(self, player: str, edition: str) -> RatingState | None:
        """Return the rating of a player in an edition, or None if there is none or the player is hidden."""
        query = (
            "SELECT rating, uncertainty, games FROM ratings"
            f" WHERE player = ? AND edition = ? AND {not_hidden('ratings.player')}"
        )
        return next((_state(*row) for row in self.rows(query, player, edition)), None)

    def steps(self, player: str, edition: str | None, limit: int) -> list[PublicStep]:
        """Return the last steps of a player, in the order of the ends of their games; none of a hidden player."""
        if self.hidden([player]):
            return []
        query = f"{_STEPS} WHERE player = ? AND edition = ? ORDER BY ended DESC, game DESC LIMIT ?"
        editions = EDITIONS if edition is None else [edition]
        rows = [row for one in editions for row in self.rows(query, player, one, limit)]
        return self._public(sorted(rows, key=lambda row: (row[1], row[2]))[-limit:])

    def steps_of(self, games: Iterable[str]) -> list[PublicStep]:
        """Return the steps of these games in the order of their ends, without those of hidden players."""
        rows = sorted(self.rows_among(f"{_STEPS} WHERE game IN", games), key=lambda row: row[1:4])
        hidden = self.hidden({row[3] for row in rows if not is_bot(row[3])})
        return self._public([row for row in rows if row[3] not in hidden])

    def corrections(self, player: str, edition: str | None) -> list[RatingCorrection]:
        """Return what was corrected of a player's ratings, the oldest first; nothing of a hidden player."""
        if self.hidden([player]):
            return []
        found = self._store.find_entries(RatingCorrection, player=player)
        return [one for one in found if edition in (None, one.edition)]

    def _public(self, rows: Sequence[Sequence[Any]]) -> list[PublicStep]:
        parts = [_PARTS.decode(row[-1]) for row in rows]
        hidden = self.hidden(
            {one.opponent for of_step in parts for one in of_step if one.opponent and not is_bot(one.opponent)}
        )
        return [
            PublicStep(
                edition,
                ended,
                RatingStep(
                    game=game,
                    player=player,
                    before=RatingState(rating=rating_before, uncertainty=uncertainty_before, games=games - 1),
                    after=RatingState(rating=rating, uncertainty=uncertainty, games=games),
                    opponents=tuple(replace(one, opponent=None) if one.opponent in hidden else one for one in of_step),
                ),
            )
            for of_step, (
                edition,
                ended,
                game,
                player,
                rating_before,
                uncertainty_before,
                rating,
                uncertainty,
                games,
                _,
            ) in zip(parts, rows, strict=True)
        ]


def _state(rating: float, uncertainty: float, games: int) -> RatingState:
    return RatingState(rating=rating, uncertainty=uncertainty, games=games)
