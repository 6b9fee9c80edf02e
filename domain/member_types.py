"""The kinds of values that members of records hold, declared in their types."""

from collections.abc import Callable
from enum import StrEnum, auto
from functools import cache
from operator import attrgetter
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from domain.values import Value


class Kind(StrEnum):
    """What a value means. A type declares it as in `Annotated[str, Kind.CARD]`; a bool is always a FLAG."""

    CARD = auto()
    COIN = auto()  # a card that counts as a coin
    SLOT = auto()  # a card's number in one hand
    SEAT = auto()
    FIELD = auto()
    PLACE = auto()  # on a board
    NTH = auto()  # where in a hand a card lies, from its front
    SOURCE = auto()  # the area a card comes from
    OFFER = auto()  # the number of a proposal or gift
    PHASE = auto()
    EDITION = auto()
    REASON = auto()  # why it happened, which can choose the sentence and the clause
    COUNT = auto()
    COINS = auto()  # how many coins
    SCORE = auto()  # what one seat has at the end, in the order of the seats
    FLAG = auto()
    TEXT = auto()  # stands for itself


SeatIndex = Annotated[int, msgspec.Meta(ge=0, lt=16), Kind.SEAT]
"""A seat, counted from 0 clockwise."""
FieldIndex = Annotated[int, msgspec.Meta(ge=0, lt=16), Kind.FIELD]
"""A bean field of one seat, counted from 0."""
HandPlace = Annotated[int, msgspec.Meta(ge=0, le=1_000), Kind.NTH]
"""Where in a hand a card lies, counted from 0 at its front."""
Few = Annotated[int, msgspec.Meta(ge=0, lt=16), Kind.COUNT]
"""How many seats there are, or fields of a seat."""
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000), Kind.COUNT]
"""How many, or the number of something counted; games stay far below the limit."""
CoinCount = Annotated[int, msgspec.Meta(ge=0, le=1_000_000), Kind.COINS]
"""How many coins."""
OfferId = Annotated[int, msgspec.Meta(ge=0, le=1_000_000), Kind.OFFER]
"""The number of a proposal or gift; both are numbered together, from 1."""
PhaseId = Annotated[str, Kind.PHASE]
"""A phase of the turn."""
EditionId = Annotated[str, Kind.EDITION]
"""An edition."""
Source = Annotated[str, Kind.SOURCE]
"""The area that a card comes from, such as "hand"."""
Reason = Annotated[str, Kind.REASON]
"""Why something happened, in one word."""
Text = Annotated[str, Kind.TEXT]
"""A word, a name or an id that stands for itself."""


def one_of(*words: str) -> msgspec.Meta:
    """Restrict a text to these words, in the JSON schema of its record too."""
    return msgspec.Meta(extra_json_schema={"enum": [*words]})


class Member(NamedTuple):
    """A member of a record: its name in JSON, the attribute that holds it, and the kind of its value.

    With `many` it holds several values, with `counted` a number for each. A member that is itself a record has no
    kind; its `parts` have.
    """

    name: str
    attribute: str
    kind: Kind | None
    many: bool
    counted: bool
    parts: "tuple[Member, ...]"

    @property
    def is_declared(self) -> bool:
        """Whether its type declares a kind, or each of its parts does."""
        return self.kind is not None or (bool(self.parts) and all(part.is_declared for part in self.parts))

    def mentions(self, *kinds: Kind) -> bool:
        """Return whether this member or a part of it has one of these kinds."""
        return self.kind in kinds or any(part.mentions(*kinds) for part in self.parts)


@cache
def members_of(record: type) -> tuple[Member, ...]:
    """Return the members of a class of records, in order."""
    hints = get_type_hints(record, include_extras=True)
    structure: Any = record
    names = zip(structure.__struct_encode_fields__, structure.__struct_fields__, strict=True)
    return tuple(member(attribute, hints[attribute], name) for name, attribute in names)


def member(attribute: str, hint: Any, name: str = "") -> Member:
    """Return the member with this type; of nested kinds, the outermost counts."""
    kind: Kind | None = None
    many = counted = False
    while True:
        origin, arguments = get_origin(hint), get_args(hint)
        if origin is Annotated:
            kind = kind or next((mark for mark in reversed(arguments[1:]) if isinstance(mark, Kind)), None)
            hint = arguments[0]
        elif origin in (Union, UnionType) and len(kinds := set(arguments) - {NoneType}) == 1:
            hint = kinds.pop()
        elif origin is tuple and arguments[1:] == (Ellipsis,):
            hint, many = arguments[0], True
        elif origin is dict and (kind is not None or member("", arguments[1]).kind is Kind.COUNT):
            hint, many, counted = arguments[0], True, kind is None
        else:
            break
    if kind is None and hint is bool:
        kind = Kind.FLAG
    nested = kind is None and isinstance(hint, type) and issubclass(hint, Value)
    return Member(name or attribute, attribute, kind, many, counted, members_of(hint) if nested else ())


def value_of_kind(record: Value, kind: Kind) -> Any:
    """Return the value of the first member of this kind that holds a single value; None when there is none."""
    attribute = _attribute(type(record), kind)
    return None if attribute is None else getattr(record, attribute)


@cache
def _attribute(record: type, kind: Kind) -> str | None:
    return next((found.attribute for found in members_of(record) if found.kind is kind and not found.many), None)


@cache
def kinds_getter(record: type[Value], *kinds: Kind) -> Callable[[Value], object]:
    """Return a function that extracts the values of these kinds from records of this type, to compare records by."""
    attributes = [attribute for kind in kinds if (attribute := _attribute(record, kind)) is not None]
    return attrgetter(*attributes) if attributes else lambda _: None
