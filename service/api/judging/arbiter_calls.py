"""Calls for an arbiter by a seat, and the answers to them."""

from typing import Final

from marshmallow import fields

from domain.disputes.commands import ARBITER, CallArbiter
from domain.values import Value
from service.access.policy import SPECTATOR
from service.api.games.bodies import VoidReason, VoidReasonSchema
from service.api.games.person_schemas import A_PERSON
from service.api.judging.dispute_schemas import CallAnswer, call_answer
from service.api.response_schemas import Answer, TokenKind
from service.disputes.arbiter_calls import CallToken, answer_call, call_arbiter
from service.http.marshmallow_bodies import MarshmallowBody
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer, replay_header
from service.lifecycle.links import call_link

arbiter_calls = Operations()
PROBLEMS: Final = ("act", "seat.forbidden")


class Comer(Value):
    """Who comes as the arbiter, by an opaque id."""

    person: str


class ComerSchema(MarshmallowBody):
    """Who comes as the arbiter, by an opaque id."""

    value = Comer
    person = fields.String(validate=A_PERSON)


class ArbiterToken(Answer):
    """A token, shown only once, of the link by which an arbiter comes, or of the arbiter who came; and the call.

    Its `kind` is `spectator` until every other seat agrees, then `arbiter`. The token stays the same.
    """

    token: str
    link: str | None
    kind: TokenKind
    call: CallAnswer


@arbiter_calls.operation(
    "POST",
    "/games/<game>/calls",
    "call_arbiter",
    ResponseSpec(ArbiterToken, 201),
    RequestSpec(body=VoidReasonSchema(), example={"reason": "Was this the front card?"}),
    cost=5,
    problems=[*PROBLEMS, "idempotency.reused"],
    writes=True,
)
def request_arbiter(call: Call, why: VoidReason) -> HttpAnswer:
    """Call an arbiter from a seat.

    The response has a link for a person who does not play in this game. It shows what spectators see. The person who
    comes by it may look at every hand and rule once every other seat agrees (`AgreeToArbiter`), and the organiser if
    they sit at no seat. If only bots are left, no seat can agree. The call is public, lasts an hour, and replaces an
    earlier one of this seat.
    """
    call_token = call_arbiter(call.context, call.sight, CallArbiter(text=why.reason), call.attempt)
    return _token_answer(call_token, call_link(call.sight.game, call_token.token))


@arbiter_calls.operation(
    "POST",
    "/games/<game>/calls/<int:call>/answer",
    "answer_call",
    ResponseSpec(ArbiterToken, 201),
    RequestSpec(body=ComerSchema(), example={"person": "p-17"}),
    cost=5,
    problems=PROBLEMS,
    reads_latest=False,
)
def come_as_arbiter(call: Call, who: Comer) -> HttpAnswer:
    """Answer a call as the arbiter, with its link's token.

    The link's token is revoked. The token in the response is only for the client that opened the link first. A person
    who sits or sat at the table cannot come as its arbiter (`arbiter.own_game`).
    """
    return _token_answer(answer_call(call.context, call.sight, call.args["call"], who.person, call.attempt), None)


def _token_answer(call_token: CallToken, link: str | None) -> HttpAnswer:
    kind = ARBITER if call_token.is_admitted else SPECTATOR
    arbiter_token = ArbiterToken(token=call_token.token, link=link, kind=kind, call=call_answer(call_token.call))
    return answer(arbiter_token, 201, **replay_header(call_token.again))
