"""The sections of a rulebook as they hold at one table."""

from collections.abc import Callable, Mapping

from domain.cards import Card, Steps
from domain.events import Cards
from domain.member_types import Count, SeatIndex
from domain.table import Table
from domain.values import Value

Meters = Mapping[Card, Steps]


class Sale(Value):
    """What a field brings: whose beanometer paid, the cards that become coins, the rest in laying order.

    `counted` are the cards that it counted, None where the beanometers of several varieties paid.
    """

    meter: Card
    coins: Cards
    discarded: Cards
    counted: int | None = None


class Planting(Value):
    """Section 4: `fits` decides whether a field takes a bean from a source, such as the hand.

    `misfit` names the mechanism by which a field does not take it, where the variety is not the reason. `doubles`
    decides whether a bean doubles a field, where that matters.
    """

    fits: Callable[[Cards, Card, str], bool]
    misfit: Callable[[Cards, Card, str], str | None] | None = None
    doubles: Callable[[Cards, Card], bool] | None = None


class Selling(Value):
    """Section 6: `protects` decides whether a seat may not sell the field of this number.

    `pays` takes the beanometers, a field, and the coin cards that its owner chose, if any. It returns None when they
    cannot be the coins.
    """

    meters: Meters
    pays: Callable[[Meters, Cards, Cards | None], Sale | None]
    protects: Callable[[tuple[Cards, ...], int], bool]

    def sale(self, field: Cards, chosen: Cards | None) -> Sale | None:
        """Return what this field brings, None when the coin cards that its owner chose cannot be the coins."""
        return self.pays(self.meters, field, chosen)

    def sold(self, field: Cards, chosen: Cards | None = None) -> Sale:
        """Return what this field brings, after the guard has found that the chosen coin cards can be the coins."""
        sale = self.sale(field, chosen)
        assert sale is not None
        return sale


class Drawing(Value):
    """Sections 5 and 8: how many cards are turned up and drawn, and what an exhausted pile means.

    With `counts_at_once` an exhaustion counts when the last card is taken, otherwise when the next one is wanted.
    """

    turn_up_count: Callable[[Table], int]
    draw_count: Callable[[Table], int]
    exhaustions_to_end: int
    counts_at_once: bool


class TerrainType(Value, omit_defaults=False):
    """What land of a kind is worth, its least defending strength, and whether it can be conquered."""

    points: Count
    least: Count | None
    conquerable: bool


class Land(Value):
    """A piece of land: its kind, its owner (None without one), and what it is worth to its owner."""

    kind: str
    owner: SeatIndex | None
    points: Count


class Lands(Value):
    """The land that is fought for: `kinds` describes each kind, `laid` returns each piece at a table with its owner."""

    kinds: Mapping[str, TerrainType]
    laid: Callable[[Table], Mapping[str, Land]]


class ThirdField(Value):
    """Section 7, the sale of third fields: the price in coins, and where the coin cards go."""

    price: int
    destination: str
