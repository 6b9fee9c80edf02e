"""Finds all errors of a JSON value that does not match its type, each with its place."""

import types
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Annotated, Any, Final, NamedTuple, Union, get_args, get_origin

import msgspec

from domain.refusals import Misuse
from replay.codec import error_place

ERRORS_MAX: Final = 20
"""How many errors of a body are reported."""
_NAME_LENGTH_MAX: Final = 80
_SEQUENCES: Final = (list, tuple)


class FieldError(NamedTuple):
    """An error of a body, and its place, such as `seats[0].kind`, or `body` for the whole body."""

    place: str
    says: str


def invalid_body(errors: list[FieldError]) -> Misuse:
    """Return the exception for a body with these errors."""
    says = "; ".join(f"{place}: {says}" for place, says in errors)
    return Misuse(f"the body is not as it should be: {says}", errors=tuple(errors))


def field_errors(value: object, kind: Any) -> list[FieldError]:
    """Return the first errors of a value that the type `kind` does not accept, in the order of its members."""
    return list(islice(_errors(value, kind, ""), ERRORS_MAX))


def _errors(value: object, kind: Any, place: str) -> Iterator[FieldError]:
    kinds = _alternatives(kind)
    structs = {one.__struct_config__.tag: one for one in kinds if _is_struct(one)}
    if isinstance(value, dict) and structs:
        yield from _object_errors(value, structs, place)
        return
    sequence = next((one for one in kinds if get_origin(_bare(one)) in _SEQUENCES), None)
    mapping = next((one for one in kinds if get_origin(_bare(one)) in (dict, Mapping)), None)
    inside: Iterator[FieldError] = iter(())
    if isinstance(value, list) and sequence is not None:
        inside = _item_errors(value, sequence, place)
    elif isinstance(value, dict) and mapping is not None:
        inside = _value_errors(value, mapping, place)
    yield from chain([first], inside) if (first := next(inside, None)) else _first_error(value, kind, place)


def _object_errors(value: dict[str, Any], structs: Mapping[Any, Any], place: str) -> Iterator[FieldError]:
    struct = next(iter(structs.values()))
    tag = struct.__struct_config__.tag_field
    if tag is not None:
        if tag not in value:
            yield FieldError(member(place, tag), "this member is missing")
            return
        if not isinstance(value[tag], str) or value[tag] not in structs:
            yield FieldError(member(place, tag), _one_of(structs))
            return
        struct = structs[value[tag]]
    known = {field.encode_name: field for field in msgspec.structs.fields(struct)}
    for name, field in known.items():
        if name in value:
            yield from _errors(value[name], field.type, member(place, name))
        elif field.required:
            yield FieldError(member(place, name), "this member is missing")
    names = [*([] if tag is None else [tag]), *known]
    for name in value:
        if name not in names:
            yield FieldError(member(place, name), f"there is no such member: there are {', '.join(names)}")


def _item_errors(value: list[Any], kind: Any, place: str) -> Iterator[FieldError]:
    for index, item in enumerate(value):
        yield from _errors(item, get_args(_bare(kind))[0], f"{place}[{index}]")


def _value_errors(value: dict[str, Any], kind: Any, place: str) -> Iterator[FieldError]:
    for name, item in value.items():
        yield from _errors(item, get_args(_bare(kind))[1], member(place, name))


def _first_error(value: object, kind: Any, place: str) -> Iterator[FieldError]:
    """Yield the first error of the whole value, as msgspec finds it."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        inside, says = error_place(error)
        yield FieldError(_joined(place, inside) or "body", says)


def _one_of(words: Iterable[str]) -> str:
    return f"it is one of {', '.join(words)}"


def member(place: str, name: str) -> str:
    """Return the place of a member below `place`. A long name is cut off."""
    return _joined(place, name[:_NAME_LENGTH_MAX])


def _joined(place: str, inside: str) -> str:
    return f"{place}.{inside}" if place and inside and not inside.startswith("[") else place + inside


def _bare(kind: Any) -> Any:
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _alternatives(kind: Any) -> list[Any]:
    """Return the types of a union, or the type itself."""
    bare = _bare(kind)
    return [*get_args(bare)] if get_origin(bare) in (Union, types.UnionType) else [kind]


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)
