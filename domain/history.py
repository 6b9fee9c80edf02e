"""How the table changes: one applier for each event, the only way anything on it moves."""

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from domain.events import Event
from domain.refusals import AbsentCard, CorruptHistory
from domain.table import Annex, Table, Turn
from domain.values import Value

Happened = TypeVar("Happened", bound=Event)
Laid = TypeVar("Laid", bound=Annex)
Applier = Callable[[Table, Happened], Table]

_appliers: Final[dict[type[Event], Callable[[Table, Any], Table]]] = {}


def applies(*event_types: type[Happened]) -> Callable[[Applier[Happened]], Applier[Happened]]:
    """Declares the function that lays these kinds of event on the table."""

    def declare(applier: Applier[Happened]) -> Applier[Happened]:
        for event_type in event_types:
            if event_type in _appliers:
                raise TypeError(f"{event_type.__name__} has an applier already")
            _appliers[event_type] = applier
        return applier

    return declare


def follows(annex: type[Annex], *event_types: type[Happened]) -> Callable[[Applier[Happened]], Applier[Happened]]:
    """Declares what these events of the family mean besides, on tables whose turn has such an annex."""

    def declare(follower: Applier[Happened]) -> Applier[Happened]:
        for event_type in event_types:
            _appliers[event_type] = _followed(_appliers[event_type], follower, annex)
        return follower

    return declare


def _followed(applier: Applier[Any], follower: Applier[Any], annex: type[Annex]) -> Applier[Any]:
    def applied(table: Table, event: Any) -> Table:
        after = applier(table, event)
        return follower(after, event) if isinstance(after.turn.annex, annex) else after

    return applied


def has_applier(event_type: type[Event]) -> bool:
    """Whether somebody lays this kind of event on the table."""
    return event_type in _appliers


def evolve(table: Table, event: Event) -> Table:
    """The table after `event`; it reads no rulebook. CorruptHistory when the event cannot follow."""
    try:
        return _appliers[type(event)](table, event)
    except (IndexError, KeyError, ValueError) as error:
        raise CorruptHistory(f"{_name(event)} cannot follow here") from error


def fold(events: Iterable[Event], table: Table | None = None) -> Table:
    """The table after all `events`, from nothing or from `table`. CorruptHistory as for `evolve`."""
    table = Table() if table is None else table
    appliers = _appliers
    event = None
    try:
        for event in events:
            table = appliers[type(event)](table, event)
    except (IndexError, KeyError, ValueError) as error:
        raise CorruptHistory(f"{_name(event)} cannot follow here") from error
    return table


def _name(event: Event | None) -> str:
    return "nothing" if event is None else str(event.__struct_config__.tag)


def require(holds: bool, says: str) -> None:
    """CorruptHistory with this sentence unless it holds."""
    if not holds:
        raise CorruptHistory(says)


def laid_as(annex: Annex | None, kind: type[Laid]) -> Laid:
    """The annex, which is of this kind; CorruptHistory where one edition's event lies on another edition's table."""
    if not isinstance(annex, kind):
        raise CorruptHistory(f"this table has no {kind.__name__}: it is of another edition")
    return annex


def require_cards(there: bool, cards: tuple[str, ...], area: str, seat: int | None = None) -> None:
    """AbsentCard unless the cards are there: in this area, of this seat if it is somebody's."""
    if not there:
        raise AbsentCard(cards, area, seat)


class Blanks(Value):
    """The empty annexes of an edition: what `game_created` lays beside table, turn and seats."""

    table: Annex | None = None
    turn: Annex | None = None
    seat: Annex | None = None


_blanks: Final[dict[str, Blanks]] = {}
_NO_ANNEX: Final = Blanks()


def annex(edition: str, blanks: Blanks) -> None:
    """Declares the annexes of an edition."""
    _blanks[edition] = blanks


def blanks_of(edition: str) -> Blanks:
    """The empty annexes of an edition; most have none."""
    return _blanks.get(edition, _NO_ANNEX)


def new_turn(table: Table, seat: int, number: int) -> Turn:
    """A fresh turn, its annex begun anew."""
    old = table.turn.annex
    return Turn(seat=seat, number=number, phase="", planted=0, annex=None if old is None else old.renewed())
