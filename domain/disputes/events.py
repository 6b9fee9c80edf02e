"""The events of the proceedings on a game, each under its stored name.

They never change the game's own log. What people wrote is not in here: a `text` is the salted digest of words that
lie beside the stream, where they can be erased. A person is an opaque id.
"""

from typing import Annotated, Final

from msgspec import Meta

from domain.field_audiences import Redactable
from domain.member_types import Count, Kind, SeatIndex, Text
from domain.visibility import ERASABLE, EVERYONE

UPHELD: Final = "upheld"
DISMISSED: Final = "dismissed"
STANDS: Final = "stands"
REPAIR: Final = "repair"
REWIND: Final = "rewind"
VOID: Final = "void"
REMEDIES: Final = (STANDS, REPAIR, REWIND, VOID)
"""What a ruling may order: the result stays, is corrected, is played again from an event on, or does not count."""
LOOK: Final = "look"
RECORD: Final = "record"
PAUSE: Final = "pause"
RESUME: Final = "resume"
"""What an arbiter may do to a game apart from ruling and declaring it `VOID`; each needs a reason."""


class Proceeding(Redactable):
    """A fact of the proceedings under a stable stored name, `<name>.<version>`; a changed shape is a new version."""


DAY: Final = 86_400
TERM_SHORTEST: Final = 600
TERM_LONGEST: Final = 30 * DAY
"""Bounds of the terms of a game, in seconds."""
Seconds = Annotated[int, Meta(ge=0, le=TERM_LONGEST), Kind.COUNT]


class TermsSet(Proceeding, tag="terms_set.1"):
    """The terms in seconds: for protests against the result once the game is over, and for appeals against a ruling.

    It comes before all other events, where the organiser wants other terms than a day. They cannot be changed later.
    """

    protest: Annotated[Seconds, EVERYONE] = DAY
    appeal: Annotated[Seconds, EVERYONE] = DAY


class OfDispute(Proceeding):
    """A fact about one dispute; disputes are numbered from 1 in each game."""

    dispute: Annotated[Count, EVERYONE]


class DisputeOpened(OfDispute, tag="dispute_opened.1"):
    """A seat claims that event n of the game was irregular; `article` is the entry of the book that it claims by."""

    seat: Annotated[SeatIndex, EVERYONE]
    event: Annotated[Count, EVERYONE]
    article: Annotated[Text, EVERYONE]
    text: Annotated[Text, EVERYONE]


class StatementMade(OfDispute, tag="statement_made.1"):
    """A seat states what it remembers."""

    seat: Annotated[SeatIndex, EVERYONE]
    text: Annotated[Text, EVERYONE]


class EvidencePinned(OfDispute, tag="evidence_pinned.1"):
    """Events of the game that support or contradict a claim, each to be read in the reader's own view."""

    by: Annotated[Text, EVERYONE]
    events: Annotated[tuple[Count, ...], EVERYONE]


class FactsFound(OfDispute, tag="facts_found.1"):
    """What an arbiter finds to have happened, apart from the rule.

    It is `sealed` until the end where it mentions hidden cards.
    """

    arbiter: Annotated[Text, ERASABLE]
    text: Annotated[Text, EVERYONE]
    sealed: Annotated[bool, EVERYONE]


class RulingFiled(OfDispute):
    """A ruling by the clause that it cites, an entry of a book of this digest, and its reasons.

    `remedy` is one of REMEDIES. A `rewind` goes back to after event `back_to` and deals the unseen cards again unless
    `exact`, for which `reason` is the digest of the reason. The `penalty` is a step of the book and applies to seat
    `against`. Of branches that were played under protest `branch` counts. `committee` are the other members who rule on
    an appeal.
    """

    arbiter: Annotated[Text, ERASABLE]
    outcome: Annotated[Text, EVERYONE]
    clause: Annotated[Text, EVERYONE]
    book: Annotated[Text, EVERYONE]
    article: Annotated[Text, EVERYONE]
    remedy: Annotated[Text, EVERYONE]
    text: Annotated[Text, EVERYONE]
    back_to: Annotated[Count | None, EVERYONE] = None
    exact: Annotated[bool, EVERYONE] = False
    reason: Annotated[Text | None, EVERYONE] = None
    penalty: Annotated[Text, EVERYONE] = "none"
    against: Annotated[SeatIndex | None, EVERYONE] = None
    branch: Annotated[Text | None, EVERYONE] = None
    committee: Annotated[tuple[Text, ...], ERASABLE] = ()

    @property
    def members(self) -> frozenset[str]:
        """The persons who rule: one arbiter, or the committee."""
        return frozenset((self.arbiter, *self.committee))


