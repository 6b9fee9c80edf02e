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

Place = tuple[str | int, ...]
"""A place in a record: names of members as in JSON, and indices."""

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
    record: Audited, viewer: Viewer, options: Options, owner: int | None = None
) -> Iterator[tuple[Place, Any]]:
    """Yield each single thing in this record that `redact` hides from `viewer`, with its place; a None as well.

    How many there are is no secret: a hidden tuple keeps its length.
    """
    if viewer.sees_all:
        return
    for name, audience, hide in _guarded[type(record)]:
        value = getattr(record, name)
        written, parts = _written(type(record), name)
        if hide is None:
            yield from _kept_within(value, written, audience, viewer, options, owner)
        elif not isinstance(value, tuple):
            if not audience.admits(viewer, record, options, owner):
                yield (written,), value
        # The audience hides places instead of the things that lie there, which may be None.
        elif shown := audience.shown(tuple(range(len(value))), _nothing, viewer, record, options, owner):
            for index in [index for index, place in enumerate(shown) if place is None]:
                if parts:
                    yield from (((written, index, at), getattr(value[index], part)) for part, at in parts)
                else:
                    yield from _atoms((written, index), value[index])


def erasable(record: Audited) -> Iterator[tuple[Place, Any]]:
    """Yield each thing in this record that may have to be erased, with its place."""
    for name in _erasable[type(record)]:
        yield (_written(type(record), name)[0],), getattr(record, name)
    for name, _, hide in _guarded[type(record)]:
        if hide is None:
            written, value = _written(type(record), name)[0], getattr(record, name)
            for index, item in enumerate(value) if isinstance(value, tuple) else ((None, value),):
                if item is not None:
                    at = (written,) if index is None else (written, index)
                    yield from (((*at, *place), thing) for place, thing in erasable(item))


def _nothing(places: tuple[int, ...]) -> tuple[None, ...]:
    return (None,) * len(places)


def _kept_within(
    value: Any, written: str, audience: Audience, viewer: Viewer, options: Options, owner: int | None
) -> Iterator[tuple[Place, Any]]:
    if isinstance(value, tuple):
        for k, item in enumerate(value):
            of = k if audience == BY_SEAT else owner
            yield from (((written, k, *place), thing) for place, thing in kept_from(item, viewer, options, of))
    elif value is not None:
        yield from (((written, *place), thing) for place, thing in kept_from(value, viewer, options, owner))


def _atoms(place: Place, value: Any) -> Iterator[tuple[Place, Any]]:
    if isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _atoms((*place, index), item)
    else:
        yield place, value


@cache
def _written(record: type[Audited], attribute: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return the name of a member in JSON; the attribute and the name of each part of it that its audience hides."""
    found = next(one for one in members_of(record) if one.attribute == attribute)
    audience = audiences_of(record)[attribute]
    hidden = isinstance(audience, PartOnly) and audience.kind
    return found.name, tuple((part.attribute, part.name) for part in found.parts if part.kind is hidden)
