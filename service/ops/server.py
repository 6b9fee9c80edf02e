"""The server of a web process: an event loop receives requests, answers quick ones, and gives threads the rest."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

import msgspec

from service.ops.backpressure import SendingPace
from service.ops.quota import network_of
from service.ops.request_bodies import RequestBodies, RequestBody
from service.ops.rsgi import RsgiProtocol, RsgiScope, address_of, environ_of
from service.ops.socket_backlog import break_connection
from service.problems import PROBLEM_JSON, Problem

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

LIVENESS_PATH: Final = "/healthz"
"""The path of the liveness check, which is answered before all waiting requests."""
LOOP_STREAMS: Final = "haricot.loop_streams"
"""The environment's key of a list. A stream put there is sent from the loop, once the response has begun."""


class Streaming(Protocol):
    """The body of a streamed response."""

    def release(self) -> None:
        """Give back the place of the stream, because it will not be sent or its client has disconnected."""


class EventLoopAnswer(NamedTuple):
    """A response that the event loop sends."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes | Streaming


QuickHandler = Callable[["RsgiScope", bytes], Awaitable["EventLoopAnswer | dict[str, Any] | None"]]
"""Answers a request on the loop, or returns environment members for a thread, or None if the request is not quick."""
StreamSender = Callable[[Any, Any, str], None]
"""Sends a stream on a transport, from the loop. The last argument names the peer of the connection.

Granian ends the response when the transport is dropped.
"""


class WebServer:
    """Serves a WSGI application over RSGI with a number of threads.

    `start` is called when the server starts, and returns what sends streams. `body_bytes_max` returns how long a body
    may be at a path: of a longer one, only the part that shows it is handed on. `quick` is called first, on the loop.
    """

    def __init__(
        self,
        application: "WSGIApplication",
        threads: int,
        body_bytes_max: Callable[[str], int],
        start: Callable[[asyncio.AbstractEventLoop], StreamSender | None] = lambda _: None,
        quick: QuickHandler | None = None,
    ) -> None:
        self._application = application
        self._threads = ThreadPoolExecutor(threads, "request")
        self._liveness_thread = ThreadPoolExecutor(1, "liveness")
        self._bodies = RequestBodies(body_bytes_max)
        self._start = start
        self._quick = quick
        self._send_stream: StreamSender | None = None

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._send_stream = self._start(loop)

    async def __rsgi__(self, scope: RsgiScope, protocol: RsgiProtocol) -> None:
        request_body, body = RequestBody(network_of(address_of(scope.client))), b""
        try:
            if "content-length" in scope.headers or "transfer-encoding" in scope.headers:
                try:
                    body = await self._bodies.receive(request_body, scope, protocol)
                except Problem as problem:
                    _refuse(problem, scope, protocol)
                    return
            quick = None if self._quick is None else await self._quick(scope, body)
            if isinstance(quick, EventLoopAnswer):
                self._send_quick(quick, scope, protocol)
                return
            loop = asyncio.get_running_loop()
            threads = self._liveness_thread if scope.path == LIVENESS_PATH else self._threads
            stream = await loop.run_in_executor(threads, self._answer, scope, protocol, body, quick or {})
            if stream is not None and self._send_stream is not None:
                self._send_stream(*stream, scope.client)
        finally:
            self._bodies.release(request_body)

    def _send_quick(self, answer: EventLoopAnswer, scope: RsgiScope, protocol: RsgiProtocol) -> None:
        if isinstance(answer.body, bytes):
            protocol.response_bytes(answer.status, answer.headers, answer.body)
        elif self._send_stream is not None:
            try:
                transport = protocol.response_stream(answer.status, answer.headers)
            except BaseException:  # the client has disconnected
                answer.body.release()
                raise
            self._send_stream(answer.body, transport, scope.client)

    def _answer(
        self, scope: RsgiScope, protocol: RsgiProtocol, body: bytes, members: dict[str, Any]
    ) -> tuple[Streaming, Any] | None:
        """Answer in a thread, with these members in the environment. Return a stream to send and its transport."""
        heads: list[tuple[int, list[tuple[str, str]]]] = []
        streams: list[Streaming] = []

        def start_response(status: str, headers: list[tuple[str, str]], _: object = None) -> Callable[[bytes], object]:
            heads.append((int(status[:3]), headers))
            return lambda _: None

        environ = {
            **environ_of(scope, body),
            **members,
            LOOP_STREAMS: None if self._send_stream is None else streams,
        }
        parts: Iterable[bytes] = ()
        try:
            parts = self._application(environ, start_response)
            status, headers = heads[-1]
            if streams:
                headers = [(name, value) for name, value in headers if name.lower() != "content-length"]
                if scope.method != "HEAD" and status == HTTPStatus.OK:
                    transport = protocol.response_stream(status, headers)
                    return streams.pop(), transport
            if any(name.lower() == "content-length" for name, _ in headers):
                protocol.response_bytes(status, headers, b"".join(parts))
            else:
                _send_parts(parts, protocol.response_stream(status, headers), scope.client)
        finally:
            for unsent in streams:
                unsent.release()
            if hasattr(parts, "close"):
                parts.close()
        return None


def _send_parts(parts: Iterable[bytes], transport: Any, peer: str) -> None:
    """Send part after part while the client reads them. If making a part fails, break the connection."""
    pace = SendingPace(peer)
    try:
        for part in parts:
            if part and not (try_send(transport, part) and pace.wait_after(len(part))):
                return
    except BaseException:
        break_connection(peer)  # or the server would end the response as if it were complete
        raise


def try_send(transport: Any, data: bytes) -> bool:
    """Send bytes on a transport without waiting. Return False if the client has disconnected."""
    try:
        next(transport.send_bytes(data).__await__())
    except StopIteration:
        return True
    except Exception:  # noqa: BLE001  # the client has disconnected; the library has an error of its own for it
        return False
    return True


def _refuse(problem: Problem, scope: RsgiScope, protocol: RsgiProtocol) -> None:
    headers = [
        ("content-type", PROBLEM_JSON),
        ("connection", "close"),
        ("cache-control", "no-store"),
        ("x-content-type-options", "nosniff"),
    ]
    protocol.response_bytes(problem.status, headers, msgspec.json.encode(problem.body(scope.path)))
