"""Calls of API operations inside the process, for the request of a page."""

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

import msgspec
from flask import request

from service.access.context import Context
from service.commands.run_sync import run_sync
from service.http.dispatch import endpoint_of
from service.http.operation import PREFIX, Operation
from service.http.request import HttpRequest
from service.http.request_lifecycle import REQUEST_STATE
from service.queries.response_cache import CachedResponse
from service.streaming.stream_encoding import NDJSON

LINES_OPERATION: Final = "list_events"
"""The operation that returns lines of JSON."""


class InternalHead(NamedTuple):
    """The head of an internal request."""

    path: str
    query_string: bytes
    headers: dict[str, str]
    remote_addr: str | None
    method: str = "GET"


class InternalRequests:
    """Calls operations for the request of a page, with its rate limits and principal."""

    def __init__(self, context: Context, operations: Mapping[str, Operation]) -> None:
        self._context = context
        self._operations = operations

    def answer_of(self, operation: str, game: str, **query: object) -> Any:
        """Return the decoded JSON of a GET on a game, or on its event `n`. For `list_events` return the lines as text.

        `as_` stands for the argument `as`, `with_` for `with`. Arguments that are None are left out. Raises what the
        operation raises.
        """
        arguments = {name.rstrip("_"): value for name, value in query.items() if value is not None}
        accept = NDJSON if operation == LINES_OPERATION else "application/json"
        path = f"{PREFIX}{self._operations[operation].path.replace('<game>', game)}"
        parts: dict[str, Any] = {"game": game}
        if "<int:n>" in path:
            path, parts["n"] = path.replace("<int:n>", str(query["n"])), arguments.pop("n")
        head = InternalHead(path, urlencode(arguments).encode(), {"accept": accept}, request.remote_addr)
        endpoint = endpoint_of(self._operations[operation])
        http_request = HttpRequest(head, request.environ[REQUEST_STATE], _read_nothing)
        answer = run_sync(endpoint(self._context, http_request, parts))
        assert isinstance(answer.body, bytes)
        return answer.body.decode() if operation == LINES_OPERATION else msgspec.json.decode(answer.body)

    def make_once(self, key: str, cost: int, make: Callable[[], bytes]) -> bytes:
        """Return what `make` returns, made once for all requests with this key.

        The key names everything that the result depends on. Only the request that makes it is charged the cost. Raises
        `rate.limited` if that is too much.
        """
        cache, payer = self._context.responses, request.environ[REQUEST_STATE].payer
        digest = sha256(key.encode()).digest()
        response = cache.get(digest)
        if response is None:
            if payer is not None:
                payer.charge(cost)
            response, _ = cache.get_or_make(digest, lambda: CachedResponse(make(), None, {}))
        return response.body


def _read_nothing(_: int) -> bytes:
    return b""
