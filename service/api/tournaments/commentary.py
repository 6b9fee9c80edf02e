"""The commentary of a tournament's broadcaster on its games."""

from marshmallow import fields, validate

from domain.refusals import Misuse
from service.access.tournament_visibility import linked_games
from service.api.games.annotation_bodies import RemarkSchema
from service.api.response_schemas import Remark
from service.api.table.annotations import remark_of
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer, replay_header
from service.lifecycle.comments import Comment, add_comment
from service.tournaments.broadcast_sight import PUBLIC

commentary = Operations()


class NewCommentary(Comment, kw_only=True):
    """Commentary on event n of a game of the tournament."""

    game: str


class NewCommentarySchema(RemarkSchema):
    """Commentary on event n of a game of the tournament, and what it marks on the table after that event."""

    value = NewCommentary
    game = fields.String(validate=validate.Length(max=200))


@commentary.operation(
    "POST",
    "/tournaments/<tournament>/commentary",
    "publish_commentary",
    ResponseSpec(Remark, 201),
    RequestSpec(
        body=NewCommentarySchema(),
        example={
            "game": "classic-t23-1-0001-r1-t1",
            "n": 57,
            "text": "One more red bean, and this field pays three.",
            "marks": [{"place": "/seats/1/fields/0"}],
        },
    ),
    cost=5,
    problems=["tournament.forbidden", "idempotency.reused"],
    writes=True,
)
def publish_commentary(call: Call, new: NewCommentary) -> HttpAnswer:
    """Publish commentary on an event of a game of the tournament.

    The event must be one that an anonymous client may know. Every client who may know it can read the commentary with
    the annotations of the game; its seats can when the game is over. It is no event, and no stream of the game has it.
    """
    if new.game not in linked_games(call.tournament.events):
        raise Misuse(f"no game {new.game[:200]!r} is linked to a table of this tournament", place="body.game")
    sight = call.reader.sight(new.game, PUBLIC)
    if not 1 <= new.n <= sight.version:
        raise Misuse(f"there is no event {new.n}: the game has events 1 to {sight.version}", place="body.n")
    annotation, replayed = add_comment(call.context, sight, new, call.attempt, broadcaster=call.principal)
    return answer(remark_of(annotation), 201, **replay_header(replayed))
