"""The schemas of the description: they match real answers and suit client generators."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import jsonschema_rs
import msgspec
import pytest
from marshmallow import missing

from domain.refusals import Misuse
from domain.view import View
from domain.visibility import viewer_named
from replay.codec import Codec, command_types, event_types
from replay.positions.write import write_position
from replay.record import Record, read_file, redacted_envelope
from replay.rewind import is_batch_end, tables
from service.api.games.bodies import NewGameSchema
from service.api.member_texts import MEMBERS
from service.http.marshmallow_bodies import MarshmallowBody
from service.lifecycle.new_game import NewGame
from service.openapi.examples import EXAMPLES
from service.openapi.postprocessing import members_without_text
from service.problems import Problem
from service.streaming.stream_encoding import NDJSON_FRAMES
from tests.golden.add import FOLDER
from tests.long_tests import mostly_long, one_in

GAMES = sorted(FOLDER.glob("*.haricot.jsonl"))
EXAMPLE_CHARACTERS_MAX = 5_000
VAGUE_NAMES = {"First", "May", "Reason", "Series", "LineTurn", "LineRules", "Choices", "Sentences", "Question", "Value"}
"""Names that mean nothing outside the code."""


@pytest.fixture(scope="module")
def description() -> Any:
    """The description of a new process, which knows no events of other tests."""
    run = [sys.executable, "-c", "from service.cli import main; main(prog_name='haricot')", "openapi"]
    return json.loads(subprocess.run(run, check=True, capture_output=True).stdout)


@pytest.fixture(scope="module")
def schemas(description) -> Any:
    return description["components"]["schemas"]


def validator(description: Any, name: str) -> Any:
    """Return the validator of the schema with this name."""
    root = {"$ref": f"#/components/schemas/{name}", "components": description["components"]}
    return jsonschema_rs.validator_for(root)


def schema_mismatches(description: Any, record: Record) -> Iterator[str]:
    """Yield where events and tables of a game differ from the schemas, in three views."""
    envelope, position, sent = (validator(description, name) for name in ("Envelope", "Position", "PositionInput"))
    codec, options = Codec(), record.created.rules.options
    every = max(len(record.envelopes) // 8, 1)
    for viewer in map(viewer_named, ("omniscient", "spectator", "seat:0")):
        for one in record.envelopes:
            line = msgspec.json.decode(codec.to_json(redacted_envelope(one, viewer, options)))
            yield from (f"{viewer.name}, event {one.n}: {error.message}" for error in envelope.iter_errors(line))
        for n, (_, table) in enumerate(tables(record), 1):
            if n % every == 0 or n == len(record.envelopes):
                written = write_position(View.of(table, viewer), n=n, settled=is_batch_end(record, n))
                for kind in (position, sent):
                    yield from (f"{viewer.name}, table {n}: {error.message}" for error in kind.iter_errors(written))


@pytest.mark.parametrize(
    "path",
    one_in(8, GAMES),
    ids=lambda path: path.name.partition(".")[0],
)
def test_events_and_tables_of_golden_games_match_the_schemas(description, path):
    assert list(schema_mismatches(description, read_file(path.read_bytes()))) == []


@pytest.mark.long
@pytest.mark.parametrize(
    "lacking", mostly_long(["BeanPlanted.field", "Card.blue", "CardsDrawn.", "PositionSeat.fields", "Phase.plant"])
)
def test_control_a_missing_schema_part_is_detected(description, lacking):
    poorer = deepcopy(description)
    name, _, part = lacking.partition(".")
    schema = poorer["components"]["schemas"][name]
    if "enum" in schema:
        schema["enum"].remove(part)
    elif part:
        schema["properties"][part] = {"type": "null"}
    else:
        schema["properties"]["type"]["const"] = "cards_drawn.9"
    assert list(schema_mismatches(poorer, read_file(GAMES[0].read_bytes())))


def product_names(found: dict[str, Any]) -> set[str]:
    """Return the names of types outside the tests."""
    return {name for name, kind in found.items() if kind.__module__.startswith("domain.")}


def test_every_stored_event_and_every_command_has_its_schema(schemas):
    assert set(schemas["Event"]["discriminator"]["mapping"]) == product_names(event_types())
    assert set(schemas["Command"]["discriminator"]["mapping"]) == product_names(command_types()) - {"CreateGame"}
    for union in ("Event", "Command", "Offer", "Adjudication"):
        one = schemas[union]["discriminator"]
        for tag, ref in one["mapping"].items():
            assert schemas[ref.rpartition("/")[2]]["properties"][one["propertyName"]]["const"] == tag


def test_a_cut_off_message_of_a_stream_matches_its_schema(description):
    problem = msgspec.json.encode(Problem("rate.limited", "you took nothing").body("/v1/games/classic-1/stream"))
    for name, said in (("StreamMessage", problem), ("StreamLine", NDJSON_FRAMES.named("problem", problem))):
        message = msgspec.json.decode(said)
        assert validator(description, name).is_valid(message)
        assert not validator(description, name).is_valid({**message, "status": "none", "problem": {}})


def objects(node: Any) -> Iterator[dict[str, Any]]:
    """Yield every object in some JSON."""
    if isinstance(node, dict):
        yield node
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from objects(inner)


def referenced(node: Any, schemas: dict[str, Any]) -> set[str]:
    """Return the names of the schemas that a node refers to, also indirectly."""
    found: set[str] = set()
    ahead = [node]
    while ahead:
        names = {one["$ref"].rpartition("/")[2] for one in objects(ahead.pop()) if "/schemas/" in str(one.get("$ref"))}
        ahead += [schemas[name] for name in names - found]
        found |= names
    return found


def unsuitable_schemas(description: dict[str, Any]) -> Iterator[str]:
    """Yield what generators make bad types of, or none."""
    schemas = description["components"]["schemas"]
    for name, schema in schemas.items():
        if name in VAGUE_NAMES or re.search(r"\d$|^_", name) or not re.fullmatch(r"[A-Z][A-Za-z]+", name):
            yield f"{name} says nothing"
        if re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower() in schema.get("properties", {}):
            yield f"{name} has a member of its own name"
        if "properties" not in schema and not {"enum", "oneOf", "anyOf", "allOf", "pattern"} & {*schema}:
            yield f"{name} has no shape"
    for one in objects(description):
        plain = [
            option for option in one.get("anyOf", ()) if isinstance(option.get("type"), str) and "enum" not in option
        ]
        if len(one.get("anyOf", ())) == 2 and len(plain) == 2 and {"type": "null"} in plain:
            yield f"a null beside {plain}"
        if one.get("items") is False or ("type" in one and "array" in one["type"] and "items" not in one):
            yield f"a list of nothing: {one}"


def test_the_schemas_suit_client_generators(description):
    assert list(unsuitable_schemas(description)) == []


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"schema": {"type": "string"}}},
        {"properties": {"x": {"anyOf": [{"type": "string"}, {"type": "null"}]}}},
        {"properties": {"x": {"type": "array", "items": False}}},
        {"properties": {"x": {"type": "array"}}},
        {"type": "object"},
    ],
)
def test_control_a_schema_unsuitable_for_generators_is_detected(description, schema):
    schemas = {**description["components"]["schemas"], "Schema": schema}
    assert list(unsuitable_schemas({"components": {"schemas": schemas}}))


def test_schemas_of_answers_are_open_and_those_of_bodies_are_closed(description, schemas):
    replies = [one for path in description["paths"].values() for one in path.values() if "responses" in one]
    answered = referenced([one["responses"] for one in replies], schemas)
    sent = referenced([one["requestBody"] for one in replies if "requestBody" in one], schemas)
    closed = {name for name, schema in schemas.items() if schema.get("additionalProperties") is False}
    assert answered & closed == set()
    assert {name for name in sent - answered if "properties" in schemas[name]} <= closed
    assert sent & answered >= {"Command", "CardRef"}  # an answer can be sent back


def test_every_member_has_a_text_and_no_text_is_unused(schemas):
    used = set()
    for name, schema in schemas.items():
        for member, one in schema.get("properties", {}).items():
            assert one["description"], f"{name}.{member}"
            used.add(f"{name}.{member}" if f"{name}.{member}" in MEMBERS else member)
    assert set(MEMBERS) - used == set()


def test_a_redacted_member_states_its_audience(schemas):
    assert schemas["CardsDrawn"]["properties"]["cards"]["description"].endswith(" Only for the seat in `seat`.")
    corrected = schemas["TableCorrected"]["properties"]["cards"]["description"]
    assert "Where `shown` is `hands`: only for the seat in `from_seat` or `to_seat`." in corrected
    assert "Where `shown` is `nobody`: only the omniscient view shows it." in corrected
    assert "`coins_visibility` is `hidden`" in schemas["FieldHarvested"]["properties"]["coins"]["description"]
    assert schemas["DeckShuffled"]["properties"]["order"]["description"].endswith(" Only the omniscient view shows it.")


WRITTEN = """
import {first}
import json, sys
from service.openapi.document import describe_api
from service.api.routes import INTERFACE
sys.stdout.write(json.dumps(describe_api(INTERFACE)))
"""
"""A program that writes the description after these imports."""


@pytest.mark.long
def test_the_description_does_not_depend_on_the_order_of_imports():
    first = ("domain.values", "replay.proofs.bundle_verifier, domain.corrections, domain.editions.bohnaparte")
    asked = [[sys.executable, "-c", WRITTEN.format(first=one)] for one in first]
    one, other = (subprocess.run(each, capture_output=True, text=True, check=True, timeout=60).stdout for each in asked)
    assert one == other


def test_examples_are_short():
    lengths = {name: len(json.dumps(one)) for name, one in EXAMPLES.items()}
    assert {name: length for name, length in lengths.items() if length > EXAMPLE_CHARACTERS_MAX} == {}


def test_every_member_has_a_description(description, monkeypatch):
    assert members_without_text(description) == []
    monkeypatch.delitem(MEMBERS, "seat")
    assert "PlantFromHand.seat" in members_without_text(description)


def test_the_value_type_of_a_body_states_required_members_and_defaults() -> None:
    bodies = [kind for kind in MarshmallowBody.__subclasses__() if kind.__module__.startswith("service.")]
    assert len(bodies) > 15
    said_again = set()
    for body in bodies:
        members = {one.name: one for one in msgspec.structs.fields(body.value)}
        made = body()
        for name, field in made.fields.items():
            assert field.required == (members[name].required and field.load_default is missing), (body, name)
            declared = body._declared_fields[name]
            if declared.required or declared.load_default is not missing:
                said_again.add(f"{body.__name__}.{name}")
    assert said_again == {"OptionalReasonSchema.reason"}, "where the type says otherwise"
    assert NewGameSchema().read(b'{"edition":"classic"}') == NewGame(edition="classic")
    with pytest.raises(Misuse, match="edition"):
        NewGameSchema().read(b"{}")