class DisputeRuled(RulingFiled, tag="dispute_ruled.1"):
    """The ruling of one arbiter, in force; on appeals that of a committee as well, as long as one member answered."""


class RulingProposed(RulingFiled, tag="ruling_proposed.1"):
    """A member of a committee proposes its ruling on an appeal, in place of what was proposed before."""


class RulingJoined(OfDispute, tag="ruling_joined.1"):
    """Another member of the committee agrees with what was proposed as event `proposed` of the proceedings."""

    arbiter: Annotated[Text, ERASABLE]
    proposed: Annotated[Count, EVERYONE]


class CommitteeRuled(OfDispute, tag="committee_ruled.1"):
    """What was proposed as event `proposed` is in force: more than half of its members have agreed."""

    proposed: Annotated[Count, EVERYONE]


class RulingAppealed(OfDispute, tag="ruling_appealed.1"):
    """A seat takes the last ruling to a committee."""

    seat: Annotated[SeatIndex, EVERYONE]
    text: Annotated[Text, EVERYONE]


class DisputeReopened(OfDispute, tag="dispute_reopened.1"):
    """An arbiter takes it up again on new evidence."""

    arbiter: Annotated[Text, ERASABLE]
    text: Annotated[Text, EVERYONE]


class DisputeWithdrawn(OfDispute, tag="dispute_withdrawn.1"):
    """The seat that opened it withdraws it."""

    seat: Annotated[SeatIndex, EVERYONE]


class PlayedOn(OfDispute, tag="played_on.1"):
    """The table plays on under protest; `branch` is the game that continues as the claim demands."""

    seat: Annotated[SeatIndex, EVERYONE]
    branch: Annotated[Text, EVERYONE]


class OfficialForkMade(OfDispute, tag="official_fork_made.1"):
    """The game in which the play that a ruling ordered is repeated."""

    fork: Annotated[Text, EVERYONE]


class PowerUsed(Proceeding, tag="power_used.1"):
    """An arbiter used such a power on the game after event n, with a reason; `view` is the view that they read."""

    arbiter: Annotated[Text, ERASABLE]
    power: Annotated[Text, EVERYONE]
    event: Annotated[Count, EVERYONE]
    text: Annotated[Text, EVERYONE]
    view: Annotated[Text | None, EVERYONE] = None


class OfCall(Proceeding):
    """A fact about one call for an arbiter; calls are numbered from 1 in each game, each replaces the one before."""

    call: Annotated[Count, EVERYONE]


class ArbiterCalled(OfCall, tag="arbiter_called.1"):
    """A seat calls an arbiter, who may act once the seats `needed` agree: all others at which people sit."""

    seat: Annotated[SeatIndex, EVERYONE]
    needed: Annotated[tuple[SeatIndex, ...], EVERYONE]
    text: Annotated[Text, EVERYONE]


class ArbiterCame(OfCall, tag="arbiter_came.1"):
    """The person who opened the link of a call first: from now on it is reserved for them."""

    arbiter: Annotated[Text, ERASABLE]


class ArbiterAgreed(OfCall, tag="arbiter_agreed.1"):
    """A seat agrees, as `seat:K`, or the `organiser`, who has no seat and agrees for all of them."""

    by: Annotated[Text, EVERYONE]


class ArbiterAdmitted(OfCall, tag="arbiter_admitted.1"):
    """The arbiter who came by this call may see every hand and rule from now on: all that were needed have agreed."""

    arbiter: Annotated[Text, ERASABLE]


class CallWithdrawn(OfCall, tag="call_withdrawn.1"):
    """The seat that called an arbiter withdraws its call."""

    seat: Annotated[SeatIndex, EVERYONE]


class ResultConfirmed(Proceeding, tag="result_confirmed.1"):
    """A seat confirms the result of the game as it is."""

    seat: Annotated[SeatIndex, EVERYONE]


AnyProceeding = (
    TermsSet
    | DisputeOpened
    | StatementMade
    | EvidencePinned
    | FactsFound
    | DisputeRuled
    | RulingProposed
    | RulingJoined
    | CommitteeRuled
    | RulingAppealed
    | DisputeReopened
    | DisputeWithdrawn
    | PlayedOn
    | OfficialForkMade
    | PowerUsed
    | ArbiterCalled
    | ArbiterCame
    | ArbiterAgreed
    | ArbiterAdmitted
    | CallWithdrawn
    | ResultConfirmed
)
"""Any event of the proceedings, as JSON is read."""
