"""Check which connections are closed: silent ones, and under load those beyond a client's share."""

import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from service.ops import connections
from service.ops.connections import StaleConnectionCloser
from service.ops.quota import network_of

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux reports when something was sent last")


class Host:
    """A listening socket, and connections to it."""

    def __init__(self, stack: ExitStack, address: str = "127.0.0.1") -> None:
        self._stack = stack
        both = address == "::"
        family = socket.AF_INET6 if both else socket.AF_INET
        self._listening = stack.enter_context(socket.create_server((address, 0), family=family, dualstack_ipv6=both))
        self.port: int = self._listening.getsockname()[1]

    def connect(self, address: str = "127.0.0.1") -> tuple[socket.socket, socket.socket]:
        """Connect from this address. Return the client's end and the server's."""
        there = "::1" if ":" in address else "127.0.0.1"
        client = self._stack.enter_context(socket.create_connection((there, self.port), 5, (address, 0)))
        ours, _ = self._listening.accept()
        return client, self._stack.enter_context(ours)


@pytest.fixture
def host() -> Iterator[Host]:
    with ExitStack() as stack:
        yield Host(stack)


def is_closed(line: socket.socket) -> bool:
    """Return whether the other end has closed."""
    line.setblocking(False)
    try:
        return line.recv(1) == b""
    except BlockingIOError:
        return False


def test_a_connection_that_is_sent_nothing_is_closed_and_no_other(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "IDLE_SECONDS_MAX", 0.5)
    (silent, _), (active, ours), other = host.connect(), host.connect(), Host(host._stack)
    elsewhere, _ = other.connect()
    time.sleep(0.6)
    ours.sendall(b"a sign of life")
    active.sendall(b"what the client sends")
    assert StaleConnectionCloser(host.port, 100).close_stale() == 1
    assert is_closed(silent)
    assert active.recv(100) == b"a sign of life"
    assert not is_closed(active)
    assert not is_closed(elsewhere)
    assert StaleConnectionCloser(host.port, 100).close_stale() == 0


@pytest.mark.parametrize(("most", "proxied", "left"), [(16, False, 2), (16, True, 12), (100, False, 12)])
def test_under_load_an_address_keeps_its_share_of_connections(host: Host, most: int, proxied: bool, left: int) -> None:
    greedy = [host.connect("127.0.0.2")[0] for _ in range(12)]
    modest, _ = host.connect("127.0.0.3")
    StaleConnectionCloser(host.port, most, is_proxied=proxied).close_stale()
    assert sum(not is_closed(line) for line in greedy) == left
    assert not is_closed(modest)


@pytest.fixture
def open_host() -> Iterator[Host]:
    """A host for addresses of both families."""
    with ExitStack() as stack:
        try:
            host = Host(stack, "::")
        except OSError as error:
            pytest.skip(f"there is no IPv6 here: {error}")
        yield host


def test_connections_of_ipv4_and_ipv6_addresses_are_counted_apart(open_host: Host) -> None:
    first, _ = open_host.connect("127.0.0.3")
    greedy = [open_host.connect("::1")[0] for _ in range(12)]
    last, _ = open_host.connect("127.0.0.2")
    StaleConnectionCloser(open_host.port, 16).close_stale()
    assert sum(not is_closed(line) for line in greedy) <= 2, "the clients' ends are of ::1 as well"
    assert not is_closed(first)
    assert not is_closed(last)


def test_addresses_of_both_families_count_by_their_origin(open_host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def noted(address: str) -> str:
        seen.append(address)
        return network_of(address)

    monkeypatch.setattr(connections, "network_of", noted)
    for address in ("::1", "127.0.0.2"):
        open_host.connect(address)
    StaleConnectionCloser(open_host.port, 2).close_stale()
    assert {"::1", "::ffff:127.0.0.2"} <= set(seen)


def test_files_that_are_not_connections_stay_open(host: Host, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(connections, "IDLE_SECONDS_MAX", -1.0)
    client, ours = socket.socketpair()
    with client, ours, (tmp_path / "file").open("wb") as file:
        assert StaleConnectionCloser(host.port, 100).close_stale() == 0
        ours.sendall(b"still there")
        assert client.recv(100) == b"still there"
        assert file.write(b"still there")
        file.flush()
    _, line = host.connect()
    assert StaleConnectionCloser(host.port, 100).close_stale() == 1
    assert line.fileno() >= 0
