"""What requests about statistics, players and ratings may ask."""

from typing import Final

from marshmallow import Schema, fields, validate

from domain.editions import EDITIONS
from projections.leaderboard import LEADERBOARD_RESULTS_MAX
from service.api.games.game_filters import flag_field
from service.http.query_params import StrictInteger

GAMES_MAX: Final = 50
"""How many games one answer lists at most."""
STEPS_MAX: Final = 1000
"""How many steps or players one answer lists at most."""


def _tournament() -> fields.String:
    return fields.String(
        validate=validate.Length(1, 200), metadata={"description": "Only games that are linked to this tournament"}
    )


class BestQuery(Schema):
    """Which leaderboard, and how many results."""

    edition = fields.String(
        required=True, validate=validate.OneOf(EDITIONS), metadata={"description": "The edition, such as `classic`"}
    )
    players = StrictInteger(
        required=True, validate=validate.Range(1, 100), metadata={"description": "Games of this number of players"}
    )
    limit = StrictInteger(
        load_default=20,
        validate=validate.Range(1, LEADERBOARD_RESULTS_MAX),
        metadata={"description": "How many results at most"},
    )
    tournament = _tournament()


class StatisticsQuery(Schema):
    """Which games."""

    players = StrictInteger(
        validate=validate.Range(1, 100), metadata={"description": "Only games of this number of players", "example": 4}
    )
    simulated = flag_field("Whether games count in which all seats are bots; `true` by default")
    tournament = _tournament()


class CountedGamesQuery(StatisticsQuery):
    """Which games, and how many at once."""

    player = fields.String(
        validate=validate.Length(max=100),
        metadata={"description": "Only games of this player: a public id, or the name of a bot", "example": "trader"},
    )
    with_ = fields.String(
        data_key="with",
        validate=validate.Length(max=100),
        metadata={"description": "Only games of this player as well", "example": "greedy"},
    )
    limit = StrictInteger(
        load_default=20, validate=validate.Range(1, GAMES_MAX), metadata={"description": "How many games at most"}
    )
    cursor = fields.String(
        validate=validate.Length(max=200), metadata={"description": "From the `Link` of the page before"}
    )


class PlayerQuery(Schema):
    """How many of the last games."""

    limit = StrictInteger(
        load_default=20, validate=validate.Range(1, GAMES_MAX), metadata={"description": "How many of the last games"}
    )


class RatingListQuery(Schema):
    """How many players at once."""

    limit = StrictInteger(
        load_default=200, validate=validate.Range(1, STEPS_MAX), metadata={"description": "How many players at most"}
    )
    cursor = fields.String(
        validate=validate.Length(max=200), metadata={"description": "From the `Link` of the page before"}
    )


class RatingStepsQuery(Schema):
    """Which steps."""

    edition = fields.String(
        validate=validate.OneOf(EDITIONS),
        metadata={"description": "Only ratings of this edition", "example": "classic"},
    )
    limit = StrictInteger(
        load_default=100, validate=validate.Range(1, STEPS_MAX), metadata={"description": "How many of the last steps"}
    )
