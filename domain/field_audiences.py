"""Records that cannot be imported unless every field names its audience (who may read it)."""

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

_INSTEAD: Final = {Kind.CARD: FACE_DOWN, Kind.COIN: FACE_DOWN, Kind.SLOT: None}
"""What replaces a hidden thing, by its kind; things of other kinds cannot be hidden."""


def redact_value(value: Any, instead: str | None) -> Any:
    """Return `value` with `instead` in place of each thing in it; a tuple keeps its length, None stays None."""
    if isinstance(value, tuple):
        if not value or isinstance(value[0], tuple):
            return tuple([redact_value(item, instead) for item in value])
        return (instead,) * len(value)
    return None if value is None else instead


class Guarded(NamedTuple):
    """A field that not everyone may read; `hide` is None where the records in it hide their own fields."""

    name: str
    audience: Audience
    hide: Hide | None


class Audited(Value):
    """A value whose every field names its audience and bears a kind; one that forgets cannot be imported."""

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        hints = get_type_hints(cls, include_extras=True)
        guarded: list[Guarded] = []
        erasable: list[str] = []
        for name, hint in hints.items():
            if name.startswith("__") or get_origin(hint) is ClassVar:  # no field
                continue
            audience = next((mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Audience)), None)
            if audience is None:
                raise TypeError(f"{cls.__name__}.{name} names no audience")
            if missing := [read for read in audience.reads if read not in hints]:
                raise TypeError(f"{cls.__name__}.{name} is for {missing}, which {cls.__name__} does not have")
            if isinstance(audience, Within):
                guarded.append(Guarded(name, audience, None))
                continue
            declared = member(name, hint)
            if not declared.marked:
                raise TypeError(f"{cls.__name__}.{name} bears no kind: say whether it is a card, a seat, a count ...")
            if isinstance(audience, Erasable):
                erasable.append(name)
            elif audience != EVERYONE:
                guarded.append(Guarded(name, audience, _hiding(cls, declared, audience)))
        _guarded[cls], _erasable[cls] = tuple(guarded), tuple(erasable)


def _hiding(record: type, declared: Member, audience: Audience) -> Hide:
    """Return how a field of this kind is hidden; TypeError when a field of its kind cannot be hidden."""
    if isinstance(audience, PartOnly):
        instead = {part.attribute: _INSTEAD[part.kind] for part in declared.parts if part.kind is audience.kind}
        if instead and declared.many:
            return lambda cards: tuple([replace(card, **instead) for card in cards])
    elif declared.kind in _INSTEAD and not declared.counted:
        hidden = _INSTEAD[declared.kind]
        return lambda value: redact_value(value, hidden)
    raise TypeError(f"{record.__name__}.{declared.attribute}: there is no way to hide a {declared.kind}")


def is_declared(kind: type) -> bool:
    """Return whether this is a record whose audiences are all named; a class that failed the check is not."""
    return kind in _guarded


def declared() -> frozenset[type]:
    """Return every record whose audiences are all named."""
    return frozenset(_guarded)


def disown(kinds: Iterable[type]) -> None:
    """Remove the records of an edition that was not loaded from the registry; nothing is read as one of them again."""
    for kind in kinds:
        del _guarded[kind], _erasable[kind]


def audiences_of(kind: type["Audited"]) -> dict[str, Audience]:
    """Return the audience of each field of a record, fields in order."""
    guarded = {field.name: field.audience for field in _guarded[kind]}
    return {name: guarded.get(name, EVERYONE) for name in kind.__struct_fields__}


_guarded: Final[dict[type, tuple[Guarded, ...]]] = {}
_erasable: Final[dict[type, tuple[str, ...]]] = {}

Redacted = TypeVar("Redacted", bound=Audited)


def redact(record: Redacted, viewer: Viewer, options: Options, owner: int | None = None) -> Redacted:
    """Return `record` as `viewer` sees it: each field in the clear where its audience admits the viewer, else hidden.

    `options` are the resolved options of the game; `owner` is the seat that the record belongs to, None for no seat.
    """
    if viewer.sees_all:
        return record
    changes: dict[str, Any] = {}
    for name, audience, hide in _guarded[type(record)]:
        value = getattr(record, name)
        if hide is None:
            shown = _redacted_within(value, audience, viewer, options, owner)
        else:
            shown = audience.shown(value, hide, viewer, record, options, owner)
        if shown is not value:
            changes[name] = shown
    return replace(record, **changes) if changes else record


