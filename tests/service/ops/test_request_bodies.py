"""The bytes of bodies are counted while they are here, and no longer."""

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest

from service.ops import request_bodies
from service.ops.request_bodies import RequestBodies
from service.ops.server import WebServer

PART = b"x" * 1000


class Coming:
    """A body that comes in parts, and what is answered; it ends as `ends` says."""

    def __init__(self, ends: BaseException | None = None, parts: int = 3) -> None:
        self.ends = ends
        self.parts = parts
        self.seen: list[int] = []
        self.answered: list[int] = []
        self.door: WebServer | None = None

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for _ in range(self.parts):
            await asyncio.sleep(0)
            yield PART
            assert self.door is not None
            self.seen.append(self.door._arrivals.bytes.total())
        if self.ends is not None:
            raise self.ends
        yield b""

    def response_bytes(self, status: int, headers: Any, body: bytes) -> None:
        self.answered.append(status)


def application(environ: Any, start: Any) -> list[bytes]:
    """Answers with the size of the body."""
    size = str(len(environ["wsgi.input"].read())).encode()
    start("200 OK", [("Content-Length", str(len(size)))])
    return [size]


def asked(address: str) -> Any:
    """The head of a request from this address, in chunks."""
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
        """Every value of a header."""
        return [self[name]]


def ask(door: WebServer, coming: Coming, address: str = "192.0.2.1") -> None:
    """One request, whatever it ends with."""
    coming.door = door
    asyncio.run(door.__rsgi__(asked(address), coming))


@pytest.mark.parametrize("ends", [ConnectionResetError("gone"), RuntimeError("protocol closed")])
def test_a_body_that_breaks_off_leaves_no_bytes_behind(ends):
    door, coming = WebServer(application, 1, lambda _: 10_000), Coming(ends)
    with pytest.raises(type(ends)):
        ask(door, coming)
    assert coming.seen == [1000, 2000, 3000]
    assert (door._arrivals.bytes, door._arrivals.coming) == ({}, {})


def test_nor_does_one_that_was_answered_or_was_too_long_or_too_slow(monkeypatch):
    door = WebServer(application, 1, lambda _: 10_000)
    whole, longer = Coming(), Coming(parts=20)
    for number, coming in enumerate((whole, longer)):
        ask(door, coming, f"192.0.2.{number}")
    assert (whole.answered, longer.answered) == ([200], [200])
    door = WebServer(application, 1, lambda _: 10_000)  # each is of one loop
    assert late_ones(door, monkeypatch) == [[400], [400]]
    assert (door._arrivals.bytes, door._arrivals.coming) == ({}, {}), (
        "nor is any address remembered that has nothing here"
    )


def late_ones(door: WebServer, monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """What is answered to a body that is late and, after the door had nothing to look at, to another one."""
    monkeypatch.setattr(request_bodies, "BODY_SECONDS", -1.0)
    monkeypatch.setattr(request_bodies, "LOOK_SECONDS", 0.0)
    first, second = Coming(parts=9), Coming(parts=9)

    async def come() -> None:
        for late in (first, second):
            late.door = door
            await door.__rsgi__(asked("192.0.2.1"), late)
            await asyncio.sleep(0.01)
            assert not door._arrivals._looking

    asyncio.run(come())
    return [first.answered, second.answered]


def test_control_where_nobody_looks_a_late_body_comes_whole(monkeypatch):
    monkeypatch.setattr(RequestBodies, "_look_later", lambda _: None)
    assert late_ones(WebServer(application, 1, lambda _: 10_000), monkeypatch) == [[200], [200]]


def test_control_bytes_that_are_not_let_go_are_noticed(monkeypatch):
    monkeypatch.setattr(RequestBodies, "let_go", lambda *_: None)
    door = WebServer(application, 1, lambda _: 10_000)
    ask(door, Coming())
    assert door._arrivals.bytes.total() == 3000
