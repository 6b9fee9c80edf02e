"""Schemas of the interface, derived from the types of the domain: what a type accepts is what its schema says."""

import re
from typing import Any, ClassVar, Final, cast

import msgspec
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask_smorest.spec import MarshmallowPlugin
from marshmallow import Schema

from domain.refusals import Misuse
from service.faults import Fault, faults
from service.problems import Problem

DEPTH_MAX: Final = 32
_REF: Final = "#/components/schemas/{name}"
# A string that never ends is one as well, and nothing is tried twice: so this takes no longer than the text is long.
_STRING: Final = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
_ROUND: Final = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS: Final = bytes(set(range(256)) - set(b"[]{}"))


class Typed(Schema):
    """A marshmallow schema that is one type: it reads bytes of JSON into the type, and writes the type as JSON."""

    shape: ClassVar[Any]
    decoder: ClassVar[msgspec.json.Decoder[Any]]

    def load(self, data: Any, **_: Any) -> Any:
        """The value in a JSON text; Problem `request.malformed` for no JSON, Misuse with all its faults otherwise."""
        if _too_deep(data):
            raise Misuse("request.shape", f"the body is nested more than {DEPTH_MAX} deep", place="body")
        try:
            return self.decoder.decode(data)
        except msgspec.ValidationError as error:
            found = _faults(data, self.shape) or [Fault("body", str(error))]
            says = "; ".join(f"{place}: {says}" for place, says in found)
            raise Misuse("request.shape", f"the body is not as it should be: {says}", errors=tuple(found)) from error
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Problem("request.malformed", f"the body is not JSON: {error}") from error
        except RecursionError as error:
            raise Misuse("request.shape", "the body is nested too deep", place="body") from error

    def dump(self, obj: Any, **_: Any) -> Any:
        """The value as what JSON knows."""
        return msgspec.to_builtins(obj)


def _faults(data: Any, shape: Any) -> list[Fault]:
    """What is wrong, place by place; nothing where a number is too large even to be looked at."""
    try:
        return faults(msgspec.json.decode(data), shape)
    except msgspec.DecodeError:
        return []


def typed(shape: Any, name: str | None = None) -> Typed:
    """The schema of a type."""
    members = {"shape": shape, "decoder": msgspec.json.Decoder(shape)}
    kind = type(name or f"{getattr(shape, '__name__', 'Typed')}Schema", (Typed,), members)
    return cast("Typed", kind())


class TypedConverter(OpenAPIConverter):
    """Describes typed schemas as msgspec describes their types, and others as before."""

    def resolve_nested_schema(self, schema: Any) -> Any:
        """The description, or a reference to it; what it refers to becomes a component."""
        if not isinstance(schema, Typed):
            return super().resolve_nested_schema(schema)  # type: ignore[no-untyped-call]  # the library has none
        (described,), components = msgspec.json.schema_components([schema.shape], ref_template=_REF)
        for name, component in components.items():
            if name not in self.spec.components.schemas:
                self.spec.components.schemas[name] = component
        return described


class TypedPlugin(MarshmallowPlugin):  # type: ignore[misc]  # the library has no types
    """flask-smorest's own plugin, with typed schemas."""

    Converter = TypedConverter


def _too_deep(text: bytes) -> bool:
    """Whether a JSON text is nested too deep; a text that is not JSON may be either."""
    brackets = _STRING.sub(b"", text).translate(_ROUND, _NO_BRACKETS)
    if b"[" * (DEPTH_MAX + 1) in brackets:
        return True
    for _ in range(DEPTH_MAX):
        brackets = brackets.replace(b"[]", b"")  # the innermost pairs, one level of them
    return b"[]" in brackets
