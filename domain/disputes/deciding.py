"""Decisions on the commands of proceedings: what may be claimed, who may rule, what a ruling must contain."""

from collections.abc import Callable
from typing import Any, Final

from domain.disputes.call_decisions import decide_agreement, decide_answer, decide_call, decide_call_withdrawal
from domain.disputes.claims import has_joined, require_claimable, require_unclaimed
from domain.disputes.commands import (
    ARBITER,
    SEAT,
    Act,
    AgreeToArbiter,
    AnswerCall,
    AppealRuling,
    CallArbiter,
    ConfirmResult,
    FindFacts,
    JoinRuling,
    MakeStatement,
    NameOfficialFork,
    OnDispute,
    OpenDispute,
    Party,
    PinEvidence,
    PlayOn,
    ReopenDispute,
    RuleDispute,
    WithdrawCall,
    WithdrawDispute,
)
from domain.disputes.events import (
    REWIND,
    ArbiterCalled,
    CallWithdrawn,
    CommitteeRuled,
    DisputeOpened,
    DisputeReopened,
    DisputeWithdrawn,
    EvidencePinned,
    FactsFound,
    OfficialForkMade,
    PlayedOn,
    Proceeding,
    ResultConfirmed,
    RulingAppealed,
    RulingFiled,
    RulingJoined,
    StatementMade,
)
from domain.disputes.game_facts import Case
from domain.disputes.refusals import ActRefused, refuse, refuse_if, refuse_unless
from domain.disputes.ruling import decide_ruling, require_impartial
from domain.disputes.state import RULED, Dispute, DisputesState
from domain.remedies import Book

PINNED_MAX: Final = 200
"""How many events may be pinned to one dispute."""


class Hearing:
    """One moment of the proceedings: state, case, book of remedies, acting party, and time in milliseconds."""

    def __init__(self, docket: DisputesState, case: Case, book: Book, party: Party, at: int) -> None:
        self.docket = docket
        self.case = case
        self.book = book
        self.party = party
        self.at = at

    def decide(self, act: Act) -> tuple[Proceeding, ...]:
        """Return the events that this act brings about; ActRefused when it may not be done."""
        if isinstance(act, AnswerCall):
            return decide_answer(self.docket, self.case, self.party, act, self.at)
        if isinstance(act, AgreeToArbiter):
            return decide_agreement(self.docket, self.case, self.party, act, self.at)
        decided: Proceeding = _DECIDES[type(act)](self, act)
        if isinstance(decided, RulingJoined) and self._carries(decided):
            return decided, CommitteeRuled(dispute=decided.dispute, proposed=decided.proposed)
        return (decided,)

    def _carries(self, joined: RulingJoined) -> bool:
        """Return whether a proposal is in force with this vote; members who meanwhile sit at the table do not count."""
        dispute = self.docket.dispute(joined.dispute)
        proposed = None if dispute is None else dispute.proposed
        return proposed is not None and len((proposed.agreed - self.case.partial) | {joined.arbiter}) >= proposed.needed

    def seat(self) -> int:
        """Return the seat that acts."""
        if self.party.kind != SEAT or self.party.seat is None:
            raise ActRefused(
                "party.no_seat", "only who sits at the table does this, each for their own seat, from their own link"
            )
        return self.party.seat

    def arbiter(self) -> str:
        """Return the impartial arbiter who acts."""
        return require_impartial(self.party, self.case)

    def dispute(self, act: OnDispute, *, undecided: bool = True) -> Dispute:
        """Return the dispute that the act is about."""
        found = self.docket.dispute(act.dispute)
        if found is None:
            raise ActRefused("dispute.absent", f"there is no dispute {act.dispute} on this game")
        if undecided and not found.is_undecided:
            refuse("dispute.closed", f"dispute {act.dispute} is {found.state}: appeal from it, or have it reopened")
        return found


def _open_dispute(hearing: Hearing, act: OpenDispute) -> DisputeOpened:
    seat, case, article = hearing.seat(), hearing.case, hearing.book.entry(act.article)
    if not 1 <= act.event <= case.version:
        refuse("dispute.no_event", f"there is no event {act.event}: the game has events 1 to {case.version}")
    if article is None:
        raise ActRefused("dispute.no_article", f"the book {hearing.book.key} has no entry {act.article}")
    require_unclaimed(hearing.docket, seat, act.event)
    if not has_joined(hearing.docket, seat, act.event):
        require_claimable(hearing.docket, case, article.term, act.event, hearing.at)
    number = len(hearing.docket.disputes) + 1
    return DisputeOpened(dispute=number, seat=seat, event=act.event, article=act.article, text=act.text)


def _make_statement(hearing: Hearing, act: MakeStatement) -> StatementMade:
    return StatementMade(dispute=hearing.dispute(act).number, seat=hearing.seat(), text=act.text)


def _pin_evidence(hearing: Hearing, act: PinEvidence) -> EvidencePinned:
    dispute, version = hearing.dispute(act), hearing.case.version
    by = f"seat:{hearing.seat()}" if hearing.party.kind == SEAT else ARBITER
    if by == ARBITER:
        hearing.arbiter()
    refuse_unless(act.events, "evidence.empty", "name at least one event")
    if wrong := [n for n in act.events if not 1 <= n <= version]:
        refuse("dispute.no_event", f"there is no event {wrong[0]}: the game has events 1 to {version}")
    many = len(dispute.pinned) + len(act.events) > PINNED_MAX
    refuse_if(many, "evidence.too_much", f"a dispute takes {PINNED_MAX} events as evidence")
    return EvidencePinned(dispute=dispute.number, by=by, events=act.events)


