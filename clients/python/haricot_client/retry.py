"""When to ask again, and how long to wait before: the one place that knows, and it neither waits nor asks itself."""

from collections.abc import Generator
from typing import Any, TypeVar

from haricot_client.problems import NoAnswer, problem_of
from haricot_client.request import LOST, Call, Reply

BUSY = frozenset({429, 502, 503, 504})
"""What a later attempt may have answered: nothing was decided about the call."""
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.25, 15.0

Answer = TypeVar("Answer")
Step = Call[Any] | float
"""What is to be done next: a call to be made, or so many seconds to be waited."""


class Backoff:
    """Pauses that grow from one vain attempt to the next; where the service names one, that."""

    def __init__(self) -> None:
        self._next = FIRST_PAUSE_SECONDS

    def after(self, reply: Reply) -> float:
        """Return how many seconds to wait after this vain attempt."""
        pause, self._next = self._next, min(2 * self._next, LONGEST_PAUSE_SECONDS)
        named = reply.headers.get("retry-after", "")
        return float(named) if named.isdigit() else pause

    def rewarded(self) -> None:
        """Something came: the next pause is a short one again."""
        self._next = FIRST_PAUSE_SECONDS


def asked(call: Call[Answer], attempts: int) -> Generator[Step, Reply | None, Answer]:
    """Make a call until it is answered; each step is done by whoever drives this, and its reply sent in.

    Every call is safe to repeat: what changes something carries the same key each time.
    """
    backoff, reply, was_lost = Backoff(), LOST, False
    for left in reversed(range(attempts)):
        reply = (yield call) or LOST
        if reply.status is not None and reply.status not in BUSY:
            is_gone = was_lost and call.method == "DELETE" and reply.status == 404  # by what had no answer
            if reply.status < 400 or is_gone:
                return call.read(reply)
            raise problem_of(reply.status, reply.headers, reply.body)
        was_lost = reply.status is None
        if left:
            yield backoff.after(reply)
    if reply.status is None:
        raise NoAnswer(f"{call.method} {call.path}: no answer in {attempts} attempts")
    raise problem_of(reply.status, reply.headers, reply.body)
