"""The server of a web process: an event loop that receives requests, answers quick ones, and gives threads the rest."""

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
"""Asks whether the process is alive: that is answered before all who wait."""
FOLLOW: Final = "haricot.follow"
"""Where the environment has a list: a body that is put there is sent from the loop, once the answer has begun."""


class Streaming(Protocol):
    """The body of an answer, for as long as somebody is there."""

    def leave(self) -> None:
        """Nobody wants it."""


class EventLoopAnswer(NamedTuple):
    """What is answered, as it goes out."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes | Streaming


Quick = Callable[["Asked", bytes], Awaitable["EventLoopAnswer | dict[str, Any] | None"]]
"""Answers a request on the loop; or gives what a thread has to know that answers it instead; None for not its own."""
Follow = Callable[[Any, Any, str], None]
"""Sends a body on a way, from the loop: granian's transport, which ends the answer when it is let go.

The last argument names the other end of the connection.
"""


class WebServer:
    """A WSGI application as one of RSGI: it works in so many threads. `begin` is called when the server begins;
    it gives what sends streams.

    `body_bytes_max` says how long a body may be at a path; of a longer one no more is handed on than shows that it is.
    `quick` is asked first, on the loop.
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
            except BaseException:  # whoever asked has gone, and takes up no place
                made.body.leave()
                raise
            self._follow(made.body, way, asked.client)

    def _answer(
        self, asked: Asked, answering: Answering, body: bytes, along: dict[str, Any]
    ) -> tuple[Streaming, Any] | None:
        """Answer in a thread; return what follows the head of the answer, and the way for it."""
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
    """Send part after part, as long as somebody is there who takes them; an answer that fails is broken off."""
    pace = Pace(end)
    try:
        for part in parts:
            if part and not (was_flushed(way, part) and pace.went(len(part))):
                return
    except BaseException:
        cut(end)  # or the server would end it as if that were all
        raise


def was_flushed(way: Any, part: bytes) -> bool:
    """Return whether that went out on a way: it is known at once, there is nothing to wait for."""
    try:
        next(way.send_bytes(part).__await__())
    except StopIteration:
        return True
    except Exception:  # noqa: BLE001  # whoever asked has gone; the library has an error of its own for it
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
