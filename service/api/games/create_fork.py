"""Forks: games that continue from an event of another game."""

from typing import Any

from marshmallow import Schema, validate

from replay.fork import REDEAL
from service.access.policy import ARBITER, SERVICE
from service.api.games.bodies import NewFork, NewForkSchema
from service.api.games.fork_tree import DEPTH_MAX, dependencies, visible_forks
from service.api.response_schemas import CreatedGame, ForkList
from service.disputes.ruled_replays import fork_by_order
from service.http.http_caching import cached_response
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import StrictInteger, ViewQuery
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer, replay_header
from service.lifecycle.forks import ForkWish, fork_game
from service.lifecycle.new_game_writer import MadeGame
from service.problems import Problem

forks = Operations()


class DepthQuery(Schema):
    """How many levels of the tree of forks."""

    depth = StrictInteger(
        load_default=1,
        validate=validate.Range(1, DEPTH_MAX),
        metadata={"description": "1 for the forks of this game, 2 for those of its forks as well, and so on"},
    )


@forks.operation(
    "POST",
    "/games/<game>/forks",
    "fork_game",
    ResponseSpec(CreatedGame, 201, headers=["Location"]),
    RequestSpec(body=NewForkSchema(), query=ViewQuery, example={"at": 57, "mode": "exact"}),
    cost=20,
    problems=["act", "view.forbidden", "idempotency.reused", "game.conflict"],
    writes=True,
)
def fork(call: Call, query: dict[str, Any], wish: NewFork) -> HttpAnswer:
    """Fork a game at any event.

    The fork plays on from there, with the same hidden cards or with others that were possible.

    `exact` keeps them. Any caller may do this with a finished game. Only an arbiter may do it with a running game, and
    the fork stays sealed until that game ends. `redeal` deals all cards again that this view could not know at that
    event, so any caller may do it who may see the game. All events before it stay visible permanently as this view saw
    them. Spectators with a delay can fork only at events that they may see.

    With a `dispute`, an arbiter who may rule on it has it played again as was ruled, or on under protest before a
    ruling. The same people keep their hands, and `redeal` shuffles the pile. The deals of both games stay hidden until
    both are over. A game that is played again has no result.
    """
    if wish.dispute is not None:
        call.event_number(wish.at, "at")
        fork_wish = ForkWish(at=wish.at, shuffled=wish.mode == REDEAL, seats=wish.seats)
        return created_game_answer(fork_by_order(call.context, call.sight, wish.dispute, fork_wish, call.attempt))
    viewer = call.sight.viewer(query.get("view")) if wish.mode == REDEAL else None
    if viewer is None and not call.sight.over and call.sight.relation not in (ARBITER, SERVICE):
        raise Problem("view.forbidden", "a fork shares the hidden cards: it can be made once the game has ended")
    call.event_number(wish.at, "at")
    fork_wish = ForkWish(at=wish.at, redealt_for=viewer, seats=wish.seats, host=wish.person)
    new_game = fork_game(call.context, call.sight, fork_wish, call.attempt)
    return created_game_answer(new_game)


@forks.operation(
    "GET",
    "/games/<game>/forks",
    "list_forks",
    ResponseSpec(ForkList),
    RequestSpec(query=DepthQuery),
    cost=5,
    caches=True,
)
def list_forks(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """List the forks of a game.

    These are the forks that the caller may know. With `depth` their forks follow, nearest first. A fork of a game that
    is still being played is sealed until that has ended. Of a tree with more than 200 forks only the nearest are
    listed, and `whole` is false.
    """
    forks_of, reader, sight = call.context.store.game_index.forks_of, call.reader, call.sight

    def respond() -> HttpAnswer:
        return answer(visible_forks(forks_of, reader, sight, query["depth"]))

    depends_on = dependencies(forks_of, reader, sight) if query["depth"] == 1 else None
    return respond() if depends_on is None else cached_response(call, respond, depends_on)


def created_game_answer(new_game: MadeGame) -> HttpAnswer:
    """Return the response for a game that was made, with its tokens."""
    created = CreatedGame(
        game=new_game.game,
        page=f"/games/{new_game.game}",
        version=new_game.version,
        status=new_game.status,
        tokens=new_game.tokens,
        organiser_token=new_game.organiser_token,
        forked=new_game.forked,
        beside=new_game.beside,
    )
    return answer(created, 201, Location=f"/v1/games/{new_game.game}", **replay_header(new_game.replayed))
