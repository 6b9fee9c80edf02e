"""Closes stale connections: those on which nothing was sent for long, as the kernel reports.

The server itself closes connections of clients that send nothing, or half a request. A client that does not read its
response would hold a connection without end. A stream sends a heartbeat every few seconds and a long poll is shorter
than the limit, so a connection that is idle for longer is stuck. When many connections are open, no client may hold
most of them.
"""

import os
import resource
import socket
import struct
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event
from typing import Final, NamedTuple

from service.ops.quota import network_of
from service.store.concurrency.worker_thread import WorkerThread

IDLE_SECONDS_MAX: Final = 60.0
"""How long nothing may be sent on a connection. By then a body must be whole and its response begun."""
ADDRESS_SHARE: Final = 8
"""Once half of all connections are open, one address may hold an eighth of them."""
CHECK_SECONDS: Final = 1.0
OTHER_FILES: Final = 256
"""How many files are reserved beside connections: for the store, Redis, imported modules."""
CONNECTIONS_MAX: Final = 10_000
"""The most connections of a process. More would take too much memory."""
_OPEN_STATES: Final = (1, 8)
"""ESTABLISHED, CLOSE_WAIT."""
_LAST_SENT: Final = struct.Struct("=B43xI")
"""Of the kernel's `tcp_info`: the state, and the milliseconds since data was last sent, or else since the opening."""


class OpenConnection(NamedTuple):
    """A connection: its file descriptor, and the seconds since data was sent on it."""

    file: int
    idle_seconds: float


def raise_file_limit() -> int:
    """Raise the limit of open files, also for child processes. Return how many connections that allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS_MAX + OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        wanted = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return CONNECTIONS_MAX if soft == resource.RLIM_INFINITY else max(16, min(CONNECTIONS_MAX, soft - OTHER_FILES))


class StaleConnectionCloser:
    """Closes the stale connections of one web process in regular checks.

    With `is_proxied`, the addresses are those of proxies, so that many connections from one address are normal.
    """

    def __init__(self, port: int, connections_max: int, *, is_proxied: bool = False) -> None:
        self._port = port
        self._connections_max = connections_max
        self._is_proxied = is_proxied
        self._stopped = Event()

    def start(self) -> None:
        """Start the thread on Linux. Other kernels do not report what it needs."""
        if sys.platform == "linux":
            WorkerThread("connections", self._check_until_stopped).start()

    def stop(self) -> None:
        """Stop the thread."""
        self._stopped.set()

    def close_stale(self) -> int:
        """Close the stale connections of now. Return how many."""
        connections = list(_connections())
        is_crowded = len(connections) > self._connections_max / 2 and not self._is_proxied
        stale = {connection for connection in connections if connection.idle_seconds > IDLE_SECONDS_MAX}
        stale |= set(self._beyond_share(connections) if is_crowded else ())
        return sum(self._close(connection) for connection in stale)

    def _beyond_share(self, connections: Iterable[OpenConnection]) -> Iterator[OpenConnection]:
        """Yield the connections of each network beyond its share, the longest idle first."""
        by_network: defaultdict[str, list[OpenConnection]] = defaultdict(list)
        for connection in connections:
            with suppress(OSError), _socket_of(connection.file) as sock:
                by_network[network_of(sock.getpeername()[0])].append(connection)
        share = self._connections_max // ADDRESS_SHARE
        for of_network in by_network.values():
            longest_idle = sorted(of_network, key=lambda connection: -connection.idle_seconds)
            yield from longest_idle[: max(0, len(of_network) - share)]

    def _check_until_stopped(self) -> None:
        took = 0.0
        while not self._stopped.wait(max(CHECK_SECONDS, 20 * took)):
            begun = time.monotonic()
            self.close_stale()
            took = time.monotonic() - begun

    def _close(self, connection: OpenConnection) -> bool:
        with suppress(OSError), socket.socket(fileno=os.dup(connection.file)) as copy:
            idle_seconds = _idle_seconds(copy)  # the descriptor may be reused by now, but not that of the copy
            is_same = idle_seconds is not None and idle_seconds >= connection.idle_seconds
            if is_same and copy.getsockname()[1] == self._port:
                copy.shutdown(socket.SHUT_RDWR)
                return True
        return False


def _connections() -> Iterator[OpenConnection]:
    for entry in Path("/proc/self/fd").iterdir():
        with suppress(OSError), _socket_of(int(entry.name)) as sock:  # not a socket, or just closed
            if (idle_seconds := _idle_seconds(sock)) is not None:
                yield OpenConnection(int(entry.name), idle_seconds)


@contextmanager
def _socket_of(file: int) -> Iterator[socket.socket]:
    """Yield the socket of a file descriptor without closing it."""
    sock = socket.socket(fileno=file)  # of any family, as the address form depends on it
    try:
        yield sock
    finally:
        sock.detach()


def _idle_seconds(sock: socket.socket) -> float | None:
    """Return the seconds since data was sent, or None if none can be sent. Raises OSError if this is no connection."""
    state, idle_ms = _LAST_SENT.unpack(sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _LAST_SENT.size))
    return idle_ms / 1000 if state in _OPEN_STATES else None
