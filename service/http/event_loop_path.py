"""Operations that are answered on the event loop, as long as nothing has to be waited for but their own writing."""

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
from service.store.concurrency.blocking_guard import MustWait
from service.streaming.stream_steps import GameStream

Match = tuple[Operation, Answering, dict[str, Any]]


class EventLoopHead(Value):
    """The head of a request to the loop."""

    method: str
    path: str
    query_string: bytes
    headers: dict[str, str]
    remote_addr: str


class EventLoopPath:
    """The way of a quick operation: as every other one's, on the loop, and into a thread where it has to wait.

    What is handed over has left no trace but its visit, which goes along: so it is counted once, under one id.
    """

    def __init__(self, context: Context, reception: RequestMiddleware, operations: Iterable[Operation]) -> None:
        self._context = context
        self._reception = reception
        self._quick = [
            (_pattern(operation), operation, answering_of(operation)) for operation in operations if operation.quick
        ]
        self._proxies = context.settings.proxies

    async def __call__(self, asked: Asked, body: bytes) -> EventLoopAnswer | dict[str, Any] | None:
        """The answer; or what goes along with a request that a thread has to answer; None for one that is not ours."""
        found = self._found(asked)
        if found is None:
            return None
        operation, answering, parts = found
        visit, head = RequestState(), self._head(asked)
        bind_contextvars(request_id=visit.id)
        try:
            try:
                self._reception.count(visit, head)
            except MustWait:  # all processes count together, in Redis
                await asyncio.get_running_loop().run_in_executor(None, self._reception.count, visit, head)
            self._reception.admit(visit, head)
            made = await answering(self._context, HttpRequest(head, visit, BytesIO(body).read), parts)
        except Exception as error:  # noqa: BLE001  # whatever it is, there is an answer to it
            if isinstance(error, MustWait) and not has_written():
                return {VISIT: visit}
            made = refused(problem_for(error), asked.path)
        return self._answer(visit, head, operation, made)

    def _found(self, asked: Asked) -> Match | None:
        if self._context.settings.cors and "origin" in asked.headers:
            return None  # scripts of other origins are answered with more headers than these
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
            headers["Content-Type"] = get_content_type(made.media, "utf-8")  # as the response of a thread has it
        assert isinstance(made.body, bytes | GameStream)
        return EventLoopAnswer(made.status, list(headers.items()), made.body)


def _pattern(operation: Operation) -> re.Pattern[str]:
    return re.compile(PREFIX + re.sub("<([a-z]+)>", "(?P<\\1>[^/]+)", operation.path))


def _behind(proxies: int, address: str, forwarded: str | None) -> str:
    """Return the address that our own proxies say a request comes from, found as for every other request."""
    environ: dict[str, Any] = {"REMOTE_ADDR": address, "HTTP_X_FORWARDED_FOR": forwarded}
    ProxyFix(lambda *_: (), x_for=proxies, x_proto=0)(environ, lambda *_: lambda _: None)
    return str(environ["REMOTE_ADDR"])
