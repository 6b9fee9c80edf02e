"""Disputes about a game, from the claim to the last appeal."""

from domain.disputes.commands import (
    Act,
    AgreeToArbiter,
    AppealRuling,
    ConfirmResult,
    FindFacts,
    JoinRuling,
    MakeStatement,
    NameOfficialFork,
    OnCall,
    OpenDispute,
    PinEvidence,
    PlayOn,
    ReopenDispute,
    RuleDispute,
    WithdrawCall,
    WithdrawDispute,
)
from service.api.judging.dispute_schemas import DisputeAnswer, ProceedingsAnswer, VisibleDisputes
from service.disputes.arbiter_calls import file_on_call
from service.disputes.dispute_branches import require_branch
from service.disputes.proceedings_writer import file_dispute_action
from service.http.json_bodies import JsonBody
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer, replay_header
from service.problems import Problem

ACTS = (
    OpenDispute
    | MakeStatement
    | PinEvidence
    | FindFacts
    | RuleDispute
    | JoinRuling
    | AppealRuling
    | ReopenDispute
    | WithdrawDispute
    | PlayOn
    | NameOfficialFork
    | AgreeToArbiter
    | WithdrawCall
    | ConfirmResult
)

disputes = Operations()


@disputes.operation("GET", "/games/<game>/disputes", "list_disputes", ResponseSpec(ProceedingsAnswer))
def list_disputes(call: Call) -> HttpAnswer:
    """List the disputes about a game.

    Each has all its acts. The response also says who has confirmed the result. Callers with a delay get the disputes
    with that delay. Findings about hidden cards are sealed until the end.
    """
    return answer(VisibleDisputes(call.context, call.sight).answer(), Vary="Authorization")


@disputes.operation("GET", "/games/<game>/disputes/<int:dispute>", "get_dispute", ResponseSpec(DisputeAnswer))
def get_dispute(call: Call) -> HttpAnswer:
    """Get one dispute with all acts in it.

    It has the form of the list, as far as the caller may know of it.
    """
    proceedings = VisibleDisputes(call.context, call.sight)
    dispute = proceedings.docket.dispute(call.args["dispute"])
    if dispute is None:
        raise Problem("not-found", f"there is no dispute {call.args['dispute']} on this game")
    return answer(proceedings.dispute(dispute), Vary="Authorization")


@disputes.operation(
    "POST",
    "/games/<game>/disputes",
    "file_dispute_action",
    ResponseSpec(ProceedingsAnswer, 201),
    RequestSpec(
        body=JsonBody(ACTS),
        example={"type": "OpenDispute", "event": 12, "article": "TR-1", "text": "Not the front card."},
    ),
    cost=5,
    problems=["act", "idempotency.reused"],
    writes=True,
)
def file_in_proceedings(call: Call, act: Act) -> HttpAnswer:
    """Act in a dispute: open, state, rule, appeal, confirm.

    A seat opens, states, appeals, withdraws, plays on under protest and confirms. An arbiter finds and rules. The
    arbiter must be known as a person, must not play here, and must not be called by a player. On an appeal a ruling is
    proposed to the committee, and counts once more than half of its members have agreed. Seats, or an organiser without
    a seat, agree to an arbiter whom another seat has called. Texts are stored beside the proceedings, which hold salted
    digests of them. The game's own log is never changed.
    """
    require_branch(call.context, call.sight, act)
    if isinstance(act, OnCall):
        replayed = file_on_call(call.context, call.sight, act, call.attempt)
    else:
        replayed = file_dispute_action(call.context, call.sight, act, call.attempt)
    visible = VisibleDisputes(call.context, call.reader.current_sight(call.sight)).answer()
    return answer(visible, 201, **replay_header(replayed))
