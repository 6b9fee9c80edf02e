"""Admission control: only a few requests are worked on at once, however many arrive.

Only one thread can run Python at a time. With a thousand concurrent requests, each thread that reads the database would
wait a thousand times behind all others. Its connection would time out first.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Semaphore, local
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

AT_ONCE: Final = 16
"""How many requests are worked on at once.

4 and 16 both took 2,000 streams well; without a limit hundreds were refused.
"""
LOOKING: Final = ("GET", "HEAD")
"""The methods of the requests that are limited: those without a body, as a body can take very long to send."""


class AdmissionControl:
    """Limits the requests in work, for any thread. A thread that waits inside gives up its place meanwhile."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._free = Semaphore(at_once)
        self._here = local()

    def before(self, application: "WSGIApplication") -> "WSGIApplication":
        """Wrap an application so that its calls are limited. What a response streams after the call is not limited."""

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
        """Give up the place while this thread waits, and take one again afterwards."""
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
