"""Connections of webhooks: they go to an address that was checked, and have a deadline."""

import select
import socket
import ssl
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import local
from typing import Any

import httpcore

from service.webhooks.addresses import Networks


class CheckedConnections(httpcore.NetworkBackend):
    """Resolves and checks a name once and connects to that address, so that a changed DNS entry has no effect."""

    def __init__(self, networks: Networks, resolve: Callable[[str, int], list[str]]) -> None:
        self._networks = networks
        self._resolve = resolve
        self._thread_state = local()

    @contextmanager
    def deadline(self, seconds: float) -> Iterator[None]:
        """Set a deadline for all connections of this thread, until the end of the context."""
        self._thread_state.until = time.monotonic() + seconds
        try:
            yield
        finally:
            del self._thread_state.until

    def seconds_left(self) -> float:
        """Return how many seconds are left until this thread's deadline. Raises TimeoutError after it."""
        left: float = self._thread_state.until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ARG002  # the time of the whole try counts
        local_address: str | None = None,  # noqa: ARG002  # no caller sets it
        socket_options: Iterable[Any] | None = None,  # noqa: ARG002  # no caller sets it
    ) -> httpcore.NetworkStream:
        """Resolve the name, check every address, and connect to the first one that accepts. Raises OSError."""
        last_error = OSError("it has no address")
        for address in self._networks.require_allowed(self._resolve(host, port)):
            try:
                connected = socket.create_connection((address, port), self.seconds_left())
            except OSError as error:
                last_error = error
            else:
                connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                return TimedConnection(connected, self)
        raise last_error


class TimedConnection(httpcore.NetworkStream):
    """A connection whose operations end at the thread's deadline, even if the other side is very slow."""

    def __init__(self, connection: socket.socket, connections: CheckedConnections) -> None:
        self._connection = connection
        self._connections = connections

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002  # that of the try counts
        """Read some bytes."""
        with _httpcore_errors(httpcore.ReadTimeout, httpcore.ReadError):
            self._connection.settimeout(self._connections.seconds_left())
            return self._connection.recv(max_bytes)

    def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002  # as above
        """Write all bytes."""
        with _httpcore_errors(httpcore.WriteTimeout, httpcore.WriteError):
            while buffer:
                self._connection.settimeout(self._connections.seconds_left())
                buffer = buffer[self._connection.send(buffer) :]

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ARG002  # as above
    ) -> httpcore.NetworkStream:
        """Start TLS with a server that proves this name. Raises OSError."""
        try:
            self._connection.settimeout(self._connections.seconds_left())
            return TimedConnection(
                ssl_context.wrap_socket(self._connection, server_hostname=server_hostname), self._connections
            )
        except BaseException:
            self._connection.close()
            raise

    def get_extra_info(self, info: str) -> Any:
        """Return whether unexpected data has arrived on an idle connection; httpcore asks only for this."""
        if info != "is_readable":
            return None
        if self._connection.fileno() < 0:
            return True
        poll = select.poll()
        poll.register(self._connection, select.POLLIN)
        return bool(poll.poll(0))


@contextmanager
def _httpcore_errors(late: type[Exception], broken: type[Exception]) -> Iterator[None]:
    """Translate timeouts and socket errors to exceptions of httpcore."""
    try:
        yield
    except TimeoutError as error:
        raise late from error
    except OSError as error:
        raise broken from error
