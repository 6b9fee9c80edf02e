"""Who may read what: every field of an event, a command or a table names its audience, or the import fails."""

from collections.abc import Mapping
from typing import Any, Final, TypeVar, get_type_hints

from msgspec.structs import replace

from domain.cards import FACE_DOWN
from domain.refusals import Misuse
from domain.values import Value

Option = bool | int | str
Options = Mapping[str, Option]


class Viewer(Value):
    """Whose eyes: a seat's, a spectator's, or the omniscient's who sees every card."""

    name: str
    seat: int | None = None

    @property
    def sees_all(self) -> bool:
        """Whether nothing at all is hidden from this viewer."""
        return self.name == "omniscient"


SPECTATOR: Final = Viewer(name="spectator")
OMNISCIENT: Final = Viewer(name="omniscient")


def seat_viewer(seat: int) -> Viewer:
    """The eyes of one seat."""
    return Viewer(name=f"seat:{seat}", seat=seat)


def viewer_named(name: str, players: int | None = None) -> Viewer:
    """`seat:K`, `spectator` or `omniscient`; a Misuse for anything else or for a seat that is not there."""
    if name in ("spectator", "omniscient"):
        return SPECTATOR if name == "spectator" else OMNISCIENT
    kind, _, number = name.partition(":")
    if kind == "seat" and number.isascii() and number.isdigit() and len(number) <= 2 and str(int(number)) == number:
        if players is None or int(number) < players:
            return seat_viewer(int(number))
        raise Misuse("request.shape", f"there is no seat {number}: seats are 0 to {players - 1}")
    raise Misuse("request.shape", f"no such view: {name[:40]!r}; views are seat:K, spectator and omniscient")


class Audience(Value):
    """Who may read a field.

    `seats` names the fields of the record that hold the seats who may; None means everyone, () nobody but the
    omniscient. `owner` adds the seat whose area the record is. `option` makes the audience hold only under that
    value of an option of the game. `part` hides just that attribute of the cards in the field. `known` names the field
    that counts how many of the first cards the audience itself knows. `where` makes the audience hold only while that
    field of the record has that value. `within` leaves it to the record in the field;
    `by_seat` says that the records in the field belong to the seats, in order.
    """

    seats: tuple[str, ...] | None = None
    owner: bool = False
    option: tuple[str, Option] | None = None
    part: str | None = None
    known: str | None = None
    where: tuple[str, str] | None = None
    within: bool = False
    by_seat: bool = False

    def admits(self, viewer: Viewer, record: object, options: Options, owner: int | None) -> bool:
        """Whether `viewer` may read the field in the clear."""
        if self.option is not None and options.get(self.option[0]) != self.option[1]:
            return True
        if self.where is not None and getattr(record, self.where[0]) != self.where[1]:
            return True
        if viewer.seat is None:
            return False
        if self.owner and viewer.seat == owner:
            return True
        return any(getattr(record, name) == viewer.seat for name in self.seats or ())

    def hide(self, value: Any) -> Any:
        """`value` as somebody sees it who may not read it."""
        if self.part is not None:
            part = self.part
            return tuple(replace(card, **{part: None}) for card in value)
        return blank(value)


def only(*fields: str) -> Audience:
    """Only the seats named in these fields of the record."""
    return Audience(seats=fields)


def slots_only(*fields: str) -> Audience:
    """Everyone sees the cards, only the seats named in these fields their slots in the hand."""
    return Audience(seats=fields, part="slot")


def coins_of(*fields: str) -> Audience:
    """Coin cards: everyone's to see, or only these seats' under `coins_visibility = hidden` (AMB-GE-9)."""
    return Audience(seats=fields, option=("coins_visibility", "hidden"))


EVERYONE: Final = Audience()
SEALED: Final = Audience(seats=())
OWNER: Final = Audience(seats=(), owner=True)
OWNERS_COINS: Final = Audience(seats=(), owner=True, option=("coins_visibility", "hidden"))
WITHIN: Final = Audience(within=True)
BY_SEAT: Final = Audience(within=True, by_seat=True)


def blank(value: Any) -> Any:
    """A hidden card is face down, a hidden number is null, a hidden list keeps its length."""
    if isinstance(value, str):
        return FACE_DOWN
    if isinstance(value, tuple):
        if not value or isinstance(value[0], tuple):
            return tuple([blank(item) for item in value])
        return (blank(value[0]),) * len(value)  # a list holds one kind of thing
    if value is None or isinstance(value, int):
        return None
    raise TypeError(f"no way to hide {value!r}")


class Audited(Value):
    """A value whose every field names its audience; one that forgets cannot be imported."""

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        hints = get_type_hints(cls, include_extras=True)
        guarded: dict[str, Audience] = {}
        for name, hint in hints.items():
            if name.startswith("__"):  # msgspec's own bookkeeping
                continue
            audience = next((mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Audience)), None)
            if audience is None:
                raise TypeError(f"{cls.__name__}.{name} names no audience")
            if missing := [seat for seat in audience.seats or () if seat not in hints]:
                raise TypeError(f"{cls.__name__}.{name} is for {missing}, which {cls.__name__} does not have")
            if audience != EVERYONE:
                guarded[name] = audience
        _guarded[cls] = tuple(guarded.items())


def is_declared(kind: type) -> bool:
    """Whether this is a record whose audiences are all named; a class that failed the check is not."""
    return kind in _guarded


def audiences_of(kind: type["Audited"]) -> dict[str, Audience]:
    """The audience of each field of a record, fields in order."""
    guarded = dict(_guarded[kind])
    return {name: guarded.get(name, EVERYONE) for name in kind.__struct_fields__}


_guarded: Final[dict[type, tuple[tuple[str, Audience], ...]]] = {}

Redacted = TypeVar("Redacted", bound=Audited)


def redact(record: Redacted, viewer: Viewer, options: Options, owner: int | None = None) -> Redacted:
    """`record` as `viewer` sees it: built from what each field permits, the rest hidden.

    `options` are the resolved options of the game; `owner` is the seat whose area the record is, if it is one's.
    """
    if viewer.sees_all:
        return record
    changes: dict[str, Any] = {}
    for name, audience in _guarded[type(record)]:
        value = getattr(record, name)
        if audience.within:
            changes[name] = _redact_within(value, audience, viewer, options, owner)
        elif not audience.admits(viewer, record, options, owner):
            changes[name] = audience.hide(value)
        elif audience.known is not None and value is not None:
            known = getattr(record, audience.known)
            changes[name] = value[:known] + blank(value[known:])
    return replace(record, **changes) if changes else record


def _redact_within(value: Any, audience: Audience, viewer: Viewer, options: Options, owner: int | None) -> Any:
    if isinstance(value, tuple):
        return tuple(
            redact(item, viewer, options, index if audience.by_seat else owner) for index, item in enumerate(value)
        )
    return value if value is None else redact(value, viewer, options, owner)


def withholds(record: Audited, viewer: Viewer, options: Options) -> bool:
    """Whether something in this record is, or was, kept from `viewer`."""
    return not viewer.sees_all and any(
        bool(getattr(record, name)) and not audience.within and not audience.admits(viewer, record, options, None)
        for name, audience in _guarded[type(record)]
    )
