"""F1, O3, O9: idle connections and partial requests are closed in time, and do not delay other clients."""

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
from tests.waiting import happens_within

CROWD: Final = int(os.environ.get("HARICOT_CROWD", "500"))
"""How many connections there are of each kind."""
POST_HEAD: Final = b"POST /v1/games HTTP/1.1\r\nHost: beans\r\nContent-Type: application/json\r\n"
PARTIAL: Final = {
    "silent": b"",
    "half a head": b"GET / HTTP/1.1\r\nHos",
    "half a body": POST_HEAD + b"Content-Length: 1000\r\n\r\n{",
    "half a chunk": POST_HEAD + b"Transfer-Encoding: chunked\r\n\r\n20\r\n{",
    "idle": b"GET /healthz HTTP/1.1\r\nHost: beans\r\n\r\n",
}
IMPATIENT: Final = """
from service.cli.run import supervisor as serving
from service.ops import request_bodies as arrivals
arrivals.BODY_SECONDS = serving.HEAD_SECONDS = 4
"""
"""Shorter deadlines, to save time."""
LONGEST_SECONDS: Final = 5.0
"""The longest time that a single answer may take meanwhile, on a shared machine."""
GONE_SECONDS: Final = 15.0


@contextmanager
def crowd(server: Server, said: bytes, count: int = CROWD) -> Iterator[list[socket.socket]]:
    """Open `count` connections, and send these bytes on each."""
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
    """Return whether the other end has not closed the connection; discard what it sent."""
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
    """Send requests on new and old connections that must succeed; return the longest time of one."""
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
        assert game.client.request(method, path, body, token=token).status == 201
        longest = max(longest, time.monotonic() - begun)
    return longest


@pytest.mark.long
@pytest.mark.parametrize("kind", mostly_long(PARTIAL))
def test_partial_requests_are_closed_in_time_and_delay_no_other_client(serve: Serve, kind: str) -> None:
    server = serve(limit=IMPATIENT).start()
    with Client(server.port) as client:
        game = client.new_game()
        with crowd(server, PARTIAL[kind]) as lines:
            assert play_on(server, game, Random(5)) < LONGEST_SECONDS
            assert happens_within(GONE_SECONDS, lambda: not any(map(is_open, lines)))
    assert '"failed"' not in server.said()


@pytest.mark.long
def test_long_polls_above_the_limit_are_refused_and_delay_no_other_client(serve: Serve) -> None:
    server = serve().start()
    with Client(server.port) as client:
        game, other = client.new_game(), client.new_game()
        asks = f"GET {other.path}/events?after=999999&wait=20 HTTP/1.1\r\nHost: beans\r\n\r\n".encode()
        with crowd(server, asks) as lines:
            assert play_on(server, game, Random(6)) < 3 * LONGEST_SECONDS  # all long polls are answered first
            said = [line.recv(12) for line in lines if has_news(line)]
        assert said.count(b"HTTP/1.1 429") == len(said) == CROWD - 50, set(
            said
        )  # one address may have a quarter of 200


def has_news(line: socket.socket) -> bool:
    """Return whether bytes have arrived."""
    line.settimeout(0.01)
    try:
        return bool(line.recv(1, socket.MSG_PEEK))
    except TimeoutError:
        return False


@pytest.mark.long
def test_control_connections_that_occupy_threads_are_detected(serve: Serve) -> None:
    planted = "import service.cli.run.supervisor as supervisor, service.wsgi; "
    planted += "supervisor.raise_file_limit = lambda: 100; "
    planted += "service.wsgi.StaleConnectionCloser.start = lambda self: None;"
    server = serve(limit=planted).start()
    with crowd(server, b"", 200), Client(server.port, timeout=2) as client, pytest.raises(GONE):
        client.get("/healthz")


@pytest.mark.long
def test_control_without_a_deadline_a_partial_body_stays_open(serve: Serve) -> None:
    server = serve(limit=IMPATIENT + "arrivals.BODY_SECONDS = 1000\n").start()
    with crowd(server, PARTIAL["half a body"], 20) as lines:
        time.sleep(6)
        assert all(map(is_open, lines))


