"""The OpenAPI description against the operations: declared arguments, headers, examples and problems."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from marshmallow import Schema, ValidationError, fields

from service.access.policy import ARBITER, PERSON, POLICY, SEAT, SERVICE, SPECTATOR
from service.api.routes import INTERFACE, OPERATIONS
from service.http.operation import Operation, RequestSpec
from service.http.query_params import KeyHeader, StrictInteger
from service.http.request import KEY
from service.http.response import answer
from service.openapi.document import HEADERS, describe_api
from service.openapi.document import _operation as describe_operation
from service.openapi.examples import EXAMPLES
from tests.service.api.conftest import ApiClient, open_api, tournament_of
from tests.service.api.test_policy import answer_of_operation, documented_operations, request_for, short_file

__all__ = ["short_file"]
METHODS = ("get", "post", "put", "delete")


@pytest.fixture(scope="module")
def description(shared: Any) -> Any:
    """The description as the service serves it."""
    return shared.get("/openapi.json")


def operations(description: Any) -> dict[str, Any]:
    """Return the described operations by id, each with the parameters of its path."""
    return {
        reply["operationId"]: {**reply, "parameters": [*path.get("parameters", []), *reply.get("parameters", [])]}
        for path in description["paths"].values()
        for method, reply in path.items()
        if method in METHODS
    }


def undescribed_parts(declared: dict[str, Operation], description: Any) -> Iterator[str]:
    """Yield what is declared of operations but not described, or described but not declared."""
    reply = operations(description)
    for name, known in declared.items():
        said = {(one["in"], one["name"]) for one in reply[name].get("parameters", []) if one["in"] != "path"}
        yield from (f"{name}: {place} {one} is not described" for place, one in known.parameters - said)
        yield from (f"{name}: {place} {one} is not known" for place, one in said - known.parameters)
        if (known.request.body is not None) > ("requestBody" in reply[name]):
            yield f"{name}: the body is not described"
        for one in reply[name].get("parameters", []):
            if not one.get("description") or not one.get("schema"):
                yield f"{name}: nothing is said of {one['name']}"


def test_summaries_are_short_and_tags_few(description):
    assert len(description["tags"]) <= 13
    for name, reply in operations(description).items():
        assert len(reply["summary"]) <= 60, name
        assert not re.search("[;:.]$", reply["summary"]), name
        assert len(reply["tags"]) == 1, name


def test_the_changelog_counts_operations_and_tags(description):
    said = f"{len(operations(description))} operations under {len(description['tags'])} tags"
    assert said in (Path(__file__).parents[3] / "CHANGELOG.md").read_text("utf-8")


def test_every_declared_argument_header_and_body_is_described(description):
    assert set(OPERATIONS) == set(POLICY)
    assert list(undescribed_parts(OPERATIONS, description)) == []
    assert {name for _, name in OPERATIONS["list_events"].parameters} >= {
        "as",
        "after",
        "limit",
        "type",
        "seat",
        "wait",
    }


def test_every_part_of_a_path_is_described(description):
    for path, methods in description["paths"].items():
        named = {one["name"] for one in methods.get("parameters", []) if one["in"] == "path"}
        assert named == set(re.findall(r"{(\w+)}", path)), path


def test_control_a_missing_argument_is_detected(monkeypatch):
    one = OPERATIONS["list_events"]
    monkeypatch.setattr("service.openapi.document._operation", describe_in_part)
    lacking = describe_api(INTERFACE)
    assert "list_events: query after is not described" in list(undescribed_parts({"list_events": one}, lacking))


def describe_in_part(spec: Any, operation: Operation) -> Any:
    """Describe an operation with a list of headers in place of its arguments."""
    words = describe_operation(spec, operation)
    words["parameters"] = [{"in": "header", "name": "Idempotency-Key"}]
    return words


def test_control_an_undescribed_field_is_detected(description):
    class Longer(Schema):
        more = fields.String()

    one = replace(OPERATIONS["get_game"], request=RequestSpec(query=Longer, headers=[KeyHeader]))
    assert {line.split(": ")[1] for line in undescribed_parts({"get_game": one}, description)} == {
        "query more is not described",
        "header Idempotency-Key is not described",
        "header If-None-Match is not known",
    }


def test_the_description_has_the_pattern_of_keys_and_the_least_event_number(description):
    described = {one["name"]: one["schema"] for one in operations(description)["create_game"]["parameters"]}
    assert described["Idempotency-Key"]["pattern"] == KEY
    (number,) = (one for one in operations(description)["get_event"]["parameters"] if one["name"] == "n")
    assert number["schema"]["minimum"] == 1


def undescribed_headers(headers: Any, described: Any) -> set[str]:
    """Return our headers of an answer that are not described for it."""
    ours = {name.lower() for name in HEADERS}
    return {name for name in map(str.lower, headers.keys()) if name in ours} - {name.lower() for name in described}


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiClient]:
    """An API client with a rate limit, so that answers have its headers."""
    with open_api(tmp_path_factory.mktemp("limited"), rate="1000 per second", costs="", heartbeat=0.05) as api:
        yield api


def test_every_header_of_an_answer_is_described(limited, description, short_file):
    api, read_only = limited, limited.match()
    for name, reply in operations(description).items():
        match = read_only if name.startswith(("get_", "list_")) else api.match()
        if name in ("fork_game", "list_forks"):
            api.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
        for token in (api.service, "hrc_seat_" + "x" * 43):
            got = answer_of_operation(api, name, match, token, short_file)
            said = reply["responses"][str(got.status_code)]["headers"]
            assert undescribed_headers(got.headers, said) == set(), (name, got.status_code)
            always = {one for one in said if HEADERS[one].get("required")}
            assert always <= set(got.headers.keys()), name
            assert "X-RateLimit-Limit" in got.headers or got.status_code == 401, name


def test_control_an_undescribed_header_is_detected(shared, description, monkeypatch):
    reply = operations(description)["get_service"]["responses"]["200"]["headers"]
    assert undescribed_headers(shared.request("GET", "/v1/").headers, reply) == set()

    def tagged(*values: Any, **named: Any) -> Any:
        return answer(*values, ETag='"x"', **named)

    monkeypatch.setattr("service.api.judging.rulesets.answer", tagged)
    assert undescribed_headers(shared.request("GET", "/v1/").headers, reply) == {"etag"}


def response_contents(description: Any) -> Iterator[tuple[str, Any]]:
    """Yield the content of each body and of each answer, with its title."""
    for name, reply in operations(description).items():
        for status, part in [*reply["responses"].items(), ("body", reply.get("requestBody", {}))]:
            for media, content in part.get("content", {}).items():
                yield f"{name} {status} {media}", content


def wrong_examples(description: Any) -> Iterator[str]:
    """Yield bodies and answers without an example, and examples that do not match their schema."""
    schemas, examples = {}, {}
    for title, content in response_contents(description):
        example, schema = content.get("example"), content["schema"]
        if not example:
            yield f"{title} has no example"
            continue
        schemas[title], examples[title] = schema, example
        if "contentSchema" in schema:
            lines = (line.removeprefix("data: ") for line in example.splitlines())
            schemas[f"{title}\n"] = {"type": "array", "items": schema["contentSchema"]}
            examples[f"{title}\n"] = [json.loads(line) for line in lines if line[:1] == "{" and line != "{}"]
    # One validator for all examples: it reads the components once.
    shape = {"type": "object", "properties": schemas, "components": description["components"]}
    wrong = {str(error.instance_path[0]).strip() for error in jsonschema_rs.validator_for(shape).iter_errors(examples)}
    yield from (f"{title} is not of its shape" for title in sorted(wrong))


def test_every_body_and_every_answer_has_an_example_of_its_shape(description):
    assert list(wrong_examples(description)) == []
    titles = {title for title, _ in response_contents(description)}
    assert {name for name in EXAMPLES if not name.endswith(" body")} <= titles
    assert not re.search(r"hrc_[a-z]+_\w", json.dumps(EXAMPLES)), "an example contains a token"


@pytest.mark.long
def test_control_examples_of_another_shape_are_detected(monkeypatch):
    planted = {
        "get_game 200 application/json": {"game": "classic-1"},
        "get_table 200 application/json": None,
        "stream_game 200 application/x-ndjson": '{"game":"classic-1"}\n',
        "stream_game 200 text/event-stream": 'event: event\ndata: {"n":1}\n\n',
    }
    for title, example in planted.items():
        monkeypatch.setitem(EXAMPLES, title, example)
    noticed = (line.partition(" has")[0].partition(" is")[0] for line in wrong_examples(describe_api(INTERFACE)))
    assert sorted(noticed) == sorted(planted)


def test_a_response_describes_each_problem_code_once(description):
    for name, reply in operations(description).items():
        for status, response in reply["responses"].items():
            codes = re.findall(r"`([a-z.-]+)`", response["description"]) if int(status) >= 400 else []
            assert len(codes) == len(set(codes)), name


@pytest.mark.parametrize("number", ["1.0", " 1", "1_0", "\u0661", "+1", "1e3", "0x1", "", "9" * 30])
def test_an_integer_argument_accepts_digits_only(shared, number):
    with pytest.raises(ValidationError):
        StrictInteger().deserialize(number)
    got = shared.request("GET", "/v1/games", query_string={"limit": number})
    assert (got.status_code, got.json["errors"][0]["place"]) == (422, "query.limit")


def test_list_legal_commands_describes_its_required_seat(description):
    reply = {one["name"]: one for one in operations(description)["list_legal_commands"]["parameters"]}
    assert reply["seat"]["required"] is True
    assert reply["seat"]["schema"] == {"type": "integer", "minimum": 0, "maximum": 15}
    assert "description" in reply["at"]


def test_every_operation_refuses_an_unknown_argument(shared):
    match = shared.match()
    shared.tournament(tournament_of(match.game))
    arbiter = {"kind": "arbiter", "game": match.game, "reason": "a dispute"}
    tokens = {
        SERVICE: shared.token("service"),
        SEAT: match.seats[0],
        SPECTATOR: shared.token("spectator", match.game),
        ARBITER: shared.post("/v1/tokens", match.organiser, json=arbiter)["token"],
        PERSON: shared.person_token("u-1"),
    }
    for name, (method, path) in documented_operations().items():
        token = next(token for relation, token in tokens.items() if relation in POLICY[name])
        _, address, more = request_for(name, method, path, match, token)
        address += "&unknown=1" if "?" in address else "?unknown=1"
        answer = shared.problem(422, "request.shape", method, address, token, **more)
        assert [one["place"] for one in answer["errors"]] == ["query.unknown"], name


def test_operations_without_views_refuse_the_argument_as(shared):
    match = shared.match()
    known = {name for name, one in OPERATIONS.items() if ("query", "as") in one.parameters}
    assert known == {
        *("audit_game", "export_game", "export_games", "fork_game", "get_audit", "get_audit_bundle", "stream_game"),
        *("get_card_history", "get_event", "get_event_verdict", "get_knowledge", "get_story", "get_table"),
        *("get_timeline", "list_events", "list_known_cards", "list_sentences", "list_tables"),
    }
    reply = shared.problem(422, "request.shape", "GET", f"{match.at}?as=omniscient", match.seats[0])
    assert reply["errors"] == [{"place": "query.as", "says": "there is no such argument: there are none here"}]


def test_the_description_has_no_empty_enum_value_and_one_success_per_command(description):
    """Require what client generators need: with an empty enum value or a second success, code does not compile."""

    def words(node: Any) -> Iterator[Any]:
        if isinstance(node, dict):
            yield from node.get("enum", ())
            for inner in node.values():
                yield from words(inner)
        elif isinstance(node, list):
            for inner in node:
                yield from words(inner)

    found = [*words(description)]
    assert "plant" in found
    assert "" not in found
    paths = description["paths"]
    given = paths["/v1/games/{game}/commands"]["post"]
    assert [status for status in given["responses"] if status.startswith("2")] == ["201"]
    assert "dry_run" not in json.dumps(given["parameters"])
    assert "200" in paths["/v1/games/{game}/commands:check"]["post"]["responses"]
