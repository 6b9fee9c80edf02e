"""Upcasters: they turn events in former shapes into today's.

An event gets a version 2 like this. Its class takes the tag `.2` and the new fields. The shape that it had comes here
under the old tag, with an upcaster that says what it means today; where that shape had no word for a field, the
upcaster answers what is then to be understood, and `unsaid` names the field, so that an audit does not ask for it.
`python -m tests.golden.add` freezes the new shape; a golden game recorded before holds the old one.

Bytes are never rewritten, since a file's chain of checks binds them: it is the fold, the audit and the summary that
upcast, in the domain for that reason, and not the codec. Those that make or fork a game (`game_created`, `game_forked`)
have one shape for ever: files, stores and forks look for them at the head, before anything is upcast.
"""

from collections.abc import Callable
from typing import Annotated, Any, Final, NamedTuple, TypeVar

from msgspec.structs import replace

from domain import events, reported_cards
from domain.events import Cards, Event, SeatEvent
from domain.evolve import applies, enter, evolve
from domain.member_types import HandPlace, Reason, Text, one_of
from domain.reported_cards import IS, IS_NOT
from domain.table import Table
from domain.visibility import ERASABLE, EVERYONE
from domain.zones import HAND

Before = TypeVar("Before", bound=Event)


class _Upcaster(NamedTuple):
    upcast: Callable[[Any], Event]
    unsaid: tuple[str, ...]


_upcasters: Final[dict[type[Event], _Upcaster]] = {}


def upcasts(
    before: type[Before], *, unsaid: tuple[str, ...] = ()
) -> Callable[[Callable[[Before], Event]], Callable[[Before], Event]]:
    """Declare what an event in this shape is in the next one; the fields that are `unsaid` in it may be any."""

    def declare(upcast: Callable[[Before], Event]) -> Callable[[Before], Event]:
        enter(_upcasters, before, _Upcaster(upcast, unsaid), f"{before.__name__} has an upcaster already")
        applies(before)(_as_today)
        return upcast

    return declare


def today(event: Event) -> Event:
    """Return the event in the shape of today; most have had no other shape."""
    while (upcaster := _upcasters.get(type(event))) is not None:
        event = upcaster.upcast(event)
    return event


def today_as(expected: Event, recorded: Event) -> Event:
    """Return what is recorded, in the shape of today; what its own shape left unsaid is as in `expected`."""
    event, unsaid = recorded, set[str]()
    while (upcaster := _upcasters.get(type(event))) is not None:
        unsaid |= {*upcaster.unsaid}
        event = upcaster.upcast(event)
    if not unsaid or type(event) is not type(expected):
        return event
    return replace(event, **{name: getattr(expected, name) for name in unsaid})


def _as_today(table: Table, event: Event) -> Table:
    return evolve(table, today(event))


class SeatTaken(SeatEvent, tag="seat_taken.1"):
    """Somebody sat down; whether they chose their share of the deal was not written down."""

    pseudonym: Annotated[Text, ERASABLE]
    kind: Annotated[Text, EVERYONE]
    contribution: Annotated[Text | None, EVERYONE] = None


@upcasts(SeatTaken, unsaid=("share",))
def seat_taken(event: SeatTaken) -> events.SeatTaken:
    """Nobody is said to have chosen a share that was not written down as chosen."""
    return events.SeatTaken(
        seat=event.seat,
        pseudonym=event.pseudonym,
        kind=event.kind,
        contribution=event.contribution,
        share="drawn",
    )


class CardAttested(SeatEvent, tag="card_attested.1"):
    """What was told at the table of hand cards."""

    places: Annotated[tuple[HandPlace, ...], EVERYONE]
    how: Annotated[Reason, one_of(IS, IS_NOT), EVERYONE]
    cards: Annotated[Cards, EVERYONE]


@upcasts(CardAttested)
def card_attested(event: CardAttested) -> reported_cards.CardsAttested:
    """Of no other cards anything was told."""
    return reported_cards.CardsAttested(
        seat=event.seat, area=HAND, places=event.places, how=event.how, cards=event.cards
    )
