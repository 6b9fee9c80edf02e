"""The state of a request from its arrival until its response, for both server adapters."""

import os
import time
from collections import deque
from typing import Any, Final, Protocol

from service.access.tokens import Principal
from service.http.rate_limit_keys import Payer

VISIT: Final = "haricot.visit"
"""The key of the request's state in its WSGI environment."""

_ID_BYTES: Final = 16
_DRAWN: Final = 256
_IDS: Final[deque[str]] = deque()


class Head(Protocol):
    """What is known of a request before its body. Werkzeug's `Request` has it as well."""

    @property
    def method(self) -> str:
        """GET, POST ..."""

    @property
    def path(self) -> str:
        """The path, decoded."""

    @property
    def query_string(self) -> bytes:
        """The query string, as it was sent."""

    @property
    def headers(self) -> Any:
        """The headers, by their names in lower case."""

    @property
    def remote_addr(self) -> str | None:
        """The address that the request comes from."""


class RequestState:
    """One request until it is answered. `payer` is None if it is not limited.

    `visitor` is the visitor of its cookie, or None without a valid one.
    """

    __slots__ = ("begun", "id", "payer", "principal", "visitor")

    def __init__(self) -> None:
        self.begun = time.perf_counter()
        self.id = _new_id()
        self.payer: Payer | None = None
        self.principal = Principal()
        self.visitor: str | None = None


def _new_id() -> str:
    """Return a random id.

    Many are drawn at once, because a thread that asks the system for each gives up its turn each time.
    """
    try:
        return _IDS.pop()
    except IndexError:
        drawn = os.urandom(_ID_BYTES * _DRAWN).hex()
        _IDS.extend(drawn[begin : begin + 2 * _ID_BYTES] for begin in range(0, len(drawn), 2 * _ID_BYTES))
        return _IDS.pop()
