"""An answer, free of the server that sends it."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from service.problems import PROBLEM_JSON, Problem


class HttpAnswer:
    """An answer: its body whole or in parts, its type, its headers; `close` is called when nobody reads it any more."""

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
    """Compact JSON, keys in their order; names of headers with underscores for hyphens."""
    made = HttpAnswer(msgspec.json.encode(payload), status, "application/json")
    for name, value in headers.items():
        made.headers[name.replace("_", "-")] = value
    made.headers.setdefault("Cache-Control", "no-store" if status == 201 else "private, no-cache")
    return made


def replayed(again: bool) -> dict[str, str]:
    """Return the header that marks a repeat, if it is one."""
    return {"Idempotency_Replayed": "true"} if again else {}


def refused(problem: Problem, instance: str) -> HttpAnswer:
    """Return a problem as the answer to a request; `instance` is the path that was asked for."""
    made = HttpAnswer(msgspec.json.encode(problem.body(instance)), problem.status, PROBLEM_JSON)
    made.headers.update({"Cache-Control": "no-store", **problem.headers})
    return made
