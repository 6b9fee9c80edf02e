"""The commands of proceedings, with the party that gives them."""

from typing import Final

from domain.values import Value

SEAT: Final = "seat"
ARBITER: Final = "arbiter"
ORGANISER: Final = "organiser"


class Party(Value):
    """The party that acts: a seat, an arbiter, or another person by the kind of their token.

    `person` is the opaque id of the token's holder, `called_by` that of the person who handed it out; None where it is
    unknown. A person without a seat counts as `-`.
    """

    kind: str
    seat: int | None = None
    person: str | None = None
    called_by: str | None = None


class Act(Value):
    """A command of the proceedings; a `text` is the salted digest of what a person wrote."""


class OnDispute(Act):
    """A command about one dispute."""

    dispute: int


class OpenDispute(Act, tag=True):
    """Claim that event `event` was irregular, by an entry of the book."""

    event: int
    article: str
    text: str


class MakeStatement(OnDispute, tag=True):
    """State what you remember."""

    text: str


class PinEvidence(OnDispute, tag=True):
    """Name events that support or contradict a claim."""

    events: tuple[int, ...]


class FindFacts(OnDispute, tag=True):
    """Find what happened; sealed until the end where it mentions hidden cards."""

    text: str
    sealed: bool = False


class RuleDispute(OnDispute, tag=True):
    """Rule, as `RulingFiled` describes; on an appeal propose a ruling to the committee."""

    outcome: str
    clause: str
    article: str
    remedy: str
    text: str
    back_to: int | None = None
    exact: bool = False
    reason: str | None = None
    penalty: str = "none"
    against: int | None = None
    branch: str | None = None
    committee: tuple[str, ...] = ()


class JoinRuling(OnDispute, tag=True):
    """Agree with what another member of the committee proposed as event `proposed` of the proceedings."""

    proposed: int


class AppealRuling(OnDispute, tag=True):
    """Take the last ruling to a committee."""

    text: str


class ReopenDispute(OnDispute, tag=True):
    """Take it up again on new evidence."""

    text: str


class WithdrawDispute(OnDispute, tag=True):
    """Withdraw a claim."""


class PlayOn(OnDispute, tag=True):
    """Play on under protest, with a branch as the claim would have it."""

    branch: str


class NameOfficialFork(OnDispute, tag=True):
    """Name the game in which the play that a ruling ordered is repeated."""

    fork: str


class CallArbiter(Act, tag=True):
    """Call a person to rule, who may do so once all others at the table agree; `text` holds the reason."""

    text: str


class OnCall(Act):
    """A command about one call for an arbiter."""

    call: int


class AnswerCall(OnCall, tag=True):
    """Come as the arbiter who was called."""


class AgreeToArbiter(OnCall, tag=True):
    """Agree that the arbiter who comes by this call sees every hand, and rules."""


class WithdrawCall(OnCall, tag=True):
    """Withdraw a call."""


class ConfirmResult(Act, tag=True):
    """Confirm the result as it is."""
