"""The schemas of the proceedings on a game, as far as a caller may know of them."""

from typing import Annotated, Any

from domain.disputes.calls import STATES, CallForArbiter
from domain.disputes.events import AnyProceeding, FactsFound, OfDispute
from domain.disputes.refusals import CODES, ActRefused
from domain.disputes.ruling import require_impartial
from domain.disputes.state import Dispute, DisputesState, Filed, Proposed, docket_of
from domain.member_types import Count, SeatIndex, one_of
from replay.codec import time_text
from service.access.arbiter_actions import dispute_terms_of, filed_events
from service.access.context import Context
from service.access.identities import GamePeople, unknown_seats
from service.access.policy import ARBITER, SERVICE
from service.access.visibility_scope import VisibilityScope
from service.api.response_schemas import Answer
from service.api.text_types import Timestamp
from service.disputes.proceedings_writer import TEXT_MEMBERS, visible_proceedings
from service.signing.log_state import LogState
from service.signing.proceedings_log import proceedings_log_state
from service.store.entries.proceedings_entries import DisputeEvent, DisputeText
from service.store.entries.signing_entries import GameKey


class FiledAnswer(Answer):
    """An event of the proceedings. `words` are the texts behind its digests, null if erased or sealed until the end."""

    n: Annotated[int, Count]
    at: Timestamp
    event: AnyProceeding
    words: dict[str, str | None]


class ProposedAnswer(Answer):
    """The ruling proposed to a committee: the event of the proceedings that has it, and how many agree of how many."""

    n: Annotated[int, Count]
    agreed: Annotated[int, Count]
    needed: Annotated[int, Count]
    members: Annotated[int, Count]


class DisputeAnswer(Answer):
    """A dispute: the claim about an event, its state, and everything that was filed on it."""

    dispute: Annotated[int, Count]
    seat: Annotated[int, SeatIndex]
    event: Annotated[int, Count]
    article: str
    state: str
    opened: Timestamp
    changed: Timestamp
    pinned: list[int]
    branches: list[str]
    fork: str | None
    proposed: ProposedAnswer | None
    filed: list[FiledAnswer]


class DisputeTerms(Answer):
    """For how many seconds after the end the result can be protested against, and a ruling appealed."""

    protest: int
    appeal: int


class CallAnswer(Answer):
    """The last call for an arbiter: by which seat, the seats that must agree, and who agrees, as `seat:K`, `organiser`.

    It is `open`, an arbiter `came`, they are `admitted` since all agree, or it was `withdrawn`. It lasts until
    `expires`.
    """

    call: Annotated[int, Count]
    seat: Annotated[int, SeatIndex]
    state: Annotated[str, one_of(*STATES)]
    needed: list[int]
    agreed: list[str]
    expires: Timestamp


class Hindrance(Answer):
    """Why the arbiter who asks may not rule here: the code and the text of the refusal."""

    code: Annotated[str, one_of(*CODES)]
    says: str


class ProceedingsAnswer(Answer):
    """The proceedings on a game as of their event `version`. `filed` are acts that belong to no dispute.

    `confirmed` are the seats that confirmed the result; `overturned` is a dispute whose ruling annuls it. `checkpoint`
    is that of the proceedings' own log. `unknown_players` are the seats whose player is unknown: while there is one, no
    arbiter may rule. It is null for callers with a delay. `hindrance` tells an arbiter why they may not rule.
    """

    game: str
    version: Annotated[int, Count]
    disputes: list[DisputeAnswer]
    confirmed: list[int]
    overturned: int | None
    terms: DisputeTerms
    filed: list[FiledAnswer]
    checkpoint: LogState | None
    unknown_players: list[int] | None
    hindrance: Hindrance | None
    call: CallAnswer | None


class VisibleDisputes:
    """The proceedings as one viewer may know them."""

    def __init__(self, context: Context, sight: VisibilityScope) -> None:
        register = context.register
        register.refresh(DisputeEvent, game=sight.game)
        self._store = context.store
        self._register = register
        self._sight = sight
        filed = filed_events(register, sight.game)
        self._filed = [one for _, one in visible_proceedings(register, sight)]
        self._texts = {one.digest: one.text for one in register.find_entries(DisputeText, game=sight.game)}
        self._terms = dispute_terms_of(filed)  # public at any delay
        self.docket: DisputesState = docket_of(self._filed)

    def answer(self) -> ProceedingsAnswer:
        """Return the whole response."""
        docket = self.docket
        return ProceedingsAnswer(
            game=self._sight.game,
            version=docket.version,
            disputes=[self.dispute(one) for one in docket.disputes],
            confirmed=sorted(docket.confirmed),
            overturned=None if docket.overturned is None else docket.overturned.number,
            terms=DisputeTerms(protest=self._terms.protest, appeal=self._terms.appeal),
            filed=[self._filed_answer(one) for one in self._filed if not isinstance(one.event, OfDispute)],
            checkpoint=proceedings_log_state(self._store, self._sight.game, docket.version),
            unknown_players=self._unknown_seats(),
            hindrance=self._hindrance(),
            call=None if docket.call is None else call_answer(docket.call),
        )

    def dispute(self, dispute: Dispute) -> DisputeAnswer:
        """Return one dispute."""
        event_numbers = set(dispute.filed)
        return DisputeAnswer(
            dispute=dispute.number,
            seat=dispute.seat,
            event=dispute.event,
            article=dispute.article,
            state=dispute.state,
            opened=time_text(dispute.opened),
            changed=time_text(dispute.changed),
            pinned=list(dispute.pinned),
            branches=list(dispute.branches),
            fork=dispute.fork,
            proposed=None if dispute.proposed is None else _proposed_answer(dispute.proposed),
            filed=[self._filed_answer(one) for one in self._filed if one.n in event_numbers],
        )

    def _unknown_seats(self) -> list[int] | None:
        """Return the seats of unknown players, or None for callers with a delay.

        The list would reveal early that a seat changed hands.
        """
        sight = self._sight
        return None if sight.until is not None else [*unknown_seats(self._register, sight.game, sight.players)]

    def _hindrance(self) -> Hindrance | None:
        """Return why an arbiter may not rule here, or None."""
        sight = self._sight
        if sight.relation != ARBITER or not self._register.find_entries(GameKey, game=sight.game):
            return None
        people = GamePeople(self._register, sight.game)
        try:
            require_impartial(people.party(sight), people.case(sight.players))
        except ActRefused as refused:
            return Hindrance(code=refused.code, says=refused.says)
        return None

    def _filed_answer(self, filed: Filed) -> FiledAnswer:
        event: Any = filed.event
        sealed = isinstance(event, FactsFound) and event.sealed and not self._may_read_sealed
        digests = {member: digest for member in TEXT_MEMBERS if (digest := getattr(event, member, None)) is not None}
        words = {member: None if sealed else self._texts.get(digest) for member, digest in digests.items()}
        return FiledAnswer(n=filed.n, at=time_text(filed.at), event=event, words=words)

    @property
    def _may_read_sealed(self) -> bool:
        return self._sight.over or self._sight.relation in (ARBITER, SERVICE)


def call_answer(call: CallForArbiter) -> CallAnswer:
    """Return the public form of a call for an arbiter."""
    return CallAnswer(
        call=call.number,
        seat=call.seat,
        state=call.state,
        needed=list(call.needed),
        agreed=list(call.agreed),
        expires=time_text(call.expires),
    )


def _proposed_answer(proposed: Proposed) -> ProposedAnswer:
    members = proposed.ruling.members
    return ProposedAnswer(n=proposed.n, agreed=len(proposed.agreed), needed=proposed.needed, members=len(members))
