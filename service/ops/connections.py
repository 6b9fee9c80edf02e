"""Closes stale connections: the kernel knows on which of them nothing was sent for long.

The server itself closes connections of clients that send nothing, or half a request. A client that does not read its
response would hold a connection without end. A stream sends a heartbeat every few seconds and a long poll is shorter
than the limit, so a connection that is silent for longer is stuck. When many connections are open, no client may hold
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

from service.ops.quota import origin_of
from service.store.concurrency.worker_thread import WorkerThread

SILENT_SECONDS: Final = 60.0
"""How long nothing may be sent on a connection. By then a body must be whole and its response begun."""
SHARE: Final = 8
"""Once half of all connections are taken, one address may hold an eighth of them."""
LOOK_SECONDS: Final = 1.0
OTHER_FILES: Final = 256
"""How many files are reserved for other things than connections: the store, Redis, imported modules."""
CONNECTIONS_MAX: Final = 10_000
"""The most connections of a process. More would take too much memory."""
_ALIVE: Final = (1, 8)
"""ESTABLISHED, CLOSE_WAIT."""
_LAST_SENT: Final = struct.Struct("=B43xI")
"""Of the kernel's `tcp_info`: the state, and the milliseconds since data was last sent, or else since the opening."""


class Link(NamedTuple):
    """A connection: its file descriptor, and the seconds since data was sent on it."""

    file: int
    silent: float


def make_room() -> int:
    """Raise the limit of open files, also for child processes. Return how many connections that allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS_MAX + OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        wanted = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return CONNECTIONS_MAX if soft == resource.RLIM_INFINITY else max(16, min(CONNECTIONS_MAX, soft - OTHER_FILES))


class Caretaker:
    """Closes the stale connections of one web process in regular checks.

    With `proxied`, addresses are those of proxies, so that many connections from one address are normal.
    """

    def __init__(self, port: int, most: int, *, proxied: bool = False) -> None:
        self._port = port
        self._most = most
        self._proxied = proxied
        self._stopped = Event()

    def start(self) -> None:
        """Start the thread on Linux. Elsewhere the kernel does not report what it needs."""
        if sys.platform == "linux":
            WorkerThread("caretaker", self._look_around).start()

    def stop(self) -> None:
        """Stop the thread."""
        self._stopped.set()

    def look(self) -> int:
        """Close stale connections once. Return how many."""
        links = list(_links())
        crowded = len(links) > self._most / 2 and not self._proxied
        wanted = {link for link in links if link.silent > SILENT_SECONDS} | set(self._greedy(links) if crowded else ())
        return sum(self._close(link) for link in wanted)

    def _greedy(self, links: Iterable[Link]) -> Iterator[Link]:
        """Yield the connections of each origin beyond its share, the longest silent first."""
        by_origin: defaultdict[str, list[Link]] = defaultdict(list)
        for link in links:
            with suppress(OSError), _borrowed(link.file) as connection:
                by_origin[origin_of(connection.getpeername()[0])].append(link)
        for held in by_origin.values():
            yield from sorted(held, key=lambda link: -link.silent)[: max(0, len(held) - self._most // SHARE)]

    def _look_around(self) -> None:
        took = 0.0
        while not self._stopped.wait(max(LOOK_SECONDS, 20 * took)):
            begun = time.monotonic()
            self.look()
            took = time.monotonic() - begun

    def _close(self, link: Link) -> bool:
        with suppress(OSError), socket.socket(fileno=os.dup(link.file)) as own:
            again = _silent(own)  # the descriptor may be reused by now, but not that of the copy
            if again is not None and again >= link.silent and own.getsockname()[1] == self._port:
                own.shutdown(socket.SHUT_RDWR)
                return True
        return False


def _links() -> Iterator[Link]:
    for entry in Path("/proc/self/fd").iterdir():
        with suppress(OSError), _borrowed(int(entry.name)) as connection:  # not a socket, or just closed
            if (silent := _silent(connection)) is not None:
                yield Link(int(entry.name), silent)


@contextmanager
def _borrowed(file: int) -> Iterator[socket.socket]:
    """Yield the socket of a file descriptor without closing it."""
    borrowed = socket.socket(fileno=file)  # of any family, as the address form depends on it
    try:
        yield borrowed
    finally:
        borrowed.detach()


def _silent(connection: socket.socket) -> float | None:
    """Return the seconds since data was sent, or None if none can be sent. Raises OSError if this is no connection."""
    state, silent = _LAST_SENT.unpack(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _LAST_SENT.size))
    return silent / 1000 if state in _ALIVE else None
