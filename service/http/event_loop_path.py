"""Answers operations on the event loop, if only their own writing would block."""

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
from service.http.dispatch import Answering, answering_of
from service.http.middleware import RequestMiddleware
from service.http.operation import PREFIX, Operation
from service.http.request import HttpRequest
from service.http.request_lifecycle import VISIT, RequestState
from service.http.response import HttpAnswer, refused
from service.ops.error_mapping import problem_for
from service.ops.rsgi import Asked, address_of, headers_of
from service.ops.server import EventLoopAnswer
from service.store.concurrency.blocking_guard import WouldBlock
from service.streaming.stream_steps import EventStream

Match = tuple[Operation, Answering, dict[str, Any]]


class EventLoopHead(Value):
    """The head of a request on the event loop."""

    method: str
    path: str
    query_string: bytes
    headers: dict[str, str]
    remote_addr: str


class EventLoopPath:
    """Answers a quick operation on the loop, with the same checks as in a thread.

    A thread takes over if it would block.

    A request that is handed over has left no trace but its visit, which goes along. So it is counted once, under one
    id.
    """

    def __init__(self, context: Context, reception: RequestMiddleware, operations: Iterable[Operation]) -> None:
        self._context = context
        self._reception = reception
        self._quick = [
            (_pattern(operation), operation, answering_of(operation)) for operation in operations if operation.quick
        ]
        self._proxies = context.settings.proxies

    async def __call__(self, asked: Asked, body: bytes) -> EventLoopAnswer | dict[str, Any] | None:
        """Return the response, or what a thread needs to answer the request, or None for another application's path."""
        found = self._found(asked)
        if found is None:
            return None
        operation, answering, parts = found
        visit, head = RequestState(), self._head(asked)
        bind_contextvars(request_id=visit.id)
        try:
            try:
                self._reception.count(visit, head)
            except WouldBlock:  # all processes count together, in Redis
                await asyncio.get_running_loop().run_in_executor(None, self._reception.count, visit, head)
            self._reception.admit(visit, head)
            made = await answering(self._context, HttpRequest(head, visit, BytesIO(body).read), parts)
        except Exception as error:  # noqa: BLE001  # every error gets a response
            if isinstance(error, WouldBlock) and not has_written():
                return {VISIT: visit}
            made = refused(problem_for(error), asked.path)
        return self._answer(visit, head, operation, made)

    def _found(self, asked: Asked) -> Match | None:
        if self._context.settings.cors and "origin" in asked.headers:
            return None  # scripts of other origins need more headers than these
        for pattern, operation, answering in self._quick:
            if asked.method == operation.method and (match := pattern.fullmatch(asked.path)) is not None:
                return operation, answering, match.groupdict()
        return None

    def _head(self, asked: Asked) -> EventLoopHead:
        headers, address = headers_of(asked), address_of(asked.client)
        if self._proxies:
            address = _behind(self._proxies, address, headers.get("x-forwarded-for"))
        return EventLoopHead(
            method=asked.method,
            path=asked.path,
            query_string=asked.query_string.encode(),
            headers=headers,
            remote_addr=address,
        )

    def _answer(
        self, visit: RequestState, head: EventLoopHead, operation: Operation, made: HttpAnswer
    ) -> EventLoopAnswer:
        own = made.headers
        headers = {**own, **self._reception.see_off(visit, head, operation.name, made.status, own.get("Link"))}
        if made.media is not None:
            headers["Content-Type"] = get_content_type(made.media, "utf-8")  # as a thread's response has it
        assert isinstance(made.body, bytes | EventStream)
        return EventLoopAnswer(made.status, list(headers.items()), made.body)


def _pattern(operation: Operation) -> re.Pattern[str]:
    return re.compile(PREFIX + re.sub("<([a-z]+)>", "(?P<\\1>[^/]+)", operation.path))


def _behind(proxies: int, address: str, forwarded: str | None) -> str:
    """Return the client's address that our own proxies report, found as for every other request."""
    environ: dict[str, Any] = {"REMOTE_ADDR": address, "HTTP_X_FORWARDED_FOR": forwarded}
    ProxyFix(lambda *_: (), x_for=proxies, x_proto=0)(environ, lambda *_: lambda _: None)
    return str(environ["REMOTE_ADDR"])
