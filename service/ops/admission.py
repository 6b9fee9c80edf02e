"""Admission control: only a few requests are handled at once, however many arrive.

Only one thread can run Python at a time. With a thousand concurrent requests, each thread that reads the database would
wait a thousand times behind all others. Its connection would time out first.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Semaphore, local
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

REQUESTS_MAX: Final = 16
"""How many requests are handled at once.

With 4 and with 16, a process opened 2,000 streams; without a limit, hundreds of them were refused.
"""
LIMITED_METHODS: Final = ("GET", "HEAD")
"""The methods of the requests that are limited: those without a body, as a body can take very long to send."""


class AdmissionControl:
    """Limits how many requests are handled at once, for any thread. A request that waits releases its place."""

    def __init__(self, requests_max: int = REQUESTS_MAX) -> None:
        self._places = Semaphore(requests_max)
        self._thread = local()

    def limit(self, application: "WSGIApplication") -> "WSGIApplication":
        """Wrap an application so that its calls are limited. What a response streams after the call is not limited."""

        def limited(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
            if environ["REQUEST_METHOD"] not in LIMITED_METHODS:
                return application(environ, start_response)
            with self._places:
                self._thread.has_place = True
                try:
                    return application(environ, start_response)
                finally:
                    self._thread.has_place = False

        return limited

    @contextmanager
    def released(self) -> Iterator[None]:
        """Release this thread's place, if it has one, while it waits. Take a place again at the end of the context."""
        if not getattr(self._thread, "has_place", False):
            yield
            return
        self._thread.has_place = False
        self._places.release()
        try:
            yield
        finally:
            self._places.acquire()
            self._thread.has_place = True
