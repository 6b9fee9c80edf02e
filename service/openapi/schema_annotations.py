"""Adds to the schemas of records what their JSON does not say: which texts are cards, who may read a member."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, get_args, get_type_hints

from domain.field_audiences import Redactable, audiences_of, is_declared
from domain.member_types import Kind
from domain.values import Value
from domain.visibility import (
    EVERYONE,
    Audience,
    ByFieldValue,
    Everyone,
    FirstFew,
    IfFieldIs,
    IfOptionIs,
    Owner,
    PartOnly,
    Seats,
    Within,
)
from service.api.text_types import REF

Schema = dict[str, Any]
SETS: Final[Mapping[Kind, str]] = {
    Kind.CARD: "Card",
    Kind.COIN: "Card",
    Kind.EDITION: "Edition",
    Kind.PHASE: "Phase",
    Kind.SOURCE: "CardSource",
}
"""The kinds whose values are all known, and the schema that names them."""


def annotate_records(components: dict[str, Schema]) -> None:
    """Add the marks of their members to these schemas of records, which msgspec made."""
    records: dict[str, list[Any]] = {}
    for kind in _subclasses(Value):
        for name in (kind.__name__, f"{kind.__module__}.{kind.__qualname__}"):
            records.setdefault(name, []).append(kind)
    for name, schema in components.items():
        members = [*schema.get("properties", ())]
        # Another class may have the same name, such as the command of the domain that a body is read for.
        kind = next((one for one in records.get(name, ()) if _member_names(one) <= {*members}), None)
        if kind is None or not members:
            continue
        hints = get_type_hints(kind, include_extras=True)
        audiences = audiences_of(kind) if issubclass(kind, Redactable) and is_declared(kind) else {}
        for member, attribute in zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True):
            annotated = _with_sets(schema["properties"][member], hints[attribute])
            if audience_text := _audience(audiences.get(attribute, EVERYONE)):
                annotated = {**annotated, "x-audience": audience_text}
            schema["properties"][member] = annotated
            schema["description"] = schema.get("description", "").replace(f"`{attribute}`", f"`{member}`")
        schema["description"] = re.sub(r"\bNone\b", "null", schema.get("description", ""))


def _member_names(kind: Any) -> set[str]:
    return {*kind.__struct_encode_fields__}


def _subclasses(base: type) -> Iterator[Any]:
    kind: Any
    for kind in base.__subclasses__():
        yield kind
        yield from _subclasses(kind)


def _with_sets(schema: Schema, hint: Any) -> Schema:
    """Return the schema with a reference in place of each text of a kind whose values are all known."""
    kinds = [SETS[kind] for kind in _kinds_in(hint) if kind in SETS]
    return _replace_texts(schema, {"$ref": REF.format(name=kinds[0])}) if kinds else schema


def _kinds_in(hint: Any) -> Iterator[Kind]:
    yield from (mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Kind))
    for part in get_args(hint):
        yield from _kinds_in(part)


def _replace_texts(schema: Schema, replacement: Schema) -> Schema:
    if schema.get("type") == "string":
        return replacement
    replaced = dict(schema)
    if "items" in replaced:
        replaced["items"] = _replace_texts(replaced["items"], replacement)
    if "anyOf" in replaced:
        replaced["anyOf"] = [_replace_texts(option, replacement) for option in replaced["anyOf"]]
    if replaced.get("type") == "object":
        replaced["propertyNames"] = replacement
    return replaced


def _audience(audience: Audience) -> str:
    """Return in words who may read a member, or an empty text if that is everyone or depends on its parts."""
    match audience:
        case PartOnly(to=to):
            return f"Slots: {_audience(to)}"
        case IfOptionIs(to=to, option=option, value=value):
            return f"Where the option `{option}` is `{value}`: {_audience(to)}"
        case IfFieldIs(to=to, field=field, value=value):
            return f"Where `{field}` is `{value}`: {_audience(to)}"
        case ByFieldValue(field=field, audiences=pairs):
            return " ".join(f"Where `{field}` is `{word}`: {_audience(to)}" for word, to in pairs)
        case Seats(fields=()):
            return "only the omniscient view shows it."
        case Seats(fields=fields):
            return f"only for the seat in {' or '.join(f'`{field}`' for field in fields)}."
        case FirstFew(count=count):
            return f"only for its owner, and of that the first `{count}`."
        case Owner():
            return "only for its owner."
        case Everyone() | Within():
            return ""
    raise TypeError(f"no words for {audience}")
