"""The fold: how each event changes the table."""

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from domain.cards import without_cards
from domain.events import Cards, Event
from domain.refusals import AbsentCard, CorruptHistory
from domain.table import Annex, Table, Turn
from domain.values import Value

EventKind = TypeVar("EventKind", bound=Event)
AnnexKind = TypeVar("AnnexKind", bound=Annex)
Applier = Callable[[Table, EventKind], Table]

Item = TypeVar("Item")
Some = TypeVar("Some")

_appliers: Final[dict[type[Event], Applier[Any]]] = {}
"""The applier of each type of event; it calls the followers of the event, if there are any."""
_followers: Final[dict[type[Event], dict[type, Applier[Any]]]] = {}
"""What an event changes in the tables of one edition: by type of event, then by type of the turn's annex."""


def register(registry: dict[Any, Item], key: object, value: Item, message: str) -> None:
    """Add a value to a registry; TypeError with this message when the key is taken.

    So the order in which modules are imported never matters.
    """
    if key in registry:
        raise TypeError(message)
    registry[key] = value


def applies(*event_types: type[EventKind]) -> Callable[[Applier[EventKind]], Applier[EventKind]]:
    """Register the applier of these types of event: the function that returns the table after one."""

    def declare(applier: Applier[EventKind]) -> Applier[EventKind]:
        for event_type in event_types:
            followers = _followers.get(event_type)
            whole = applier if followers is None else _with_followers(applier, followers)
            register(_appliers, event_type, whole, f"{event_type.__name__} has an applier already")
        return applier

    return declare


def follows(annex: type[Annex], *event_types: type[EventKind]) -> Callable[[Applier[EventKind]], Applier[EventKind]]:
    """Register a follower: it runs after the applier of these events, on tables whose turn has an annex of this type.

    An edition uses it where an event of the family changes the edition's own annex as well.
    """

    def declare(follower: Applier[EventKind]) -> Applier[EventKind]:
        for event_type in event_types:
            message = f"{event_type.__name__} has a follower on {annex.__name__} already"
            if event_type not in _followers:
                _followers[event_type] = {}
                if event_type in _appliers:
                    _appliers[event_type] = _with_followers(_appliers[event_type], _followers[event_type])
            register(_followers[event_type], annex, follower, message)
        return follower

    return declare


def _with_followers(applier: Applier[Any], followers: dict[type, Applier[Any]]) -> Applier[Any]:
    """Return an applier that then calls the follower for the annex of the turn, if there is one."""

    def apply(table: Table, event: Any) -> Table:
        after = applier(table, event)
        follower = followers.get(type(after.turn.annex))
        return after if follower is None else follower(after, event)

    return apply


def has_applier(event_type: type[Event]) -> bool:
    """Return whether this type of event has an applier."""
    return event_type in _appliers


def evolve(table: Table, event: Event) -> Table:
    """Return the table after `event`, without a rulebook. CorruptHistory when the event cannot follow on this table."""
    try:
        return _appliers[type(event)](table, event)
    except (IndexError, KeyError, ValueError) as error:
        raise CorruptHistory(f"{_name(event)} cannot follow here") from error


def fold(events: Iterable[Event], table: Table | None = None) -> Table:
    """Return the table after all `events`, which follow on `table`, by default an empty one.

    CorruptHistory as for `evolve`.
    """
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


def require(value: Some | None, message: str) -> Some:
    """Return the value; CorruptHistory with this message when it is None or False."""
    if value is None or value is False:
        raise CorruptHistory(message)
    return value


def require_annex(annex: Annex | None, kind: type[AnnexKind]) -> AnnexKind:
    """Return the annex with its type; CorruptHistory when an event of one edition is on the table of another."""
    if not isinstance(annex, kind):
        raise CorruptHistory(f"this table has no {kind.__name__}: it is of another edition")
    return annex


def require_cards(present: bool, cards: Cards, area: str, seat: int | None = None) -> None:
    """Raise AbsentCard unless the cards are `present` in this area; `seat` is the area's owner, if it has one."""
    if not present:
        raise AbsentCard(cards, area, seat)


def remove_cards(held: Cards, cards: Cards, area: str, seat: int | None = None) -> Cards:
    """Return the cards that an area `held` without these cards; AbsentCard when one is missing there."""
    left = without_cards(held, cards)
    if left is None:
        raise AbsentCard(cards, area, seat)
    return left


class BlankAnnexes(Value):
    """The empty annexes of an edition, which `game_created` adds to the table, the turn and the seats."""

    table: Annex | None = None
    turn: Annex | None = None
    seat: Annex | None = None


_blank_annexes: Final[dict[str, BlankAnnexes]] = {}
_NO_ANNEX: Final = BlankAnnexes()


def declare_annexes(edition: str, blanks: BlankAnnexes) -> None:
    """Register the annexes of an edition."""
    register(_blank_annexes, edition, blanks, f"{edition} has annexes already")


def blank_annexes_of(edition: str) -> BlankAnnexes:
    """Return the empty annexes of an edition; most have none."""
    return _blank_annexes.get(edition, _NO_ANNEX)


def new_turn(table: Table, seat: int, number: int) -> Turn:
    """Return a fresh turn with a fresh annex."""
    old = table.turn.annex
    return Turn(seat=seat, number=number, phase="", planted=0, annex=None if old is None else old.renewed())
