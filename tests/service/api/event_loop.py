"""The event loop of an API client, as in a web process, and transports that take its streams."""

import asyncio
import socket
from collections.abc import Awaitable, Iterator, Sequence
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest

from service.api.routes import OPERATIONS
from service.app import create_app
from service.commands.loop_writer import LoopWriter
from service.http.event_loop_path import EventLoopPath
from service.http.middleware import RequestMiddleware
from service.ops.server import LOOP_STREAMS
from service.ops.socket_backlog import ALL_TAKEN, SocketBacklog, backlogs_of
from service.store.concurrency.blocking_guard import forbid_blocking
from service.streaming.stream_server import StreamServer
from service.streaming.stream_steps import GameStream
from tests.service.api.conftest import ApiClient
from tests.waiting import wait_until


class SentHeaders(dict[str, str]):
    """Headers as the server passes them on."""

    def get_all(self, name: str) -> list[str]:
        """Return all values of a header."""
        return [self[name]]


class ApiEventLoop:
    """The event loop of an API client, with all that a web process runs on it."""

    def __init__(self, api: ApiClient) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()
        reception = RequestMiddleware(api.context, OPERATIONS)
        self.quick = EventLoopPath(api.context, reception, OPERATIONS.values())
        self.app = create_app(api.context, reception)
        """Answers in threads, and shares its rate limits with the loop."""
        api.context.command_handler.loop = LoopWriter(api.context.store, self.loop)
        self.loop.call_soon_threadsafe(forbid_blocking)
        self.server: StreamServer = asyncio.run_coroutine_threadsafe(self._stream_server(api), self.loop).result()

    def answer(self, path: str, body: bytes, **headers: str) -> Any:
        """Return what the loop answers; repeat the request after a thread has read what was not in memory."""
        found: Any = None

        def quick() -> bool:
            nonlocal found
            found = self.request(path, body, **headers)
            if isinstance(found, dict):  # the loop had to hand it to a thread, which reads the game
                self.app.test_client().post(path, json={"type": "Nothing"}, headers=headers)
            return not isinstance(found, dict)

        wait_until(quick, f"{path} is never answered on the loop")
        return found

    def follow(
        self, api: ApiClient, path: str, transport: "Transport", token: str | None = None, **headers: str
    ) -> GameStream:
        """Open a stream and send it on a transport."""
        stream = open_stream(api, path, token, **headers)
        self.begin(stream, transport)
        return stream

    def begin(self, stream: GameStream, transport: "Transport") -> None:
        """Send an open stream on a transport."""
        self.begin_all([stream], [transport])

    def begin_all(self, streams: Sequence[GameStream], transports: Sequence["Transport"]) -> None:
        """Begin several streams before anything is sent."""
        asyncio.run_coroutine_threadsafe(self._begin(streams, transports), self.loop).result(20)

    async def _begin(self, streams: Sequence[GameStream], transports: Sequence["Transport"]) -> None:
        for stream, transport in zip(streams, transports, strict=True):
            self.server.start_stream(stream, transport, transport.peer)

    async def _stream_server(self, api: ApiClient) -> StreamServer:
        return StreamServer(api.context, self.loop)

    def request(self, path: str, body: bytes, *, method: str = "POST", query: str = "", **headers: str) -> Any:
        """Return what the loop answers, or what it hands over to a thread."""
        asked = self.make_request(path, body, method=method, query=query, **headers)
        return asyncio.run_coroutine_threadsafe(self.quick(asked, body), self.loop).result(20)

    def make_request(self, path: str, body: bytes, *, method: str = "POST", query: str = "", **headers: str) -> Any:
        """Make a request as the server passes it on."""
        sent = {"host": "localhost", "content-type": "application/json", "content-length": str(len(body))}
        sent |= {name.replace("_", "-").lower(): value for name, value in headers.items()}
        return SimpleNamespace(
            client="192.0.2.1:1", server="127.0.0.1:2", scheme="http", http_version="1.1", method=method, path=path,
            query_string=query, authority=None, headers=SentHeaders(sent),
        )  # fmt: skip

    def end(self) -> None:
        """Stop the loop and its thread."""
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()


def open_stream(api: ApiClient, path: str, token: str | None = None, **headers: str) -> GameStream:
    """Open a stream of which nothing is sent yet."""
    streams: list[GameStream] = []
    answer = api.request("GET", path, token, headers=headers, environ_overrides={LOOP_STREAMS: streams})
    assert answer.status_code == 200, answer.text
    return streams[0]


class Transport:
    """A transport that keeps what is sent to it, while it `is_open`."""

    peer = "none"

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.is_open = True

    def send_bytes(self, part: bytes) -> Awaitable[None]:
        """Keep a part; raise RuntimeError when closed, as the server's transport does."""
        if not self.is_open:
            raise RuntimeError("transport closed")
        self.parts.append(part)
        return CompletedSend()

    @property
    def sent(self) -> bytes:
        """All that was sent, without heartbeats."""
        return b"".join(part for part in self.parts if part.strip(b":\n"))


class CompletedSend:
    """An awaitable that is done already."""

    def __await__(self) -> Iterator[None]:
        yield from ()


class SocketTransport(Transport):
    """A transport over a real connection whose reader has a small buffer and reads only when the test does."""

    def __init__(self) -> None:
        super().__init__()
        with socket.create_server(("127.0.0.1", 0)) as server:
            self.reader = socket.socket()
            self.reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            self.reader.connect(server.getsockname())
            self._sender, (address, port) = server.accept()
        self._sender.setblocking(False)
        self.peer = f"{address}:{port}"

    def send_bytes(self, part: bytes) -> Awaitable[None]:
        """Write a part to the socket, whose buffer in the kernel is larger than any backlog."""
        assert self._sender.send(part) == len(part)
        return super().send_bytes(part)

    @property
    def backlog(self) -> SocketBacklog:
        """What the reader has not taken yet."""
        return backlogs_of({self.peer}).get(self.peer, ALL_TAKEN)

    def close(self) -> None:
        """Close both ends of the connection."""
        self._sender.close()
        self.reader.close()


@pytest.fixture
def event_loop(api: ApiClient) -> Iterator[ApiEventLoop]:
    """The event loop of the API client of a test."""
    made = ApiEventLoop(api)
    yield made
    made.end()


@pytest.fixture(name="api")
def api_without_cors(new_api: Any) -> ApiClient:
    """An API client that allows no other origins: commands with an Origin are handed to threads."""
    made: ApiClient = new_api(cors=())
    return made
