"""The state of a request until its response, for requests on the event loop and in threads."""

import os
import time
from collections import deque
from typing import Any, Final, Protocol

from service.access.tokens import Principal
from service.http.rate_limit_keys import Payer

REQUEST_STATE: Final = "haricot.request_state"
"""The key of a RequestState in the WSGI environment."""

_ID_BYTES: Final = 16
_IDS_PER_DRAW: Final = 256
_IDS: Final[deque[str]] = deque()


class Head(Protocol):
    """The head of a request: all but its body. Werkzeug's `Request` matches this protocol."""

    @property
    def method(self) -> str:
        """The method in capitals, such as GET."""

    @property
    def path(self) -> str:
        """The path, decoded."""

    @property
    def query_string(self) -> bytes:
        """The query string, not decoded."""

    @property
    def headers(self) -> Any:
        """The headers, by their names in lower case."""

    @property
    def remote_addr(self) -> str | None:
        """The address that the request comes from."""


class RequestState:
    """The state of one request. `payer` is None if the request is not limited.

    `visitor` is the visitor of its cookie, or None without a valid one.
    """

    __slots__ = ("id", "payer", "principal", "started_at", "visitor")

    def __init__(self) -> None:
        self.started_at = time.perf_counter()
        self.id = _new_id()
        self.payer: Payer | None = None
        self.principal = Principal()
        self.visitor: str | None = None


def _new_id() -> str:
    """Return a random id.

    Many ids are drawn together, because each system call lets another thread run first.
    """
    try:
        return _IDS.pop()
    except IndexError:
        drawn = os.urandom(_ID_BYTES * _IDS_PER_DRAW).hex()
        _IDS.extend(drawn[begin : begin + 2 * _ID_BYTES] for begin in range(0, len(drawn), 2 * _ID_BYTES))
        return _IDS.pop()
