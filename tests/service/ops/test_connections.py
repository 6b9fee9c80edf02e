"""Which connections are closed: those to which nothing is sent, and in a crowd what somebody holds beyond a share."""

import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from service.ops import connections
from service.ops.connections import Caretaker
from service.ops.quota import origin_of

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells when something was sent last")


class Host:
    """Listens, and has connections to itself."""

    def __init__(self, stack: ExitStack, address: str = "127.0.0.1") -> None:
        self._stack = stack
        both = address == "::"
        family = socket.AF_INET6 if both else socket.AF_INET
        self._listening = stack.enter_context(socket.create_server((address, 0), family=family, dualstack_ipv6=both))
        self.port: int = self._listening.getsockname()[1]

    def guest(self, address: str = "127.0.0.1") -> tuple[socket.socket, socket.socket]:
        """One more connection from this address: their end, and ours."""
        there = "::1" if ":" in address else "127.0.0.1"
        theirs = self._stack.enter_context(socket.create_connection((there, self.port), 5, (address, 0)))
        ours, _ = self._listening.accept()
        return theirs, self._stack.enter_context(ours)


@pytest.fixture
def host() -> Iterator[Host]:
    with ExitStack() as stack:
        yield Host(stack)


def is_closed(line: socket.socket) -> bool:
    """Whether the other end has hung up."""
    line.setblocking(False)
    try:
        return line.recv(1) == b""
    except BlockingIOError:
        return False


def test_what_nothing_is_sent_to_is_closed_and_nothing_else(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SILENT_SECONDS", 0.5)
    (silent, _), (lively, ours), other = host.guest(), host.guest(), Host(host._stack)
    elsewhere, _ = other.guest()
    time.sleep(0.6)
    ours.sendall(b"a sign of life")
    lively.sendall(b"and whatever they say themselves")
    assert Caretaker(host.port, 100).look() == 1
    assert is_closed(silent)
    assert lively.recv(100) == b"a sign of life"
    assert not is_closed(lively)
    assert not is_closed(elsewhere)
    assert Caretaker(host.port, 100).look() == 0


@pytest.mark.parametrize(("most", "proxied", "left"), [(16, False, 2), (16, True, 12), (100, False, 12)])
def test_in_a_crowd_nobody_holds_more_than_a_share(host: Host, most: int, proxied: bool, left: int) -> None:
    greedy = [host.guest("127.0.0.2")[0] for _ in range(12)]
    modest, _ = host.guest("127.0.0.3")
    Caretaker(host.port, most, proxied=proxied).look()
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


def test_a_crowd_of_one_family_is_no_crowd_of_the_other(open_host: Host) -> None:
    first, _ = open_host.guest("127.0.0.3")
    greedy = [open_host.guest("::1")[0] for _ in range(12)]
    last, _ = open_host.guest("127.0.0.2")
    Caretaker(open_host.port, 16).look()
    assert sum(not is_closed(line) for line in greedy) <= 2, "their own ends are of ::1 as well"
    assert not is_closed(first)
    assert not is_closed(last)


def test_addresses_are_read_whole_and_count_for_their_origin(open_host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def noted(address: str) -> str:
        seen.append(address)
        return origin_of(address)

    monkeypatch.setattr(connections, "origin_of", noted)
    for address in ("::1", "127.0.0.2"):
        open_host.guest(address)
    Caretaker(open_host.port, 2).look()
    assert {"::1", "::ffff:127.0.0.2"} <= set(seen)


def test_the_files_that_are_not_connections_are_left_alone(
    host: Host, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(connections, "SILENT_SECONDS", -1.0)
    theirs, ours = socket.socketpair()
    with theirs, ours, (tmp_path / "file").open("wb") as file:
        assert Caretaker(host.port, 100).look() == 0
        ours.sendall(b"still there")
        assert theirs.recv(100) == b"still there"
        assert file.write(b"still there")
        file.flush()
    _, line = host.guest()
    assert Caretaker(host.port, 100).look() == 1
    assert line.fileno() >= 0
