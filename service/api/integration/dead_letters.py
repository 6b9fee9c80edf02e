"""The dead letters of a webhook: list, send again, delete."""

from typing import Any

from marshmallow import Schema, fields, validate

from service.api.integration.webhook_schemas import (
    LETTERS_MAX,
    DeadLetterList,
    ResendRequest,
    ResendRequestSchema,
    ResendResult,
    dead_letter_answer,
)
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import StrictInteger
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer
from service.store.entries.webhook_entries import dead_letters_after
from service.webhooks import hooks

dead_letters = Operations()


class DeadLettersQuery(Schema):
    """Which dead letters."""

    after = fields.String(
        validate=validate.Length(1, 40), metadata={"description": "Those after the one with this cursor"}
    )
    limit = StrictInteger(
        load_default=LETTERS_MAX,
        validate=validate.Range(1, LETTERS_MAX),
        metadata={"description": "How many at most"},
    )


@dead_letters.operation(
    "GET",
    "/webhooks/<webhook>/dead-letters",
    "list_dead_letters",
    ResponseSpec(DeadLetterList),
    RequestSpec(query=DeadLettersQuery),
    problems=["not-found"],
)
def list_dead_letters(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """List the dead letters of a webhook.

    These are lines that the service gave up on. Later lines of their games were delivered. They are listed oldest
    first.
    """
    limit = query["limit"]
    rows = call.context.store.query(
        dead_letters_after,
        hooks.webhook_of(call.context, call.principal, call.args["webhook"]).id,
        query.get("after"),
        limit + 1,
    )
    letters = [dead_letter_answer(one) for one in rows[:limit]]
    return answer(DeadLetterList(letters=letters, more=len(rows) > limit), Vary="Authorization")


@dead_letters.operation(
    "POST",
    "/webhooks/<webhook>/dead-letters",
    "send_dead_letters",
    ResponseSpec(ResendResult),
    RequestSpec(body=ResendRequestSchema(), example={"cursors": ["ib2pgXju5CBMuelAByq5Wg.1"]}),
    cost=5,
    problems=["not-found", "game.conflict"],
)
def send_dead_letters(call: Call, choice: ResendRequest) -> HttpAnswer:
    """Send dead letters again: all, or those of some cursors.

    They arrive out of order, since later lines of their games were delivered.
    """
    count = hooks.requeue_dead_letters(call.context, call.principal, call.args["webhook"], choice.cursors)
    return answer(ResendResult(sending=count))


@dead_letters.operation(
    "DELETE",
    "/webhooks/<webhook>/dead-letters",
    "delete_dead_letters",
    ResponseSpec(None, 204),
    problems=["not-found", "game.conflict"],
)
def delete_dead_letters(call: Call) -> HttpAnswer:
    """Delete the dead letters of a webhook.

    All of them are deleted. The feed still has the lines.
    """
    hooks.delete_dead_letters(call.context, call.principal, call.args["webhook"])
    return HttpAnswer(status=204)
