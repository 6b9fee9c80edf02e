"""Records that cannot be imported unless every field names its audience (who may read it)."""

from typing import Any, ClassVar, Final, NamedTuple, TypeVar, get_origin, get_type_hints

from msgspec.structs import replace

from domain.cards import FACE_DOWN
from domain.kinds import Kind, Member, member
from domain.values import Value
from domain.visibility import BY_SEAT, EVERYONE, Audience, Hide, Options, PartOnly, Viewer, Within

_INSTEAD: Final = {Kind.CARD: FACE_DOWN, Kind.COIN: FACE_DOWN, Kind.SLOT: None}
"""What stands for a thing that is hidden; of other kinds nothing can be hidden."""


def blank(value: Any, instead: str | None) -> Any:
    """`value` with `instead` in place of each thing in it; a tuple keeps its length, None stays None."""
    if isinstance(value, tuple):
        if not value or isinstance(value[0], tuple):
            return tuple([blank(item, instead) for item in value])
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
            if audience != EVERYONE:
                guarded.append(Guarded(name, audience, _hiding(cls, declared, audience)))
        _guarded[cls] = tuple(guarded)


def _hiding(record: type, declared: Member, audience: Audience) -> Hide:
    """How a field of this kind is hidden; TypeError when a field of its kind cannot be hidden."""
    if isinstance(audience, PartOnly):
        instead = {part.attribute: _INSTEAD[part.kind] for part in declared.parts if part.kind is audience.kind}
        if instead and declared.many:
            return lambda cards: tuple([replace(card, **instead) for card in cards])
    elif declared.kind in _INSTEAD and not declared.counted:
        hidden = _INSTEAD[declared.kind]
        return lambda value: blank(value, hidden)
    raise TypeError(f"{record.__name__}.{declared.attribute}: there is no way to hide a {declared.kind}")


def is_declared(kind: type) -> bool:
    """Whether this is a record whose audiences are all named; a class that failed the check is not."""
    return kind in _guarded


def audiences_of(kind: type["Audited"]) -> dict[str, Audience]:
    """The audience of each field of a record, fields in order."""
    guarded = {field.name: field.audience for field in _guarded[kind]}
    return {name: guarded.get(name, EVERYONE) for name in kind.__struct_fields__}


_guarded: Final[dict[type, tuple[Guarded, ...]]] = {}

Redacted = TypeVar("Redacted", bound=Audited)


def redact(record: Redacted, viewer: Viewer, options: Options, owner: int | None = None) -> Redacted:
    """`record` as `viewer` sees it: each field in the clear where its audience admits the viewer, else hidden.

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


def withholds(record: Audited, viewer: Viewer, options: Options) -> bool:
    """Whether something in this record is, or was, kept from `viewer`."""
    return not viewer.sees_all and any(
        bool(getattr(record, name)) and hide is not None and not audience.admits(viewer, record, options, None)
        for name, audience, hide in _guarded[type(record)]
    )
