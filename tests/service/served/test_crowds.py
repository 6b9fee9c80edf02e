"""F1, O3, O9: whoever says nothing, or half of something, is sent away in time and takes nothing from the others."""

import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Final

import pytest

from tests.long_tests import mostly_long
from tests.service.served.conftest import GONE, Client, Played, Serve, Server
from tests.waiting import within

CROWD: Final = int(os.environ.get("HARICOT_CROWD", "500"))
"""How many there are of each kind."""
POST: Final = b"POST /v1/games HTTP/1.1\r\nHost: beans\r\nContent-Type: application/json\r\n"
SAID: Final = {
    "silent": b"",
    "half a head": b"GET / HTTP/1.1\r\nHos",
    "half a body": POST + b"Content-Length: 1000\r\n\r\n{",
    "half a chunk": POST + b"Transfer-Encoding: chunked\r\n\r\n20\r\n{",
    "idle": b"GET /healthz HTTP/1.1\r\nHost: beans\r\n\r\n",
}
IMPATIENT: Final = """
from service.cli.run import supervisor as serving
from service.ops import request_bodies as arrivals
arrivals.BODY_SECONDS = serving.HEAD_SECONDS = 4
"""
"""The same server, in less of a test's time."""
LONGEST_SECONDS: Final = 5.0
"""So long may a single answer take, on a machine that is shared, while thousands come."""
GONE_SECONDS: Final = 15.0


@contextmanager
def crowd(server: Server, said: bytes, count: int = CROWD) -> Iterator[list[socket.socket]]:
    """So many connections that have said this."""
    lines: list[socket.socket] = []
    try:
        for _ in range(count):
            lines.append(socket.create_connection(("127.0.0.1", server.port), timeout=5))
            lines[-1].sendall(said)
        yield lines
    finally:
        for line in lines:
            line.close()


def is_open(line: socket.socket) -> bool:
    """Whether the other end has not hung up; what it said before is read away."""
    line.setblocking(False)
    try:
        while line.recv(4096):
            pass
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def play_on(server: Server, game: Played, luck: Random, times: int = 15) -> float:
    """New and old callers ask, and command; the longest that one of them waited. Nobody may be refused."""
    longest = 0.0
    for _ in range(times):
        command = game.choice(luck, onward=True)
        assert command is not None
        method, path, body, token = game.order(command)
        with Client(server.port, timeout=2 * LONGEST_SECONDS) as fresh:
            begun = time.monotonic()
            assert fresh.get("/healthz").status == 200
            longest = max(longest, time.monotonic() - begun)
        begun = time.monotonic()
        assert game.client.ask(method, path, body, token=token).status == 201
        longest = max(longest, time.monotonic() - begun)
    return longest


@pytest.mark.long
@pytest.mark.parametrize("kind", mostly_long(SAID))
def test_a_crowd_that_says_half_of_something_takes_nothing_from_others_and_is_sent_away(
    serve: Serve, kind: str
) -> None:
    server = serve(limit=IMPATIENT).start()
    with Client(server.port) as client:
        game = client.new_game()
        with crowd(server, SAID[kind]) as lines:
            assert play_on(server, game, Random(5)) < LONGEST_SECONDS
            assert within(GONE_SECONDS, lambda: not any(map(is_open, lines)))
    assert '"failed"' not in server.said()


@pytest.mark.long
def test_a_crowd_that_waits_for_news_is_counted_and_takes_nothing_from_others(serve: Serve) -> None:
    server = serve().start()
    with Client(server.port) as client:
        game, other = client.new_game(), client.new_game()
        asks = f"GET {other.path}/events?after=999999&wait=20 HTTP/1.1\r\nHost: beans\r\n\r\n".encode()
        with crowd(server, asks) as lines:
            assert play_on(server, game, Random(6)) < 3 * LONGEST_SECONDS  # all their questions are answered first
            said = [line.recv(12) for line in lines if has_news(line)]
        assert said.count(b"HTTP/1.1 429") == len(said) == CROWD - 50, set(said)  # one address may have a fourth of 200


def has_news(line: socket.socket) -> bool:
    """Whether something came."""
    line.settimeout(0.01)
    try:
        return bool(line.recv(1, socket.MSG_PEEK))
    except TimeoutError:
        return False


@pytest.mark.long
def test_control_connections_that_count_as_work_stop_the_service(serve: Serve) -> None:
    planted = "import service.cli.run.supervisor, service.wsgi; service.cli.run.supervisor.make_room = lambda: 100;"
    planted += "service.wsgi.Caretaker.start = lambda self: None;"
    server = serve(limit=planted).start()
    with crowd(server, b"", 200), Client(server.port, timeout=2) as client, pytest.raises(GONE):
        client.get("/healthz")


