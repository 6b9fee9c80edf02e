"""Answers quick operations on the event loop."""

import asyncio
import re
from collections.abc import Iterable
from io import BytesIO
from typing import Any

from structlog.contextvars import bind_contextvars
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.utils import get_content_type

from domain.values import Value
from service.access.context import Context
from service.commands.loop_writer import has_written
from service.http.dispatch import Endpoint, endpoint_of
from service.http.middleware import RequestMiddleware
from service.http.operation import PREFIX, Operation
from service.http.request import HttpRequest
from service.http.request_lifecycle import REQUEST_STATE, RequestState
from service.http.response import HttpAnswer, problem_response
from service.ops.error_mapping import problem_for
from service.ops.rsgi import RsgiScope, address_of, headers_of
from service.ops.server import EventLoopAnswer
from service.store.concurrency.blocking_guard import WouldBlock
from service.streaming.stream_steps import EventStream

Route = tuple[Operation, Endpoint, dict[str, Any]]
"""A matched operation, its endpoint, and the parts of the path."""


class EventLoopHead(Value):
    """The head of a request on the event loop."""

    method: str
    path: str
    query_string: bytes
    headers: dict[str, str]
    remote_addr: str


class EventLoopPath:
    """Answers quick operations on the loop, with the same checks as in a thread.

    If anything but its own write would block, a thread answers the request instead. Then nothing has been written, and
    the thread gets the RequestState. So the request is counted once, under one id.
    """

    def __init__(self, context: Context, middleware: RequestMiddleware, operations: Iterable[Operation]) -> None:
        self._context = context
        self._middleware = middleware
        self._quick = [
            (_pattern(operation), operation, endpoint_of(operation)) for operation in operations if operation.quick
        ]
        self._proxies = context.settings.proxies

    async def __call__(self, scope: RsgiScope, body: bytes) -> EventLoopAnswer | dict[str, Any] | None:
        """Return the response, or environment members for the thread that must answer, or None for other requests."""
        route = self._route(scope)
        if route is None:
            return None
        operation, endpoint, parts = route
        state, head = RequestState(), self._head(scope)
        bind_contextvars(request_id=state.id)
        try:
            try:
                self._middleware.count(state, head)
            except WouldBlock:  # all processes count together, in Redis
                await asyncio.get_running_loop().run_in_executor(None, self._middleware.count, state, head)
            self._middleware.authenticate(state, head)
            response = await endpoint(self._context, HttpRequest(head, state, BytesIO(body).read), parts)
        except Exception as error:  # noqa: BLE001  # every error gets a response
            if isinstance(error, WouldBlock) and not has_written():
                return {REQUEST_STATE: state}
            response = problem_response(problem_for(error), scope.path)
        return self._answer(state, head, operation, response)

    def _route(self, scope: RsgiScope) -> Route | None:
        if self._context.settings.cors and "origin" in scope.headers:
            return None  # scripts of other origins need more headers than these
        for pattern, operation, endpoint in self._quick:
            if scope.method == operation.method and (match := pattern.fullmatch(scope.path)) is not None:
                return operation, endpoint, match.groupdict()
        return None

    def _head(self, scope: RsgiScope) -> EventLoopHead:
        headers, address = headers_of(scope), address_of(scope.client)
        if self._proxies:
            address = _client_address(self._proxies, address, headers.get("x-forwarded-for"))
        return EventLoopHead(
            method=scope.method,
            path=scope.path,
            query_string=scope.query_string.encode(),
            headers=headers,
            remote_addr=address,
        )

    def _answer(
        self, state: RequestState, head: EventLoopHead, operation: Operation, response: HttpAnswer
    ) -> EventLoopAnswer:
        own = response.headers
        headers = {**own, **self._middleware.complete(state, head, operation.name, response.status, own.get("Link"))}
        if response.media is not None:
            headers["Content-Type"] = get_content_type(response.media, "utf-8")  # as a thread's response has it
        assert isinstance(response.body, bytes | EventStream)
        return EventLoopAnswer(response.status, list(headers.items()), response.body)


def _pattern(operation: Operation) -> re.Pattern[str]:
    return re.compile(PREFIX + re.sub("<([a-z]+)>", "(?P<\\1>[^/]+)", operation.path))


def _client_address(proxies: int, address: str, forwarded: str | None) -> str:
    """Return the client's address that our own proxies report, by the same rules as in a thread."""
    environ: dict[str, Any] = {"REMOTE_ADDR": address, "HTTP_X_FORWARDED_FOR": forwarded}
    ProxyFix(lambda *_: (), x_for=proxies, x_proto=0)(environ, lambda *_: lambda _: None)
    return str(environ["REMOTE_ADDR"])
