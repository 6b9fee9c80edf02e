"""The errors of a call: a problem that the service describes, or no answer at all."""

import json
from collections.abc import Mapping
from typing import Any


class HaricotProblem(Exception):
    """The service refused: a stable `code`, its meaning, and the clause of the rulebook where there is one."""

    def __init__(self, status: int, problem: Mapping[str, Any], request_id: str | None) -> None:
        self.status, self.request_id, self.problem = status, request_id, problem
        self.code = str(problem.get("code", f"http.{status}"))
        self.title = str(problem.get("title", ""))
        self.detail = str(problem.get("detail", ""))
        clause = problem.get("clause")
        self.clause: str | None = clause["id"] if clause else None
        super().__init__(f"{self.code}: {self.detail}" + (f" ({self.clause})" if self.clause else ""))


class NoAnswer(Exception):
    """The service could not be reached or had no time, even after all retries."""


def problem_of(status: int, headers: Mapping[str, str], body: bytes) -> HaricotProblem:
    """Return the problem in an answer; one that is no JSON comes from a program between client and service."""
    try:
        described = json.loads(body)
    except ValueError:
        described = None
    if not isinstance(described, dict):
        described = {"detail": body[:200].decode("utf-8", "replace")}
    return HaricotProblem(status, described, headers.get("x-request-id"))
