"""The backlog of a connection: the sent bytes that its other end has not acknowledged, as the kernel reports."""

import fcntl
import socket
import struct
import sys
import termios
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

Result = TypeVar("Result")
_COUNT: Final = struct.Struct("i")
_TAKEN: Final = struct.Struct("=120xQ")
"""Of the kernel's `tcp_info`: how many bytes the other end has acknowledged."""


class SocketBacklog(NamedTuple):
    """How many sent bytes the peer has not acknowledged yet, and how many it has acknowledged so far."""

    waiting: int
    taken: int


ALL_TAKEN: Final = SocketBacklog(0, 0)
"""The backlog of a connection that is gone."""


def backlogs_of(peers: Collection[str]) -> dict[str, SocketBacklog]:
    """Return the backlog of the connection to each of these peers, named `address:port`.

    A closed connection is left out. On Linux only: elsewhere the result is empty.
    """
    return dict(_for_each_connection(peers, _backlog))


def break_connection(peer: str) -> None:
    """Close the connection to this peer at once, so that its response does not look complete. On Linux only."""
    for _ in _for_each_connection({peer}, lambda connection: connection.shutdown(socket.SHUT_RDWR)):
        pass


def _for_each_connection(
    peers: Collection[str], function: Callable[[socket.socket], Result]
) -> Iterator[tuple[str, Result]]:
    """Yield each peer with what `function` returns for this process's connection to it."""
    if sys.platform != "linux":
        return
    for entry in Path("/proc/self/fd").iterdir():
        with suppress(OSError):  # not a socket, or just closed
            connection = socket.socket(fileno=int(entry.name))
            try:
                if (peer := _name(connection.getpeername())) in peers:
                    yield peer, function(connection)
            finally:
                connection.detach()


def _backlog(connection: socket.socket) -> SocketBacklog:
    (waiting,) = _COUNT.unpack(fcntl.ioctl(connection, termios.TIOCOUTQ, bytes(_COUNT.size)))
    info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _TAKEN.size)
    (taken,) = _TAKEN.unpack(info.ljust(_TAKEN.size, b"\0"))  # an old kernel reports less
    return SocketBacklog(waiting, taken)


def _name(peer: object) -> str:
    if not isinstance(peer, tuple):
        return ""
    address, port = peer[:2]
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"
