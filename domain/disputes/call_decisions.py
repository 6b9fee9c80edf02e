"""Decisions on calls for an arbiter: who may call, who must agree, who may come."""

from msgspec.structs import replace

from domain.disputes.calls import ADMITTED, CAME, HOST, OPEN, CallForArbiter
from domain.disputes.commands import ORGANISER, AgreeToArbiter, AnswerCall, CallArbiter, Party, WithdrawCall
from domain.disputes.events import (
    ArbiterAdmitted,
    ArbiterAgreed,
    ArbiterCalled,
    ArbiterCame,
    CallWithdrawn,
    Proceeding,
)
from domain.disputes.game_facts import Case
from domain.disputes.refusals import ActRefused, refuse, refuse_if, refuse_unless
from domain.disputes.state import DisputesState


def decide_call(docket: DisputesState, case: Case, seat: int, act: CallArbiter, at: int) -> ArbiterCalled:
    """Return the call by a seat; it needs the agreement of all others, or of an organiser who sits nowhere."""
    refuse_if(len(case.people) < case.players, "arbiter.players_unknown", "the identity of some players is unknown")
    last, needed = docket.call, case.others(seat)
    if last is not None and last.is_awaited(at) and last.seat != seat:
        refuse("call.open", f"seat {last.seat + 1} has called an arbiter: agree, or wait until that call is over")
    alone = not needed and not is_neutral(case, case.host)
    refuse_if(alone, "call.alone", "no other player could agree: the service's own token calls an arbiter")
    return ArbiterCalled(call=1 if last is None else last.number + 1, seat=seat, needed=needed, text=act.text)


def is_neutral(case: Case, person: str | None) -> bool:
    """Return whether this person is known, and sits and sat nowhere at the table."""
    return person is not None and person not in case.partial


def decide_answer(docket: DisputesState, case: Case, party: Party, act: AnswerCall, at: int) -> tuple[Proceeding, ...]:
    """Return that an arbiter came by a call, and may act if all have agreed."""
    call = _awaited_call(docket, act.call, at)
    if party.person is None:
        raise ActRefused("arbiter.unknown", "the identity of this arbiter is unknown")
    refuse_unless(call.state == OPEN, "call.taken", "another arbiter has come by this call: it is reserved for them")
    refuse_if(party.person in case.partial, "arbiter.own_game", "this arbiter plays at this table")
    came = ArbiterCame(call=call.number, arbiter=party.person)
    return (came, ArbiterAdmitted(call=call.number, arbiter=party.person)) if call.is_agreed else (came,)


def decide_agreement(
    docket: DisputesState, case: Case, party: Party, act: AgreeToArbiter, at: int
) -> tuple[Proceeding, ...]:
    """Return that a party agrees to a call, and that the arbiter who came may act if all agree."""
    call = _awaited_call(docket, act.call, at)
    if party.kind == ORGANISER:
        says = "an organiser agrees who is known as a person and sits nowhere at this table"
        refuse_unless(is_neutral(case, party.person), "party.no_organiser", says)
        by = HOST
    else:
        asked = party.seat is not None and party.seat in call.needed
        refuse_unless(asked, "call.not_asked", "only those agree who sit at the table and have not called")
        by = f"seat:{party.seat}"
    refuse_if(by in call.agreed, "call.twice", "this has been agreed to")
    refuse_if(call.arbiter in case.partial, "arbiter.own_game", "the arbiter who came by this call plays at this table")
    event = ArbiterAgreed(call=call.number, by=by)
    carries = replace(call, agreed=(*call.agreed, by)).is_agreed
    if call.state == CAME and call.arbiter is not None and carries:
        return event, ArbiterAdmitted(call=call.number, arbiter=call.arbiter)
    return (event,)


def decide_call_withdrawal(docket: DisputesState, seat: int, act: WithdrawCall) -> CallWithdrawn:
    """Return that a seat withdraws its call."""
    call = _last_call(docket, act.call)
    refuse_unless(call.seat == seat, "call.not_asked", "only the seat that called an arbiter withdraws the call")
    return CallWithdrawn(call=call.number, seat=seat)


def _awaited_call(docket: DisputesState, number: int, at: int) -> CallForArbiter:
    call = _last_call(docket, number)
    refuse_if(at >= call.expires, "call.expired", "this call was open for an hour: call again")
    return call


def _last_call(docket: DisputesState, number: int) -> CallForArbiter:
    call = docket.call
    if call is None or not 1 <= number <= call.number:
        raise ActRefused("call.absent", f"there is no call {number} for an arbiter on this game")
    refuse_if(call.number != number, "call.over", "another call is in its place")
    refuse_if(call.state == ADMITTED, "call.over", "the arbiter who came by this call may act already")
    refuse_unless(call.state in (OPEN, CAME), "call.over", "this call was withdrawn")
    return call
