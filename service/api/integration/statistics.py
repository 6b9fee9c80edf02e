"""Statistics over many games: the best results, editions, players, ratings."""

from typing import Any, Final

from domain.editions import edition_named
from domain.refusals import Misuse
from domain.values import Value
from service.access.tokens import Principal
from service.analytics.statistics_reader import GameSelection, require_players
from service.api.integration.analytics_answers import (
    counted_games,
    player_answer,
    rating_list,
    rating_steps,
    statistics_answer,
)
from service.api.integration.analytics_queries import (
    BestQuery,
    CountedGamesQuery,
    PlayerQuery,
    RatingListQuery,
    RatingStepsQuery,
    StatisticsQuery,
)
from service.api.integration.analytics_schemas import (
    CountedGames,
    PlayerAnswer,
    RatingList,
    RatingSteps,
    StatisticsAnswer,
)
from service.api.response_schemas import BestResult, Leaderboard
from service.http.http_caching import with_content_etag
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import NoneMatchHeader
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer, next_page_link
from service.problems import Problem
from service.tournaments.visible_tournament import games_linked

statistics: Final = Operations()
GAMES_PER_COST: Final = 32
"""For how many games of a tournament that are read a request pays one more."""


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
    may know. So it leaves out private games, and those that spectators still see being played. A player who is hidden
    from statistics has no name in it.
    """
    require_players(query["edition"], query["players"])
    best: list[BestResult] = []
    is_public = call.reader.is_end_public
    if (linked := _among(call, query)) is not None:
        is_public = lambda game: game in linked and call.reader.is_end_public(game)  # noqa: E731  # one of two
    for one in call.context.game_lists.best(query["edition"], query["players"], is_public):
        if len(best) == query["limit"]:
            break
        sight = call.reader.sight(one.game, Principal())
        player = call.reader.players_by_seat(sight).get(one.seat)
        name = None if player is None or call.context.statistics.is_hidden_seat(one.game, one.seat) else player.name
        best.append(BestResult(game=one.game, seat=one.seat, score=one.score, name=name))
    return answer(Leaderboard(edition=query["edition"], players=query["players"], best=tuple(best)))


@statistics.operation(
    "GET",
    "/statistics/<edition>",
    "get_statistics",
    ResponseSpec(StatisticsAnswer, headers=["ETag"], others=[(304, None, "")]),
    RequestSpec(query=StatisticsQuery, headers=[NoneMatchHeader]),
    cost=1,
    problems=["rules.setup.players"],
)
def get_statistics(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Get statistics by turn order, variety, pair and length.

    Finished games by the printed rules count, each as soon as an anonymous client may know its end. Each figure has
    its count and its 95 % interval beside it. `definitions` is the version of what is counted.
    """
    edition, players = _edition_of(call), query.get("players")
    require_players(edition, players)
    simulated, among = query.get("simulated", True), _among(call, query)
    statistics_found = statistics_answer(call.context, edition, players, simulated=simulated, among=among)
    return _with_etag(call, statistics_found)


@statistics.operation(
    "GET",
    "/statistics/<edition>/games",
    "list_counted_games",
    ResponseSpec(CountedGames, headers=["ETag", "Link"], others=[(304, None, "")]),
    RequestSpec(query=CountedGamesQuery, headers=[NoneMatchHeader]),
    cost=2,
    problems=["rules.setup.players"],
)
def list_counted_games(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """List the games that make the statistics, with their figures.

    The figures of all of them add up to those of the edition. The newest end comes first.
    """
    edition, players = _edition_of(call), query.get("players")
    require_players(edition, players)
    selection = GameSelection(
        edition,
        players,
        query.get("simulated", True),
        frozenset(player for player in (query.get("player"), query.get("with_")) if player is not None),
        _among(call, query),
    )
    games, next_cursor = counted_games(call.context, selection, query.get("cursor"), query["limit"])
    return _page(call, games, next_cursor)


@statistics.operation(
    "GET",
    "/players/<player>",
    "get_player",
    ResponseSpec(PlayerAnswer, headers=["ETag"], others=[(304, None, "")]),
    RequestSpec(query=PlayerQuery, headers=[NoneMatchHeader]),
    cost=1,
)
def get_player(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Get a player or bot: results, varieties, partners, games.

    A person has a random public id, one for each integrator. `partners` are players at the same tables. Players
    without games that count, and erased ones, are not found.
    """
    return _with_etag(call, player_answer(call.context, call.args["player"], query["limit"]))


@statistics.operation(
    "GET",
    "/players/<player>/ratings",
    "list_rating_steps",
    ResponseSpec(RatingSteps, headers=["ETag"], others=[(304, None, "")]),
    RequestSpec(query=RatingStepsQuery, headers=[NoneMatchHeader]),
    cost=1,
)
def list_rating_steps(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """List how games changed a player's ratings, and why.

    Each step is the sum of one part for each opponent. An opponent without a name is one who was erased.
    """
    return _with_etag(call, rating_steps(call.context, call.args["player"], query.get("edition"), query["limit"]))


@statistics.operation(
    "GET",
    "/ratings/<edition>",
    "list_ratings",
    ResponseSpec(RatingList, headers=["ETag", "Link"], others=[(304, None, "")]),
    RequestSpec(query=RatingListQuery, headers=[NoneMatchHeader]),
    cost=1,
)
def list_ratings(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """List the ratings of an edition, the best first.

    A rating is provisional while its uncertainty is above 2.78.
    """
    ratings, next_cursor = rating_list(call.context, _edition_of(call), query.get("cursor"), query["limit"])
    return _page(call, ratings, next_cursor)


def _among(call: Call, query: dict[str, Any]) -> frozenset[str] | None:
    """Return the games of the tournament that is asked for, as far as an anonymous client knows that they are.

    The request pays for them, since each is read.
    """
    if (tournament := query.get("tournament")) is None:
        return None
    linked = frozenset(games_linked(call.context, Principal(), tournament))
    if call.request.payer is not None:
        call.request.payer.charge_unrefundable(len(linked) // GAMES_PER_COST)
    return linked


def _page(call: Call, page: Value, next_cursor: str | None) -> HttpAnswer:
    """Return a page of a list, with a link to the next one."""
    response = _with_etag(call, page)
    if next_cursor is not None:
        next_query = {**call.request.args, "cursor": next_cursor}
        response.headers["Link"] = next_page_link(call.request.head.path, next_query)
    return response


def _with_etag(call: Call, body: Value) -> HttpAnswer:
    return with_content_etag(call, "analytics", answer(body))


def _edition_of(call: Call) -> str:
    try:
        return edition_named(call.args["edition"]).data.key
    except Misuse as error:
        raise Problem("not-found", error.says) from error
