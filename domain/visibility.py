"""Who may read a field of a record: the audiences that admit viewers."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Annotated, Any, Final

from domain.member_types import Kind
from domain.refusals import Misuse
from domain.values import Value

Option = bool | int | str
Options = Mapping[str, Option]
ChosenOptions = Annotated[dict[str, Option], Kind.TEXT]
"""Options by their names, as commands and events write them."""


class Viewer(Value):
    """Who reads a record: a seat, a spectator, or the omniscient, who sees every card."""

    name: str
    seat: int | None = None

    @property
    def sees_all(self) -> bool:
        """Whether nothing at all is hidden from this viewer."""
        return self.name == "omniscient"


SPECTATOR: Final = Viewer(name="spectator")
OMNISCIENT: Final = Viewer(name="omniscient")


@lru_cache(256)
def seat_viewer(seat: int) -> Viewer:
    """Return the viewer who sits on this seat."""
    return Viewer(name=f"seat:{seat}", seat=seat)


_VIEWERS: Final = {viewer.name: viewer for viewer in (SPECTATOR, OMNISCIENT, *map(seat_viewer, range(100)))}


def viewer_named(name: str, players: int | None = None) -> Viewer:
    """Return the viewer of this name: `seat:K`, `spectator` or `omniscient`; Misuse for others and for absent seats."""
    viewer = _VIEWERS.get(name)
    if viewer is None:
        raise Misuse(f"no such view: {name[:40]!r}; views are seat:K, spectator and omniscient")
    if viewer.seat is not None and players is not None and viewer.seat >= players:
        raise Misuse(f"there is no {viewer.name}: seats are seat:0 to seat:{players - 1}")
    return viewer


class Audience(Value):
    """Who may read a field; an audience that does not override `admits` admits only the omniscient viewer."""

    @property
    def fields_read(self) -> tuple[str, ...]:
        """The other fields of the record that determine who may read this one."""
        return ()

    def admits(self, viewer: Viewer, record: object, options: Options, owner: int | None) -> bool:  # noqa: ARG002  # of others
        """Return whether `viewer` may read the field of this record; `owner` is the seat that owns the record."""
        return False

    def redacted(
        self, value: Any, hide: "Hide", viewer: Viewer, record: object, options: Options, owner: int | None
    ) -> Any:
        """Return the value of the field as `viewer` sees it; `hide` returns its hidden form."""
        return value if self.admits(viewer, record, options, owner) else hide(value)

    def hidden_indices(self, count: int, viewer: Viewer, record: object, options: Options, owner: int | None) -> range:
        """Return the indices of the items hidden from `viewer`, in a field that holds `count` items."""
        return range(0 if not count or self.admits(viewer, record, options, owner) else count)


Hide = Callable[[Any], Any]
"""Returns the hidden form of a value."""


class Everyone(Audience):
    """All viewers."""

    def admits(self, viewer: Viewer, record: object, options: Options, owner: int | None) -> bool:  # noqa: ARG002  # all
        """Return True."""
        return True


class Erasable(Everyone):
    """All viewers, until the value is erased: personal data, such as a name."""


class Seats(Audience):
    """The seats named in these fields of the record; without fields, only the omniscient viewer."""

    fields: tuple[str, ...]

    @property
    def fields_read(self) -> tuple[str, ...]:
        """The fields that hold a seat."""
        return self.fields

    def admits(self, viewer: Viewer, record: object, options: Options, owner: int | None) -> bool:  # noqa: ARG002  # of others
        """Return whether the viewer is one of the seats."""
        return viewer.seat is not None and viewer.seat in [getattr(record, name) for name in self.fields]


class Owner(Audience):
    """The seat that owns the record."""

    def admits(self, viewer: Viewer, record: object, options: Options, owner: int | None) -> bool:  # noqa: ARG002  # of others
        """Return whether the viewer is that seat."""
        return viewer.seat is not None and viewer.seat == owner


class FirstFew(Owner):
    """The owner, who sees only the first cards; the field `count` of the record holds their number."""

    count: str

    @property
    def fields_read(self) -> tuple[str, ...]:
        """The field that counts."""
        return (self.count,)

    def redacted(
        self, value: Any, hide: Hide, viewer: Viewer, record: object, options: Options, owner: int | None
    ) -> Any:
        """Return the first cards in the clear for the owner; hide the rest from all viewers."""
        if value is None or not self.admits(viewer, record, options, owner):
            return hide(value)
        known = getattr(record, self.count)
        return value[:known] + hide(value[known:])

    def hidden_indices(self, count: int, viewer: Viewer, record: object, options: Options, owner: int | None) -> range:
        """Return the indices of all but the first cards for the owner, of all cards for others."""
        return range(getattr(record, self.count) if self.admits(viewer, record, options, owner) else 0, count)


class Limited(Audience):
    """Restricts a field to another audience under a condition; otherwise all viewers may read it."""

    to: Audience

    @property
    def fields_read(self) -> tuple[str, ...]:
        """The fields that the other audience depends on."""
        return self.to.fields_read


class IfOptionIs(Limited):
    """The restriction holds in games in which this option has this value."""

    option: str
    value: Option

    def admits(self, viewer: Viewer, record: object, options: Options, owner: int | None) -> bool:
        """Return whether the option has another value, or the audience admits the viewer."""
        return options.get(self.option) != self.value or self.to.admits(viewer, record, options, owner)


class IfFieldIs(Limited):
    """The restriction holds while this field of the record has this value."""

    field: str
    value: str

    @property
    def fields_read(self) -> tuple[str, ...]:
        """The field of the condition, and those that the other audience depends on."""
        return (self.field, *self.to.fields_read)

    def admits(self, viewer: Viewer, record: object, options: Options, owner: int | None) -> bool:
        """Return whether the field has another value, or the audience admits the viewer."""
        return getattr(record, self.field) != self.value or self.to.admits(viewer, record, options, owner)


class ByFieldValue(Audience):
    """The audience that belongs to the value of this field of the record; all viewers for any other value."""

    field: str
    audiences: tuple[tuple[str, Audience], ...]

    @property
    def fields_read(self) -> tuple[str, ...]:
        """The field of the condition, and those that the audiences depend on."""
        return (self.field, *dict.fromkeys(name for _, audience in self.audiences for name in audience.fields_read))

    def admits(self, viewer: Viewer, record: object, options: Options, owner: int | None) -> bool:
        """Return whether the audience of the field's value admits the viewer."""
        current = getattr(record, self.field)
        return all(to.admits(viewer, record, options, owner) for value, to in self.audiences if value == current)


