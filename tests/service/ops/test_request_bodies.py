"""Check that the bytes of request bodies are counted until the request ends."""

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest

from service.ops import request_bodies
from service.ops.request_bodies import RequestBodies
from service.ops.server import WebServer
from tests.coroutines import run_coroutine

PART = b"x" * 1000


class Coming:
    """A body that arrives in parts and ends with the exception `ends`, and the statuses of its answers."""

    def __init__(self, ends: BaseException | None = None, parts: int = 3) -> None:
        self.ends = ends
        self.parts = parts
        self.seen: list[int] = []
        self.answered: list[int] = []
        self.server: WebServer | None = None

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for _ in range(self.parts):
            await asyncio.sleep(0)
            yield PART
            assert self.server is not None
            self.seen.append(self.server._bodies.bytes.total())
        if self.ends is not None:
            raise self.ends
        yield b""

    def response_bytes(self, status: int, headers: Any, body: bytes) -> None:
        self.answered.append(status)


def application(environ: Any, start: Any) -> list[bytes]:
    """Answer with the size of the body."""
    size = str(len(environ["wsgi.input"].read())).encode()
    start("200 OK", [("Content-Length", str(len(size)))])
    return [size]


def asked(address: str) -> Any:
    """Return the head of a chunked request from this address."""
    return SimpleNamespace(
        client=f"{address}:1",
        server="127.0.0.1:2",
        scheme="http",
        http_version="1.1",
        method="POST",
        path="/v1/games",
        query_string="",
        authority="here",
        headers=Headers({"transfer-encoding": "chunked"}),
    )


class Headers(dict[str, str]):
    """Headers as the server gives them."""

    def get_all(self, name: str) -> list[str]:
        """Return all values of a header."""
        return [self[name]]


def ask(server: WebServer, coming: Coming, address: str = "192.0.2.1") -> None:
    """Send one request."""
    coming.server = server
    run_coroutine(server.__rsgi__(asked(address), coming))


@pytest.mark.parametrize("ends", [ConnectionResetError("gone"), RuntimeError("protocol closed")])
def test_an_aborted_body_is_no_longer_counted(ends):
    server, coming = WebServer(application, 1, lambda _: 10_000), Coming(ends)
    with pytest.raises(type(ends)):
        ask(server, coming)
    assert coming.seen == [1000, 2000, 3000]
    assert (server._bodies.bytes, server._bodies.unfinished) == ({}, {})


def test_answered_and_late_bodies_are_no_longer_counted(monkeypatch):
    server = WebServer(application, 1, lambda _: 10_000)
    whole, longer = Coming(), Coming(parts=20)
    for number, coming in enumerate((whole, longer)):
        ask(server, coming, f"192.0.2.{number}")
    assert (whole.answered, longer.answered) == ([200], [200])
    server = WebServer(application, 1, lambda _: 10_000)  # a server has one loop
    assert late_ones(server, monkeypatch) == [[400], [400]]
    assert (server._bodies.bytes, server._bodies.unfinished) == ({}, {}), "no address is kept"


def late_ones(server: WebServer, monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """Return the statuses of two late bodies, the second after the server had no body left to watch."""
    monkeypatch.setattr(request_bodies, "BODY_SECONDS", -1.0)
    monkeypatch.setattr(request_bodies, "CHECK_SECONDS", 0.0)
    first, second = Coming(parts=9), Coming(parts=9)

    async def send_both() -> None:
        for late in (first, second):
            late.server = server
            await server.__rsgi__(asked("192.0.2.1"), late)
            await asyncio.sleep(0.01)
            assert not server._bodies._is_checking

    run_coroutine(send_both())
    return [first.answered, second.answered]


def test_control_without_the_deadline_a_late_body_is_accepted(monkeypatch):
    monkeypatch.setattr(RequestBodies, "_check_later", lambda _: None)
    assert late_ones(WebServer(application, 1, lambda _: 10_000), monkeypatch) == [[200], [200]]


def test_control_bytes_that_are_not_released_stay_counted(monkeypatch):
    monkeypatch.setattr(RequestBodies, "release", lambda *_: None)
    server = WebServer(application, 1, lambda _: 10_000)
    ask(server, Coming())
    assert server._bodies.bytes.total() == 3000
