"""Ratings of players by the results of their games: Weng and Lin's Bradley-Terry model with full pairs.

Source: R. C. Weng, C.-J. Lin, A Bayesian Approximation Method for Online Ranking, JMLR 12 (2011), algorithm 1. Every
two seats of a table are compared; a shared place counts half. A step is a sum over the opponents, so each part of it
can be shown.
"""

from collections.abc import Iterable, Iterator, Mapping
from math import exp, sqrt
from typing import Final

from domain.member_types import Count
from domain.values import Value

VERSION: Final = 1
"""The version of this formula."""
START: Final = 25.0
"""The rating of a player without games."""
UNCERTAINTY: Final = 25.0 / 3
"""The standard deviation of a rating without games."""
BETA: Final = 25.0 / 6
"""How much the results of one player vary: the standard deviation of a performance."""
TAU: Final = 25.0 / 300
"""How much a player may change from game to game: the uncertainty grows by it before each game."""
KAPPA: Final = 0.0001
"""The least share of its variance that a rating keeps in one game."""
PROVISIONAL_ABOVE: Final = UNCERTAINTY / 3
"""Below this uncertainty a rating is no longer provisional."""


class RatingState(Value, omit_defaults=False):
    """A rating, its standard deviation, and the number of rated games behind it."""

    rating: float = START
    uncertainty: float = UNCERTAINTY
    games: Count = 0

    @property
    def provisional(self) -> bool:
        """Whether too little is known of this player."""
        return self.uncertainty > PROVISIONAL_ABOVE


class OpponentPart(Value, omit_defaults=False):
    """What one opponent added to a rating: the opponent, their rating before, the result, and the part.

    `result` is 1 for a better place, 0.5 for a shared one, 0 for a worse one; `expected` is what the ratings said.
    """

    opponent: str | None
    rating: float
    result: float
    expected: float
    part: float


class RatingStep(Value, omit_defaults=False):
    """How a game changed the rating of a player; the parts of `opponents` add up to the change."""

    game: str
    player: str
    before: RatingState
    after: RatingState
    opponents: tuple[OpponentPart, ...]


class RatedGame(Value, omit_defaults=False):
    """A finished game: the player of each seat and their places, 1 the best.

    None is a seat whose player is not known: it rates no other seat and is not rated.
    """

    game: str
    players: tuple[str | None, ...]
    places: tuple[int, ...]


def rate(game: RatedGame, ratings: Mapping[str, RatingState]) -> tuple[RatingStep, ...]:
    """Return how a game changes the ratings of its players; no step for who met no other known player.

    Seats of one player do not rate each other, and their steps are added.
    """
    known = [(seat, player) for seat, player in enumerate(game.players) if player is not None]
    prior = {player: _with_drift(ratings.get(player, RatingState())) for _, player in known}
    steps = []
    for player in dict.fromkeys(player for _, player in known):
        own, parts, shrinking = prior[player], list[OpponentPart](), 0.0
        variance = own.uncertainty**2
        for seat in (seat for seat, one in known if one == player):
            for other_seat, opponent in known:
                if opponent == player:
                    continue
                other = prior[opponent]
                spread = sqrt(variance + other.uncertainty**2 + 2 * BETA**2)
                expected = 1 / (1 + exp((other.rating - own.rating) / spread))
                result = _result(game.places[seat], game.places[other_seat])
                part = variance / spread * (result - expected)
                parts.append(
                    OpponentPart(opponent=opponent, rating=other.rating, result=result, expected=expected, part=part)
                )
                shrinking += own.uncertainty / spread * variance / spread**2 * expected * (1 - expected)
        if not parts:
            continue
        after = RatingState(
            rating=own.rating + sum(one.part for one in parts),
            uncertainty=own.uncertainty * sqrt(max(1 - shrinking, KAPPA)),
            games=own.games + 1,
        )
        before = ratings.get(player, RatingState())
        steps.append(RatingStep(game=game.game, player=player, before=before, after=after, opponents=tuple(parts)))
    return tuple(steps)


def rating_steps(games: Iterable[RatedGame]) -> Iterator[RatingStep]:
    """Yield every step of these games, which come in the order of their ends."""
    ratings = dict[str, RatingState]()
    for game in games:
        for step in rate(game, ratings):
            ratings[step.player] = step.after
            yield step


def _with_drift(rating: RatingState) -> RatingState:
    return RatingState(rating=rating.rating, uncertainty=sqrt(rating.uncertainty**2 + TAU**2), games=rating.games)


def _result(own: int, other: int) -> float:
    return 1.0 if own < other else 0.5 if own == other else 0.0
