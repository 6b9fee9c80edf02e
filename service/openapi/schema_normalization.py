"""Schemas in the one form that every generator reads."""

from collections.abc import Callable
from typing import Any

Schema = dict[str, Any]


def everywhere(node: Any, change: Callable[[Schema], Schema]) -> Any:
    """Return the JSON with every object in it changed, the innermost first."""
    if isinstance(node, dict):
        return change({key: everywhere(value, change) for key, value in node.items()})
    return [everywhere(item, change) for item in node] if isinstance(node, list) else node


def in_one_form(schema: Schema) -> Schema:
    """Return a schema as every generator reads it: a null is a type, a constant one, lists have items of one kind."""
    made = dict(schema)
    if "$ref" in made:  # which says all that the type of the code does
        made.pop("type", None)
        made.pop("anyOf", None)
    if "anyOf" in made:
        made["anyOf"] = [inner for option in made["anyOf"] for inner in _alternatives(option)]
        made |= _nullable(made["anyOf"])
        if "type" in made:
            del made["anyOf"]
    if "prefixItems" in made:
        first, *_ = made.pop("prefixItems")
        made["items"] = first
    words = made.get("enum")
    if isinstance(words, list) and all(isinstance(word, str) for word in words):
        made.setdefault("type", "string")
        if len(words) == 1:
            made["const"] = made.pop("enum")[0]
    if "discriminator" in made and "anyOf" in made:
        made["oneOf"] = made.pop("anyOf")
    return made


def _alternatives(schema: Schema) -> list[Schema]:
    """Return what a schema admits, where it is nothing but a choice; else itself."""
    return schema["anyOf"] if [*schema] == ["anyOf"] else [schema]


def _nullable(options: list[Schema]) -> Schema:
    """The one schema that a choice between something plain and null comes to; nothing where it is another choice."""
    plain = [option for option in options if isinstance(option.get("type"), str)]
    others = [option for option in plain if option["type"] != "null"]
    if len(plain) != 2 or len(options) != 2 or len(others) != 1:
        return {}
    (other,) = others
    words = {"enum": [*other["enum"], None]} if "enum" in other else {}
    return {**other, **words, "type": [other["type"], "null"]}
