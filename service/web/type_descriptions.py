"""The type of a JSON schema in words, with the names of other schemas marked in it."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

Schema = Mapping[str, Any]
WORDS: Final = ""
CODE: Final = "code"
NAME: Final = "name"
_LISTED_MAX: Final = 12
"""How many words of a set are listed where it is used. Of a longer set only the number is given."""


class TextSpan(NamedTuple):
    """A part of a text: words, a value in JSON (CODE), or the NAME of another schema."""

    text: str
    kind: str = WORDS


def in_words(schema: Schema) -> list[TextSpan]:
    """Return the type of a schema, without its own description."""
    if "$ref" in schema:
        return [TextSpan(name_of(schema), NAME)]
    if "contentSchema" in schema:
        lines = "lines, each " if "ndjson" in schema["contentMediaType"] else "messages, the data of each "
        return [TextSpan(lines), *in_words(schema["contentSchema"])]
    if "const" in schema:
        return [_value(schema["const"])]
    if "enum" in schema:
        return _among(schema["enum"])
    for joined, word in (("anyOf", " or "), ("oneOf", " or "), ("allOf", " and ")):
        if joined in schema:
            return _joined([in_words(one) for one in schema[joined]], word)
    kinds = schema.get("type", ())
    kinds = [kinds] if isinstance(kinds, str) else kinds
    return _joined([_of_kind(kind, schema) for kind in kinds], " or ") or [TextSpan("anything")]


def name_of(ref: Schema) -> str:
    """Return the name of the referenced schema."""
    return str(ref["$ref"].rpartition("/")[2])


def plain(pieces: Iterable[TextSpan]) -> str:
    """Return the words alone."""
    return "".join(piece.text for piece in pieces)


def _value(value: Any) -> TextSpan:
    return TextSpan(json.dumps(value, ensure_ascii=False), CODE)


def _among(values: list[Any]) -> list[TextSpan]:
    if len(values) > _LISTED_MAX:
        return [TextSpan(f"one of {len(values)} words")]
    return [TextSpan("one of ") if len(values) > 1 else TextSpan(""), *_joined([[_value(one)] for one in values], ", ")]


def _of_kind(kind: str, schema: Schema) -> list[TextSpan]:
    match kind:
        case "array":
            return [TextSpan(f"list{_span(schema, 'Items')} of "), *_bracketed(in_words(schema.get("items", {})))]
        case "object":
            return _object(schema)
        case "integer" | "number":
            return [TextSpan(f"{kind}{_range(schema)}")]
        case "string":
            return _string(schema)
    return [TextSpan(kind)]


def _bracketed(pieces: list[TextSpan]) -> list[TextSpan]:
    """Return the words in brackets if they would be ambiguous otherwise."""
    return [TextSpan("("), *pieces, TextSpan(")")] if any(piece.text == " or " for piece in pieces) else pieces


def _object(schema: Schema) -> list[TextSpan]:
    values = schema.get("additionalProperties")
    if not isinstance(values, Mapping):
        return [TextSpan("object")]
    names = (
        [TextSpan(" by "), *in_words(schema["propertyNames"])] if "propertyNames" in schema else [TextSpan(" by name")]
    )
    return [*_bracketed(in_words(values)), *names]


def _string(schema: Schema) -> list[TextSpan]:
    if schema.get("format") == "date-time":
        return [TextSpan("moment, RFC 3339")]
    text = [TextSpan(f"string{_span(schema, 'Length')}")]
    return [*text, TextSpan(" matching "), TextSpan(schema["pattern"], CODE)] if "pattern" in schema else text


def _range(schema: Schema) -> str:
    most = schema.get("maximum", schema["exclusiveMaximum"] - 1 if "exclusiveMaximum" in schema else None)
    bounds = _between(schema.get("minimum"), most)
    return f" ({bounds})" if bounds else ""


def _span(schema: Schema, of: str) -> str:
    bounds = _between(schema.get(f"min{of}"), schema.get(f"max{of}"))
    return f" ({bounds}{' characters' if of == 'Length' else ''})" if bounds else ""


def _between(least: float | None, most: float | None) -> str:
    match least, most:
        case None, None:
            return ""
        case _, None:
            return f"at least {least:,}"
        case None, _:
            return f"at most {most:,}"
    return f"{most:,}" if least == most else f"{least:,} to {most:,}"


def _joined(parts: list[list[TextSpan]], word: str) -> list[TextSpan]:
    made: list[TextSpan] = []
    for part in parts:
        made += [TextSpan(word), *part] if made else part
    return made
