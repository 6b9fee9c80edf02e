"""What a scrubber and a graph need of a game: where something happened, and how rich each seat was."""

from collections.abc import Iterable
from typing import Final

from domain.editions import rulebook_of
from domain.editions.bohnaparte.events import AttackDeclared
from domain.events import (
    BeansDonated,
    DeckShuffled,
    Event,
    FieldHarvested,
    GameEnded,
    GameVoided,
    ThirdFieldBought,
    TradeAccepted,
    TurnStarted,
)
from domain.forks import GameForked
from domain.table import Seat, Table
from domain.values import Value

_KINDS: Final[dict[type[Event], str]] = {
    TurnStarted: "turn",
    FieldHarvested: "harvest",
    TradeAccepted: "trade",
    BeansDonated: "donation",
    DeckShuffled: "shuffle",
    ThirdFieldBought: "third_field",
    AttackDeclared: "attack",
    GameForked: "fork",
    GameEnded: "end",
    GameVoided: "end",
}


class Marker(Value, omit_defaults=False):
    """Something happened at event n, in this turn, to this seat if it is one's."""

    n: int
    kind: str
    seat: int | None
    turn: int


class Series(Value, omit_defaults=False):
    """A seat's coins, and what its fields would pay if sold now: pairs of n and the value from there on."""

    seat: int
    coins: tuple[tuple[int, int], ...]
    harvest_now: tuple[tuple[int, int], ...]


class Timeline(Value, omit_defaults=False):
    """The course of a game up to event `version`."""

    version: int
    markers: tuple[Marker, ...]
    series: tuple[Series, ...]


def timeline(course: Iterable[tuple[int, Event, Table]]) -> Timeline:
    """The timeline of a game, from its events n = 1, 2, 3 ... each with the table after it, as one viewer sees them."""
    markers: list[Marker] = []
    coins: list[list[tuple[int, int]]] = []
    worth: list[list[tuple[int, int]]] = []
    seen: tuple[Seat, ...] = ()
    version = 0
    for n, event, table in course:
        version = n
        if (kind := _KINDS.get(type(event))) is not None:
            markers.append(Marker(n=n, kind=kind, seat=getattr(event, "seat", None), turn=table.turn.number))
        if len(coins) < len(table.seats):
            coins, worth, seen = [[] for _ in table.seats], [[] for _ in table.seats], (Seat(),) * len(table.seats)
        for index, (seat, before) in enumerate(zip(table.seats, seen, strict=True)):
            if seat is not before:
                _mark(coins[index], n, len(seat.coins))
                if seat.fields is not before.fields:
                    _mark(worth[index], n, _harvest_now(table, seat))
        seen = table.seats
    series = [
        Series(seat=seat, coins=tuple(earned), harvest_now=tuple(value))
        for seat, (earned, value) in enumerate(zip(coins, worth, strict=True))
    ]
    return Timeline(version=version, markers=tuple(markers), series=tuple(series))


def _mark(points: list[tuple[int, int]], n: int, value: int) -> None:
    if not points or points[-1][1] != value:
        points.append((n, value))


def _harvest_now(table: Table, seat: Seat) -> int:
    rules = rulebook_of(table)
    return sum(len(rules.sold(field).coins) for field in seat.fields if field)
