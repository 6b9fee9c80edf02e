"""Finds all faults of a JSON value that does not match its type, each with its place."""

import types
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Annotated, Any, Final, NamedTuple, Union, get_args, get_origin

import msgspec

from domain.refusals import Misuse
from replay.codec import error_place

FAULTS_MAX: Final = 20
"""How many faults are reported at most."""
_NAME_MAX: Final = 80
_OPEN: Final = (list, tuple)


class Fault(NamedTuple):
    """What is wrong, and where: `seats[0].kind`, or `body` for the whole of it."""

    place: str
    says: str


def misshapen(found: list[Fault]) -> Misuse:
    """Return the error for a body with these faults."""
    says = "; ".join(f"{place}: {says}" for place, says in found)
    return Misuse(f"the body is not as it should be: {says}", errors=tuple(found))


def faults(value: object, kind: Any) -> list[Fault]:
    """Return the first faults of a value that `kind` does not accept, in the order of its members."""
    return list(islice(_faults(value, kind, ""), FAULTS_MAX))


def _faults(value: object, kind: Any, place: str) -> Iterator[Fault]:
    kinds = _alternatives(kind)
    structs = {one.__struct_config__.tag: one for one in kinds if _is_struct(one)}
    if isinstance(value, dict) and structs:
        yield from _faults_of_object(value, structs, place)
        return
    several = next((one for one in kinds if get_origin(_bare(one)) in _OPEN), None)
    named = next((one for one in kinds if get_origin(_bare(one)) in (dict, Mapping)), None)
    inside: Iterator[Fault] = iter(())
    if isinstance(value, list) and several is not None:
        inside = _faults_of_items(value, several, place)
    elif isinstance(value, dict) and named is not None:
        inside = _faults_of_values(value, named, place)
    yield from chain([first], inside) if (first := next(inside, None)) else _fault(value, kind, place)


def _faults_of_object(value: dict[str, Any], structs: Mapping[Any, Any], place: str) -> Iterator[Fault]:
    struct = next(iter(structs.values()))
    tag = struct.__struct_config__.tag_field
    if tag is not None:
        if tag not in value:
            yield Fault(member(place, tag), "this member is missing")
            return
        if not isinstance(value[tag], str) or value[tag] not in structs:
            yield Fault(member(place, tag), _one_of(structs))
            return
        struct = structs[value[tag]]
    known = {field.encode_name: field for field in msgspec.structs.fields(struct)}
    for name, field in known.items():
        if name in value:
            yield from _faults(value[name], field.type, member(place, name))
        elif field.required:
            yield Fault(member(place, name), "this member is missing")
    names = [*([] if tag is None else [tag]), *known]
    for name in value:
        if name not in names:
            yield Fault(member(place, name), f"there is no such member: there are {', '.join(names)}")


def _faults_of_items(value: list[Any], kind: Any, place: str) -> Iterator[Fault]:
    for index, item in enumerate(value):
        yield from _faults(item, get_args(_bare(kind))[0], f"{place}[{index}]")


def _faults_of_values(value: dict[str, Any], kind: Any, place: str) -> Iterator[Fault]:
    for name, item in value.items():
        yield from _faults(item, get_args(_bare(kind))[1], member(place, name))


def _fault(value: object, kind: Any, place: str) -> Iterator[Fault]:
    """Yield the fault that msgspec finds. It stops at the first."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        inside, says = error_place(error)
        yield Fault(_joined(place, inside) or "body", says)


def _one_of(words: Iterable[str]) -> str:
    return f"it is one of {', '.join(words)}"


def member(place: str, name: str) -> str:
    """Return the place of a member below `place`. Its name is cut if it is not a plain name."""
    return _joined(place, name[:_NAME_MAX])


def _joined(place: str, inside: str) -> str:
    return f"{place}.{inside}" if place and inside and not inside.startswith("[") else place + inside


def _bare(kind: Any) -> Any:
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _alternatives(kind: Any) -> list[Any]:
    """Return the types of a union, or the one type that it is."""
    bare = _bare(kind)
    return [*get_args(bare)] if get_origin(bare) in (Union, types.UnionType) else [kind]


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)
