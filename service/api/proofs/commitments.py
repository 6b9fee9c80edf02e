"""Commitments to deals that are not revealed yet, so that a game that was abandoned can be counted."""

from collections.abc import Iterator
from typing import Any, Final

from marshmallow import Schema, fields, validate

from service.access.policy import SPECTATOR
from service.access.tokens import Principal
from service.api.response_schemas import Answer
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import StrictInteger
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer, next_page_link
from service.store.entries.metadata_store import Arrangement
from service.store.public_visibility import is_fully_public

COMMITMENTS_MAX: Final = 1000
GAMES_PER_BATCH: Final = 200

commitments: Final = Operations()


class OpenCommitment(Answer):
    """A commitment to a deal, and its game if that is public."""

    commitment: str
    game: str | None


class OpenCommitments(Answer):
    """Commitments that are not revealed yet, in their order. The `Link` header leads to the next page."""

    commitments: list[OpenCommitment]


class CommitmentsQuery(Schema):
    """Which commitments."""

    cursor = fields.String(
        validate=validate.Length(max=200),
        metadata={"description": "The cursor of the next page, from `Link`"},
    )
    limit = StrictInteger(
        load_default=200,
        validate=validate.Range(1, COMMITMENTS_MAX),
        metadata={"description": "How many commitments at most"},
    )


@commitments.operation(
    "GET",
    "/commitments",
    "list_commitments",
    ResponseSpec(OpenCommitments, headers=["Link"]),
    RequestSpec(query=CommitmentsQuery),
    cost=5,
)
def list_commitments(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """List deal commitments that are not yet revealed.

    For games that are not public it lists the commitment alone. An organiser who starts games until a deal pleases them
    leaves the commitments of the others here. A delayed game is listed until its spectators have seen its end.
    """
    cursor, limit = query.get("cursor", ""), query["limit"]
    open_commitments = [
        one for one in sorted(_open_commitments(call), key=lambda one: one.commitment) if one.commitment > cursor
    ]
    response = answer(OpenCommitments(commitments=open_commitments[:limit]))
    if len(open_commitments) > limit:
        path, last = call.request.head.path, open_commitments[limit - 1].commitment
        response.headers["Link"] = next_page_link(path, {"limit": limit, "cursor": last})
    return response


def _open_commitments(call: Call) -> Iterator[OpenCommitment]:
    store = call.context.store
    delayed = {one.game for one in call.context.register.find_entries(Arrangement) if one.late}
    games = sorted({*call.context.game_lists.unfinished(), *delayed})
    for start in range(0, len(games), GAMES_PER_BATCH):
        visible_names = dict[str, str | None]()
        for game in games[start : start + GAMES_PER_BATCH]:
            if _is_open(call, game):
                visible_names[game] = game if _is_known(call, game) else None
        commitment_by_game = dict[str, str]()
        for logged in store.milestones(list(visible_names)):
            commitment = getattr(logged.envelope.event, "commitment", None)
            if commitment is not None:
                commitment_by_game[logged.originator_id] = commitment
        yield from (
            OpenCommitment(commitment=one, game=visible_names[game]) for game, one in commitment_by_game.items()
        )


def _is_open(call: Call, game: str) -> bool:
    """Return whether the game's spectators, who may have a delay, still wait for its end."""
    if is_fully_public(call.context.register, game):
        return True
    sight = call.reader.sight_or_none(game, Principal(kind=SPECTATOR, game=game))
    return sight is not None and not sight.over


def _is_known(call: Call, game: str) -> bool:
    return is_fully_public(call.context.register, game) or call.reader.knows(game, Principal())
