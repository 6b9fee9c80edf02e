"""The fold: how each event changes the table."""

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from domain.cards import without
from domain.events import Cards, Event
from domain.refusals import AbsentCard, CorruptHistory
from domain.table import Annex, Table, Turn
from domain.values import Value

Happened = TypeVar("Happened", bound=Event)
Laid = TypeVar("Laid", bound=Annex)
Applier = Callable[[Table, Happened], Table]

Entered = TypeVar("Entered")
There = TypeVar("There")

_appliers: Final[dict[type[Event], Applier[Any]]] = {}
"""How each event changes the table; an event's followers, if any, are called with it."""
_followers: Final[dict[type[Event], dict[type, Applier[Any]]]] = {}
"""What an event additionally means, by the event and then the annex of the turn."""


def enter(table: dict[Any, Entered], key: object, entered: Entered, says: str) -> None:
    """Enter a value in a registry; TypeError with this sentence when the key is taken.

    So the order in which modules are imported never matters.
    """
    if key in table:
        raise TypeError(says)
    table[key] = entered


def applies(*event_types: type[Happened]) -> Callable[[Applier[Happened]], Applier[Happened]]:
    """Declare the applier of these kinds of event: the function that returns the table after one."""

    def declare(applier: Applier[Happened]) -> Applier[Happened]:
        for event_type in event_types:
            followers = _followers.get(event_type)
            law = applier if followers is None else _followed(applier, followers)
            enter(_appliers, event_type, law, f"{event_type.__name__} has an applier already")
        return applier

    return declare


def follows(annex: type[Annex], *event_types: type[Happened]) -> Callable[[Applier[Happened]], Applier[Happened]]:
    """Declare what these events of the family additionally mean, on tables whose turn has just this annex."""

    def declare(follower: Applier[Happened]) -> Applier[Happened]:
        for event_type in event_types:
            says = f"{event_type.__name__} has a follower on {annex.__name__} already"
            if event_type not in _followers:
                _followers[event_type] = {}
                if event_type in _appliers:
                    _appliers[event_type] = _followed(_appliers[event_type], _followers[event_type])
            enter(_followers[event_type], annex, follower, says)
        return follower

    return declare


def _followed(applier: Applier[Any], followers: dict[type, Applier[Any]]) -> Applier[Any]:
    """Return the applier, and after it the follower for the annex of the turn, if there is one."""

    def apply(table: Table, event: Any) -> Table:
        after = applier(table, event)
        follower = followers.get(type(after.turn.annex))
        return after if follower is None else follower(after, event)

    return apply


def has_applier(event_type: type[Event]) -> bool:
    """Return whether this kind of event has an applier."""
    return event_type in _appliers


def evolve(table: Table, event: Event) -> Table:
    """Return the table after `event`; it reads no rulebook. CorruptHistory when the event cannot follow."""
    try:
        return _appliers[type(event)](table, event)
    except (IndexError, KeyError, ValueError) as error:
        raise CorruptHistory(f"{_name(event)} cannot follow here") from error


def fold(events: Iterable[Event], table: Table | None = None) -> Table:
    """Return the table after all `events`, from nothing or from `table`. CorruptHistory as for `evolve`."""
    table = Table() if table is None else table
    event = None
    try:
        for event in events:
            table = _appliers[type(event)](table, event)
    except (IndexError, KeyError, ValueError) as error:
        raise CorruptHistory(f"{_name(event)} cannot follow here") from error
    return table


def _name(event: Event | None) -> str:
    return "nothing" if event is None else str(event.__struct_config__.tag)


def require(there: There | None, says: str) -> There:
    """Return the value itself; CorruptHistory with this sentence when it is None, or a condition that does not hold."""
    if there is None or there is False:
        raise CorruptHistory(says)
    return there


def laid_as(annex: Annex | None, kind: type[Laid]) -> Laid:
    """Return the annex as this kind; CorruptHistory where one edition's event lies on another edition's table."""
    if not isinstance(annex, kind):
        raise CorruptHistory(f"this table has no {kind.__name__}: it is of another edition")
    return annex


def require_cards(there: bool, cards: Cards, area: str, seat: int | None = None) -> None:
    """Raise AbsentCard unless the cards are there, in this area; `seat` is the area's owner, if it has one."""
    if not there:
        raise AbsentCard(cards, area, seat)


def remove_cards(lying: Cards, cards: Cards, area: str, seat: int | None = None) -> Cards:
    """Return what is left `lying` in this area when the cards are taken out of it; AbsentCard when one is not there."""
    left = without(lying, cards)
    if left is None:
        raise AbsentCard(cards, area, seat)
    return left


class Blanks(Value):
    """The empty annexes of an edition: what `game_created` lays beside table, turn and seats."""

    table: Annex | None = None
    turn: Annex | None = None
    seat: Annex | None = None


_blanks: Final[dict[str, Blanks]] = {}
_NO_ANNEX: Final = Blanks()


def annex(edition: str, blanks: Blanks) -> None:
    """Declare the annexes of an edition."""
    enter(_blanks, edition, blanks, f"{edition} has annexes already")


def blanks_of(edition: str) -> Blanks:
    """Return the empty annexes of an edition; most have none."""
    return _blanks.get(edition, _NO_ANNEX)


def new_turn(table: Table, seat: int, number: int) -> Turn:
    """Return a fresh turn, its annex begun again."""
    old = table.turn.annex
    return Turn(seat=seat, number=number, phase="", planted=0, annex=None if old is None else old.renewed())
