"""The acts that a party may do in proceedings now, found by trying to decide each."""

from collections.abc import Iterator
from typing import Final

from domain.disputes.claims import ClaimTerm, claim_term
from domain.disputes.commands import (
    Act,
    AgreeToArbiter,
    AppealRuling,
    CallArbiter,
    ConfirmResult,
    FindFacts,
    JoinRuling,
    MakeStatement,
    OnCall,
    OnDispute,
    PinEvidence,
    PlayOn,
    ReopenDispute,
    RuleDispute,
    WithdrawCall,
    WithdrawDispute,
)
from domain.disputes.deciding import Hearing
from domain.disputes.refusals import ActRefused
from domain.disputes.ruling import require_able
from domain.disputes.state import Dispute
from domain.remedies import Article
from domain.values import Value

ANY_TEXT: Final = "-"
FOR_OTHERS: Final = ("party.", "call.not_asked", "dispute.not_yours")
"""The prefixes of codes by which something is for others."""


class PossibleAct(Value):
    """An act for the caller: its type, the dispute or call it is about, and the refusal, if it is refused now.

    `code` is that of the refusal, `says` its text.
    """

    type: str
    dispute: int | None = None
    call: int | None = None
    code: str | None = None
    says: str | None = None


def possible_claims(hearing: Hearing) -> Iterator[tuple[Article, ClaimTerm]]:
    """Yield the entries of the book by which a seat can claim something now, each with the events that it can claim."""
    for entry in hearing.book.entries:
        try:
            hearing.seat()
            yield entry, claim_term(hearing.docket, hearing.case, entry.term, hearing.at)
        except ActRefused:
            continue


def possible_acts(hearing: Hearing) -> Iterator[PossibleAct]:
    """Yield the acts for the caller, except claims; acts for others are left out."""
    for dispute in hearing.docket.disputes:
        yield from _decided_acts(hearing, *_acts_on(dispute))
    if (call := hearing.docket.call) is not None:
        yield from _decided_acts(hearing, AgreeToArbiter(call=call.number), WithdrawCall(call=call.number))
    yield from _decided_acts(hearing, CallArbiter(text=ANY_TEXT), ConfirmResult())


def _acts_on(dispute: Dispute) -> Iterator[OnDispute]:
    number = dispute.number
    yield MakeStatement(dispute=number, text=ANY_TEXT)
    yield PinEvidence(dispute=number, events=(dispute.event,))
    yield FindFacts(dispute=number, text=ANY_TEXT)
    yield RuleDispute(dispute=number, outcome="", clause="", article="", remedy="", text=ANY_TEXT)
    yield AppealRuling(dispute=number, text=ANY_TEXT)
    yield ReopenDispute(dispute=number, text=ANY_TEXT)
    yield WithdrawDispute(dispute=number)
    yield PlayOn(dispute=number, branch="")
    if dispute.proposed is not None:
        yield JoinRuling(dispute=number, proposed=dispute.proposed.n)


def _decided_acts(hearing: Hearing, *acts: Act) -> Iterator[PossibleAct]:
    for act in acts:
        refused = _refusal(hearing, act)
        if refused is not None and refused.code.startswith(FOR_OTHERS):
            continue
        yield PossibleAct(
            type=type(act).__name__,
            dispute=act.dispute if isinstance(act, OnDispute) else None,
            call=act.call if isinstance(act, OnCall) else None,
            code=None if refused is None else refused.code,
            says=None if refused is None else refused.says,
        )


def _refusal(hearing: Hearing, act: Act) -> ActRefused | None:
    """Return the refusal that an act meets now independently of its content."""
    try:
        if isinstance(act, RuleDispute):
            arbiter = hearing.arbiter()
            require_able(hearing.case, arbiter, hearing.dispute(act))
        else:
            hearing.decide(act)
    except ActRefused as refused:
        return refused
    return None
