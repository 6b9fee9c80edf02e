"""Completes the description: words for each member, open schemas for responses, closed ones for requests."""

from collections.abc import Iterator, Mapping
from typing import Any

from service.api.member_texts import MEMBERS
from service.api.text_types import REF

Schema = dict[str, Any]


def finished(document: dict[str, Any]) -> dict[str, Any]:
    """Return the description with words for its schemas. Schemas of responses stay open for new members.

    Schemas that are only in requests stay closed. A command is in both.
    """
    schemas = document["components"]["schemas"]
    operations = [one for path in document["paths"].values() for one in path.values() if "responses" in one]
    sent = [one["requestBody"] for hook in document.get("webhooks", {}).values() for one in hook.values()]
    answered = _reached([*(one["responses"] for one in operations), *sent], schemas)
    for name, schema in schemas.items():
        _describe(name, schema)
        if name in answered and schema.get("additionalProperties") is False:
            del schema["additionalProperties"]
    return document


def _describe(name: str, schema: Schema) -> None:
    for member, member_schema in schema.get("properties", {}).items():
        meant = _meant(name, member)
        if isinstance(meant, dict):
            schema["properties"][member] = member_schema = _among(member_schema, meant)  # noqa: PLW2901  # it takes its place
        words = list(filter(None, [meant["says"] if isinstance(meant, dict) else meant]))
        if (usual := member_schema.pop("default", None)) not in (None, [], {}, ()):
            words.append(f"By default {str(usual).lower() if isinstance(usual, bool) else usual}.")
        if audience := member_schema.pop("x-audience", None):
            words.append(audience[0].upper() + audience[1:])
        if words:
            member_schema["description"] = " ".join(words)


def _meant(name: str, member: str) -> str | dict[str, Any]:
    return MEMBERS.get(f"{name}.{member}") or MEMBERS.get(member, "")


def unsaid(document: dict[str, Any]) -> list[str]:
    """Return the members without words, as `Schema.member`: at most those of other packages' editions."""
    schemas = document["components"]["schemas"].items()
    return [
        f"{name}.{member}"
        for name, schema in schemas
        for member in schema.get("properties", {})
        if not _meant(name, member)
    ]


def _among(member_schema: Schema, meant: dict[str, Any]) -> Schema:
    """Return the schema of a text that is from a set of words."""
    made = {"$ref": REF.format(name=meant["set"])} if "set" in meant else {"type": "string", "enum": meant["one_of"]}
    usual = {key: value for key, value in member_schema.items() if key in ("default", "x-audience")}
    nullable = "null" in member_schema.get("type", ())
    return {**usual, **({"anyOf": [made, {"type": "null"}]} if nullable else made)}


def _reached(node: Any, schemas: Mapping[str, Schema]) -> set[str]:
    """Return the names of all schemas that this refers to, directly or through others."""
    found: set[str] = set()
    ahead = [*_names(node)]
    while ahead:
        if (name := ahead.pop()) not in found:
            found.add(name)
            ahead += _names(schemas[name])
    return found


def _names(node: Any) -> Iterator[str]:
    for schema in _objects(node):
        ref = schema.get("$ref")
        if isinstance(ref, str) and ref.startswith("#/components/schemas/"):
            yield ref.rpartition("/")[2]


def _objects(node: Any) -> Iterator[Schema]:
    if isinstance(node, dict):
        yield node
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _objects(inner)
