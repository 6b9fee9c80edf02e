"""How many sent bytes of a connection are not taken yet, as the kernel reports."""

import fcntl
import socket
import struct
import sys
import termios
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

Answer = TypeVar("Answer")
_COUNT: Final = struct.Struct("i")
_TAKEN: Final = struct.Struct("=120xQ")
"""Of the kernel's `tcp_info`: how many bytes the other end has acknowledged."""


class SocketBacklog(NamedTuple):
    """How many bytes the other end has not taken yet, and how many it has taken so far."""

    waiting: int
    taken: int


ALL_TAKEN: Final = SocketBacklog(0, 0)
"""The backlog of a connection that is gone."""


def outflows(ends: Collection[str]) -> dict[str, SocketBacklog]:
    """Return the backlog of these other ends, each `address:port`. A connection that is gone is left out.

    On Linux only. Elsewhere the result is empty.
    """
    return dict(_asked(ends, _outflow))


def cut(end: str) -> None:
    """Break the connection to this other end, so that its response does not look complete. On Linux only."""
    for _ in _asked({end}, lambda connection: connection.shutdown(socket.SHUT_RDWR)):
        pass


def _asked(ends: Collection[str], question: Callable[[socket.socket], Answer]) -> Iterator[tuple[str, Answer]]:
    """Yield the answers of this process's connections to these ends."""
    if sys.platform != "linux":
        return
    for entry in Path("/proc/self/fd").iterdir():
        with suppress(OSError):  # not a socket, or just closed
            connection = socket.socket(fileno=int(entry.name))
            try:
                if (end := _name(connection.getpeername())) in ends:
                    yield end, question(connection)
            finally:
                connection.detach()


def _outflow(connection: socket.socket) -> SocketBacklog:
    (waiting,) = _COUNT.unpack(fcntl.ioctl(connection, termios.TIOCOUTQ, bytes(_COUNT.size)))
    info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _TAKEN.size)
    (taken,) = _TAKEN.unpack(info.ljust(_TAKEN.size, b"\0"))  # an old kernel reports less
    return SocketBacklog(waiting, taken)


def _name(end: object) -> str:
    if not isinstance(end, tuple):
        return ""
    address, port = end[:2]
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"
