"""Statistics over many games: the best results."""

from typing import Any, Final

from marshmallow import Schema, fields, validate

from domain.editions import EDITIONS, edition_named
from projections.leaderboard import BEST_MAX
from service.access.tokens import Principal
from service.api.response_schemas import BestResult, Leaderboard
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import StrictInteger
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer
from service.tournaments.visible_tournament import games_linked

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
