"""A response, independent of the server."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

import msgspec

from service.problems import PROBLEM_JSON, Problem


class HttpAnswer:
    """A response: its body, whole or in parts, its status, its content type `media`, and its headers.

    `close` is called at the end of the response, or when the client disconnects.
    """

    def __init__(
        self,
        body: bytes | Iterable[bytes] = b"",
        status: int = 200,
        media: str | None = None,
        close: Callable[[], object] | None = None,
    ) -> None:
        self.body = body
        self.status = status
        self.media = media
        self.close = close
        self.headers: dict[str, str] = {}


def answer(payload: Any, status: int = 200, **headers: str) -> HttpAnswer:
    """Return a response with compact JSON. Underscores in names of headers stand for hyphens."""
    made = HttpAnswer(msgspec.json.encode(payload), status, "application/json")
    for name, value in headers.items():
        made.headers[name.replace("_", "-")] = value
    made.headers.setdefault("Cache-Control", "no-store" if status == 201 else "private, no-cache")
    return made


def replay_header(is_replay: bool) -> dict[str, str]:
    """Return the header of the response to a retry."""
    return {"Idempotency_Replayed": "true"} if is_replay else {}


def next_page_link(path: str, query: Mapping[str, Any]) -> str:
    """Return the value of a `Link` header to the next page (RFC 8288)."""
    return f'<{path}?{urlencode(query)}>; rel="next"'


def problem_response(problem: Problem, instance: str) -> HttpAnswer:
    """Return a problem as the response to a request. `instance` is the requested path."""
    made = HttpAnswer(msgspec.json.encode(problem.body(instance)), problem.status, PROBLEM_JSON)
    made.headers.update({"Cache-Control": "no-store", **problem.headers})
    return made
