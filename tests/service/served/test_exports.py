"""Exports of a running server: complete in every form, with backpressure, and cut off by a revoked token."""

import gzip
import http.client
import io
import json
import socket
import time
from collections.abc import Iterator
from contextlib import closing
from random import Random

import pyarrow.parquet as pq
import pytest

from tests.service.command_line import run_ok
from tests.service.served.conftest import Client, Server
from tests.service.store.folders import closing_file

GAME, COPIES = "classic-3-1-0001", 30
"""A game and the number of its copies: some 5 MB of events, of which a server caches two."""
EXPORT = "/v1/exports/events"
SOME = 8
pytestmark = pytest.mark.served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with many games, for all tests."""
    folder = tmp_path_factory.mktemp("exports")
    data = folder / "data"
    run_ok("simulate", "--players", 3, "--games", 1, "--data", data)
    with closing_file(data) as file:
        names = [(f"copy{number}",) for number in range(COPIES)]
        file.executemany("INSERT INTO games (game, origin) VALUES (?, 'played')", names)
        file.executemany(
            "INSERT INTO events (originator_id, originator_version, topic, state)"
            f" SELECT ?, originator_version, topic, state FROM events WHERE originator_id = '{GAME}'",
            names,
        )
        file.commit()
    made = Server(data, folder / "log")
    try:
        yield made.start()
    finally:
        made.end()


def token(server: Server) -> str:
    """Create a token for exports."""
    (line,) = run_ok("token", "service", "--scope", "exports", "--json", "--data", server.data).lines
    found: str = line["token"]
    return found


def answer(server: Server, path: str, who: str, **headers: str) -> tuple[bytes, dict[str, str]]:
    """Return the whole answer to a GET, and its headers."""
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)) as connection:
        connection.request("GET", path, headers={"Authorization": f"Bearer {who}", **headers})
        got = connection.getresponse()
        assert got.status == 200
        return got.read(), dict(got.getheaders())


def slowly(server: Server, who: str) -> socket.socket:
    """Ask for an export on a connection with a small receive buffer."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 32 * 1024)
    line.settimeout(20)
    line.connect(("127.0.0.1", server.port))
    line.sendall(f"GET {EXPORT} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {who}\r\n\r\n".encode())
    return line


@pytest.mark.long
def test_every_form_of_an_export_is_complete(server: Server) -> None:
    who = token(server)
    path = f"{EXPORT}?limit={SOME}"
    plain, _ = answer(server, path, who)
    lines = [json.loads(line) for line in plain.splitlines()]
    assert len({line["game"] for line in lines}) == SOME
    assert len(lines) == SOME * sum(line["game"] == GAME for line in lines)
    packed, headers = answer(server, path, who, **{"Accept-Encoding": "gzip"})
    assert {name.lower(): value for name, value in headers.items()}["content-encoding"] == "gzip"
    assert gzip.decompress(packed) == plain
    table = pq.read_table(io.BytesIO(answer(server, f"{path}&format=parquet", who)[0]))
    assert table["n"].to_pylist() == [line["n"] for line in lines]


@pytest.mark.long
def test_an_export_to_a_slow_reader_is_complete_and_delays_no_other_client(server: Server) -> None:
    who = token(server)
    with Client(server.port) as client, slowly(server, who) as line:
        head = line.recv(1024)
        assert head.startswith(b"HTTP/1.1 200")
        game, longest = client.new_game(), 0.0
        for _ in range(20):
            begun = time.monotonic()
            choice = game.choice(Random(1), onward=True)
            assert choice is not None
            method, path, body, seat = game.order(choice)
            assert client.request(method, path, body, token=seat).status == 201
            longest = max(longest, time.monotonic() - begun)
            line.recv(16 * 1024)
        assert longest < 5
        taken = 0
        while part := line.recv(1024 * 1024):
            taken += len(part)
            if part.endswith(b"0\r\n\r\n"):
                break
        assert taken > 2_000_000


@pytest.mark.long
def test_an_export_is_cut_off_visibly_when_its_token_is_revoked(server: Server) -> None:
    who = token(server)
    with Client(server.port) as client, slowly(server, who) as line:
        assert line.recv(1024).startswith(b"HTTP/1.1 200")
        assert client.request("DELETE", "/v1/tokens", {"token": who}, token=who).status == 204
        said = b""
        while part := line.recv(1024 * 1024):
            said = (said + part)[-100:]
        assert not said.endswith(b"\r\n0\r\n\r\n"), "a last chunk would mark it as complete"
        assert client.get("/healthz").status == 200
