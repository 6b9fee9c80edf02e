"""Example responses, one of each operation, as a service really sent them."""

import json
from importlib.resources import files
from typing import Any, Final

from service.problems import Problem, kind_of

EXAMPLES: Final[dict[str, Any]] = json.loads(files("service.openapi").joinpath("examples.json").read_text("utf-8"))
"""By operation and status, such as `get_game 200`, with the content type if there are several."""


def problem_example(code: str, path: str) -> dict[str, Any]:
    """Return a problem of this code, in response to a request for this path."""
    return Problem(code, kind_of(code).title).body(path)
