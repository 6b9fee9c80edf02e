"""The guide to HTTP has one example of each operation, and each matches the OpenAPI description."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from service.api.routes import INTERFACE, OPERATIONS
from service.openapi.document import describe_api
from tests.document_shell import ROOT
from tests.documents import blocks_of

GUIDE = blocks_of((ROOT / "docs" / "http.md").read_text("utf-8"))
EXAMPLES = [one.text for one in GUIDE if one.language == "http" and " /v1/" in one.text.partition("\n")[0]]
LEFT_OUT = "..."


@cache
def description() -> dict[str, Any]:
    """Return the OpenAPI description."""
    return describe_api(INTERFACE)


def operation_asked(example: str) -> str:
    """Return the name of the operation that an example asks, or its first line where there is none."""
    line = example.partition("\n")[0]
    method, _, address = line.partition(" ")
    for name, operation in OPERATIONS.items():
        pattern = "/v1" + re.sub("<path:[a-z]+>", ".+", re.sub("<(int:)?[a-z]+>", "[^/]+", operation.path))
        if operation.method == method and re.fullmatch(pattern, address.partition("?")[0]):
            return name
    return line


def faults(example: str) -> Iterator[str]:
    """Yield the status or the members (as paths) of an example's response that the description does not have."""
    name = operation_asked(example)
    status, _, body = example.partition("\n\n")[2].partition("\n")
    method = OPERATIONS[name].method.lower()
    path = "/v1" + re.sub("<(?:[a-z]+:)?([a-z]+)>", r"{\1}", OPERATIONS[name].path).rstrip("/")
    answer = description()["paths"][path][method]["responses"].get(status.partition(" ")[0])
    if answer is None:
        yield f"{name}: {status}"
    elif (media := answer.get("content", {}).get("application/json")) and not re.search(r'[^"]\.\.\.', body):
        yield from (f"{name}: {place}" for place in unknown_members(json.loads(body), media["schema"]))


def unknown_members(value: Any, schema: dict[str, Any], place: str = "") -> list[str]:
    """Return the paths of the members that a schema does not have; `...` is ignored."""
    while "$ref" in schema:
        schema = description()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        return min((unknown_members(value, one, place) for one in choices), key=len)
    if isinstance(value, list):
        items = schema.get("items", {})
        return [found for one in value if one != LEFT_OUT for found in unknown_members(one, items, place)]
    if not isinstance(value, dict) or "properties" not in schema:
        return []
    known = schema["properties"]
    return [
        found
        for name, one in value.items()
        if name != LEFT_OUT
        for found in (unknown_members(one, known[name], f"{place}/{name}") if name in known else [f"{place}/{name}"])
    ]


def test_every_operation_has_one_example():
    shown = sorted(operation_asked(example) for example in EXAMPLES)
    assert shown == sorted(name for name, operation in OPERATIONS.items() if not operation.deprecated)


def test_every_example_response_matches_the_description():
    assert [found for example in EXAMPLES for found in faults(example)] == []


def test_control_a_wrong_example_response_is_detected():
    (right,) = [example for example in EXAMPLES if example.startswith("GET /v1/games/{game}/annotations\n")]
    assert list(faults(right.replace("200 OK", "202 Accepted"))) == ["list_annotations: 202 Accepted"]
    assert list(faults(right.replace('"by":', '"of":'))) == ["list_annotations: /annotations/of"]
    assert operation_asked("GET /v1/games/{game}/nothing\n\n200 OK\n") == "GET /v1/games/{game}/nothing"
