"""Completes the description: words for each member, open schemas for responses, closed ones for requests."""

from collections.abc import Iterator, Mapping
from typing import Any

from service.api.member_texts import MEMBERS
from service.api.text_types import REF

Schema = dict[str, Any]


def complete_description(document: dict[str, Any]) -> dict[str, Any]:
    """Return the description with words for its schemas. Schemas of responses stay open for new members.

    Schemas that are only in requests stay closed. A command is in both.
    """
    schemas = document["components"]["schemas"]
    operations = [one for path in document["paths"].values() for one in path.values() if "responses" in one]
    webhook_bodies = [one["requestBody"] for hook in document.get("webhooks", {}).values() for one in hook.values()]
    in_responses = _reachable_schemas([*(one["responses"] for one in operations), *webhook_bodies], schemas)
    for name, schema in schemas.items():
        _describe_members(name, schema)
        if name in in_responses and schema.get("additionalProperties") is False:
            del schema["additionalProperties"]
    return document


def _describe_members(name: str, schema: Schema) -> None:
    for member, member_schema in schema.get("properties", {}).items():
        text = _member_text(name, member)
        if isinstance(text, dict):
            schema["properties"][member] = member_schema = _word_set_schema(member_schema, text)  # noqa: PLW2901  # it takes its place
        words = list(filter(None, [text["says"] if isinstance(text, dict) else text]))
        if (default := member_schema.pop("default", None)) not in (None, [], {}, ()):
            words.append(f"By default {str(default).lower() if isinstance(default, bool) else default}.")
        if audience := member_schema.pop("x-audience", None):
            words.append(audience[0].upper() + audience[1:])
        if words:
            member_schema["description"] = " ".join(words)


def _member_text(name: str, member: str) -> str | dict[str, Any]:
    return MEMBERS.get(f"{name}.{member}") or MEMBERS.get(member, "")


def members_without_text(document: dict[str, Any]) -> list[str]:
    """Return the members without words, as `Schema.member`: at most those of other packages' editions."""
    schemas = document["components"]["schemas"].items()
    return [
        f"{name}.{member}"
        for name, schema in schemas
        for member in schema.get("properties", {})
        if not _member_text(name, member)
    ]


def _word_set_schema(member_schema: Schema, member_text: dict[str, Any]) -> Schema:
    """Return the schema of a text that is from a set of words."""
    word_schema = (
        {"$ref": REF.format(name=member_text["set"])}
        if "set" in member_text
        else {"type": "string", "enum": member_text["one_of"]}
    )
    kept = {key: value for key, value in member_schema.items() if key in ("default", "x-audience")}
    nullable = "null" in member_schema.get("type", ())
    return {**kept, **({"anyOf": [word_schema, {"type": "null"}]} if nullable else word_schema)}


def _reachable_schemas(node: Any, schemas: Mapping[str, Schema]) -> set[str]:
    """Return the names of all schemas that this refers to, directly or through others."""
    reached: set[str] = set()
    pending = [*_references_in(node)]
    while pending:
        if (name := pending.pop()) not in reached:
            reached.add(name)
            pending += _references_in(schemas[name])
    return reached


def _references_in(node: Any) -> Iterator[str]:
    for schema in _objects(node):
        ref = schema.get("$ref")
        if isinstance(ref, str) and ref.startswith("#/components/schemas/"):
            yield ref.rpartition("/")[2]


def _objects(node: Any) -> Iterator[Schema]:
    if isinstance(node, dict):
        yield node
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _objects(inner)
