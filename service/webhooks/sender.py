"""Sends a message once: to an address that was checked, within a time limit."""

import socket
import ssl
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from email.utils import parsedate_to_datetime
from threading import Lock
from typing import Final, NamedTuple

import httpcore
import httpx

from service.webhooks.addresses import Networks, RefusedAddress, resolve_host
from service.webhooks.http_connections import CheckedConnections

TRY_SECONDS_MAX: Final = 10.0
"""How long a try may take in total."""
RESPONSE_BYTES_MAX: Final = 4096
"""How many bytes of a response are read and discarded."""
KEEPALIVE_SECONDS: Final = 2.0
"""How long a connection is kept for the next message. Servers keep theirs longer."""
SENDER_THREADS: Final = 16
"""How many threads send messages."""
FAULTS: Final = {
    "answer": "it answered with another status than 2xx",
    "redirect": "it answered that it is elsewhere, where no webhook follows",
    "time": "it took too long",
    "connection": "it cannot be reached, or broke off",
    "name": "its name has no address",
    "address": "its name leads into a network where no webhook may go, or it is http, allowed no more",
    "certificate": "it does not prove its name",
    "protocol": "what it answers is no HTTP",
}
"""The kinds of failure of a try, with their descriptions."""


class TryOutcome(NamedTuple):
    """The outcome of a try: the status of the response, the kind of failure if any, and the requested pause in ms."""

    status: int | None = None
    fault: str | None = None
    retry_after: int = 0


class MessageSender:
    """Sends messages, for any number of threads."""

    def __init__(
        self,
        networks: Networks,
        *,
        allow_http: bool = False,
        seconds: float = TRY_SECONDS_MAX,
        resolve: Callable[[str, int], list[str]] = resolve_host,
        trusted: ssl.SSLContext | None = None,
    ) -> None:
        self._allow_http = allow_http
        self._seconds = seconds
        self._trusted = trusted
        self._connections = CheckedConnections(networks, resolve)
        self._guard = Lock()
        self._opened_pool: httpcore.ConnectionPool | None = None

    @property
    def _pool(self) -> httpcore.ConnectionPool:
        with self._guard:
            self._opened_pool = self._opened_pool or self._new_pool()
            return self._opened_pool

    def _new_pool(self) -> httpcore.ConnectionPool:
        # Unlike a client of httpx, the pool follows no redirects and reads no proxies from the environment.
        return httpcore.ConnectionPool(
            ssl_context=self._trusted or httpx.create_ssl_context(),
            max_connections=4 * SENDER_THREADS,
            max_keepalive_connections=SENDER_THREADS,
            keepalive_expiry=KEEPALIVE_SECONDS,
            network_backend=self._connections,
        )

    def send(self, url: str, headers: Mapping[str, str], body: bytes) -> TryOutcome:
        """Send a message and return the outcome. Failures are outcomes, not exceptions."""
        try:
            with self._connections.deadline(self._seconds):
                return self._post(httpx.URL(url), headers, body)
        except RefusedAddress:
            return TryOutcome(fault="address")
        except (httpcore.TimeoutException, TimeoutError):
            return TryOutcome(fault="time")
        except ssl.SSLError:
            return TryOutcome(fault="certificate")
        except (socket.gaierror, UnicodeError):
            return TryOutcome(fault="name")
        except httpcore.ProtocolError:
            return TryOutcome(fault="protocol")
        except (httpcore.NetworkError, OSError):
            return TryOutcome(fault="connection")

    def _post(self, url: httpx.URL, headers: Mapping[str, str], body: bytes) -> TryOutcome:
        if url.scheme != "https" and not self._allow_http:  # the webhook was created while http was allowed
            raise RefusedAddress("it is not https")
        to = httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path)
        waits = {"timeout": dict.fromkeys(("connect", "read", "write", "pool"), self._seconds)}
        with self._pool.stream("POST", to, headers=[*headers.items()], content=body, extensions=waits) as answer:
            _drain(answer.iter_stream())
            if 200 <= answer.status < 300:
                return TryOutcome(answer.status)
            fault = "redirect" if 300 <= answer.status < 400 else "answer"
            return TryOutcome(answer.status, fault, _retry_after(answer.headers))

    def close(self) -> None:
        """Close every connection."""
        if self._opened_pool is not None:
            self._opened_pool.close()


def _drain(parts: Iterable[bytes]) -> None:
    # Only the status matters, so a response counts even if its body breaks off.
    read = 0
    with suppress(httpcore.ProtocolError, httpcore.NetworkError, httpcore.TimeoutException):
        for part in parts:
            read += len(part)
            if read > RESPONSE_BYTES_MAX:
                return


def _retry_after(headers: Iterable[tuple[bytes, bytes]]) -> int:
    """Return how many milliseconds `Retry-After` asks for, in either of its two forms, or 0 without it."""
    header = next((value.decode("latin-1").strip() for name, value in headers if name.lower() == b"retry-after"), "")
    if header.isascii() and header.isdigit():
        return 1000 * int(header[:9])
    with suppress(ValueError, OverflowError):
        return max(0, round(1000 * (parsedate_to_datetime(header).timestamp() - time.time())))
    return 0
