"""Requests of a page to the API inside the process, on behalf of the request that is served."""

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

import msgspec
from flask import request

from service.access.context import Context
from service.commands.run_sync import at_once
from service.http.dispatch import answering_of
from service.http.operation import PREFIX, Operation
from service.http.request import HttpRequest
from service.http.request_lifecycle import VISIT
from service.queries.view_cache import KeptView
from service.streaming.stream_encoding import NDJSON

LINES: Final = "list_events"
"""The operation that returns lines."""


class InnerRequest(NamedTuple):
    """The head of an internal request."""

    path: str
    query_string: bytes
    headers: dict[str, str]
    remote_addr: str | None
    method: str = "GET"


class InternalRequests:
    """Calls operations on behalf of the request that is served, with its rate limit and principal."""

    def __init__(self, context: Context, operations: Mapping[str, Operation]) -> None:
        self._context = context
        self._operations = operations

    def answer_of(self, operation: str, game: str, **query: object) -> Any:
        """Return the decoded response of a GET on a game, or on its event `n`.

        Its events are lines of JSON in one text.

        `as_` stands for `as`, `with_` for `with`; None is left out. Raises what the operation raises.
        """
        asked = {name.rstrip("_"): value for name, value in query.items() if value is not None}
        accept = NDJSON if operation == LINES else "application/json"
        path = f"{PREFIX}{self._operations[operation].path.replace('<game>', game)}"
        parts: dict[str, Any] = {"game": game}
        if "<int:n>" in path:
            path, parts["n"] = path.replace("<int:n>", str(query["n"])), asked.pop("n")
        head = InnerRequest(path, urlencode(asked).encode(), {"accept": accept}, request.remote_addr)
        answering = answering_of(self._operations[operation])
        made = at_once(answering(self._context, HttpRequest(head, request.environ[VISIT], _nothing), parts))
        assert isinstance(made.body, bytes)
        return made.body.decode() if operation == LINES else msgspec.json.decode(made.body)

    def made_once(self, key: str, costs: int, make: Callable[[], bytes]) -> bytes:
        """Return what `make` returns, made once for all requests with this key.

        It costs only the reader for whom it is made. Raises `rate.limited` for too much. The key names everything that
        it depends on.
        """
        views, payer, short = self._context.views, request.environ[VISIT].payer, sha256(key.encode()).digest()
        view = views.get(short)
        if view is None:
            if payer is not None:
                payer.pay(costs)
            view, _ = views.made(short, lambda: KeptView(make(), None, {}))
        return view.body


def _nothing(_: int) -> bytes:
    return b""
