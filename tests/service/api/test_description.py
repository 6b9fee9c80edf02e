"""The description tells the truth: what is declared of an operation stands there, and what is sent stands there."""

import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
from flask import Flask
from flask_smorest import Api
from marshmallow import Schema, ValidationError, fields

from service.api.description import DECLARED, HEADERS, Declared, KeyHeader, Whole
from service.api.operation import Room, answer
from service.policy import POLICY
from service.schemas import TypedPlugin
from tests.service.api.test_policy import described, outcome

METHODS = ("get", "post", "put", "delete")


@pytest.fixture(scope="module")
def description(shared: Any) -> Any:
    """The description as it is served."""
    return shared.get("/openapi.json")


def operations(description: Any) -> dict[str, Any]:
    """The described operations by their ids, with the parameters of their paths."""
    return {
        told["operationId"]: {**told, "parameters": [*path.get("parameters", []), *told.get("parameters", [])]}
        for path in description["paths"].values()
        for method, told in path.items()
        if method in METHODS
    }


def left_out(declared: dict[str, Declared], description: Any) -> Iterator[str]:
    """What is declared of operations and not described, or described and not declared."""
    told = operations(description)
    for name, known in declared.items():
        said = {(one["in"], one["name"]) for one in told[name].get("parameters", []) if one["in"] != "path"}
        yield from (f"{name}: {place} {one} is not told" for place, one in known.parameters - said)
        yield from (f"{name}: {place} {one} is not known" for place, one in said - known.parameters)
        if (known.body is not None) > ("requestBody" in told[name]):
            yield f"{name}: the body is not told"
        for one in told[name].get("parameters", []):
            if not one.get("description") or not one.get("schema"):
                yield f"{name}: nothing is said of {one['name']}"


def test_every_declared_argument_header_and_body_is_described(description):
    assert set(DECLARED) == set(POLICY)
    assert list(left_out(DECLARED, description)) == []
    assert {name for _, name in DECLARED["list_events"].parameters} >= {"as", "after", "limit", "type", "seat", "wait"}


def test_every_part_of_a_path_is_described(description):
    for path, methods in description["paths"].items():
        named = {one["name"] for one in methods.get("parameters", []) if one["in"] == "path"}
        assert named == set(re.findall(r"{(\w+)}", path)), path


def test_control_a_list_in_the_place_of_the_arguments_is_noticed(monkeypatch):
    class Asked(Schema):
        at = Whole(metadata={"description": "After this event"})

    class Forgetful(Room):
        """As it was once: the headers in a list of `doc`, which takes the place of the arguments."""

        def doc(self, **told: Any) -> Any:
            return super().doc(**told, parameters=[{"in": "header", "name": "Idempotency-Key"}])

    def served(kind: type[Room]) -> Any:
        room = kind("room", __name__)
        room.operation("GET", "/things", "list_games", answers=None, query=Asked, writes=True)(lambda call, query: call)
        app = Flask("described")
        app.config.update(API_TITLE="Things", API_VERSION="1", OPENAPI_VERSION="3.1.0")
        api = Api(app, spec_kwargs={"marshmallow_plugin": TypedPlugin()})
        api.register_blueprint(room)
        return api.spec.to_dict()

    monkeypatch.setitem(DECLARED, "list_games", DECLARED["list_games"])
    told = served(Room)
    mine = {"list_games": DECLARED["list_games"]}
    assert list(left_out(mine, told)) == []
    assert "list_games: query at is not told" in list(left_out(mine, served(Forgetful)))


def test_control_a_field_more_is_noticed(description):
    class Longer(Schema):
        more = fields.String()

    declared = {"get_game": Declared(Longer(), None, (KeyHeader(),))}
    assert {line.split(": ")[1] for line in left_out(declared, description)} == {
        "query more is not told",
        "header Idempotency-Key is not told",
        "header If-None-Match is not known",
    }


def untold(headers: Any, described: Any) -> set[str]:
    """The headers of an answer that are ours to describe, and are not described for it."""
    ours = {name.lower() for name in HEADERS}
    return {name for name in map(str.lower, headers.keys()) if name in ours} - {name.lower() for name in described}


@pytest.mark.parametrize("name", POLICY)
def test_every_header_of_an_answer_is_described(new_house, description, name, game_file):
    house = new_house(rate="1000 per minute", heartbeat=0.05)
    match = house.match()
    if name in ("fork_game", "list_forks"):
        house.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    told = operations(description)[name]["responses"]
    for token in (house.service, "hrc_seat_" + "x" * 43):
        got = outcome(house, name, match, token, game_file)
        said = told[str(got.status_code)]["headers"]
        assert untold(got.headers, said) == set(), got.status_code
        always = {one for one in said if HEADERS[one].get("required")}
        assert always <= set(got.headers.keys())
        assert "X-RateLimit-Limit" in got.headers or got.status_code == 401


def test_control_a_header_that_is_not_described_is_noticed(shared, description, monkeypatch):
    told = operations(description)["describe_service"]["responses"]["200"]["headers"]
    assert untold(shared.ask("GET", "/v1/").headers, told) == set()

    def tagged(*values: Any, **named: Any) -> Any:
        return answer(*values, ETag='"x"', **named)

    monkeypatch.setattr("service.api.rulesets.answer", tagged)
    assert untold(shared.ask("GET", "/v1/").headers, told) == {"etag"}


def test_every_example_is_of_the_shape_that_stands_beside_it(description):
    count = 0
    for name, told in operations(description).items():
        parts = [*told["responses"].values(), told.get("requestBody", {})]
        contents = [content for part in parts for content in part.get("content", {}).values()]
        for content in contents:
            if "example" in content:
                schema = {**content["schema"], "components": description["components"]}
                assert jsonschema_rs.is_valid(schema, content["example"]), name
                count += 1
        if "requestBody" in told and "application/json" in told["requestBody"]["content"]:
            assert "example" in told["requestBody"]["content"]["application/json"], name
    assert count > 10


def test_a_problem_has_its_statuses_described_once(description):
    for name, told in operations(description).items():
        for status, response in told["responses"].items():
            codes = re.findall(r"`([a-z.-]+)`", response["description"]) if int(status) >= 400 else []
            assert len(codes) == len(set(codes)), name


@pytest.mark.parametrize("number", ["1.0", " 1", "1_0", "\u0661", "+1", "1e3", "0x1", "", "9" * 30])
def test_a_whole_number_is_written_in_digits(shared, number):
    with pytest.raises(ValidationError):
        Whole().deserialize(number)
    got = shared.ask("GET", "/v1/games", query_string={"limit": number})
    assert (got.status_code, got.json["errors"][0]["place"]) == (422, "query.limit")


def test_the_page_that_tries_out_legal_commands_has_its_seat(description):
    told = {one["name"]: one for one in operations(description)["list_legal_commands"]["parameters"]}
    assert told["seat"]["required"] is True
    assert told["seat"]["schema"] == {"type": "integer", "minimum": 0, "maximum": 15}
    assert "description" in told["at"]


def test_every_operation_is_found_where_it_is_described(shared):
    assert set(described(shared)) == set(POLICY)
