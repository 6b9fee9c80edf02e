"""Write types of the interface as Markdown tables, with links between them."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from service.api.member_texts import member_text
from service.api.routes import INTERFACE
from service.openapi.document import describe_api
from service.web.type_descriptions import CODE, NAME, Schema, TextSpan, in_words, name_of


@cache
def document() -> Mapping[str, Any]:
    """Return the description of the interface."""
    return describe_api(INTERFACE)


@cache
def schemas() -> Mapping[str, Any]:
    """Return its schemas by name."""
    found: Mapping[str, Any] = document()["components"]["schemas"]
    return found


def kinds_of(union: str) -> dict[str, str]:
    """Return the schemas of a union by tag: commands by type, events by stored name."""
    return {tag: name_of({"$ref": ref}) for tag, ref in sorted(schemas()[union]["discriminator"]["mapping"].items())}


@cache
def places() -> Mapping[str, str]:
    """Return the place of each type: a file and the anchor of a heading."""
    named = {name: f"commands.md#{name.lower()}" for name in kinds_of("Command").values()}
    named |= {name: f"events.md#{tag.replace('.', '')}" for tag, name in kinds_of("Event").items()}
    named |= {"Command": "commands.md", "Event": "events.md"}
    return {name: named.get(name, f"formats.md#{name.lower()}") for name in schemas()}


def typed(schema: Schema) -> str:
    """Return a type in words."""
    return "".join(_piece(piece) for piece in in_words(schema))


def members(schema: str, *, marks: Mapping[str, str] | None = None) -> str:
    """Return a table of the members of a schema; `marks` are added after the meanings."""
    shape = schemas()[schema]
    rows = []
    for name, one in shape.get("properties", {}).items():
        if name == "type" and "const" in one:
            continue
        says = _meaning(schema, name) if marks is not None else _cell(one["description"])
        mark = (marks or {}).get(name, "")
        required = " *" if name in shape.get("required", ()) else ""
        rows.append(f"| `{name}`{required} | {_cell(typed(one))} | {says}{mark} |\n")
    return f"| member | type | |\n|---|---|---|\n{''.join(rows)}" if rows else "No members.\n"


def reached(*roots: str) -> list[str]:
    """Return the names of these schemas and of all that they refer to, sorted."""
    found: set[str] = set()
    ahead = [*roots]
    while ahead:
        if (name := ahead.pop()) not in found:
            found.add(name)
            ahead += _references(schemas()[name])
    return sorted(found)


def in_json(value: Any) -> str:
    """Return a value as a block of JSON on one line."""
    return f"```json\n{json.dumps(value, ensure_ascii=False)}\n```\n"


def sentences(text: str) -> str:
    """Return the description of a type as one paragraph."""
    return " ".join(text.split())


def _meaning(schema: str, member: str) -> str:
    return _cell(member_text(schema, member))


def _piece(piece: TextSpan) -> str:
    if piece.kind == NAME:
        return f"[{piece.text}]({places()[piece.text]})"
    return f"`{piece.text}`" if piece.kind == CODE else piece.text


def _cell(text: str) -> str:
    return sentences(text).replace("|", "\\|")


def _references(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield name_of(node)
        for key, inner in node.items():
            if key != "mapping":
                yield from _references(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from _references(inner)
