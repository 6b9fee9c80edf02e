"""The rows of the tables of players and ratings, which are made from all games that count and not game by game."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final, NamedTuple

import msgspec

from service.analytics.analytics_fold import AnalyticsFold, FoldedGame, PublicStep
from service.analytics.counted_games import BOT, is_bot
from service.exports.rows import Row

RATINGS: Final = "ratings"
PLAYERS: Final = "players"
PLAYER_TABLES: Final = frozenset({RATINGS, PLAYERS})
"""The tables whose rows are made here."""
PERSON: Final = "person"
_UNRATED: Final = (None, None, None, None)


class AnalyticsSnapshot(NamedTuple):
    """The games that count and the steps of their ratings, as they were at one moment."""

    games: Sequence[FoldedGame]
    steps: Sequence[PublicStep]


class _Score:
    def __init__(self) -> None:
        self.games = self.seats = self.coins = 0
        self.wins = Fraction(0)


def snapshot_of(fold: AnalyticsFold) -> AnalyticsSnapshot:
    """Return the games of a fold, which goes on, as they are now."""
    return AnalyticsSnapshot(tuple(fold.games), tuple(fold.all_steps()))


def player_rows(table: str, counted: AnalyticsSnapshot, chosen: Collection[str]) -> Iterator[list[Row]]:
    """Yield the rows of a table in parts.

    Args:
        table: the name of the table.
        counted: the games that count.
        chosen: the games that the export has; steps of other games are left out, and results in them not counted.
    """
    steps = [one for one in counted.steps if one.summary.game in chosen]
    if table == RATINGS:
        return _ratings(steps)
    games = [one for one in counted.games if one.summary.game in chosen]
    return _players(games, steps)


def _ratings(steps: Sequence[PublicStep]) -> Iterator[list[Row]]:
    for game, of_game in groupby(steps, lambda one: one.summary.game):
        yield [
            (
                summary.edition,
                game,
                summary.times.ended,
                step.player,
                step.after.games,
                step.before.rating,
                step.before.uncertainty,
                step.after.rating,
                step.after.uncertainty,
                step.after.provisional,
                msgspec.json.encode(step.opponents),
            )
            for step, summary in of_game
        ]


def _players(games: Sequence[FoldedGame], steps: Sequence[PublicStep]) -> Iterator[list[Row]]:
    scores = defaultdict[tuple[str, str], _Score](_Score)
    for one in games:
        for player in {*one.players} - {None}:
            scores[one.summary.edition, player or ""].games += 1
        for player, coins, win in zip(one.players, one.summary.scores or (), one.wins, strict=True):
            if player is not None:
                score = scores[one.summary.edition, player]
                score.seats += 1
                score.coins += coins
                score.wins += Fraction(win)
    last = {(one.summary.edition, one.step.player): one.step.after for one in steps}
    for (edition, player), score in sorted(scores.items(), key=lambda item: item[0]):
        kind, rating = BOT if is_bot(player) else PERSON, last.get((edition, player))
        rated = _UNRATED if rating is None else (rating.games, rating.rating, rating.uncertainty, rating.provisional)
        yield [(edition, player, kind, score.games, score.seats, float(score.wins), score.coins, *rated)]
