"""Requests in the form of Granian's own interface, and their translation into WSGI."""

import io
import sys
from collections.abc import AsyncIterator
from typing import Any, Protocol


class Asked(Protocol):
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


class Answering(Protocol):
    """The body of a request, and the way back: Granian's `HTTPProtocol`."""

    def __aiter__(self) -> AsyncIterator[bytes]:
        """Return the parts of the body."""

    def response_bytes(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        """Send a whole response at once."""

    def response_stream(self, status: int, headers: list[tuple[str, str]]) -> Any:
        """Begin a response and return its transport."""


def address_of(place: str) -> str:
    """Return the address of a connection's end, without its port."""
    return place.rpartition(":")[0].strip("[]")


def headers_of(asked: Asked) -> dict[str, str]:
    """Return the headers, each once, by its name in lower case.

    A header with an underscore in its name could pass for another in WSGI, so it is dropped.
    """
    sent = asked.headers
    return {name: ",".join(sent.get_all(name)) for name in sent if "_" not in name}


def environ_of(asked: Asked, body: bytes) -> dict[str, Any]:
    """Return the request as a WSGI environment."""
    environ: dict[str, Any] = {
        "REQUEST_METHOD": asked.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": asked.path.encode().decode("latin-1"),
        "QUERY_STRING": asked.query_string.encode().decode("latin-1"),
        "SERVER_NAME": address_of(asked.server),
        "SERVER_PORT": asked.server.rpartition(":")[2],
        "SERVER_PROTOCOL": f"HTTP/{asked.http_version}",
        "REMOTE_ADDR": address_of(asked.client),
        "HTTP_HOST": asked.authority or "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": asked.scheme,
        "wsgi.input": io.BytesIO(body),
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in headers_of(asked).items():
        environ[f"HTTP_{name.replace('-', '_').upper()}"] = value
    for name in ("CONTENT_TYPE", "CONTENT_LENGTH"):
        if (sent := environ.pop(f"HTTP_{name}", None)) is not None:
            environ[name] = sent.partition(",")[0] if name == "CONTENT_LENGTH" else sent
    return environ
