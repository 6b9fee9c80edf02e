"""The rules of retries: when, and after which backoff. This module itself neither waits nor sends."""

from collections.abc import Generator
from typing import Any, TypeVar

from haricot_client.problems import NoAnswer, problem_of
from haricot_client.request import LOST, Call, Reply

BUSY = frozenset({429, 502, 503, 504})
"""Statuses after which a retry may succeed: nothing was decided about the call."""
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.25, 15.0

Answer = TypeVar("Answer")
Step = Call[Any] | float
"""The next step: a call to send, or seconds to wait."""


class Backoff:
    """Backoff that grows with each failed attempt; a time named by the service takes precedence."""

    def __init__(self) -> None:
        self._next = FIRST_PAUSE_SECONDS

    def after(self, reply: Reply) -> float:
        """Return how many seconds to wait after this failed attempt."""
        pause, self._next = self._next, min(2 * self._next, LONGEST_PAUSE_SECONDS)
        named = reply.headers.get("retry-after", "")
        return float(named) if named.isdigit() else pause

    def reset(self) -> None:
        """Reset the backoff after a success."""
        self._next = FIRST_PAUSE_SECONDS


def retry_steps(call: Call[Answer], attempts: int) -> Generator[Step, Reply | None, Answer]:
    """Send a call until it is answered; the caller performs each step and sends its reply in.

    Every call is safe to retry: those that change something carry the same key each time.
    """
    backoff, reply, was_lost = Backoff(), LOST, False
    for left in reversed(range(attempts)):
        reply = (yield call) or LOST
        if reply.status is not None and reply.status not in BUSY:
            is_gone = was_lost and call.method == "DELETE" and reply.status == 404  # by the attempt without an answer
            if reply.status < 400 or is_gone:
                return call.read(reply)
            raise problem_of(reply.status, reply.headers, reply.body)
        was_lost = reply.status is None
        if left:
            yield backoff.after(reply)
    if reply.status is None:
        raise NoAnswer(f"{call.method} {call.path}: no answer in {attempts} attempts")
    raise problem_of(reply.status, reply.headers, reply.body)
