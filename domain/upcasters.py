"""Upcasters: they turn events in former shapes into today's.

An event gets a version 2 in these steps:

- Its class takes the tag `.2` and the new fields.
- Its former shape comes here under the old tag, with an upcaster that returns today's event.
- Where the former shape lacks a field, the upcaster fills in what is then understood. `missing_fields` names the
  field, so that an audit does not compare it.
- `python -m tests.golden.add` freezes the new shape; a golden game recorded before holds the old one.

Stored bytes never change, since a file's hash chain binds them. Therefore the fold, the audit and the summary upcast,
in the domain, and the codec does not. Events that create or fork a game (`game_created`, `game_forked`) have one
permanent shape: files, stores and forks read them before upcasting.
"""

from collections.abc import Callable
from typing import Annotated, Any, Final, NamedTuple, TypeVar

from msgspec.structs import replace

from domain import events, reported_cards
from domain.events import Cards, Event, SeatEvent
from domain.evolve import applies, evolve, register
from domain.member_types import HandPlace, Reason, Text, one_of
from domain.reported_cards import IS, IS_NOT
from domain.table import Table
from domain.visibility import ERASABLE, EVERYONE
from domain.zones import HAND

Before = TypeVar("Before", bound=Event)


class _Upcaster(NamedTuple):
    upcast: Callable[[Any], Event]
    missing_fields: tuple[str, ...]


_upcasters: Final[dict[type[Event], _Upcaster]] = {}


def upcasts(
    before: type[Before], *, missing_fields: tuple[str, ...] = ()
) -> Callable[[Callable[[Before], Event]], Callable[[Before], Event]]:
    """Declare the next shape of an event in this shape; the fields in `missing_fields` may have any value."""

    def declare(upcast: Callable[[Before], Event]) -> Callable[[Before], Event]:
        register(_upcasters, before, _Upcaster(upcast, missing_fields), f"{before.__name__} has an upcaster already")
        applies(before)(_apply_upcast)
        return upcast

    return declare


def upcast(event: Event) -> Event:
    """Return the event in today's shape; most events never had another."""
    while (upcaster := _upcasters.get(type(event))) is not None:
        event = upcaster.upcast(event)
    return event


def upcast_like(expected: Event, recorded: Event) -> Event:
    """Return the recorded event in today's shape; fields that its own shape lacks are taken from `expected`."""
    event, missing_fields = recorded, set[str]()
    while (upcaster := _upcasters.get(type(event))) is not None:
        missing_fields |= {*upcaster.missing_fields}
        event = upcaster.upcast(event)
    if not missing_fields or type(event) is not type(expected):
        return event
    return replace(event, **{name: getattr(expected, name) for name in missing_fields})


def _apply_upcast(table: Table, event: Event) -> Table:
    return evolve(table, upcast(event))


class SeatTaken(SeatEvent, tag="seat_taken.1"):
    """A player sat down; the record does not say who chose the share of the deal."""

    pseudonym: Annotated[Text, ERASABLE]
    kind: Annotated[Text, EVERYONE]
    contribution: Annotated[Text | None, EVERYONE] = None


@upcasts(SeatTaken, missing_fields=("share",))
def seat_taken(event: SeatTaken) -> events.SeatTaken:
    """Return the event with `share` left as not chosen by the player, since the record lacks it."""
    return events.SeatTaken(
        seat=event.seat,
        pseudonym=event.pseudonym,
        kind=event.kind,
        contribution=event.contribution,
        share="drawn",
    )


class CardAttested(SeatEvent, tag="card_attested.1"):
    """Players reported cards of a hand."""

    places: Annotated[tuple[HandPlace, ...], EVERYONE]
    how: Annotated[Reason, one_of(IS, IS_NOT), EVERYONE]
    cards: Annotated[Cards, EVERYONE]


@upcasts(CardAttested)
def card_attested(event: CardAttested) -> reported_cards.CardsAttested:
    """Return the event for cards of the hand, the only ones that could be reported."""
    return reported_cards.CardsAttested(
        seat=event.seat, area=HAND, places=event.places, how=event.how, cards=event.cards
    )
