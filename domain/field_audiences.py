"""Records whose fields each declare an audience, and the redaction of such records for a viewer."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, ClassVar, Final, NamedTuple, TypeVar, get_origin, get_type_hints

from msgspec.structs import replace

from domain.cards import FACE_DOWN
from domain.member_types import Kind, Member, member, members_of
from domain.values import Value
from domain.visibility import (
    BY_SEAT,
    EVERYONE,
    Audience,
    Erasable,
    Hide,
    Options,
    PartOnly,
    Viewer,
    Within,
)

Place = str
"""A place in a record: a JSON pointer, such as `/give/0/slot`."""

_REPLACEMENTS: Final = {Kind.CARD: FACE_DOWN, Kind.COIN: FACE_DOWN, Kind.SLOT: None}
"""What replaces a hidden value, by its kind; values of other kinds cannot be hidden."""


def redact_value(value: Any, instead: str | None) -> Any:
    """Return `value` with each item replaced by `instead`; a tuple keeps its length, None stays None."""
    if isinstance(value, tuple):
        if not value or isinstance(value[0], tuple):
            return tuple([redact_value(item, instead) for item in value])
        return (instead,) * len(value)
    return None if value is None else instead


class RestrictedField(NamedTuple):
    """A field that not all viewers may read; `hide` is None where the records in it hide their own fields."""

    name: str
    audience: Audience
    hide: Hide | None


class Redactable(Value):
    """A value that can be redacted: every field must declare an audience and a kind, else importing it fails."""

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        hints = get_type_hints(cls, include_extras=True)
        restricted: list[RestrictedField] = []
        erasable: list[str] = []
        for name, hint in hints.items():
            if name.startswith("__") or get_origin(hint) is ClassVar:  # no field
                continue
            audience = next((mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Audience)), None)
            if audience is None:
                raise TypeError(f"{cls.__name__}.{name} names no audience")
            if missing := [read for read in audience.fields_read if read not in hints]:
                raise TypeError(f"{cls.__name__}.{name} is for {missing}, which {cls.__name__} does not have")
            if isinstance(audience, Within):
                restricted.append(RestrictedField(name, audience, None))
                continue
            declared = member(name, hint)
            if not declared.is_declared:
                raise TypeError(f"{cls.__name__}.{name} bears no kind: say whether it is a card, a seat, a count ...")
            if isinstance(audience, Erasable):
                erasable.append(name)
            elif audience != EVERYONE:
                restricted.append(RestrictedField(name, audience, _hide_function(cls, declared, audience)))
        _restricted[cls], _erasable[cls] = tuple(restricted), tuple(erasable)


def _hide_function(record: type, declared: Member, audience: Audience) -> Hide:
    """Return the function that hides the values of a field; TypeError for a kind that cannot be hidden."""
    if isinstance(audience, PartOnly):
        instead = {part.attribute: _REPLACEMENTS[part.kind] for part in declared.parts if part.kind is audience.kind}
        if instead and declared.many:
            return lambda cards: tuple([replace(card, **instead) for card in cards])
    elif declared.kind in _REPLACEMENTS and not declared.counted:
        hidden = _REPLACEMENTS[declared.kind]
        return lambda value: redact_value(value, hidden)
    raise TypeError(f"{record.__name__}.{declared.attribute}: there is no way to hide a {declared.kind}")


def is_declared(kind: type) -> bool:
    """Return whether this class of records passed the check that every field declares its audience."""
    return kind in _restricted


def declared_records() -> frozenset[type]:
    """Return every class of records that passed the check."""
    return frozenset(_restricted)


def unregister(kinds: Iterable[type]) -> None:
    """Remove classes of records from the registry, because their edition could not be loaded."""
    for kind in kinds:
        del _restricted[kind], _erasable[kind]


def audiences_of(kind: type["Redactable"]) -> dict[str, Audience]:
    """Return the audience of each field of a record, fields in order."""
    restricted = {field.name: field.audience for field in _restricted[kind]}
    return {name: restricted.get(name, EVERYONE) for name in kind.__struct_fields__}


_restricted: Final[dict[type, tuple[RestrictedField, ...]]] = {}
_erasable: Final[dict[type, tuple[str, ...]]] = {}

Redacted = TypeVar("Redacted", bound=Redactable)


def redact(record: Redacted, viewer: Viewer, options: Options, owner: int | None = None) -> Redacted:
    """Return `record` as `viewer` sees it: fields whose audience does not admit the viewer are hidden.

    `options` are the resolved options of the game; `owner` is the seat that the record belongs to, None for no seat.
    """
    if viewer.sees_all:
        return record
    changes: dict[str, Any] = {}
    for name, audience, hide in _restricted[type(record)]:
        value = getattr(record, name)
        if hide is None:
            shown = _redacted_within(value, audience, viewer, options, owner)
        else:
            shown = audience.redacted(value, hide, viewer, record, options, owner)
        if shown is not value:
            changes[name] = shown
    return replace(record, **changes) if changes else record


def _redacted_within(value: Any, audience: Audience, viewer: Viewer, options: Options, owner: int | None) -> Any:
    if isinstance(value, tuple):
        by_seat = audience == BY_SEAT
        return tuple([redact(item, viewer, options, k if by_seat else owner) for k, item in enumerate(value)])
    return value if value is None else redact(value, viewer, options, owner)


def is_never_hidden(record: Redactable) -> bool:
    """Return whether all viewers may always read all of this record: nothing in it is ever hidden or erased."""
    kind = type(record)
    return not (_restricted[kind] or _erasable[kind])


def hides_anything_from(record: Redactable, viewer: Viewer, options: Options) -> bool:
    """Return whether `redact` hides something in this record from `viewer`."""
    return not viewer.sees_all and any(
        bool(getattr(record, name)) and hide is not None and not audience.admits(viewer, record, options, None)
        for name, audience, hide in _restricted[type(record)]
    )


def hidden_values(
    record: Redactable, viewer: Viewer, options: Options, before: str = "", owner: int | None = None
) -> list[tuple[Place, Any]]:
    """Return each single value in this record that `redact` hides from `viewer`, with its place; None counts as one.

    Places begin with the place of the record, `before`. Their number is no secret, since a hidden tuple keeps its
    length.
    """
    found: list[tuple[Place, Any]] = []
    if viewer.sees_all:
        return found
    for attribute, name, audience, within, parts in _hideable_members(type(record)):
        value, place = getattr(record, attribute), before + name
        if within:
            for item, at, of in _records_within(value, place, audience, owner):
                found += hidden_values(item, viewer, options, at, of)
        elif not isinstance(value, tuple):
            if not audience.admits(viewer, record, options, owner):
                found.append((place, value))
        else:
            for index in audience.hidden_indices(len(value), viewer, record, options, owner):
                if parts:
                    found += [(f"{place}/{index}{at}", getattr(value[index], part)) for part, at in parts]
                else:
                    found += _single_values(f"{place}/{index}", value[index])
    return found


def erasable_values(record: Redactable, before: str = "") -> list[tuple[Place, Any]]:
    """Return each value in this record that may have to be erased, with its place, which begins with `before`."""
    kind = type(record)
    if not _may_be_erased(kind):
        return []
    names = dict(zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True))
    found = [(f"{before}/{names[attribute]}", getattr(record, attribute)) for attribute in _erasable[kind]]
    for attribute, name, audience, within, _ in _hideable_members(kind):
        if within:
            for item, at, _ in _records_within(getattr(record, attribute), before + name, audience, None):
                found += erasable_values(item, at)
    return found


@cache
def _may_be_erased(kind: type[Redactable]) -> bool:
    """Return whether records of this class can hold values that may have to be erased."""
    return bool(_erasable[kind]) or any(field.within for field in _hideable_members(kind))


def _records_within(
    value: Any, place: Place, audience: Audience, owner: int | None
) -> Iterator[tuple[Any, Place, int | None]]:
    """Yield the records in a member, each with its place and its owner."""
    if isinstance(value, tuple):
        by_seat = audience == BY_SEAT
        for k, item in enumerate(value):
            yield item, f"{place}/{k}", k if by_seat else owner
    elif value is not None:
        yield value, place, owner


def _single_values(place: Place, value: Any) -> list[tuple[Place, Any]]:
    if isinstance(value, tuple):
        return [atom for index, item in enumerate(value) for atom in _single_values(f"{place}/{index}", item)]
    return [(place, value)]


class _HideableMember(NamedTuple):
    """A member that not all viewers may read; `name` is a slash and its name in JSON.

    With `within`, its records hide their own members. `parts` are the attributes of its records that its audience
    hides.
    """

    attribute: str
    name: Place
    audience: Audience
    within: bool
    parts: tuple[tuple[str, Place], ...]


@cache
def _hideable_members(record: type[Redactable]) -> tuple[_HideableMember, ...]:
    members = {found.attribute: found for found in members_of(record)}
    found: list[_HideableMember] = []
    for attribute, audience, hide in _restricted[record]:
        one, hidden = members[attribute], isinstance(audience, PartOnly) and audience.kind
        parts = tuple((part.attribute, f"/{part.name}") for part in one.parts if part.kind is hidden)
        found.append(_HideableMember(attribute, f"/{one.name}", audience, hide is None, parts))
    return tuple(found)
