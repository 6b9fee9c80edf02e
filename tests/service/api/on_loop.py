"""The event loop of an API client, as a web process has it, and ways on which it sends streams."""

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
from service.ops.server import FOLLOW
from service.ops.socket_backlog import ALL_TAKEN, SocketBacklog, outflows
from service.store.concurrency.blocking_guard import never_wait
from service.streaming.stream_server import StreamServer
from service.streaming.stream_steps import GameStream
from tests.service.api.conftest import ApiClient
from tests.waiting import until


class SentHeaders(dict[str, str]):
    """Headers as the server gives them."""

    def get_all(self, name: str) -> list[str]:
        """Every value of a header."""
        return [self[name]]


class OnLoop:
    """The event loop of an API client, with all that a web process has on it."""

    def __init__(self, api: ApiClient) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()
        reception = RequestMiddleware(api.context, OPERATIONS)
        self.quick = EventLoopPath(api.context, reception, OPERATIONS.values())
        self.app = create_app(api.context, reception)
        """What answers in threads, and counts on the same accounts."""
        api.context.live.loop = LoopWriter(api.context.store, self.loop)
        self.loop.call_soon_threadsafe(never_wait)
        self.followers: StreamServer = asyncio.run_coroutine_threadsafe(self._followers(api), self.loop).result()

    def answer(self, path: str, body: bytes, **headers: str) -> Any:
        """What is answered on the loop: asked again once a thread has read what was just not at hand."""
        found: Any = None

        def quick() -> bool:
            nonlocal found
            found = self.ask(path, body, **headers)
            if isinstance(found, dict):  # what this process had read was forgotten, as somebody may have written
                self.app.test_client().post(path, json={"type": "Nothing"}, headers=headers)
            return not isinstance(found, dict)

        until(quick, f"{path} is never answered on the loop")
        return found

    def follow(self, api: ApiClient, path: str, way: "Way", token: str | None = None, **headers: str) -> GameStream:
        """Opens a stream and has it sent on a way."""
        stream = opened(api, path, token, **headers)
        self.begin(stream, way)
        return stream

    def begin(self, stream: GameStream, way: "Way") -> None:
        """Has an open stream sent on a way."""
        self.together([stream], [way])

    def together(self, streams: Sequence[GameStream], ways: Sequence["Way"]) -> None:
        """Has several begin at once, before anything is sent."""
        asyncio.run_coroutine_threadsafe(self._begin(streams, ways), self.loop).result(20)

    async def _begin(self, streams: Sequence[GameStream], ways: Sequence["Way"]) -> None:
        for stream, way in zip(streams, ways, strict=True):
            self.followers.begin(stream, way, way.end)

    async def _followers(self, api: ApiClient) -> StreamServer:
        return StreamServer(api.context, self.loop)

    def ask(self, path: str, body: bytes, *, method: str = "POST", query: str = "", **headers: str) -> Any:
        """What is answered on the loop, or what is handed over."""
        asked = self.asked(path, body, method=method, query=query, **headers)
        return asyncio.run_coroutine_threadsafe(self.quick(asked, body), self.loop).result(20)

    def asked(self, path: str, body: bytes, *, method: str = "POST", query: str = "", **headers: str) -> Any:
        """A request as the server hands it over."""
        sent = {"host": "localhost", "content-type": "application/json", "content-length": str(len(body))}
        sent |= {name.replace("_", "-").lower(): value for name, value in headers.items()}
        return SimpleNamespace(
            client="192.0.2.1:1", server="127.0.0.1:2", scheme="http", http_version="1.1", method=method, path=path,
            query_string=query, authority=None, headers=SentHeaders(sent),
        )  # fmt: skip

    def end(self) -> None:
        """Ends the loop."""
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()


def opened(api: ApiClient, path: str, token: str | None = None, **headers: str) -> GameStream:
    """A stream as it is before anything of it is sent."""
    follow: list[GameStream] = []
    answer = api.ask("GET", path, token, headers=headers, environ_overrides={FOLLOW: follow})
    assert answer.status_code == 200, answer.text
    return follow[0]


class Way:
    """Takes what is sent as long as somebody is `there`."""

    end = "nobody"

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.there = True

    def send_bytes(self, part: bytes) -> Awaitable[None]:
        """As the server's transport does it: it is known at once whether that went out."""
        if not self.there:
            raise RuntimeError("transport closed")
        self.parts.append(part)
        return DoneAlready()

    @property
    def said(self) -> bytes:
        """All that was sent, without signs of life."""
        return b"".join(part for part in self.parts if part.strip(b":\n"))


class DoneAlready:
    """What is done already."""

    def __await__(self) -> Iterator[None]:
        yield from ()


class SocketWay(Way):
    """A way over a real connection, at whose other end somebody has little room and reads when they like."""

    def __init__(self) -> None:
        super().__init__()
        with socket.create_server(("127.0.0.1", 0)) as door:
            self.reader = socket.socket()
            self.reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            self.reader.connect(door.getsockname())
            self._here, (address, port) = door.accept()
        self._here.setblocking(False)
        self.end = f"{address}:{port}"

    def send_bytes(self, part: bytes) -> Awaitable[None]:
        """Leaves it to the kernel, which has room for more than is ever owed."""
        assert self._here.send(part) == len(part)
        return super().send_bytes(part)

    @property
    def waiting(self) -> SocketBacklog:
        """What the other end has not taken yet."""
        return outflows({self.end}).get(self.end, ALL_TAKEN)

    def close(self) -> None:
        """Ends both ends."""
        self._here.close()
        self.reader.close()


@pytest.fixture
def on_loop(api: ApiClient) -> Iterator[OnLoop]:
    """The loop of the project."""
    made = OnLoop(api)
    yield made
    made.end()


@pytest.fixture(name="api")
def api_alone(new_api: Any) -> ApiClient:
    """An API client without pages of other origins: their commands are handed over, and answered with more headers."""
    made: ApiClient = new_api(cors=())
    return made
