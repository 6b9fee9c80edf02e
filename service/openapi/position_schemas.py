"""The schemas of a position, in responses and in requests."""

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from typing import Any, Final

from domain.deal_commitments import Agreed
from domain.editions import EDITIONS
from domain.evolve import blank_annexes_of
from domain.table import NOTHING_YET, Annex, Seat, Table
from domain.visibility import SPECTATOR
from replay.positions.read import OFFER_DEFAULTS
from replay.positions.schema import Position
from replay.positions.write import position_of
from service.api.text_types import REF

Schema = dict[str, Any]
_HOSTS: Final = {"table": "Position", "turn": "WrittenTurn", "seat": "WrittenSeat"}
"""The part of a position that the parts of an edition are added to, by their place."""
_RESPONSE_NAMES: Final = {
    "WrittenTurn": "PositionTurn",
    "WrittenSeat": "PositionSeat",
    "TradeProposed": "OpenTrade",
    "DonationOffered": "OpenDonation",
}
"""The parts of a position, with their names in responses."""
_REQUEST_NAMES: Final = {name: f"{answered}Input" for name, answered in _RESPONSE_NAMES.items()} | {
    "GivenCard": "GivenCardInput"
}


def _hosts_and_annexes() -> Iterator[tuple[str, type[Annex]]]:
    yield _HOSTS["turn"], Agreed
    for blanks in map(blank_annexes_of, EDITIONS):
        for place, host in _HOSTS.items():
            if (annex := getattr(blanks, place)) is not None:
                yield host, type(annex)


POSITION_PARTS: Final[list[Any]] = [Position, *(annex for _, annex in _hosts_and_annexes())]
"""The types that a position is made of."""


def position_schemas(components: Mapping[str, Schema]) -> dict[str, Schema]:
    """Return these components with those of positions: the parts of editions, each in its response and request form."""
    schemas = dict(components)
    for host, annex in _hosts_and_annexes():
        added = schemas.pop(annex.__name__)["properties"]
        whole = {**schemas[host]["properties"], **{name: _or_counted(schema) for name, schema in added.items()}}
        schemas[host] = {**schemas[host], "properties": whole}
    offers = {name: _without(schemas[name], "type") for name in ("TradeProposed", "DonationOffered")}
    schemas[_HOSTS["turn"]] = _or_no_phase(schemas[_HOSTS["turn"]])
    parts = {name: schemas.pop(name) for name in _HOSTS.values()} | offers
    blank_position = position_of(Table(seats=(Seat(),)), SPECTATOR)
    written = {
        "Position": blank_position,
        "WrittenTurn": blank_position["turn"],
        "WrittenSeat": blank_position["seats"][0],
    }
    for name, schema in parts.items():
        required = [*written[name]] if name in written else schema["required"]
        response_schema = {**schema, "required": [member for member in schema["properties"] if member in required]}
        schemas[_RESPONSE_NAMES.get(name, name)] = _rename_references(response_schema, _RESPONSE_NAMES)
        optional = OFFER_DEFAULTS.get(components[name]["properties"].get("type", {}).get("enum", [""])[0], {})
        request_schema = _without_deal_phases(schema) if name == _HOSTS["turn"] else schema
        schemas[_REQUEST_NAMES.get(name, f"{name}Input")] = _rename_references(
            _with_optional(request_schema, optional), _REQUEST_NAMES
        )
    schemas["GivenCardInput"] = _with_optional(components["GivenCard"], ["slot"])
    return schemas


def _or_counted(schema: Schema) -> Schema:
    """Return the schema of a zone, which may be a list of cards or their number."""
    options = schema.get("anyOf", [schema])
    if not any("Card" in str(option.get("items", {}).get("$ref")) for option in options):
        return schema
    words = {key: value for key, value in schema.items() if key in ("default", "x-audience")}
    return {**words, "anyOf": [*options, {"type": "integer", "minimum": 0, "maximum": 1000}]}


def _or_no_phase(schema: Schema) -> Schema:
    """Return the schema of the phase, which is empty inside a batch between the start of a turn and its first phase."""
    phase = {"anyOf": [{"$ref": REF.format(name="Phase")}, {"type": "string", "const": NOTHING_YET}]}
    return {**schema, "properties": {**schema["properties"], "phase": phase}}


def _without(schema: Schema, member: str) -> Schema:
    properties = {name: one for name, one in schema["properties"].items() if name != member}
    return {**schema, "properties": properties, "required": [name for name in schema["required"] if name != member]}


def _without_deal_phases(schema: Schema) -> Schema:
    """Return the schema without the phases before the deal, in which no move is judged."""
    return reduce(_without, Agreed.__struct_fields__, schema)


def _with_optional(schema: Schema, optional: Iterable[str]) -> Schema:
    return {**schema, "required": [name for name in schema["required"] if name not in optional]}


def _rename_references(node: Any, names: Mapping[str, str]) -> Any:
    """Return the schema with its references to parts of positions under these names."""
    if isinstance(node, dict):
        renamed = {key: _rename_references(value, names) for key, value in node.items()}
        for name, other in names.items():
            if renamed.get("$ref") == REF.format(name=name):
                renamed["$ref"] = REF.format(name=other)
        return renamed
    return [_rename_references(item, names) for item in node] if isinstance(node, list) else node
