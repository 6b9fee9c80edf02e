"""Statistics over many games: the best results, editions, players, ratings."""

from typing import Any, Final
from urllib.parse import urlencode

from marshmallow import Schema, fields, validate

from domain.editions import EDITIONS, edition_named
from domain.refusals import Misuse
from projections.leaderboard import BEST_MAX
from service.access.tokens import Principal
from service.api.games.game_filters import flag
from service.api.integration.analytics_answers import (
    CountedSearch,
    counted_games,
    player_answer,
    rating_list,
    rating_steps,
    statistics_answer,
)
from service.api.integration.analytics_schemas import (
    CountedGames,
    PlayerAnswer,
    RatingList,
    RatingSteps,
    StatisticsAnswer,
)
from service.api.response_schemas import BestResult, Leaderboard
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import StrictInteger
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer
from service.problems import Problem
from service.tournaments.visible_tournament import games_linked

GAMES_MAX: Final = 50
"""How many games one answer lists at most."""
STEPS_MAX: Final = 1000
"""How many steps of ratings one answer lists at most."""

statistics: Final = Operations()


class BestQuery(Schema):
    """Which leaderboard, and how many results."""

    edition = fields.String(
        required=True, validate=validate.OneOf(EDITIONS), metadata={"description": "The edition, such as `classic`"}
    )
    players = StrictInteger(
        required=True, validate=validate.Range(1, 100), metadata={"description": "Games of this number of players"}
    )
    limit = StrictInteger(
        load_default=20, validate=validate.Range(1, BEST_MAX), metadata={"description": "How many results at most"}
    )
    tournament = fields.String(
        validate=validate.Length(1, 200), metadata={"description": "Only games that are linked to this tournament"}
    )


@statistics.operation(
    "GET",
    "/statistics/best",
    "get_leaderboard",
    ResponseSpec(Leaderboard),
    RequestSpec(query=BestQuery),
    problems=["rules.setup.players"],
)
def get_leaderboard(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """List the best results of whole games.

    Games of people and of bots count, by the rules as printed, without practice games. It has what an anonymous client
    may know. So it leaves out private games, and those that spectators still see being played.
    """
    edition_named(query["edition"]).data.setup(query["players"])
    best: list[BestResult] = []
    is_public = call.reader.end_is_public
    if "tournament" in query:
        linked = games_linked(call.context, Principal(), query["tournament"])
        is_public = lambda game: game in linked and call.reader.end_is_public(game)  # noqa: E731  # one of two
    for one in call.context.catalogue.best(query["edition"], query["players"], is_public):
        if len(best) == query["limit"]:
            break
        sight = call.reader.sight(one.game, Principal())
        player = call.reader.seated(sight).get(one.seat)
        name = None if player is None else player.name
        best.append(BestResult(game=one.game, seat=one.seat, score=one.score, name=name))
    return answer(Leaderboard(edition=query["edition"], players=query["players"], best=tuple(best)))


class StatisticsQuery(Schema):
    """Which games."""

    players = StrictInteger(
        validate=validate.Range(1, 100), metadata={"description": "Only games of this number of players", "example": 4}
    )
    simulated = flag("Whether games count in which all seats are bots; `true` by default")


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


class RatingStepsQuery(Schema):
    """Which steps."""

    edition = fields.String(
        validate=validate.OneOf(EDITIONS),
        metadata={"description": "Only ratings of this edition", "example": "classic"},
    )
    limit = StrictInteger(
        load_default=100, validate=validate.Range(1, STEPS_MAX), metadata={"description": "How many of the last steps"}
    )


@statistics.operation(
    "GET",
    "/statistics/<edition>",
    "get_statistics",
    ResponseSpec(StatisticsAnswer),
    RequestSpec(query=StatisticsQuery),
    costs=1,
)
def get_statistics(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Get statistics by turn order, variety, pair and length.

    Finished games by the printed rules count, each as soon as an anonymous client may know its end. Each figure has
    its count and its 95 % interval beside it. `definitions` is the version of what is counted.
    """
    simulated = query.get("simulated", True)
    return answer(statistics_answer(call.context, _edition_of(call), query.get("players"), simulated=simulated))


@statistics.operation(
    "GET",
    "/statistics/<edition>/games",
    "list_counted_games",
    ResponseSpec(CountedGames, headers=["Link"]),
    RequestSpec(query=CountedGamesQuery),
    costs=2,
)
def list_counted_games(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """List the games that make the statistics, with their figures.

    The figures of all of them add up to those of the edition. The newest end comes first.
    """
    wanted = CountedSearch(
        _edition_of(call),
        query.get("players"),
        query.get("simulated", True),
        frozenset(one for one in (query.get("player"), query.get("with_")) if one is not None),
    )
    found, following = counted_games(call.context, wanted, query.get("cursor"), query["limit"])
    made = answer(found)
    if following is not None:
        asked = {**call.request.args, "cursor": following}
        made.headers["Link"] = f'<{call.request.head.path}?{urlencode(asked)}>; rel="next"'
    return made


@statistics.operation(
    "GET",
    "/players/<player>",
    "get_player",
    ResponseSpec(PlayerAnswer),
    RequestSpec(query=PlayerQuery),
    costs=1,
)
def get_player(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Get a player or bot: results, varieties, partners, games.

    A person has a random public id, one for each integrator. `partners` are players at the same tables. Players
    without games that count, and erased ones, are not found.
    """
    return answer(player_answer(call.context, call.args["player"], query["limit"]))


@statistics.operation(
    "GET",
    "/players/<player>/ratings",
    "list_rating_steps",
    ResponseSpec(RatingSteps),
    RequestSpec(query=RatingStepsQuery),
    costs=1,
)
def list_rating_steps(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """List how games changed a player's ratings, and why.

    Each step is the sum of one part for each opponent. An opponent without a name is one who was erased.
    """
    return answer(rating_steps(call.context, call.args["player"], query.get("edition"), query["limit"]))


@statistics.operation("GET", "/ratings/<edition>", "list_ratings", ResponseSpec(RatingList), costs=1)
def list_ratings(call: Call) -> HttpAnswer:
    """List the ratings of an edition, the best first.

    A rating is provisional while its uncertainty is above 2.78.
    """
    return answer(rating_list(call.context, _edition_of(call)))


def _edition_of(call: Call) -> str:
    try:
        return edition_named(call.args["edition"]).data.key
    except Misuse as error:
        raise Problem("not-found", error.says) from error
