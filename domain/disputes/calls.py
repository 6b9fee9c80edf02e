"""Calls for an arbiter: an arbiter called by a seat rules once all others at the table agree."""

from typing import Final

from msgspec.structs import replace

from domain.disputes.events import (
    ArbiterAdmitted,
    ArbiterAgreed,
    ArbiterCalled,
    ArbiterCame,
    CallWithdrawn,
    OfCall,
)
from domain.refusals import CorruptHistory
from domain.values import Value

CALL_MS: Final = 3_600_000
"""For how long a call can be answered and agreed to."""
HOST: Final = "organiser"
OPEN: Final = "open"
CAME: Final = "came"
ADMITTED: Final = "admitted"
WITHDRAWN: Final = "withdrawn"
STATES: Final = (OPEN, CAME, ADMITTED, WITHDRAWN)


class CallForArbiter(Value):
    """A call by a seat, made at a time in milliseconds since 1970, as event `n` of the proceedings.

    Those who agree are named as `seat:K` or `organiser`; `arbiter` is the person who came.
    """

    number: int
    seat: int
    needed: tuple[int, ...]
    opened: int
    n: int
    state: str = OPEN
    agreed: tuple[str, ...] = ()
    arbiter: str | None = None

    @property
    def expires(self) -> int:
        """Until when it can be answered and agreed to, in milliseconds since 1970."""
        return self.opened + CALL_MS

    @property
    def is_agreed(self) -> bool:
        """Whether all whose agreement is needed agree; where no other person sits, the organiser alone can."""
        seats = {f"seat:{seat}" for seat in self.needed}
        return HOST in self.agreed or (bool(seats) and seats.issubset(self.agreed))

    def is_awaited(self, at: int) -> bool:
        """Return whether it can still be answered or agreed to at this time."""
        return self.state in (OPEN, CAME) and at < self.expires


def call_after(call: CallForArbiter | None, n: int, at: int, event: OfCall) -> CallForArbiter:
    """Return the last call after this event; CorruptHistory for one that cannot follow."""
    match event:
        case ArbiterCalled():
            _require(event.call == (0 if call is None else call.number) + 1, "calls are numbered one after the other")
            return CallForArbiter(number=event.call, seat=event.seat, needed=event.needed, opened=at, n=n)
    if call is None or call.number != event.call:
        raise CorruptHistory(f"call {event.call} is not the last")
    _require(call.state in (OPEN, CAME), "the call is over")
    match event:
        case ArbiterCame(arbiter=arbiter):
            _require(call.state == OPEN, "another arbiter came before")
            return replace(call, state=CAME, arbiter=arbiter)
        case ArbiterAgreed(by=by):
            _require(by not in call.agreed, "who agrees does so once")
            return replace(call, agreed=(*call.agreed, by))
        case ArbiterAdmitted(arbiter=arbiter):
            _require(call.state == CAME and call.is_agreed and call.arbiter == arbiter, "not all that are needed agree")
            return replace(call, state=ADMITTED)
        case CallWithdrawn(seat=seat):
            _require(call.seat == seat, "only who called withdraws the call")
            return replace(call, state=WITHDRAWN)
    raise CorruptHistory(f"a call knows nothing of {type(event).__name__}")


def _require(holds: bool, says: str) -> None:  # a condition
    if not holds:
        raise CorruptHistory(says)
