"""The server of a web process: an event loop receives requests, answers quick ones, and gives threads the rest."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

import msgspec

from service.ops.backpressure import Pace
from service.ops.quota import origin_of
from service.ops.request_bodies import RequestBodies, RequestBody
from service.ops.rsgi import Answering, Asked, address_of, environ_of
from service.ops.socket_backlog import cut
from service.problems import PROBLEM_JSON, Problem

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

PULSE: Final = "/healthz"
"""The path of the liveness check, which is answered before all waiting requests."""
FOLLOW: Final = "haricot.follow"
"""The environment's key of a list. A body put there is sent from the loop, once the response has begun."""


class Streaming(Protocol):
    """The body of a streamed response, which ends when the client leaves."""

    def leave(self) -> None:
        """End the stream: the client has left."""


class EventLoopAnswer(NamedTuple):
    """A response that the event loop sends."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes | Streaming


Quick = Callable[["Asked", bytes], Awaitable["EventLoopAnswer | dict[str, Any] | None"]]
"""Answers a request on the loop, or returns what a thread needs to answer it, or None if the request is not quick."""
Follow = Callable[[Any, Any, str], None]
"""Sends a body on a transport, from the loop. Granian ends the response when the transport is released.

The last argument names the other end of the connection.
"""


class WebServer:
    """Serves a WSGI application over RSGI with a number of threads.

    `begin` is called when the server starts, and returns what sends streams. `body_bytes_max` returns how long a body
    may be at a path: of a longer one, only the part that shows it is handed on. `quick` is asked first, on the loop.
    """

    def __init__(
        self,
        application: "WSGIApplication",
        threads: int,
        body_bytes_max: Callable[[str], int],
        begin: Callable[[asyncio.AbstractEventLoop], Follow | None] = lambda _: None,
        quick: Quick | None = None,
    ) -> None:
        self._application = application
        self._threads = ThreadPoolExecutor(threads, "request")
        self._pulse = ThreadPoolExecutor(1, "pulse")
        self._arrivals = RequestBodies(body_bytes_max)
        self._begin = begin
        self._quick = quick
        self._follow: Follow | None = None

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._follow = self._begin(loop)

    async def __rsgi__(self, asked: Asked, answering: Answering) -> None:
        arrival, body = RequestBody(origin_of(address_of(asked.client))), b""
        try:
            if "content-length" in asked.headers or "transfer-encoding" in asked.headers:
                try:
                    body = await self._arrivals.whole(arrival, asked, answering)
                except Problem as problem:
                    _refuse(problem, asked, answering)
                    return
            along = None if self._quick is None else await self._quick(asked, body)
            if isinstance(along, EventLoopAnswer):
                self._give(along, asked, answering)
                return
            threads, loop = self._pulse if asked.path == PULSE else self._threads, asyncio.get_running_loop()
            following = await loop.run_in_executor(threads, self._answer, asked, answering, body, along or {})
            if following is not None and self._follow is not None:
                self._follow(*following, asked.client)
        finally:
            self._arrivals.let_go(arrival)

    def _give(self, made: EventLoopAnswer, asked: Asked, answering: Answering) -> None:
        if isinstance(made.body, bytes):
            answering.response_bytes(made.status, made.headers, made.body)
        elif self._follow is not None:
            try:
                way = answering.response_stream(made.status, made.headers)
            except BaseException:  # the client has gone, and its request takes no place any more
                made.body.leave()
                raise
            self._follow(made.body, way, asked.client)

    def _answer(
        self, asked: Asked, answering: Answering, body: bytes, along: dict[str, Any]
    ) -> tuple[Streaming, Any] | None:
        """Answer in a thread. Return what follows the head of the response, and the transport for it."""
        heads: list[tuple[int, list[tuple[str, str]]]] = []
        follow: list[Streaming] = []

        def start(status: str, headers: list[tuple[str, str]], _: object = None) -> Callable[[bytes], object]:
            heads.append((int(status[:3]), headers))
            return lambda _: None

        environ = {**environ_of(asked, body), **along, FOLLOW: None if self._follow is None else follow}
        parts: Iterable[bytes] = ()
        try:
            parts = self._application(environ, start)
            status, headers = heads[-1]
            if follow:
                headers = [(name, value) for name, value in headers if name.lower() != "content-length"]
                if asked.method != "HEAD" and status == HTTPStatus.OK:
                    way = answering.response_stream(status, headers)
                    return follow.pop(), way
            if any(name.lower() == "content-length" for name, _ in headers):
                answering.response_bytes(status, headers, b"".join(parts))
            else:
                _stream(parts, answering.response_stream(status, headers), asked.client)
        finally:
            for body_of_nobody in follow:
                body_of_nobody.leave()
            if hasattr(parts, "close"):
                parts.close()
        return None


def _stream(parts: Iterable[bytes], way: Any, end: str) -> None:
    """Send part after part while the client takes them. A response that fails is broken off."""
    pace = Pace(end)
    try:
        for part in parts:
            if part and not (was_flushed(way, part) and pace.went(len(part))):
                return
    except BaseException:
        cut(end)  # or the server would end the response as if it were complete
        raise


def was_flushed(way: Any, part: bytes) -> bool:
    """Return whether that was sent on a transport, which is known at once."""
    try:
        next(way.send_bytes(part).__await__())
    except StopIteration:
        return True
    except Exception:  # noqa: BLE001  # the client has gone; the library has an error of its own for it
        return False
    return True


def _refuse(problem: Problem, asked: Asked, answering: Answering) -> None:
    headers = [
        ("content-type", PROBLEM_JSON),
        ("connection", "close"),
        ("cache-control", "no-store"),
        ("x-content-type-options", "nosniff"),
    ]
    answering.response_bytes(problem.status, headers, msgspec.json.encode(problem.body(asked.path)))