def _redacted_within(value: Any, audience: Audience, viewer: Viewer, options: Options, owner: int | None) -> Any:
    if isinstance(value, tuple):
        by_seat = audience == BY_SEAT
        return tuple([redact(item, viewer, options, k if by_seat else owner) for k, item in enumerate(value)])
    return value if value is None else redact(value, viewer, options, owner)


def is_open(record: Audited) -> bool:
    """Return whether all viewers may read all of this record permanently: nothing in it is ever hidden or erased."""
    kind = type(record)
    return not (_guarded[kind] or _erasable[kind])


def withholds(record: Audited, viewer: Viewer, options: Options) -> bool:
    """Return whether something in this record is, or was, kept from `viewer`."""
    return not viewer.sees_all and any(
        bool(getattr(record, name)) and hide is not None and not audience.admits(viewer, record, options, None)
        for name, audience, hide in _guarded[type(record)]
    )


def kept_from(
    record: Audited, viewer: Viewer, options: Options, before: str = "", owner: int | None = None
) -> list[tuple[Place, Any]]:
    """Return each single thing in this record that `redact` hides from `viewer`, a None as well.

    Each comes with its place, after what stands `before` it. How many there are is no secret: a hidden tuple keeps its
    length.
    """
    found: list[tuple[Place, Any]] = []
    if viewer.sees_all:
        return found
    for attribute, name, audience, within, parts in _hideable(type(record)):
        value, place = getattr(record, attribute), before + name
        if within:
            for item, at, of in _records_within(value, place, audience, owner):
                found += kept_from(item, viewer, options, at, of)
        elif not isinstance(value, tuple):
            if not audience.admits(viewer, record, options, owner):
                found.append((place, value))
        else:
            for index in audience.hidden(len(value), viewer, record, options, owner):
                if parts:
                    found += [(f"{place}/{index}{at}", getattr(value[index], part)) for part, at in parts]
                else:
                    found += _atoms(f"{place}/{index}", value[index])
    return found


def erasable(record: Audited, before: str = "") -> list[tuple[Place, Any]]:
    """Return each thing in this record that may have to be erased, with its place, after what stands `before` it."""
    kind = type(record)
    if not _may_be_erased(kind):
        return []
    names = dict(zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True))
    found = [(f"{before}/{names[attribute]}", getattr(record, attribute)) for attribute in _erasable[kind]]
    for attribute, name, audience, within, _ in _hideable(kind):
        if within:
            for item, at, _ in _records_within(getattr(record, attribute), before + name, audience, None):
                found += erasable(item, at)
    return found


@cache
def _may_be_erased(kind: type[Audited]) -> bool:
    """Return whether something in such a record may have to be erased, as far as the kind of the record tells."""
    return bool(_erasable[kind]) or any(field.within for field in _hideable(kind))


def _records_within(
    value: Any, place: Place, audience: Audience, owner: int | None
) -> Iterator[tuple[Any, Place, int | None]]:
    """Yield the records in a member, each with its place and whose it is."""
    if isinstance(value, tuple):
        by_seat = audience == BY_SEAT
        for k, item in enumerate(value):
            yield item, f"{place}/{k}", k if by_seat else owner
    elif value is not None:
        yield value, place, owner


def _atoms(place: Place, value: Any) -> list[tuple[Place, Any]]:
    if isinstance(value, tuple):
        return [atom for index, item in enumerate(value) for atom in _atoms(f"{place}/{index}", item)]
    return [(place, value)]


class _Hideable(NamedTuple):
    """A member that not everyone may read, with its name in JSON after a slash.

    `within` says that its records hide their own members, `parts` which attributes of them its audience hides.
    """

    attribute: str
    name: Place
    audience: Audience
    within: bool
    parts: tuple[tuple[str, Place], ...]


@cache
def _hideable(record: type[Audited]) -> tuple[_Hideable, ...]:
    members = {found.attribute: found for found in members_of(record)}
    found: list[_Hideable] = []
    for attribute, audience, hide in _guarded[record]:
        one, hidden = members[attribute], isinstance(audience, PartOnly) and audience.kind
        parts = tuple((part.attribute, f"/{part.name}") for part in one.parts if part.kind is hidden)
        found.append(_Hideable(attribute, f"/{one.name}", audience, hide is None, parts))
    return tuple(found)
