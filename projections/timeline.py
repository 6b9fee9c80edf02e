"""The timeline of a game, for a scrubber or a graph."""

from collections.abc import Iterable
from functools import cache

from domain.edition_data.family import FAMILY
from domain.editions import EDITIONS, rulebook_of
from domain.events import Cards, Event
from domain.member_types import Kind, value_of_kind
from domain.rulebook import Rulebook
from domain.table import Seat, Table
from domain.values import Value
from projections.harvest_values import sale_now

Point = tuple[int, int]
"""An event, and the value from there on."""


class TimelineMarker(Value, omit_defaults=False):
    """Something happened at event n, in this turn, to this seat if it is one's."""

    n: int
    kind: str
    seat: int | None
    turn: int


class SeatSeries(Value, omit_defaults=False):
    """A seat's coins, and what its fields would pay if sold now: pairs of n and the value from there on."""

    seat: int
    coins: tuple[Point, ...]
    harvest_now: tuple[Point, ...]


class Timeline(Value, omit_defaults=False):
    """The course of a game up to event `version`."""

    version: int
    markers: tuple[TimelineMarker, ...]
    series: tuple[SeatSeries, ...]


@cache
def marker_of(edition: str, event: type[Event]) -> str | None:
    """Return the kind of marker that an edition has for such an event.

    Games of an unknown edition have the family's.
    """
    markers = EDITIONS[edition].data.all_markers if edition in EDITIONS else FAMILY.markers
    name = str(event.__struct_config__.tag)
    return next((kind for kind, marker in markers.items() if name in marker.events), None)


class TimelineFold:
    """A timeline that grows with its game, event by event."""

    def __init__(self) -> None:
        self.version = 0
        self.markers: list[TimelineMarker] = []
        self.coins: list[list[Point]] = []
        self.worth: list[list[Point]] = []
        self._seen: tuple[Seat, ...] = ()
        self._rulebook: Rulebook | None = None
        self._value_of_fields: dict[Cards, int] = {}

    def add(self, n: int, event: Event, table: Table) -> None:
        """Add the next event, and the table after it."""
        self.version = n
        if (kind := marker_of(table.edition, type(event))) is not None:
            self.markers.append(
                TimelineMarker(n=n, kind=kind, seat=value_of_kind(event, Kind.SEAT), turn=table.turn.number)
            )
        seats = table.seats
        if seats is self._seen:
            return
        if len(self.coins) < len(seats):
            self.coins, self.worth = [[] for _ in seats], [[] for _ in seats]
            self._seen = (Seat(),) * len(seats)
        for index, (seat, before) in enumerate(zip(seats, self._seen, strict=True)):
            if seat is not before:
                _add_point(self.coins[index], n, len(seat.coins))
                if seat.fields is not before.fields:
                    _add_point(self.worth[index], n, sum(self._field_value(table, field) for field in seat.fields))
        self._seen = seats

    def _field_value(self, table: Table, field: Cards) -> int:
        """Return how many coins a field would pay if it were sold now; the same field always pays the same."""
        paid = self._value_of_fields.get(field)
        if paid is None:
            self._rulebook = self._rulebook or rulebook_of(table)
            paid = self._value_of_fields[field] = len(sale_now(self._rulebook, table, field).coins) if field else 0
        return paid

    def timeline(self) -> Timeline:
        """Return the timeline up to the last event."""
        series = [
            SeatSeries(seat=seat, coins=tuple(earned), harvest_now=tuple(value))
            for seat, (earned, value) in enumerate(zip(self.coins, self.worth, strict=True))
        ]
        return Timeline(version=self.version, markers=tuple(self.markers), series=tuple(series))


def timeline(steps: Iterable[tuple[int, Event, Table]]) -> Timeline:
    """Return the timeline of a game, from its events n = 1, 2, 3 ... each with the table after it."""
    course = TimelineFold()
    for n, event, table in steps:
        course.add(n, event, table)
    return course.timeline()


def _add_point(points: list[Point], n: int, value: int) -> None:
    if not points or points[-1][1] != value:
        points.append((n, value))
