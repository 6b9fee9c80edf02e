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
_ANSWERED: Final = {
    "WrittenTurn": "PositionTurn",
    "WrittenSeat": "PositionSeat",
    "TradeProposed": "OpenTrade",
    "DonationOffered": "OpenDonation",
}
"""The parts of a position, with their names in responses."""
_SENT: Final = {name: f"{answered}Input" for name, answered in _ANSWERED.items()} | {"GivenCard": "GivenCardInput"}


def _annexes() -> Iterator[tuple[str, type[Annex]]]:
    yield _HOSTS["turn"], Agreed
    for blanks in map(blank_annexes_of, EDITIONS):
        for place, host in _HOSTS.items():
            if (annex := getattr(blanks, place)) is not None:
                yield host, type(annex)


POSITION_PARTS: Final[list[Any]] = [Position, *(annex for _, annex in _annexes())]
"""The types that a position is made of."""


def position_schemas(components: Mapping[str, Schema]) -> dict[str, Schema]:
    """Return these components with those of positions: the parts of editions, each in its response and request form."""
    found = dict(components)
    for host, annex in _annexes():
        added = found.pop(annex.__name__)["properties"]
        whole = {**found[host]["properties"], **{name: _or_counted(schema) for name, schema in added.items()}}
        found[host] = {**found[host], "properties": whole}
    offers = {name: _without(found[name], "type") for name in ("TradeProposed", "DonationOffered")}
    found[_HOSTS["turn"]] = _or_no_phase(found[_HOSTS["turn"]])
    parts = {name: found.pop(name) for name in _HOSTS.values()} | offers
    always = position_of(Table(seats=(Seat(),)), SPECTATOR)
    written = {"Position": always, "WrittenTurn": always["turn"], "WrittenSeat": always["seats"][0]}
    for name, schema in parts.items():
        required = [*written[name]] if name in written else schema["required"]
        answered = {**schema, "required": [member for member in schema["properties"] if member in required]}
        found[_ANSWERED.get(name, name)] = _referring(answered, _ANSWERED)
        unsaid = OFFER_DEFAULTS.get(components[name]["properties"].get("type", {}).get("enum", [""])[0], {})
        sent = _before_the_deal_left_out(schema) if name == _HOSTS["turn"] else schema
        found[_SENT.get(name, f"{name}Input")] = _referring(_lenient(sent, unsaid), _SENT)
    found["GivenCardInput"] = _lenient(components["GivenCard"], ["slot"])
    return found


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


def _before_the_deal_left_out(schema: Schema) -> Schema:
    """Return the schema without the phases before the deal, in which no move is judged."""
    return reduce(_without, Agreed.__struct_fields__, schema)


def _lenient(schema: Schema, unsaid: Iterable[str]) -> Schema:
    return {**schema, "required": [name for name in schema["required"] if name not in unsaid]}


def _referring(node: Any, names: Mapping[str, str]) -> Any:
    """Return the schema with its references to parts of positions under these names."""
    if isinstance(node, dict):
        made = {key: _referring(value, names) for key, value in node.items()}
        for name, other in names.items():
            if made.get("$ref") == REF.format(name=name):
                made["$ref"] = REF.format(name=other)
        return made
    return [_referring(item, names) for item in node] if isinstance(node, list) else node
