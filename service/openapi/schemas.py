"""The named schemas of the description, made from the types of the code."""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any, Union

import msgspec

from domain.cards import FACE_DOWN
from domain.commands import SOURCES
from domain.disputes.refusals import CODES as ACTS
from domain.editions import EDITIONS, rulebook
from domain.table import NOTHING_YET, SEATING
from replay.codec import command_types, json_line_type
from service.api.response_schemas import ProblemBody
from service.api.table.command_schemas import EVENTS
from service.api.text_types import REF
from service.http.query_params import VIEW
from service.lifecycle.bots import BOTS
from service.openapi.position_schemas import POSITION_PARTS, position_schemas
from service.openapi.schema_annotations import annotate_records
from service.openapi.schema_names import MESSAGES, NAMES, STREAMED, UNIONS
from service.problems import KINDS, RULES

Schema = dict[str, Any]


def map_objects(node: Any, change: Callable[[Schema], Schema]) -> Any:
    """Return the JSON with every object in it changed, the innermost first."""
    if isinstance(node, dict):
        return change({key: map_objects(value, change) for key, value in node.items()})
    return [map_objects(item, change) for item in node] if isinstance(node, list) else node


def normalize_schema(schema: Schema) -> Schema:
    """Return a schema in the form that every generator reads: null as a type, constants, lists with one item type."""
    normalized = dict(schema)
    if "$ref" in normalized:  # which says everything that the type in the code does
        normalized.pop("type", None)
        normalized.pop("anyOf", None)
    if "anyOf" in normalized:
        normalized["anyOf"] = [inner for option in normalized["anyOf"] for inner in _alternatives(option)]
        normalized |= _nullable(normalized["anyOf"])
        if "type" in normalized:
            del normalized["anyOf"]
    if "prefixItems" in normalized:
        first, *_ = normalized.pop("prefixItems")
        normalized["items"] = first
    words = normalized.get("enum")
    if isinstance(words, list) and all(isinstance(word, str) for word in words):
        normalized.setdefault("type", "string")
        if len(words) == 1:
            normalized["const"] = normalized.pop("enum")[0]
    if "discriminator" in normalized and "anyOf" in normalized:
        normalized["oneOf"] = normalized.pop("anyOf")
    return normalized


def _alternatives(schema: Schema) -> list[Schema]:
    """Return the alternatives of a schema that is only a choice, else the schema itself."""
    return schema["anyOf"] if [*schema] == ["anyOf"] else [schema]


def _nullable(options: list[Schema]) -> Schema:
    """Return a nullable schema for a choice between a plain type and null, or nothing for another choice."""
    plain = [option for option in options if isinstance(option.get("type"), str)]
    others = [option for option in plain if option["type"] != "null"]
    if len(plain) != 2 or len(options) != 2 or len(others) != 1:
        return {}
    (other,) = others
    words = {"enum": [*other["enum"], None]} if "enum" in other else {}
    return {**other, **words, "type": [other["type"], "null"]}


def phases() -> list[str]:
    """Return the phases of all editions, in the order of their turns, after those before a game begins."""
    books = [rulebook(key, players, {}) for key, edition in EDITIONS.items() for players in edition.data.players]
    named = (name for book in books for name in book.phases if name != NOTHING_YET)
    return [*dict.fromkeys([SEATING, *named])]


def codes() -> list[str]:
    """Return the codes of all problems, those of proceedings and of the rules last."""
    mechanisms = {name for edition in EDITIONS.values() for name in edition.data.all_cites}
    return [*(kind.code for kind in KINDS), *ACTS, *(f"{RULES.code}.{name}" for name in sorted(mechanisms))]


