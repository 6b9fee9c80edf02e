"""Connections of webhooks: made to the very address that was checked, and ended by a deadline."""

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
    """Connects to an address that was checked, so that a later change of the name has no effect."""

    def __init__(self, networks: Networks, resolve: Callable[[str, int], list[str]]) -> None:
        self._networks = networks
        self._resolve = resolve
        self._here = local()

    @contextmanager
    def deadline(self, seconds: float) -> Iterator[None]:
        """Set a deadline for the try of this thread, until the end of the context."""
        self._here.until = time.monotonic() + seconds
        try:
            yield
        finally:
            del self._here.until

    def seconds_left(self) -> float:
        """Return how many seconds of this thread's try are left. Raises TimeoutError if there are none."""
        left: float = self._here.until - time.monotonic()
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
        """Resolve the name, check every address, and connect to the first that answers. Raises OSError."""
        failed = OSError("it has no address")
        for address in self._networks.require(self._resolve(host, port)):
            try:
                connected = socket.create_connection((address, port), self.seconds_left())
            except OSError as error:
                failed = error
            else:
                connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                return TimedConnection(connected, self)
        raise failed


class TimedConnection(httpcore.NetworkStream):
    """A connection on which no step lasts longer than the try's deadline, even if the other side sends very slowly."""

    def __init__(self, connection: socket.socket, wires: CheckedConnections) -> None:
        self._connection = connection
        self._wires = wires

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002  # that of the try counts
        """Read some bytes."""
        with _known(httpcore.ReadTimeout, httpcore.ReadError):
            self._connection.settimeout(self._wires.seconds_left())
            return self._connection.recv(max_bytes)

    def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002  # as above
        """Write all of them."""
        with _known(httpcore.WriteTimeout, httpcore.WriteError):
            while buffer:
                self._connection.settimeout(self._wires.seconds_left())
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
            self._connection.settimeout(self._wires.seconds_left())
            return TimedConnection(
                ssl_context.wrap_socket(self._connection, server_hostname=server_hostname), self._wires
            )
        except BaseException:
            self._connection.close()
            raise

    def get_extra_info(self, info: str) -> Any:
        """Return what the library asks of an idle connection: whether unexpected data has arrived."""
        if info != "is_readable":
            return None
        if self._connection.fileno() < 0:
            return True
        looking = select.poll()
        looking.register(self._connection, select.POLLIN)
        return bool(looking.poll(0))


@contextmanager
def _known(late: type[Exception], broken: type[Exception]) -> Iterator[None]:
    """Translate errors to the library's own."""
    try:
        yield
    except TimeoutError as error:
        raise late from error
    except OSError as error:
        raise broken from error
