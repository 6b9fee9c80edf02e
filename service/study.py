"""Work that takes long is done one after another, beside the rest, and what came of it is remembered.

Whoever asks waits aside: what is quick goes on meanwhile. So many may wait, a few of them from one address.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from threading import Lock, Semaphore
from typing import Any, Final, TypeVar

from service.problems import Problem
from service.quota import Quota
from service.shared_reading import SharedReading
from service.turnstile import Turnstile

WAITING_MAX: Final = 32
WAITING_EACH_MAX: Final = 8
PATIENCE_SECONDS: Final = 20.0
REMEMBERED_MAX: Final = 200_000
"""How many parts all that is remembered may have, such as the verdicts of audits; some 60 MB."""

Found = TypeVar("Found")


class Study:
    """Any thread may ask for something that takes long."""

    def __init__(self, turnstile: Turnstile) -> None:
        self._turnstile = turnstile
        self._waiting = Quota(WAITING_MAX, "questions that take long")
        self._desk = Semaphore(1)
        self._shared = SharedReading()
        self._known: OrderedDict[Hashable, tuple[int, Any]] = OrderedDict()
        self._parts = 0
        self._guard = Lock()

    @contextmanager
    def alone(self, origin: str) -> Iterator[None]:
        """The only one that takes long, until the end of this.

        `rate.limited` when too many wait from this address, `unavailable` when too many wait, or for too long.
        """
        with self._waiting.held({origin: WAITING_EACH_MAX}), self._turnstile.aside(), self._turn():
            yield

    def found(self, question: Hashable, origin: str, work: Callable[[], Found], parts: Callable[[Found], int]) -> Found:
        """What comes of this work, or came of it when the same was asked before; it has so many parts.

        The question must name all that the answer hangs on. Refuses as `alone` does.
        """
        with self._guard:
            if question in self._known:
                self._known.move_to_end(question)
                known: Found = self._known[question][1]
                return known
        with self._waiting.held({origin: WAITING_EACH_MAX}), self._turnstile.aside():
            return self._shared.ask(question, lambda: self._done(question, work, parts))

    def _done(self, question: Hashable, work: Callable[[], Found], parts: Callable[[Found], int]) -> Found:
        with self._turn():
            with self._guard:
                if question in self._known:  # somebody else was faster
                    known: Found = self._known[question][1]
                    return known
            found = work()
        with self._guard:
            self._known[question] = (size := parts(found), found)
            self._parts += size
            while self._parts > REMEMBERED_MAX:
                self._parts -= self._known.popitem(last=False)[1][0]
        return found

    @contextmanager
    def _turn(self) -> Iterator[None]:
        if not self._desk.acquire(timeout=PATIENCE_SECONDS):
            raise Problem("unavailable", "others ask for what takes long: ask again soon")
        try:
            yield
        finally:
            self._desk.release()