def closed_sets() -> dict[str, Schema]:
    """Return the sets of words that members of many schemas are from."""
    cards = [variety.id for edition in EDITIONS.values() for variety in edition.data.varieties]
    markers = [kind for edition in EDITIONS.values() for kind in edition.data.all_markers]
    fates = [name for edition in EDITIONS.values() for name in edition.data.all_fates]
    return {
        "Bot": _word_set("How well a bot plays.", BOTS),
        "Card": _word_set(
            "The id of a variety, or `face_down` where it is hidden.", dict.fromkeys([*cards, FACE_DOWN])
        ),
        "CardSource": _word_set("The area that a card comes from.", [*sorted(SOURCES), "pile"]),
        "CardFate": _word_set("What became of a card.", dict.fromkeys(fates)),
        "Edition": _word_set("The key of an edition.", EDITIONS),
        "Marker": _word_set("A kind of marker on a timeline.", dict.fromkeys(markers)),
        "Phase": _word_set("A phase of the turn; before the cards are dealt `seating`.", phases()),
        "ProblemCode": _word_set("The stable code of a problem; `/problems/<code>` explains it.", codes()),
        "SeatKind": _word_set("Who sits there.", ["human", "bot"]),
        "View": {"description": "Whose eyes.", "type": "string", "pattern": VIEW},
    }


def _word_set(description: str, words: Any) -> Schema:
    return {"description": description, "type": "string", "enum": [*words]}


class Schemas:
    """The schemas of these types, each a reference or a full schema, with the `components` that they refer to."""

    def __init__(self, kinds: Sequence[Any]) -> None:
        commands: Any = Union[tuple(command_types().values())]  # noqa: UP007  # built at run time
        line = json_line_type(EVENTS, commands)
        unions = [union for union, _ in UNIONS.values()]
        types = [*kinds, *unions, line, ProblemBody, *STREAMED, *POSITION_PARTS]
        schemas, components = msgspec.json.schema_components(types, ref_template=REF)
        self._made = {repr(kind): schema for kind, schema in zip(types, schemas, strict=True)}
        envelope = _referenced_name(self._made[repr(line)])
        cause = next(name for name in components if name.startswith("Cause"))
        self._names = {**NAMES, envelope: "Envelope", cause: "Cause"}
        self._unions = {name: self._made[repr(union)] for name, (union, _) in UNIONS.items()}
        annotate_records(components)
        components["BlockedCommand"]["additionalProperties"] = True  # the members of its command
        components = position_schemas(components)
        for name, (_, says) in UNIONS.items():
            union = self._unions[name]
            components[name] = {"description": says, "oneOf": union["anyOf"], "discriminator": union["discriminator"]}
        self.components = {
            self._names.get(name, name): self._finished(schema, within=name) for name, schema in components.items()
        } | {**MESSAGES, **closed_sets()}

    def of(self, kind: Any) -> Schema:
        """Return the schema of one of these types. What is a schema already is returned unchanged."""
        return kind if isinstance(kind, dict) else self._finished(self._made[repr(kind)])

    def _finished(self, schema: Schema, within: str = "") -> Schema:
        unions = {name: union for name, union in self._unions.items() if name != within}
        steps: list[Callable[[Schema], Schema]] = [
            lambda node: _with_unions(node, unions),
            lambda node: _rename_references(node, self._names),
            normalize_schema,
        ]
        normalized: Schema = reduce(map_objects, steps, schema)
        if "title" in normalized and within:
            normalized["title"] = self._names.get(within, within)
        return normalized


def _with_unions(node: Schema, unions: Mapping[str, Schema]) -> Schema:
    for name, union in unions.items():
        union_refs = {option["$ref"] for option in union["anyOf"]}
        options = node.get("anyOf") or ()
        if union_refs <= {option.get("$ref") for option in options}:
            others = [option for option in options if option.get("$ref") not in union_refs]
            rest = {key: value for key, value in node.items() if key not in ("anyOf", "discriminator")}
            ref = {"$ref": REF.format(name=name)}
            return {**rest, "anyOf": [ref, *others]} if others else {**rest, **ref}
    return node


def _rename_references(node: Schema, names: Mapping[str, str]) -> Schema:
    if isinstance(node.get("$ref"), str):
        name = _referenced_name(node)
        return {**node, "$ref": REF.format(name=names.get(name, name))}
    if isinstance(node.get("mapping"), dict):
        mapping = {tag: ref.rpartition("/")[2] for tag, ref in node["mapping"].items()}
        return {**node, "mapping": {tag: REF.format(name=names.get(name, name)) for tag, name in mapping.items()}}
    return node


def _referenced_name(ref: Schema) -> str:
    return str(ref["$ref"].rpartition("/")[2])
