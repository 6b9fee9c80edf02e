"""The named schemas of the description, made of the types of the code."""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any, Union

import msgspec

from replay.codec import command_types, line_type
from service.api.response_schemas import ProblemBody
from service.api.table.command_schemas import EVENTS
from service.api.text_types import REF
from service.openapi.enums import closed_sets
from service.openapi.position_schemas import POSITION_PARTS, position_schemas
from service.openapi.schema_annotations import marked
from service.openapi.schema_names import MESSAGES, NAMES, STREAMED, UNIONS
from service.openapi.schema_normalization import everywhere, in_one_form

Schema = dict[str, Any]


class Schemas:
    """The schemas of these types, each a reference or a schema of its own, with the `components` that they refer to."""

    def __init__(self, kinds: Sequence[Any]) -> None:
        commands: Any = Union[tuple(command_types().values())]  # noqa: UP007  # built at run time
        line = line_type(EVENTS, commands)
        unions = [union for union, _ in UNIONS.values()]
        asked = [*kinds, *unions, line, ProblemBody, *STREAMED, *POSITION_PARTS]
        made, components = msgspec.json.schema_components(asked, ref_template=REF)
        self._made = {repr(kind): schema for kind, schema in zip(asked, made, strict=True)}
        envelope = _name(self._made[repr(line)])
        cause = next(name for name in components if name.startswith("Cause"))
        self._names = {**NAMES, envelope: "Envelope", cause: "Cause"}
        self._unions = {name: self._made[repr(union)] for name, (union, _) in UNIONS.items()}
        marked(components)
        components["BlockedCommand"]["additionalProperties"] = True  # the members of its command
        components = position_schemas(components)
        for name, (_, says) in UNIONS.items():
            union = self._unions[name]
            components[name] = {"description": says, "oneOf": union["anyOf"], "discriminator": union["discriminator"]}
        self.components = {
            self._names.get(name, name): self._finished(schema, within=name) for name, schema in components.items()
        } | {**MESSAGES, **closed_sets()}

    def of(self, kind: Any) -> Schema:
        """Return the schema of a type that was among those asked for; what is a schema already stays as it is."""
        return kind if isinstance(kind, dict) else self._finished(self._made[repr(kind)])

    def _finished(self, schema: Schema, within: str = "") -> Schema:
        unions = {name: union for name, union in self._unions.items() if name != within}
        steps: list[Callable[[Schema], Schema]] = [
            lambda node: _with_unions(node, unions),
            lambda node: _renamed(node, self._names),
            in_one_form,
        ]
        finished: Schema = reduce(everywhere, steps, schema)
        if "title" in finished and within:
            finished["title"] = self._names.get(within, within)
        return finished


def _with_unions(node: Schema, unions: Mapping[str, Schema]) -> Schema:
    for name, union in unions.items():
        known = {option["$ref"] for option in union["anyOf"]}
        options = node.get("anyOf") or ()
        if known <= {option.get("$ref") for option in options}:
            others = [option for option in options if option.get("$ref") not in known]
            rest = {key: value for key, value in node.items() if key not in ("anyOf", "discriminator")}
            ref = {"$ref": REF.format(name=name)}
            return {**rest, "anyOf": [ref, *others]} if others else {**rest, **ref}
    return node


def _renamed(node: Schema, names: Mapping[str, str]) -> Schema:
    if isinstance(node.get("$ref"), str):
        name = _name(node)
        return {**node, "$ref": REF.format(name=names.get(name, name))}
    if isinstance(node.get("mapping"), dict):
        mapping = {tag: ref.rpartition("/")[2] for tag, ref in node["mapping"].items()}
        return {**node, "mapping": {tag: REF.format(name=names.get(name, name)) for tag, name in mapping.items()}}
    return node


def _name(ref: Schema) -> str:
    return str(ref["$ref"].rpartition("/")[2])
