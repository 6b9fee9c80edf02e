"""Admission control: a few requests are worked on at once, however many come.

Only one thread can run Python at a time. When a thousand spectators come together, each thread that reads from the
database would stand in line a thousand times behind all others, until its connection has run out of time.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Semaphore, local
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

AT_ONCE: Final = 16
"""How many work at once; 4 and 16 took 2,000 streams in equally well, where without this hundreds were refused."""
LOOKING: Final = ("GET", "HEAD")
"""Methods of the requests that are counted: those without a body, since a body might be sent for ever."""


class AdmissionControl:
    """A limit on requests in work, for any thread; a thread that waits for something inside steps aside meanwhile."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._free = Semaphore(at_once)
        self._here = local()

    def before(self, application: "WSGIApplication") -> "WSGIApplication":
        """Wrap an application, so that its calls are limited; what it streams after a call is not."""

        def passed(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
            if environ["REQUEST_METHOD"] not in LOOKING:
                return application(environ, start_response)
            with self._free:
                self._here.inside = True
                try:
                    return application(environ, start_response)
                finally:
                    self._here.inside = False

        return passed

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Give up the place while this thread waits for something, and take one again afterwards."""
        if not getattr(self._here, "inside", False):
            yield
            return
        self._here.inside = False
        self._free.release()
        try:
            yield
        finally:
            self._free.acquire()
            self._here.inside = True
