"""Single flight: threads that read the same thing at the same time share one read."""

from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Any, TypeVar

from service.store.concurrency.blocking_guard import require_may_block

Result = TypeVar("Result")


class _Flight:
    """One shared read. `before` is an earlier read of the same key that is still running, or None."""

    def __init__(self, before: "_Flight | None") -> None:
        self.before = before
        self.has_begun = False
        self.result: Future[Any] = Future()


class SingleFlight:
    """Shares reads between threads. A shared read begins after the last of its callers has called `run`."""

    def __init__(self) -> None:
        self._flights: dict[Hashable, _Flight] = {}
        self._guard = Lock()

    def run(self, key: Hashable, read: Callable[[], Result]) -> Result:
        """Return the result of `read`, or raise its error. The call may have been made in another thread."""
        require_may_block()
        with self._guard:
            flight = self._flights.get(key)
            if leading := flight is None or flight.has_begun:
                flight = self._flights[key] = _Flight(before=flight)
        if leading:
            self._lead(key, flight, read)
        result: Result = flight.result.result()
        return result

    def _lead(self, key: Hashable, flight: _Flight, read: Callable[[], Any]) -> None:
        try:
            if flight.before is not None:
                flight.before.result.exception()  # waits for its end; meanwhile, other threads join this flight
                flight.before = None
            with self._guard:
                flight.has_begun = True
            flight.result.set_result(read())
        except BaseException as error:  # noqa: BLE001  # each caller raises the error in its own thread
            flight.result.set_exception(error)
        with self._guard:
            if self._flights.get(key) is flight:  # a later flight may have ended already
                del self._flights[key]
