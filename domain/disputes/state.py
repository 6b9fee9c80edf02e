"""The state of the disputes about a game, a pure fold of the events of its proceedings."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from domain.disputes.calls import CallForArbiter, call_after
from domain.disputes.events import (
    REWIND,
    STANDS,
    VOID,
    CommitteeRuled,
    DisputeOpened,
    DisputeReopened,
    DisputeRuled,
    DisputeWithdrawn,
    EvidencePinned,
    FactsFound,
    OfCall,
    OfDispute,
    OfficialForkMade,
    PlayedOn,
    Proceeding,
    ResultConfirmed,
    RulingAppealed,
    RulingFiled,
    RulingJoined,
    RulingProposed,
    StatementMade,
    TermsSet,
)
from domain.refusals import CorruptHistory
from domain.values import Value

OPEN: Final = "open"
RULED: Final = "ruled"
APPEALED: Final = "appealed"
REOPENED: Final = "reopened"
WITHDRAWN: Final = "withdrawn"
STATES: Final = (OPEN, RULED, APPEALED, REOPENED, WITHDRAWN)
UNDECIDED: Final = frozenset({OPEN, APPEALED, REOPENED})
"""The states in which a ruling is awaited."""


class Filed(Value):
    """An event of the proceedings: its number in their stream, from 1, and when, in milliseconds since 1970."""

    n: int
    at: int
    event: Proceeding


class Proposed(Value):
    """A ruling proposed to a committee as event n of the proceedings, and which members have agreed so far."""

    n: int
    ruling: RulingProposed
    agreed: frozenset[str]

    @property
    def needed(self) -> int:
        """How many members must agree until it is in force: more than half."""
        return len(self.ruling.members) // 2 + 1


class Dispute(Value):
    """One dispute: its claim, and all that was filed on it; `changed` is when it came to its state.

    `stated` are the seats that made a statement on it.
    """

    number: int
    seat: int
    event: int
    article: str
    opened: int
    state: str = OPEN
    changed: int = 0
    filed: tuple[int, ...] = ()
    pinned: tuple[int, ...] = ()
    stated: frozenset[int] = frozenset()
    branches: tuple[str, ...] = ()
    fork: str | None = None
    rulings: tuple[RulingFiled, ...] = ()
    proposed: Proposed | None = None

    @property
    def is_undecided(self) -> bool:
        """Whether a ruling is awaited."""
        return self.state in UNDECIDED

    @property
    def committee(self) -> frozenset[str]:
        """All members of the committee to which something is proposed."""
        return frozenset() if self.proposed is None else self.proposed.ruling.members

    @property
    def rulers(self) -> frozenset[str]:
        """The persons who have ruled on it so far."""
        return frozenset().union(*(ruling.members for ruling in self.rulings))


class DisputesState(Value):
    """The proceedings on a game as of their event `version`: its disputes, and the seats that confirmed the result.

    `terms` are those of the game, `call` is the last call for an arbiter by a seat. A ruling that changes the result
    removes the confirmations.
    """

    version: int = 0
    terms: TermsSet = TermsSet()
    disputes: tuple[Dispute, ...] = ()
    confirmed: frozenset[int] = frozenset()
    call: CallForArbiter | None = None

    def dispute(self, number: int) -> Dispute | None:
        """Return the dispute of this number."""
        return self.disputes[number - 1] if 1 <= number <= len(self.disputes) else None

    @property
    def undecided(self) -> tuple[Dispute, ...]:
        """The disputes that await a ruling."""
        return tuple(dispute for dispute in self.disputes if dispute.is_undecided)

    @property
    def overturned(self) -> Dispute | None:
        """A dispute by whose ruling in force the result does not count as it is."""
        ruled = (one for one in self.disputes if one.state == RULED)
        return next((one for one in ruled if one.rulings[-1].remedy in (REWIND, VOID)), None)


def docket_of(filed: Iterable[Filed], docket: DisputesState | None = None) -> DisputesState:
    """Return the docket after these events, which follow on `docket`; CorruptHistory for one that cannot follow."""
    docket = DisputesState() if docket is None else docket
    for one in filed:
        if one.n != docket.version + 1:
            raise CorruptHistory(f"event {one.n} of the proceedings follows on {docket.version}")
        docket = replace(_with_event(docket, one), version=one.n)
    return docket


def _with_event(docket: DisputesState, filed: Filed) -> DisputesState:
    match filed.event:
        case TermsSet() as terms:
            require(docket.version == 0, "terms are set before all else")
            return replace(docket, terms=terms)
        case DisputeOpened() as event:
            return _with_dispute_opened(docket, filed, event)
        case OfCall() as event:
            return replace(docket, call=call_after(docket.call, filed.n, filed.at, event))
        case OfDispute() as event:
            return _with_dispute(docket, _dispute_after(_require_dispute(docket, event.dispute), filed, event), event)
        case ResultConfirmed(seat=seat):
            return replace(docket, confirmed=docket.confirmed | {seat})
    return docket


def _with_dispute_opened(docket: DisputesState, filed: Filed, event: DisputeOpened) -> DisputesState:
    if event.dispute != len(docket.disputes) + 1:
        raise CorruptHistory(f"dispute {event.dispute} follows on {len(docket.disputes)}")
    opened = Dispute(
        number=event.dispute,
        seat=event.seat,
        event=event.event,
        article=event.article,
        opened=filed.at,
        changed=filed.at,
        filed=(filed.n,),
    )
    return replace(docket, disputes=(*docket.disputes, opened))


def _require_dispute(docket: DisputesState, number: int) -> Dispute:
    if (dispute := docket.dispute(number)) is None:
        raise CorruptHistory(f"there is no dispute {number}")
    return dispute


def _with_dispute(docket: DisputesState, dispute: Dispute, event: OfDispute) -> DisputesState:
    kept = tuple(dispute if one.number == dispute.number else one for one in docket.disputes)
    overturns = isinstance(event, DisputeRuled | CommitteeRuled) and dispute.rulings[-1].remedy != STANDS
    return replace(docket, disputes=kept, confirmed=frozenset() if overturns else docket.confirmed)


def _dispute_after(dispute: Dispute, filed: Filed, event: OfDispute) -> Dispute:
    dispute = replace(dispute, filed=(*dispute.filed, filed.n))
    match event:
        case DisputeRuled():
            return _with_ruling(dispute, filed, event)
        case RulingProposed():
            require(dispute.state == APPEALED, "no committee was awaited")
            return replace(dispute, proposed=Proposed(n=filed.n, ruling=event, agreed=frozenset({event.arbiter})))
        case RulingJoined(arbiter=arbiter):
            proposed = _require_proposed(dispute, event)
            require(arbiter in proposed.ruling.members - proposed.agreed, "it is no other member who agrees")
            return replace(dispute, proposed=replace(proposed, agreed=proposed.agreed | {arbiter}))
        case CommitteeRuled():
            proposed = _require_proposed(dispute, event)
            require(len(proposed.agreed) >= proposed.needed, "too few of the committee have agreed")
            return _with_ruling(replace(dispute, proposed=None), filed, proposed.ruling)
        case RulingAppealed():
            require(dispute.state == RULED, "there is no ruling to appeal from")
            return replace(dispute, state=APPEALED, changed=filed.at)
        case DisputeReopened():
            require(not dispute.is_undecided, "it was not closed")
            return replace(dispute, state=REOPENED, changed=filed.at)
        case DisputeWithdrawn():
            require(dispute.is_undecided, "it was closed")
            return replace(dispute, state=WITHDRAWN, changed=filed.at)
        case EvidencePinned(events=events):
            return replace(dispute, pinned=(*dispute.pinned, *events))
        case PlayedOn(branch=branch):
            return replace(dispute, branches=(*dispute.branches, branch))
        case OfficialForkMade(fork=fork):
            require(dispute.fork is None, "what was ordered is played again once")
            return replace(dispute, fork=fork)
        case StatementMade(seat=seat):
            return replace(dispute, stated=dispute.stated | {seat})
        case FactsFound():
            return dispute
    raise CorruptHistory(f"a docket knows nothing of {type(event).__name__}")


def _with_ruling(dispute: Dispute, filed: Filed, ruling: RulingFiled) -> Dispute:
    require(dispute.is_undecided, "no ruling was awaited")
    return replace(dispute, state=RULED, changed=filed.at, rulings=(*dispute.rulings, ruling))


def _require_proposed(dispute: Dispute, event: RulingJoined | CommitteeRuled) -> Proposed:
    if dispute.proposed is None or dispute.proposed.n != event.proposed:
        raise CorruptHistory(f"event {event.proposed} is not what is proposed")
    return dispute.proposed


def require(holds: bool, says: str) -> None:  # a condition
    """Raise CorruptHistory unless it holds."""
    if not holds:
        raise CorruptHistory(says)
