"""Background work: long tasks run one after another beside quick requests, and their results are cached.

Requests that wait for a task give up their place in the admission control. How many may wait is limited, in all and for
each address.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from threading import Semaphore
from typing import Any, Final, TypeVar

from service.ops.admission import AdmissionControl
from service.ops.caches import RecentlyUsed
from service.ops.quota import Quota
from service.problems import Problem
from service.store.concurrency.single_flight import SingleFlight

WAITING_MAX: Final = 32
WAITING_EACH_MAX: Final = 8
PATIENCE_SECONDS: Final = 20.0
CACHED_PARTS_MAX: Final = 200_000
"""How many parts, such as verdicts of an audit, all cached results may have together: some 60 MB."""

Found = TypeVar("Found")


class Background:
    """Runs one long task at a time, for any thread."""

    def __init__(self, turnstile: AdmissionControl) -> None:
        self._turnstile = turnstile
        self._waiting = Quota(WAITING_MAX, "questions that take long")
        self._running = Semaphore(1)
        self._shared = SingleFlight()
        self._known: RecentlyUsed[Hashable, tuple[int, Any]] = RecentlyUsed(
            "background", CACHED_PARTS_MAX, lambda kept: kept[0]
        )

    @contextmanager
    def alone(self, origin: str) -> Iterator[None]:
        """Hold the right to run a long task until the end of the context.

        Raises `rate.limited` when too many requests from this address wait. Raises `unavailable` when too many wait in
        all, or this one waited for too long.
        """
        with self._waiting.held({origin: WAITING_EACH_MAX}), self._turnstile.aside(), self._turn():
            yield

    def found(self, question: Hashable, origin: str, work: Callable[[], Found], parts: Callable[[Found], int]) -> Found:
        """Return what `work` returns, or the cached result for the same question. `parts` counts the size of a result.

        The question must name everything that the result depends on. Raises what `alone` does.
        """
        if (kept := self._known.get(question)) is not None:
            known: Found = kept[1]
            return known
        with self._waiting.held({origin: WAITING_EACH_MAX}), self._turnstile.aside():
            return self._shared.run(question, lambda: self._done(question, work, parts))

    def _done(self, question: Hashable, work: Callable[[], Found], parts: Callable[[Found], int]) -> Found:
        with self._turn():
            if (kept := self._known.peek(question)) is not None:  # another thread was faster
                known: Found = kept[1]
                return known
            found = work()
        self._known.put(question, (parts(found), found))
        return found

    @contextmanager
    def _turn(self) -> Iterator[None]:
        if not self._running.acquire(timeout=PATIENCE_SECONDS):
            raise Problem("unavailable", "too many long requests wait: try again soon")
        try:
            yield
        finally:
            self._running.release()
