"""Background work: long tasks run one after another beside quick requests, and their results are cached.

Requests that wait for a task release their place in the admission control. How many may wait is limited, in all and for
each address.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from threading import Semaphore
from typing import Any, Final, TypeVar

from service.ops.admission import AdmissionControl
from service.ops.caches import LruCache
from service.ops.quota import Quota
from service.problems import Problem
from service.store.concurrency.single_flight import SingleFlight

WAITING_MAX: Final = 32
WAITING_EACH_MAX: Final = 8
TURN_WAIT_SECONDS: Final = 20.0
"""How long a request waits for the tasks before its own."""
CACHED_PARTS_MAX: Final = 200_000
"""How many parts, such as verdicts of an audit, all cached results may have together: some 60 MB."""

Result = TypeVar("Result")


class Background:
    """Runs one long task at a time, for any thread."""

    def __init__(self, admission: AdmissionControl) -> None:
        self._admission = admission
        self._waiting = Quota(WAITING_MAX, "questions that take long")
        self._running = Semaphore(1)
        self._single_flight = SingleFlight()
        self._results: LruCache[Hashable, tuple[int, Any]] = LruCache(
            "background", CACHED_PARTS_MAX, lambda entry: entry[0]
        )

    @contextmanager
    def exclusive(self, origin: str) -> Iterator[None]:
        """Hold the right to run a long task until the end of the context.

        Raises `rate.limited` when too many requests from this address wait. Raises `unavailable` when too many wait in
        all, or this one waited for too long.
        """
        with self._waiting.held({origin: WAITING_EACH_MAX}), self._admission.released(), self._turn():
            yield

    def result(self, key: Hashable, origin: str, task: Callable[[], Result], size: Callable[[Result], int]) -> Result:
        """Return what `task` returns, or the cached result under the same key. `size` counts the parts of a result.

        The key must name everything that the result depends on. Raises what `exclusive` raises.
        """
        if (entry := self._results.get(key)) is not None:
            cached: Result = entry[1]
            return cached
        with self._waiting.held({origin: WAITING_EACH_MAX}), self._admission.released():
            return self._single_flight.run(key, lambda: self._run(key, task, size))

    def _run(self, key: Hashable, task: Callable[[], Result], size: Callable[[Result], int]) -> Result:
        with self._turn():
            if (entry := self._results.peek(key)) is not None:  # another thread was faster
                cached: Result = entry[1]
                return cached
            result = task()
        self._results.put(key, (size(result), result))
        return result

    @contextmanager
    def _turn(self) -> Iterator[None]:
        if not self._running.acquire(timeout=TURN_WAIT_SECONDS):
            raise Problem("unavailable", "too many long requests wait: try again soon")
        try:
            yield
        finally:
            self._running.release()
