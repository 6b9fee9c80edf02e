"""The state of one request from its arrival until its answer, for both server adapters."""

import os
import time
from collections import deque
from typing import Any, Final, Protocol

from service.access.tokens import Principal
from service.http.rate_limit_keys import Payer

VISIT: Final = "haricot.visit"
"""Where the visit of a request stands in its WSGI environment, once it has come in."""

_ID_BYTES: Final = 16
_DRAWN: Final = 256
_IDS: Final[deque[str]] = deque()


class Head(Protocol):
    """What is known of a request before its body: werkzeug's `Request` has it as well."""

    @property
    def method(self) -> str:
        """GET, POST ..."""

    @property
    def path(self) -> str:
        """The path, decoded."""

    @property
    def query_string(self) -> bytes:
        """What follows the path, as it was sent."""

    @property
    def headers(self) -> Any:
        """The headers, by their names in small letters; nobody asks for them by others."""

    @property
    def remote_addr(self) -> str | None:
        """The address that it comes from."""


class RequestState:
    """One request, from its coming until it is answered; `payer` is nobody where nothing is counted.

    `visitor` is whose cookie came with it, None for one that bears none, or a false one.
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

    Many are drawn at once: a thread that asks the system for each gives up its turn each time.
    """
    try:
        return _IDS.pop()
    except IndexError:
        drawn = os.urandom(_ID_BYTES * _DRAWN).hex()
        _IDS.extend(drawn[begin : begin + 2 * _ID_BYTES] for begin in range(0, len(drawn), 2 * _ID_BYTES))
        return _IDS.pop()
