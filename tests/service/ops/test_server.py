"""Check that a web process releases the place of a stream when its client is gone."""

import asyncio
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import pytest

from service.ops import server as web_server
from service.ops.server import EventLoopAnswer, WebServer
from tests.coroutines import run_coroutine
from tests.service.ops.test_request_bodies import Headers, application, asked


class Body:
    """A body that is sent from the loop."""

    released = 0

    def release(self) -> None:
        self.released += 1


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("gone", [False, True])
def test_a_request_that_starts_no_stream_releases_its_place(method, gone):
    body, heads = Body(), []

    def streaming(environ: Any, start: Any) -> list[bytes]:
        environ[web_server.LOOP_STREAMS].append(body)
        start("200 OK", [("Content-Type", "text/event-stream"), ("Content-Length", "0")])
        return [b""]

    class BareResponse:
        def response_stream(self, status: int, headers: Any) -> Any:
            if gone:
                raise RuntimeError("protocol closed")
            heads.append((status, headers))

    followed: list[Any] = []
    server = WebServer(streaming, 1, lambda _: 0, lambda _: lambda *parts: followed.append(parts))
    head = SimpleNamespace(**{**vars(asked("192.0.2.1")), "headers": Headers(), "method": method})

    async def send() -> None:
        server.__rsgi_init__(asyncio.get_running_loop())
        await server.__rsgi__(head, BareResponse())

    with pytest.raises(RuntimeError) if gone else nullcontext():
        run_coroutine(send())
    kept = method == "GET" and not gone
    assert body.released == (0 if kept else 1)
    assert bool(followed) is kept
    assert heads == ([] if gone else [(200, [("Content-Type", "text/event-stream")])]), "a stream has no length"


@pytest.mark.parametrize("gone", [False, True])
def test_a_client_that_left_before_its_stream_starts_releases_its_place(gone: bool) -> None:
    body, followed = Body(), list[Any]()

    async def quick(*_: Any) -> EventLoopAnswer:
        return EventLoopAnswer(200, [], body)

    class Beginning:
        def response_stream(self, status: int, headers: Any) -> str:
            if gone:
                raise RuntimeError("protocol closed")
            return "way"

    server = WebServer(application, 1, lambda _: 0, lambda _: lambda *parts: followed.append(parts), quick)

    async def send() -> None:
        server.__rsgi_init__(asyncio.get_running_loop())
        await server.__rsgi__(SimpleNamespace(**{**vars(asked("192.0.2.1")), "headers": Headers()}), Beginning())

    with pytest.raises(RuntimeError) if gone else nullcontext():
        run_coroutine(send())
    assert body.released == gone
    assert followed == ([] if gone else [(body, "way", "192.0.2.1:1")])