def answered(server: Server, said: bytes, wanted: int = 1, *, gone: bool = False) -> list[bytes]:
    """Return the statuses of the answers on one connection; `gone`: the client stops sending."""
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
    """Return a request for a new game in chunks, padded to this size with blanks."""
    wish = b'{"edition":"classic","players":3}'.ljust(size)
    parts = [wish[start : start + 5000] for start in range(0, size, 5000)]
    return POST_HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"".join(b"%x\r\n%s\r\n" % (len(p), p) for p in parts)


@pytest.mark.long
def test_large_chunked_and_pipelined_requests_are_answered_or_refused(serve: Serve) -> None:
    server = serve().start()
    most = 64 * 1024
    assert answered(server, chunked(most) + b"0\r\n\r\n") == [b"201"]
    assert answered(server, chunked(most + 1) + b"0\r\n\r\n") == [b"413"]
    assert answered(server, chunked(3 * most)) == [b"413"]
    assert answered(server, POST_HEAD + b"Content-Length: 99999999\r\n\r\n{") == [b"413"]
    hello = b"GET /healthz HTTP/1.1\r\nHost: beans\r\n"
    assert answered(server, (hello + b"\r\n") * 300, 300) == [b"200"] * 300
    assert answered(server, hello + b"".join(b"X-%d: y\r\n" % number for number in range(300)) + b"\r\n") == [b"431"]
    assert answered(server, hello + b"X: " + b"y" * 500_000 + b"\r\n\r\n") == [b"431"]
    assert answered(server, hello + b"\r\n") == [b"200"]


@pytest.mark.long
def test_control_a_silently_truncated_body_is_detected(serve: Serve) -> None:
    planted = (
        "from service.http.request import HttpRequest; HttpRequest.body = lambda request, most: request._read(most);"
    )
    assert answered(serve(limit=planted).start(), chunked(64 * 1024 + 1) + b"0\r\n\r\n") == [b"201"]


WISH: Final = b'{"edition":"classic","players":3}'
IMPORT: Final = POST_HEAD.replace(b"games HTTP", b"games:import HTTP").replace(
    b"application/json", b"application/x-ndjson"
)
CUT_OFF: Final = {
    "counted": POST_HEAD + b"Content-Length: 1000\r\n\r\n" + WISH,
    "in a chunk": POST_HEAD + b"Transfer-Encoding: chunked\r\n\r\n30\r\n" + WISH,
    "after a chunk": POST_HEAD + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n" % (len(WISH), WISH),
    "before the last line end": POST_HEAD + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n" % (len(WISH), WISH),
    "a file after a line": IMPORT + b"Transfer-Encoding: chunked\r\n\r\n3\r\n{}\n\r\n",
}
"""Requests that break off after valid JSON."""


@pytest.mark.long
def test_a_truncated_body_is_refused(serve: Serve) -> None:
    server = serve().start()
    for kind, said in CUT_OFF.items():
        assert answered(server, said, gone=True) == [b"400"], kind
    with Client(server.port) as client:
        assert client.get("/v1/games").body["games"] == []
        assert client.new_game().game  # a complete request is handled


@pytest.mark.long
def test_control_accepting_a_truncated_body_is_detected(serve: Serve) -> None:
    planted = """
import service.ops.request_bodies
async def receive(self, body, scope, protocol):
    return b"".join([part async for part in protocol])
service.ops.request_bodies.RequestBodies.receive = receive
"""
    server = serve(limit=planted).start()
    assert answered(server, CUT_OFF["after a chunk"], gone=True) == [b"201"]


@pytest.mark.long
def test_a_header_with_underscores_does_not_replace_x_forwarded_for(serve: Serve) -> None:
    server = serve(HARICOT_RATE="3 per minute", HARICOT_ADDRESS_RATE="3 per minute", HARICOT_PROXIES="1").start()
    asks = [b"GET /v1/ HTTP/1.1\r\nHost: b\r\nX_Forwarded_For: 10.0.0.%d\r\n\r\n" % number for number in range(5)]
    assert {answered(server, one)[0] for one in asks} == {b"200", b"429"}
