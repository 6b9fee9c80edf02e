"""Forks of tournaments: what if something had been otherwise?"""

from typing import Annotated

from msgspec import Meta

from domain.member_types import Count
from domain.values import Value
from service.access.policy import DIRECTOR
from service.api.tournaments.standings_schemas import ComparedPlayer, TournamentFork
from service.api.tournaments.tournament_answers import pay_for_draws
from service.api.tournaments.tournament_commands import COMMANDS_MAX, AnyTournamentBody, command_of
from service.api.tournaments.tournament_schemas import (
    CreatedTournamentToken,
    TournamentOrigin,
)
from service.http.json_bodies import JsonBody
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer, replay_header
from service.tournaments.fork_attempts import TournamentForkWish, fork_tournament_once

tournament_forks = Operations()


class NewTournamentFork(Value):
    """After which event to fork, and what happens instead of the next one.

    Without `instead` the fork ends there. With commands there, or with none of them in a list, these stand in the place
    of the next event, and the later events follow as far as they can. A draw that comes out otherwise ends that, unless
    `keep_seating` gives a reason for which the tables that were played are kept.
    """

    at: Annotated[int, Count]
    instead: Annotated[list[AnyTournamentBody], Meta(max_length=COMMANDS_MAX)] | None = None
    keep_seating: str | None = None


@tournament_forks.operation(
    "POST",
    "/tournaments/<tournament>/forks",
    "fork_tournament",
    ResponseSpec(TournamentFork, 201, headers=["Location"]),
    RequestSpec(
        body=JsonBody(NewTournamentFork),
        example={"at": 31, "instead": [{"type": "VoidTable", "round": 1, "table": 2, "text": "They left early."}]},
    ),
    cost=5,
    problems=["tournament", "tournament.forbidden", "idempotency.reused", "game.conflict"],
    writes=True,
)
def fork_tournament(call: Call, new: NewTournamentFork) -> HttpAnswer:
    """Fork a tournament at any event.

    It shows what another ruling would have changed: the response compares the standings of both. `replayed` is the last
    event that could be decided again, and `says` why the next one could not. A fork that is made before the
    secrets of the tournament are revealed is private, since both have the same. The tournament itself stays as it is.
    """
    visible = call.tournament
    if new.instead is not None:
        pay_for_draws(call)
    instead = None if new.instead is None else tuple(command_of(one) for one in new.instead)
    wish = TournamentForkWish(at=new.at, instead=instead, keep_seating=new.keep_seating)
    with call.context.background.exclusive(call.request.network):
        fork = fork_tournament_once(call.context, visible.tournament, wish, call.attempt)
    token = CreatedTournamentToken(
        token=fork.token, kind=DIRECTOR, tournament=fork.fork, pseudonym=DIRECTOR, expires=None
    )
    created = TournamentFork(
        tournament=fork.fork,
        forked_from=TournamentOrigin(tournament=visible.tournament, at=new.at),
        version=fork.version,
        tokens=[token],
        replayed=fork.replayed,
        says=fork.says,
        compared=[
            ComparedPlayer(
                player=one.player,
                name=visible.names.get(one.player),
                rank_before=one.rank_before,
                points_before=one.points_before,
                rank_after=one.rank_after,
                points_after=one.points_after,
                passes=one.passes,
            )
            for one in fork.compared
        ],
    )
    return answer(created, 201, Location=f"/v1/tournaments/{fork.fork}", **replay_header(fork.again))