class PartOnly(Limited):
    """Restricts, in the records that the field holds, only their members of this kind; the others are open to all."""

    kind: Kind

    def admits(self, viewer: Viewer, record: object, options: Options, owner: int | None) -> bool:
        """Return whether the audience admits the viewer."""
        return self.to.admits(viewer, record, options, owner)


class Within(Audience):
    """The records in the field declare their own audiences; `by_seat` when record i belongs to seat i."""

    by_seat: bool = False


def only(*fields: str) -> Audience:
    """Return the audience of the seats named in these fields of the record."""
    return Seats(fields=fields)


def slots_only(*fields: str) -> Audience:
    """Return the audience of cards whose slots in the hand only the seats named in these fields may read."""
    return PartOnly(kind=Kind.SLOT, to=only(*fields))


def _if_coins_hidden(to: Audience) -> Audience:
    return IfOptionIs(option="coins_visibility", value="hidden", to=to)


def coins_of(*fields: str) -> Audience:
    """Return the audience of coin cards: all viewers, or these seats under `coins_visibility = hidden` (AMB-GE-9)."""
    return _if_coins_hidden(only(*fields))


EVERYONE: Final = Everyone()
ERASABLE: Final = Erasable()
SEALED: Final = only()
OWNER: Final = Owner()
OWNERS_COINS: Final = _if_coins_hidden(OWNER)
WITHIN: Final = Within()
BY_SEAT: Final = Within(by_seat=True)
