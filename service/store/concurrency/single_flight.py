"""Single flight: threads that ask the same at the same moment share one read."""

from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Any, TypeVar

from service.store.concurrency.blocking_guard import require_may_block

Result = TypeVar("Result")


class _Flight:
    """One shared read. `before` is the read of the same question that still runs, if there is one."""

    def __init__(self, before: "_Flight | None") -> None:
        self.before = before
        self.begun = False
        self.found: Future[Any] = Future()


class SingleFlight:
    """Shares one read among threads that ask the same. The read always begins after each of them has asked."""

    def __init__(self) -> None:
        self._turns: dict[Hashable, _Flight] = {}
        self._guard = Lock()

    def ask(self, question: Hashable, read: Callable[[], Result]) -> Result:
        """Return what `read` returns, or raise what it raises. Another thread may have called it."""
        require_may_block()
        with self._guard:
            turn = self._turns.get(question)
            if leading := turn is None or turn.begun:
                turn = self._turns[question] = _Flight(before=turn)
        if leading:
            self._lead(question, turn, read)
        found: Result = turn.found.result()
        return found

    def _lead(self, question: Hashable, turn: _Flight, read: Callable[[], Any]) -> None:
        try:
            if turn.before is not None:
                turn.before.found.exception()  # waits: meanwhile other threads join this turn
                turn.before = None
            with self._guard:
                turn.begun = True
            turn.found.set_result(read())
        except BaseException as error:  # noqa: BLE001  # each caller gets the error in its own thread
            turn.found.set_exception(error)
        with self._guard:
            if self._turns.get(question) is turn:  # a later turn may have ended already
                del self._turns[question]
