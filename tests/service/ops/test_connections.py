"""Which connections are closed: those to which nothing is sent, and in a crowd what somebody holds beyond a share."""

import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from service.ops import connections
from service.ops.connections import Caretaker

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells when something was sent last")


class Host:
    """Listens, and has connections to itself."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._listening = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        self.port: int = self._listening.getsockname()[1]

    def guest(self, address: str = "127.0.0.1") -> tuple[socket.socket, socket.socket]:
        """One more connection from this address: their end, and ours."""
        theirs = self._stack.enter_context(socket.create_connection(("127.0.0.1", self.port), 5, (address, 0)))
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


def test_the_files_that_are_not_connections_are_left_alone(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SILENT_SECONDS", -1.0)
    theirs, ours = socket.socketpair()
    with theirs, ours:
        assert Caretaker(host.port, 100).look() == 0
        ours.sendall(b"still there")
        assert theirs.recv(100) == b"still there"
    _, line = host.guest()
    assert Caretaker(host.port, 100).look() == 1
    assert line.fileno() >= 0
