"""How each field of an event is told: found by its type, so that an edition's own events need only sentences."""

from enum import Enum, auto
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, NamedTuple, Union, get_args, get_origin, get_type_hints

from domain.cards import GivenCard, SeatIndex
from domain.events import Event
from domain.visibility import Audience


class Way(Enum):
    """The ways of telling a value."""

    SEAT = auto()
    SEATS = auto()
    CARD = auto()
    CARDS = auto()
    PLACE = auto()
    PHASE = auto()
    EDITION = auto()
    FLAG = auto()
    NUMBERS = auto()
    TEXT = auto()


class Told(NamedTuple):
    """A field: the attribute of the event that holds it, and the way it is told."""

    attribute: str
    way: Way


_BY_NAME: Final = {
    "edition": Way.EDITION,
    "phase": Way.PHASE,
    # These share the bounds of a seat but are numbers.
    "players": Way.TEXT,
    "field": Way.TEXT,
    "fields": Way.TEXT,
}
_CARD_NAMES: Final = frozenset({"variety", "meter", "card"})
"""A card is a text like any other, so a field of one card says so by its name or the last word of it."""
_SEAT_MARK: Final = get_args(SeatIndex)[1]


@cache
def told_fields(kind: type[Event]) -> dict[str, Told]:
    """How the fields of a kind of event are told, by their names in JSON, which are those of the sentences."""
    hints = get_type_hints(kind, include_extras=True)
    names = zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True)
    return {name: Told(attribute, _BY_NAME.get(name) or _way(name, hints[attribute])) for name, attribute in names}


def _way(name: str, hint: Any) -> Way:
    kind, marks = _unwrapped(hint)
    if get_origin(kind) is tuple:
        item, item_marks = _unwrapped(get_args(kind)[0])
        if item is int:
            return Way.SEATS if _SEAT_MARK in item_marks else Way.NUMBERS
        return Way.CARDS if item is GivenCard or item is str else Way.TEXT
    if kind is bool:
        return Way.FLAG
    if kind is int:
        return Way.SEAT if _SEAT_MARK in marks else Way.TEXT
    if kind is str and marks:  # an id of which the type says more than that it is a text
        return Way.PLACE
    return Way.CARD if kind is str and name.rpartition("_")[2] in _CARD_NAMES else Way.TEXT


def _unwrapped(hint: Any) -> tuple[Any, list[Any]]:
    """A type without its annotations and without the possibility of None, and the annotations but for the audience."""
    marks: list[Any] = []
    while True:
        if get_origin(hint) is Annotated:
            hint, *more = get_args(hint)
            marks += [mark for mark in more if not isinstance(mark, Audience)]
        elif get_origin(hint) in (Union, UnionType) and len(kinds := set(get_args(hint)) - {NoneType}) == 1:
            hint = kinds.pop()
        else:
            return hint, marks
