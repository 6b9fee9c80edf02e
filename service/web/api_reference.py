"""The operations of the API description, arranged for the API page."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from service.web.samples import SampleRequest, filled, in_curl, in_python, in_typescript
from service.web.type_descriptions import Schema, TextSpan, in_words, name_of

METHODS: Final = ("get", "post", "put", "delete")
LANGUAGES: Final = {"curl": in_curl, "Python": in_python, "TypeScript": in_typescript}
"""The languages of examples, and the functions that make them."""
_ALWAYS: Final = ("X-Request-ID", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset")


class ShownMember(NamedTuple):
    """A member of a schema, or an argument of an operation with the place where it is sent."""

    name: str
    type: list[TextSpan]
    says: str
    required: bool
    usual: str | None = None
    place: str = ""
    example: str = ""
    deprecated: bool = False


class Content(NamedTuple):
    """A body or a response of one media type, with its example and the name of its schema."""

    media: str
    type: list[TextSpan]
    example: str
    schema: str | None


class ShownAnswer(NamedTuple):
    """A response that is not a problem."""

    status: str
    says: str
    contents: list[Content]
    headers: list[str]


class Shown(NamedTuple):
    """An operation on the page."""

    name: str
    method: str
    path: str
    summary: str
    says: str
    deprecated: bool
    needs_token: bool
    scopes: list[str]
    arguments: list[ShownMember]
    bodies: list[Content]
    answers: list[ShownAnswer]
    problems: list[tuple[str, list[str]]]
    samples: dict[str, str]


class ShownPart(NamedTuple):
    """Operations that belong together."""

    name: str
    says: str
    operations: list[Shown]


def parts_of(document: Mapping[str, Any]) -> list[ShownPart]:
    """Return the parts of the API in their order, each with its operations."""
    parts = {tag["name"]: ShownPart(tag["name"], tag["description"], []) for tag in document["tags"]}
    for path, words in document["paths"].items():
        for method in METHODS:
            if (operation := words.get(method)) is not None:
                shown = _shown(method.upper(), path, operation, words.get("parameters", []))
                parts[operation["tags"][0]].operations.append(shown)
    return list(parts.values())


def members_of(schema: Schema) -> list[ShownMember]:
    """Return the members of an object's schema."""
    needed = schema.get("required", ())
    return [
        ShownMember(name, in_words(one), one.get("description", ""), name in needed)
        for name, one in schema.get("properties", {}).items()
    ]


class Uses(NamedTuple):
    """The uses of a schema: operations and schemas by their names, and whether webhooks send it."""

    operations: list[str]
    schemas: list[str]
    is_sent: bool


def uses_of(document: Mapping[str, Any]) -> dict[str, Uses]:
    """Return the uses of each schema, by its name."""
    sent = set(_references(document.get("webhooks", {})))
    uses = {name: Uses([], [], name in sent) for name in document["components"]["schemas"]}
    for path in document["paths"].values():
        for operation in path.values():
            if "operationId" in operation:
                for name in dict.fromkeys(_references(operation)):
                    uses[name].operations.append(operation["operationId"])
    for user, schema in document["components"]["schemas"].items():
        for name in dict.fromkeys(_references(schema)):
            if user != name:
                uses[name].schemas.append(user)
    return uses


def _references(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str) and "/schemas/" in node["$ref"]:
            yield name_of(node)
        for name, inner in node.items():
            if name not in ("example", "mapping"):
                yield from _references(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from _references(inner)


def _shown(method: str, path: str, operation: Mapping[str, Any], parts: list[Any]) -> Shown:
    arguments = [_argument(one) for one in [*parts, *operation.get("parameters", [])]]
    bodies = _contents(operation.get("requestBody", {}))
    problems = [
        (status, re.findall(r"`([a-z._-]+)`", answer["description"]))
        for status, answer in operation["responses"].items()
        if int(status) >= 400
    ]
    answers = [_shown_answer(status, one) for status, one in operation["responses"].items() if int(status) < 400]
    sample = _sample_request(method, path, operation, parts, answers)
    return Shown(
        name=operation["operationId"],
        method=method,
        path=path,
        summary=operation["summary"],
        says=operation.get("description", ""),
        deprecated=operation.get("deprecated", False),
        needs_token={} not in operation["security"],
        scopes=operation.get("x-scopes", []),
        arguments=arguments,
        bodies=bodies,
        answers=answers,
        problems=problems,
        samples={language: made(sample) for language, made in LANGUAGES.items()},
    )


def _argument(one: Mapping[str, Any]) -> ShownMember:
    schema = one["schema"]
    usual, example = schema.get("default"), one.get("example", schema.get("example", ""))
    return ShownMember(
        name=one["name"],
        type=in_words(schema),
        says=one.get("description", ""),
        required=one.get("required", False),
        usual=None if usual is None else json.dumps(usual).strip('"'),
        place=one["in"],
        example=str(example),
        deprecated=one.get("deprecated", False),
    )


def _shown_answer(status: str, answer: Mapping[str, Any]) -> ShownAnswer:
    headers = [name for name in answer.get("headers", {}) if name not in _ALWAYS]
    return ShownAnswer(status, answer["description"], _contents(answer), headers)


def _contents(answer: Mapping[str, Any]) -> list[Content]:
    made = []
    for media, content in answer.get("content", {}).items():
        schema, example = content["schema"], content.get("example", "")
        text = example if isinstance(example, str) else json.dumps(example, indent=2, ensure_ascii=False)
        named = schema.get("contentSchema", schema)
        made.append(Content(media, in_words(schema), text, name_of(named) if "$ref" in named else None))
    return made


def _sample_request(
    method: str, path: str, operation: Mapping[str, Any], parts: list[Any], answers: list[ShownAnswer]
) -> SampleRequest:
    """Return the request of the examples, with required parts only."""
    needed = {
        one["name"]: one.get("example", one["schema"].get("example", one["schema"].get("minimum", "")))
        for one in operation.get("parameters", [])
        if one["in"] == "query" and one.get("required")
    }
    bodies: Mapping[str, Any] = operation.get("requestBody", {}).get("content", {})
    media = next(iter(bodies), None)
    kinds = [content.media for answer in answers for content in answer.contents]
    return SampleRequest(
        method=method,
        path=filled(path, {one["name"]: one["example"] for one in parts}),
        query=needed,
        body=bodies[media].get("example") if media else None,
        media=media,
        accept=kinds[0] if kinds else "",
        token={} not in operation["security"],
    )
