"""One try to send a message: to the address that was checked, within a time limit."""

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

from service.webhooks.addresses import Networks, RefusedAddress, resolved
from service.webhooks.http_connections import CheckedConnections

SECONDS: Final = 10.0
"""How long a try may take in all."""
ANSWER_BYTES_MAX: Final = 4096
"""How many bytes of a response are read and dropped."""
KEPT_SECONDS: Final = 2.0
"""How long a connection is kept for the next message: less than servers keep theirs."""
SENDERS: Final = 16
"""How many messages are under way at once."""
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
"""Every way in which a try can fail."""


class TryOutcome(NamedTuple):
    """The outcome of a try: the status of a response, the fault if any, and how many ms to pause."""

    status: int | None = None
    fault: str | None = None
    retry_after: int = 0


class MessageSender:
    """Sends messages, for any number of threads."""

    def __init__(
        self,
        networks: Networks,
        *,
        plain: bool = False,
        seconds: float = SECONDS,
        resolve: Callable[[str, int], list[str]] = resolved,
        trusted: ssl.SSLContext | None = None,
    ) -> None:
        self._plain = plain
        self._seconds = seconds
        self._trusted = trusted
        self._wires = CheckedConnections(networks, resolve)
        self._guard = Lock()
        self._made: httpcore.ConnectionPool | None = None

    @property
    def _pool(self) -> httpcore.ConnectionPool:
        with self._guard:
            self._made = self._made or self._new_pool()
            return self._made

    def _new_pool(self) -> httpcore.ConnectionPool:
        # It uses neither proxies nor redirects, and reads nothing from the environment.
        return httpcore.ConnectionPool(
            ssl_context=self._trusted or httpx.create_ssl_context(),
            max_connections=4 * SENDERS,
            max_keepalive_connections=SENDERS,
            keepalive_expiry=KEPT_SECONDS,
            network_backend=self._wires,
        )

    def send(self, url: str, headers: Mapping[str, str], body: bytes) -> TryOutcome:
        """Send a message and return the outcome. Raises nothing, however the target responds."""
        try:
            with self._wires.deadline(self._seconds):
                return self._sent(httpx.URL(url), headers, body)
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

    def _sent(self, url: httpx.URL, headers: Mapping[str, str], body: bytes) -> TryOutcome:
        if url.scheme != "https" and not self._plain:  # it was made when http was allowed
            raise RefusedAddress("it is not https")
        to = httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path)
        waits = {"timeout": dict.fromkeys(("connect", "read", "write", "pool"), self._seconds)}
        with self._pool.stream("POST", to, headers=[*headers.items()], content=body, extensions=waits) as answer:
            _skim(answer.iter_stream())
            if 200 <= answer.status < 300:
                return TryOutcome(answer.status)
            fault = "redirect" if 300 <= answer.status < 400 else "answer"
            return TryOutcome(answer.status, fault, _retry_after(answer.headers))

    def close(self) -> None:
        """Close every connection."""
        if self._made is not None:
            self._made.close()


def _skim(parts: Iterable[bytes]) -> None:
    # The status is enough: a response that breaks off in its unread body counts, too.
    read = 0
    with suppress(httpcore.ProtocolError, httpcore.NetworkError, httpcore.TimeoutException):
        for part in parts:
            read += len(part)
            if read > ANSWER_BYTES_MAX:
                return


def _retry_after(headers: Iterable[tuple[bytes, bytes]]) -> int:
    """Return how many milliseconds `Retry-After` asks for, in either of its two forms, or 0 without it."""
    asked = next((value.decode("latin-1").strip() for name, value in headers if name.lower() == b"retry-after"), "")
    if asked.isascii() and asked.isdigit():
        return 1000 * int(asked[:9])
    with suppress(ValueError, OverflowError):
        return max(0, round(1000 * (parsedate_to_datetime(asked).timestamp() - time.time())))
    return 0
