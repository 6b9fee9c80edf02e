"""Both client kits call the same operations under the same names, and all of them exist."""

import inspect
import json
import re
import subprocess
from typing import Any

import pytest

from haricot_client import AsyncHaricot, Haricot, endpoints
from haricot_client.request import Call
from service.api.routes import INTERFACE
from service.openapi.document import describe_api
from tests.node.client_kit import transpile_kit
from tests.node.programs import ROOT

LIST_CALLS = """
const calls = await import(`${process.argv[1]}/endpoints.js`);
const { Haricot } = await import(`${process.argv[1]}/index.js`);
const made = Object.entries(calls).filter(([name]) => name !== "seatLink").map(([name, call]) => {
  const { method, path, headers } = call("ONE", "ONE", "ONE", {});
  return [name, method, path, Object.keys(headers)];
});
console.log(JSON.stringify({ names: Object.getOwnPropertyNames(Haricot.prototype), asked: made }));
"""
GIVEN: dict[str, Any] = {
    "game": "ONE",
    "tournament": "ONE",
    "edition": "ONE",
    "player": "ONE",
    "person": "ONE",
    "slot": "ONE",
    "field": "ONE",
    "id_": "ONE",
    "seat": 0,
    "key": None,
}
Calls = dict[str, tuple[str, str, tuple[str, ...]]]
"""The method, path and headers of each call, by its name as Python writes it."""
GUIDE = (ROOT / "docs" / "clients.md").read_text("utf-8")
TABLE = re.findall(r"^\| `(\w+)` \| `(\w+)` \| (.*?) \|", GUIDE, re.MULTILINE)


def normalised(path: str) -> str:
    """Return a path of the description with its arguments replaced by ONE."""
    return re.sub(r"\{\w+\}", "ONE", path)


def in_python_style(name: str) -> str:
    """Return `create_game` for `createGame`."""
    return re.sub("([A-Z])", lambda found: f"_{found[1].lower()}", name)


def python_calls() -> Calls:
    """Return the calls of the Python kit."""
    made: Calls = {}
    for name, call in inspect.getmembers(endpoints, inspect.isfunction):
        if (
            call.__module__ == endpoints.__name__
            and "Call[" in str(inspect.signature(call))
            and not name.startswith("_")
        ):
            one: Call[Any] = call(
                **{argument: GIVEN.get(argument, {}) for argument in inspect.signature(call).parameters}
            )
            made[name] = one.method, one.path, tuple(sorted(one.headers))
    return made


@pytest.fixture(scope="module")
def typescript(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return the calls of the TypeScript kit and the methods of its client."""
    kit = transpile_kit(tmp_path_factory.mktemp("kit"))
    command = ["node", "--input-type=module", "--eval", LIST_CALLS, (kit / "dist").as_uri()]
    said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
    return json.loads(said)


def unknown_calls(asked: Calls) -> list[str]:
    """Return the calls without an operation in the description, or without the idempotency key that it takes."""
    operations = {
        (method.upper(), normalised(path)): {one.get("name") for one in operation.get("parameters", ())}
        for path, by_method in describe_api(INTERFACE)["paths"].items()
        for method, operation in by_method.items()
        if method != "parameters"
    }
    wrong = []
    for name, (method, path, headers) in asked.items():
        found = [takes for one, takes in operations.items() if one == (method, path)]
        keyed = "Idempotency-Key" in headers
        if not found or ("Idempotency-Key" in found[0]) != keyed:
            wrong.append(name)
    return wrong


def test_both_kits_call_the_same_operations(typescript: Any) -> None:
    python = python_calls()
    assert len(python) > 15
    assert {in_python_style(name): (m, p, tuple(sorted(h))) for name, m, p, h in typescript["asked"]} == python
    assert unknown_calls(python) == []


def test_control_an_unknown_call_or_a_missing_key_is_detected() -> None:
    wrong: Calls = {
        "path": ("GET", "/v1/game/ONE", ()),
        "method": ("PUT", "/v1/games/ONE", ()),
        "key": ("POST", "/v1/games", ()),
    }
    assert unknown_calls({**wrong, "right": ("POST", "/v1/games", ("Idempotency-Key",))}) == [*wrong]


def test_both_kits_have_the_same_methods_and_the_guide_lists_them(typescript: Any) -> None:
    public = {name for name in vars(Haricot) if not name.startswith("_")}
    assert public == {name for name in vars(AsyncHaricot) if not name.startswith("_")}
    assert public - {"close", "join"} == {*map(in_python_style, typescript["names"])} - {"constructor"}
    assert [(in_python_style(name), f) for _, name, f in TABLE] == [(name, f) for name, _, f in TABLE]
    assert {name for name, *_ in TABLE} == public - {"close"}
    asked = python_calls()
    for name, _, request in TABLE:
        if name in asked:
            method, path, _ = asked[name]
            assert f"`{method} {path}`" in normalised(request), name
