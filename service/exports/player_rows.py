"""The rows of the tables `players` and `ratings`, which are computed over all counted games."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final

import msgspec

from domain.editions import EDITIONS
from projections.analytics.ratings import RatingState
from service.analytics.counted_games import BOT, is_bot
from service.analytics.derived_tables import GamePlace
from service.analytics.rating_reader import PublicStep, RatingReader
from service.analytics.statistics_reader import StatisticsReader
from service.exports.rows import Row
from service.store.event_store import GameStore

RATINGS: Final = "ratings"
PLAYERS: Final = "players"
PLAYER_TABLES: Final = frozenset({RATINGS, PLAYERS})
"""The tables whose rows this module makes."""
PERSON: Final = "person"
_UNRATED: Final = (None, None, None, None)


GAMES_PER_QUERY: Final = 200
"""How many games one query reads."""


class _Score:
    def __init__(self) -> None:
        self.games = self.seats = self.coins = 0
        self.wins = Fraction(0)


def player_rows(table: str, store: GameStore, chosen: Collection[str]) -> Iterator[list[Row]]:
    """Yield the rows of a table in parts, from the counted games among `chosen`, the games of the export."""
    statistics, ratings = StatisticsReader(store), RatingReader(store)
    for edition in sorted(EDITIONS):
        parts = _parts(statistics, edition, chosen)
        if table == RATINGS:
            for part in parts:
                yield from _ratings(ratings.steps_of(game for _, game in part))
        else:
            yield from _players(edition, statistics, ratings, parts)


def _parts(statistics: StatisticsReader, edition: str, chosen: Collection[str]) -> Iterator[list[GamePlace]]:
    after = (-1, "")
    while part := statistics.places_after(edition, after, GAMES_PER_QUERY):
        yield [place for place in part if place[1] in chosen]
        after = part[-1]


def _ratings(steps: Sequence[PublicStep]) -> Iterator[list[Row]]:
    for game, of_game in groupby(steps, lambda one: one.step.game):
        yield [
            (
                edition,
                game,
                ended,
                step.player,
                step.after.games,
                step.before.rating,
                step.before.uncertainty,
                step.after.rating,
                step.after.uncertainty,
                step.after.provisional,
                msgspec.json.encode(step.opponents),
            )
            for edition, ended, step in of_game
        ]


def _players(
    edition: str, statistics: StatisticsReader, ratings: RatingReader, parts: Iterable[list[GamePlace]]
) -> Iterator[list[Row]]:
    scores, last = defaultdict[str, _Score](_Score), dict[str, RatingState]()
    for part in parts:
        for one in statistics.games(part):
            for player in {*one.seated} - {None}:
                scores[player or ""].games += 1
            for player, seat in zip(one.seated, one.figures.seats, strict=True):
                if player is not None:
                    score = scores[player]
                    score.seats += 1
                    score.coins += seat.score
                    score.wins += Fraction(seat.win)
        last |= {one.step.player: one.step.after for one in ratings.steps_of(game for _, game in part)}
    for player, score in sorted(scores.items()):
        kind, rating = BOT if is_bot(player) else PERSON, last.get(player)
        rated = _UNRATED if rating is None else (rating.games, rating.rating, rating.uncertainty, rating.provisional)
        yield [(edition, player, kind, score.games, score.seats, float(score.wins), score.coins, *rated)]
