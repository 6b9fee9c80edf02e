"""Requests in the form of Granian's own interface, and their translation into WSGI."""

import io
import sys
from collections.abc import AsyncIterator
from typing import Any, Protocol


class RsgiScope(Protocol):
    """The head of a request: Granian's `Scope`."""

    client: str
    server: str
    scheme: str
    http_version: str
    method: str
    path: str
    query_string: str
    authority: str | None
    headers: Any


class RsgiProtocol(Protocol):
    """Receives the body of a request and sends the response: Granian's `HTTPProtocol`."""

    def __aiter__(self) -> AsyncIterator[bytes]:
        """Return the parts of the body."""

    def response_bytes(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        """Send a whole response at once."""

    def response_stream(self, status: int, headers: list[tuple[str, str]]) -> Any:
        """Begin a response and return its transport."""


def address_of(peer: str) -> str:
    """Return the address of `address:port`."""
    return peer.rpartition(":")[0].strip("[]")


def headers_of(scope: RsgiScope) -> dict[str, str]:
    """Return the headers, each once, by its name in lower case.

    A header with an underscore in its name could pass for another in WSGI, so it is dropped.
    """
    sent = scope.headers
    return {name: ",".join(sent.get_all(name)) for name in sent if "_" not in name}


def environ_of(scope: RsgiScope, body: bytes) -> dict[str, Any]:
    """Return the request as a WSGI environment."""
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string.encode().decode("latin-1"),
        "SERVER_NAME": address_of(scope.server),
        "SERVER_PORT": scope.server.rpartition(":")[2],
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": address_of(scope.client),
        "HTTP_HOST": scope.authority or "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO(body),
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in headers_of(scope).items():
        environ[f"HTTP_{name.replace('-', '_').upper()}"] = value
    for name in ("CONTENT_TYPE", "CONTENT_LENGTH"):
        if (sent := environ.pop(f"HTTP_{name}", None)) is not None:
            environ[name] = sent.partition(",")[0] if name == "CONTENT_LENGTH" else sent
    return environ
