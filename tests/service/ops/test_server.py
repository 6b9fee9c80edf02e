"""The door of a web process gives back the place of whoever wants no stream any more."""

import asyncio
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import pytest

from service.ops import server as room
from service.ops.server import EventLoopAnswer, WebServer
from tests.service.ops.test_request_bodies import Headers, application, asked


class Body:
    """A body that is sent from the loop."""

    left = 0

    def leave(self) -> None:
        self.left += 1


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("gone", [False, True])
def test_whoever_wants_no_stream_any_more_takes_up_no_place(method, gone):
    body, heads = Body(), []

    def streaming(environ: Any, start: Any) -> list[bytes]:
        environ[room.FOLLOW].append(body)
        start("200 OK", [("Content-Type", "text/event-stream"), ("Content-Length", "0")])
        return [b""]

    class BareResponse:
        def response_stream(self, status: int, headers: Any) -> Any:
            if gone:
                raise RuntimeError("protocol closed")
            heads.append((status, headers))

    followed: list[Any] = []
    door = WebServer(streaming, 1, lambda _: 0, lambda _: lambda *parts: followed.append(parts))
    head = SimpleNamespace(**{**vars(asked("192.0.2.1")), "headers": Headers(), "method": method})

    async def come() -> None:
        door.__rsgi_init__(asyncio.get_running_loop())
        await door.__rsgi__(head, BareResponse())

    with pytest.raises(RuntimeError) if gone else nullcontext():
        asyncio.run(come())
    kept = method == "GET" and not gone
    assert body.left == (0 if kept else 1)
    assert bool(followed) is kept
    assert heads == ([] if gone else [(200, [("Content-Type", "text/event-stream")])]), "its length is not known"


@pytest.mark.parametrize("gone", [False, True])
def test_nor_does_whoever_is_gone_when_it_is_begun_on_the_loop(gone: bool) -> None:
    body, followed = Body(), list[Any]()

    async def quick(*_: Any) -> EventLoopAnswer:
        return EventLoopAnswer(200, [], body)

    class Beginning:
        def response_stream(self, status: int, headers: Any) -> str:
            if gone:
                raise RuntimeError("protocol closed")
            return "way"

    door = WebServer(application, 1, lambda _: 0, lambda _: lambda *parts: followed.append(parts), quick)

    async def come() -> None:
        door.__rsgi_init__(asyncio.get_running_loop())
        await door.__rsgi__(SimpleNamespace(**{**vars(asked("192.0.2.1")), "headers": Headers()}), Beginning())

    with pytest.raises(RuntimeError) if gone else nullcontext():
        asyncio.run(come())
    assert body.left == gone
    assert followed == ([] if gone else [(body, "way", "192.0.2.1:1")])
