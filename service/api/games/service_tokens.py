"""Service tokens: each may make others with no more rights than its own."""

from typing import Annotated, Any

from marshmallow import fields, validate

from domain.member_types import one_of
from replay.codec import time_text
from service.access.scopes import SCOPES
from service.api.games.bodies import YEAR_SECONDS
from service.api.games.metadata_bodies import KEEPABLE
from service.api.response_schemas import Answer
from service.api.text_types import Timestamp
from service.http.marshmallow_bodies import MarshmallowBody
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer, replay_header
from service.lifecycle.service_tokens import (
    GrantedServiceToken,
    ServiceTokenWish,
    make_service_token,
    revoke_service_token,
    service_tokens_made_by,
)

Scope = Annotated[str, one_of(*SCOPES)]
service_tokens = Operations()


class ServiceToken(Answer):
    """A service token, without its text."""

    id: str
    scopes: tuple[Scope, ...]
    note: str | None
    created: Timestamp
    expires: Timestamp | None


class CreatedServiceToken(ServiceToken):
    """A service token, shown only once."""

    token: str


class ServiceTokenList(Answer):
    """Tokens that this token made and that are still valid, oldest first."""

    tokens: list[ServiceToken]


class NewServiceTokenSchema(MarshmallowBody):
    """A service token to be made, for these scopes."""

    value = ServiceTokenWish
    scopes = fields.List(
        fields.String(validate=validate.OneOf(tuple(SCOPES))), validate=validate.Length(1, len(SCOPES))
    )
    expires_in = fields.Integer(strict=True, validate=validate.Range(1, YEAR_SECONDS))
    note = fields.String(validate=[validate.Length(min=1, max=200), KEEPABLE])


@service_tokens.operation(
    "POST",
    "/service-tokens",
    "create_service_token",
    ResponseSpec(CreatedServiceToken, 201),
    RequestSpec(
        body=NewServiceTokenSchema(), example={"scopes": ["games:create", "feed"], "note": "the bot of our chat"}
    ),
    cost=5,
    problems=["scope.missing", "idempotency.reused"],
    writes=True,
)
def create_service_token(call: Call, wish: ServiceTokenWish) -> HttpAnswer:
    """Create a service token.

    Its scopes must be scopes of the token that is sent, and it expires no later. The first service token, with every
    scope, is made with `haricot token service`. The text of a token is shown only once. When a token is revoked, every
    token that it made is revoked, too.
    """
    token, granted, replayed = make_service_token(call.context, call.principal, call.attempt, wish)
    return answer(CreatedServiceToken(token=token, **_token_members(granted)), 201, **replay_header(replayed))


@service_tokens.operation("GET", "/service-tokens", "list_service_tokens", ResponseSpec(ServiceTokenList))
def list_service_tokens(call: Call) -> HttpAnswer:
    """List the tokens that this token made.

    Only valid ones are listed, oldest first. Their texts were shown once, when they were made.
    """
    service_tokens_made = [
        ServiceToken(**_token_members(granted)) for granted in service_tokens_made_by(call.context, call.principal)
    ]
    return answer(ServiceTokenList(tokens=service_tokens_made), Vary="Authorization")


@service_tokens.operation(
    "DELETE", "/service-tokens/<token>", "revoke_service_token", ResponseSpec(None, 204), problems=["not-found"]
)
def revoke_made(call: Call) -> HttpAnswer:
    """Revoke a token that this token made.

    It is revoked at once, and with it every token that it has made.
    """
    revoke_service_token(call.context, call.principal, call.args["token"])
    return HttpAnswer(status=204)


def _token_members(granted: GrantedServiceToken) -> dict[str, Any]:
    entry, grant = granted.entry, granted.grant
    return {
        "id": granted.id,
        "scopes": tuple(grant.scopes.split()),
        "note": grant.note,
        "created": time_text(entry.made),
        "expires": None if entry.expires is None else time_text(entry.expires),
    }
