"""What people do in proceedings: the commands, with who gives them."""

from typing import Final

from domain.values import Value

SEAT: Final = "seat"
ARBITER: Final = "arbiter"
ORGANISER: Final = "organiser"


class Party(Value):
    """Who acts: a seat, an arbiter, or somebody else by the kind of their token.

    `person` is the opaque id of whoever holds the token, `called_by` of whoever gave it to them; None where nobody
    said. An organiser or the service that has no seat calls as `-`, a person that sits nowhere.
    """

    kind: str
    seat: int | None = None
    person: str | None = None
    called_by: str | None = None


class Act(Value):
    """A command of the proceedings; a `text` is the salted digest of what somebody wrote."""


class OnDispute(Act):
    """A command about one dispute."""

    dispute: int


class OpenDispute(Act, tag=True):
    """Claim that event `event` was irregular, by an entry of the book."""

    event: int
    article: str
    text: str


class MakeStatement(OnDispute, tag=True):
    """Say what one remembers."""

    text: str


class PinEvidence(OnDispute, tag=True):
    """Name events that speak for or against it."""

    events: tuple[int, ...]


class FindFacts(OnDispute, tag=True):
    """Find what happened; sealed until the end where it tells of hidden cards."""

    text: str
    sealed: bool = False


class RuleDispute(OnDispute, tag=True):
    """Rule, as `RulingFiled` has it; on an appeal propose to the committee what to rule."""

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
    """Let it rest."""


class PlayOn(OnDispute, tag=True):
    """Play on under protest, with a branch as the claim would have it."""

    branch: str


class NameOfficialFork(OnDispute, tag=True):
    """Name the game in which is played again what the ruling ordered."""

    fork: str


class CallArbiter(Act, tag=True):
    """Call somebody to rule, who may do so once everybody else at the table agrees; `text` says why."""

    text: str


class OnCall(Act):
    """A command about one call for an arbiter."""

    call: int


class AnswerCall(OnCall, tag=True):
    """Come as the arbiter who was called."""


class AgreeToArbiter(OnCall, tag=True):
    """Agree that whoever comes by this call sees every hand, and rules."""


class WithdrawCall(OnCall, tag=True):
    """Call nobody any more."""


class ConfirmResult(Act, tag=True):
    """Confirm the result as it stands."""
