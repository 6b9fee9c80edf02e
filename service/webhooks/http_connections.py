"""Connections for webhooks: made to the very address that was checked, over when their time is."""

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
    """Connects to an address that was checked, whatever its name is said to mean a moment later."""

    def __init__(self, networks: Networks, resolve: Callable[[str, int], list[str]]) -> None:
        self._networks = networks
        self._resolve = resolve
        self._here = local()

    @contextmanager
    def deadline(self, seconds: float) -> Iterator[None]:
        """A try of this thread, which has to be over by then."""
        self._here.until = time.monotonic() + seconds
        try:
            yield
        finally:
            del self._here.until

    def seconds_left(self) -> float:
        """Return how many seconds of this thread's try are left; TimeoutError when there are none."""
        left: float = self._here.until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ARG002  # the time of the whole try counts
        local_address: str | None = None,  # noqa: ARG002  # nobody names one
        socket_options: Iterable[Any] | None = None,  # noqa: ARG002  # nobody sets any
    ) -> httpcore.NetworkStream:
        """Resolves, checks every address, connects to the first of these that answers; raises OSError."""
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
    """A connection on which nothing lasts longer than the try that it is for, however slowly the other side drips."""

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
        """Hang up."""
        self._connection.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ARG002  # as above
    ) -> httpcore.NetworkStream:
        """Go on in secret, with whoever proves to be of this name; raises OSError."""
        try:
            self._connection.settimeout(self._wires.seconds_left())
            return TimedConnection(
                ssl_context.wrap_socket(self._connection, server_hostname=server_hostname), self._wires
            )
        except BaseException:
            self._connection.close()
            raise

    def get_extra_info(self, info: str) -> Any:
        """What the library asks of a kept connection: whether there is something to read where nothing should be."""
        if info != "is_readable":
            return None
        if self._connection.fileno() < 0:
            return True
        looking = select.poll()
        looking.register(self._connection, select.POLLIN)
        return bool(looking.poll(0))


@contextmanager
def _known(late: type[Exception], broken: type[Exception]) -> Iterator[None]:
    """Tell what goes wrong as the library knows it."""
    try:
        yield
    except TimeoutError as error:
        raise late from error
    except OSError as error:
        raise broken from error