def _find_facts(hearing: Hearing, act: FindFacts) -> FactsFound:
    arbiter = hearing.arbiter()
    return FactsFound(dispute=hearing.dispute(act).number, arbiter=arbiter, text=act.text, sealed=act.sealed)


def _rule(hearing: Hearing, act: RuleDispute) -> RulingFiled:
    arbiter = hearing.arbiter()
    return decide_ruling(hearing.case, hearing.book, arbiter, hearing.dispute(act), act)


def _join_ruling(hearing: Hearing, act: JoinRuling) -> RulingJoined:
    arbiter, dispute = hearing.arbiter(), hearing.dispute(act)
    proposed = dispute.proposed
    if proposed is None:
        raise ActRefused("join.absent", f"there is no proposed ruling on dispute {dispute.number} to a committee")
    refuse_unless(arbiter in dispute.committee, "join.not_member", "only members of this committee agree with it")
    replaced = f"what is proposed stands as event {proposed.n} of the proceedings, not as {act.proposed}"
    refuse_unless(act.proposed == proposed.n, "join.replaced", replaced)
    refuse_if(arbiter in proposed.agreed, "join.twice", "this arbiter has agreed with it")
    return RulingJoined(dispute=dispute.number, arbiter=arbiter, proposed=proposed.n)


def _appeal(hearing: Hearing, act: AppealRuling) -> RulingAppealed:
    seat, dispute = hearing.seat(), hearing.dispute(act, undecided=False)
    refuse_unless(dispute.state == RULED, "appeal.no_ruling", f"dispute {act.dispute} is {dispute.state}, not ruled")
    refuse_if(bool(dispute.rulings[-1].committee), "appeal.final", "a committee has ruled: that is final")
    late = hearing.at > dispute.changed + 1000 * hearing.docket.terms.appeal
    refuse_if(late, "appeal.too_late", "the term for an appeal is over")
    return RulingAppealed(dispute=dispute.number, seat=seat, text=act.text)


def _reopen(hearing: Hearing, act: ReopenDispute) -> DisputeReopened:
    arbiter, dispute = hearing.arbiter(), hearing.dispute(act, undecided=False)
    refuse_if(dispute.is_undecided, "dispute.open", f"dispute {act.dispute} awaits a ruling as it is")
    return DisputeReopened(dispute=dispute.number, arbiter=arbiter, text=act.text)


def _withdraw_dispute(hearing: Hearing, act: WithdrawDispute) -> DisputeWithdrawn:
    seat, dispute = hearing.seat(), hearing.dispute(act)
    refuse_unless(dispute.seat == seat, "dispute.not_yours", "only the seat that opened it withdraws it")
    refuse_if(bool(dispute.rulings), "dispute.closed", "it has been ruled on before: it cannot be withdrawn")
    return DisputeWithdrawn(dispute=dispute.number, seat=seat)


def _play_on(hearing: Hearing, act: PlayOn) -> PlayedOn:
    seat, dispute = hearing.seat(), hearing.dispute(act)
    refuse_if(act.branch in dispute.branches, "branch.twice", "this branch is named already")
    return PlayedOn(dispute=dispute.number, seat=seat, branch=act.branch)


def _name_fork(hearing: Hearing, act: NameOfficialFork) -> OfficialForkMade:
    hearing.arbiter()
    dispute = hearing.dispute(act, undecided=False)
    ordered = dispute.state == RULED and dispute.rulings[-1].remedy == REWIND
    refuse_unless(ordered, "fork.not_ordered", "no ruling in force orders that it is played again")
    refuse_if(dispute.fork is not None, "fork.twice", f"it is played again in {dispute.fork}")
    return OfficialForkMade(dispute=dispute.number, fork=act.fork)


def _call_arbiter(hearing: Hearing, act: CallArbiter) -> ArbiterCalled:
    return decide_call(hearing.docket, hearing.case, hearing.seat(), act, hearing.at)


def _withdraw_call(hearing: Hearing, act: WithdrawCall) -> CallWithdrawn:
    return decide_call_withdrawal(hearing.docket, hearing.seat(), act)


def _confirm_result(hearing: Hearing, _: ConfirmResult) -> ResultConfirmed:
    seat, docket, case = hearing.seat(), hearing.docket, hearing.case
    refuse_if(case.ended is None, "confirm.running", "the game is not over")
    refuse_if(case.voided, "confirm.voided", "a voided game has no result")
    refuse_if(seat in docket.confirmed, "confirm.twice", "this seat has confirmed the result")
    if (overturned := docket.overturned) is not None:
        refuse("confirm.overturned", f"by the ruling on dispute {overturned.number} this result does not count")
    if docket.undecided:
        refuse("confirm.disputed", f"dispute {docket.undecided[0].number} awaits a ruling")
    return ResultConfirmed(seat=seat)


_DECIDES: Final[dict[type[Act], Callable[[Hearing, Any], Proceeding]]] = {
    OpenDispute: _open_dispute,
    MakeStatement: _make_statement,
    PinEvidence: _pin_evidence,
    FindFacts: _find_facts,
    RuleDispute: _rule,
    JoinRuling: _join_ruling,
    AppealRuling: _appeal,
    ReopenDispute: _reopen,
    WithdrawDispute: _withdraw_dispute,
    PlayOn: _play_on,
    NameOfficialFork: _name_fork,
    CallArbiter: _call_arbiter,
    WithdrawCall: _withdraw_call,
    ConfirmResult: _confirm_result,
}
