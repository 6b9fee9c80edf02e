"""The door of a web process counts the bytes of bodies while they are here, and no longer."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import pytest

from service.ops import door as room
from service.ops.door import Door, QuickAnswer

PART = b"x" * 1000


class Coming:
    """A body that comes in parts, and what is answered; it ends as `ends` says."""

    def __init__(self, ends: BaseException | None = None, parts: int = 3) -> None:
        self.ends = ends
        self.parts = parts
        self.seen: list[int] = []
        self.answered: list[int] = []
        self.door: Door | None = None

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for _ in range(self.parts):
            await asyncio.sleep(0)
            yield PART
            assert self.door is not None
            self.seen.append(self.door._bytes.total())
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


def ask(door: Door, coming: Coming, address: str = "192.0.2.1") -> None:
    """One request, whatever it ends with."""
    coming.door = door
    asyncio.run(door.__rsgi__(asked(address), coming))


@pytest.mark.parametrize("ends", [ConnectionResetError("gone"), RuntimeError("protocol closed")])
def test_a_body_that_breaks_off_leaves_no_bytes_behind(ends):
    door, coming = Door(application, 1, lambda _: 10_000), Coming(ends)
    with pytest.raises(type(ends)):
        ask(door, coming)
    assert coming.seen == [1000, 2000, 3000]
    assert (door._bytes, door._coming) == ({}, {})


def test_nor_does_one_that_was_answered_or_was_too_long_or_too_slow(monkeypatch):
    door = Door(application, 1, lambda _: 10_000)
    whole, longer = Coming(), Coming(parts=20)
    for number, coming in enumerate((whole, longer)):
        ask(door, coming, f"192.0.2.{number}")
    assert (whole.answered, longer.answered) == ([200], [200])
    door = Door(application, 1, lambda _: 10_000)  # each is of one loop
    assert late_ones(door, monkeypatch) == [[400], [400]]
    assert (door._bytes, door._coming) == ({}, {}), "nor is any address remembered that has nothing here"


def late_ones(door: Door, monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """What is answered to a body that is late and, after the door had nothing to look at, to another one."""
    monkeypatch.setattr(room, "BODY_SECONDS", -1.0)
    monkeypatch.setattr(room, "LOOK_SECONDS", 0.0)
    first, second = Coming(parts=9), Coming(parts=9)

    async def come() -> None:
        for late in (first, second):
            late.door = door
            await door.__rsgi__(asked("192.0.2.1"), late)
            await asyncio.sleep(0.01)
            assert not door._looking

    asyncio.run(come())
    return [first.answered, second.answered]


def test_control_where_nobody_looks_a_late_body_comes_whole(monkeypatch):
    monkeypatch.setattr(Door, "_look_later", lambda door: None)
    assert late_ones(Door(application, 1, lambda _: 10_000), monkeypatch) == [[200], [200]]


def test_control_bytes_that_are_not_let_go_are_noticed(monkeypatch):
    monkeypatch.setattr(Door, "_let_go", lambda door, coming: None)
    door = Door(application, 1, lambda _: 10_000)
    ask(door, Coming())
    assert door._bytes.total() == 3000


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
    door = Door(streaming, 1, lambda _: 0, lambda _: lambda *parts: followed.append(parts))
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

    async def quick(*_: Any) -> QuickAnswer:
        return QuickAnswer(200, [], body)

    class Beginning:
        def response_stream(self, status: int, headers: Any) -> str:
            if gone:
                raise RuntimeError("protocol closed")
            return "way"

    door = Door(application, 1, lambda _: 0, lambda _: lambda *parts: followed.append(parts), quick)

    async def come() -> None:
        door.__rsgi_init__(asyncio.get_running_loop())
        await door.__rsgi__(SimpleNamespace(**{**vars(asked("192.0.2.1")), "headers": Headers()}), Beginning())

    with pytest.raises(RuntimeError) if gone else nullcontext():
        asyncio.run(come())
    assert body.left == gone
    assert followed == ([] if gone else [(body, "way", "192.0.2.1:1")])