@pytest.mark.long
def test_control_a_body_without_a_deadline_stays(serve: Serve) -> None:
    server = serve(limit=IMPATIENT + "arrivals.BODY_SECONDS = 1000\n").start()
    with crowd(server, SAID["half a body"], 20) as lines:
        time.sleep(6)
        assert all(map(is_open, lines))


def answered(server: Server, said: bytes, wanted: int = 1, *, gone: bool = False) -> list[bytes]:
    """The statuses of so many answers on one connection; `gone`: whoever says it says no more after it."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line, line.makefile("rb") as heard:
        line.sendall(said)
        if gone:
            line.shutdown(socket.SHUT_WR)
        found: list[bytes] = []
        while len(found) < wanted and (row := heard.readline()):
            if row.startswith(b"HTTP/1.1 ") or b"HTTP/1.1 " in row:
                found.append(row[row.index(b"HTTP/1.1 ") :][9:12])
        return found


def chunked(size: int) -> bytes:
    """A new game that comes in chunks, made so long by blanks."""
    wish = b'{"edition":"classic","players":3}'.ljust(size)
    parts = [wish[start : start + 5000] for start in range(0, size, 5000)]
    return POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"".join(b"%x\r\n%s\r\n" % (len(p), p) for p in parts)


@pytest.mark.long
def test_odd_ways_to_ask_are_answered_and_nothing_is_cut_in_silence(serve: Serve) -> None:
    server = serve().start()
    most = 64 * 1024
    assert answered(server, chunked(most) + b"0\r\n\r\n") == [b"201"]
    assert answered(server, chunked(most + 1) + b"0\r\n\r\n") == [b"413"]
    assert answered(server, chunked(3 * most)) == [b"413"]
    assert answered(server, POST + b"Content-Length: 99999999\r\n\r\n{") == [b"413"]
    hello = b"GET /healthz HTTP/1.1\r\nHost: beans\r\n"
    assert answered(server, (hello + b"\r\n") * 300, 300) == [b"200"] * 300
    assert answered(server, hello + b"".join(b"X-%d: y\r\n" % number for number in range(300)) + b"\r\n") == [b"431"]
    assert answered(server, hello + b"X: " + b"y" * 500_000 + b"\r\n\r\n") == [b"431"]
    assert answered(server, hello + b"\r\n") == [b"200"]


@pytest.mark.long
def test_control_a_body_that_is_cut_in_silence_is_taken_for_another(serve: Serve) -> None:
    planted = (
        "from service.http.request import HttpRequest; HttpRequest.body = lambda request, most: request._read(most);"
    )
    assert answered(serve(limit=planted).start(), chunked(64 * 1024 + 1) + b"0\r\n\r\n") == [b"201"]


WISH: Final = b'{"edition":"classic","players":3}'
IMPORT: Final = POST.replace(b"games HTTP", b"games:import HTTP").replace(b"application/json", b"application/x-ndjson")
BROKEN: Final = {
    "counted": POST + b"Content-Length: 1000\r\n\r\n" + WISH,
    "in a chunk": POST + b"Transfer-Encoding: chunked\r\n\r\n30\r\n" + WISH,
    "after a chunk": POST + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n" % (len(WISH), WISH),
    "before its last sign": POST + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n" % (len(WISH), WISH),
    "a file after a line": IMPORT + b"Transfer-Encoding: chunked\r\n\r\n3\r\n{}\n\r\n",
}
"""What sounds whole as far as it comes."""


@pytest.mark.long
def test_a_body_that_breaks_off_is_not_taken_for_a_whole_one(serve: Serve) -> None:
    server = serve().start()
    for kind, said in BROKEN.items():
        assert answered(server, said, gone=True) == [b"400"], kind
    with Client(server.port) as client:
        assert client.get("/v1/games").body["games"] == []
        assert client.new_game().game  # and what is whole is done


@pytest.mark.long
def test_control_a_door_that_takes_what_came_does_what_nobody_asked_for(serve: Serve) -> None:
    planted = """
import service.ops.request_bodies
async def whole(self, arrival, asked, answering):
    return b"".join([part async for part in answering])
service.ops.request_bodies.Arrivals.whole = whole
"""
    server = serve(limit=planted).start()
    assert answered(server, BROKEN["after a chunk"], gone=True) == [b"201"]


@pytest.mark.long
def test_no_header_passes_for_another(serve: Serve) -> None:
    server = serve(HARICOT_RATE="3 per minute", HARICOT_ADDRESS_RATE="3 per minute", HARICOT_PROXIES="1").start()
    asks = [b"GET /v1/ HTTP/1.1\r\nHost: b\r\nX_Forwarded_For: 10.0.0.%d\r\n\r\n" % number for number in range(5)]
    assert {answered(server, one)[0] for one in asks} == {b"200", b"429"}
