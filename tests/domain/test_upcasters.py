"""Events in shapes that they had before: what each means today, and what an audit asks of it."""

from typing import Annotated

import pytest

from domain import events, upcasters
from domain.events import Event, SeatEvent
from domain.history import evolve
from domain.kinds import Count
from domain.rules.setup import seat_taken
from domain.table import Seat, Sitter, Table
from domain.upcasters import today, today_as, upcasts
from domain.visibility import EVERYONE

BEFORE = upcasters.SeatTaken(seat=0, pseudonym="Ann", kind="human", contribution="x")
CHOSEN = events.SeatTaken(seat=0, pseudonym="Ann", kind="human", contribution="x", share="chosen")


class Weighed1(SeatEvent):
    """As it was weighed first."""


class Weighed2(SeatEvent):
    """And then."""

    beans: Annotated[Count, EVERYONE]


class Weighed(SeatEvent):
    """As it is weighed today."""

    beans: Annotated[Count, EVERYONE]
    coins: Annotated[Count, EVERYONE]


upcasts(Weighed1, unsaid=("beans",))(lambda event: Weighed2(seat=event.seat, beans=0))
upcasts(Weighed2)(lambda event: Weighed(seat=event.seat, beans=event.beans, coins=event.beans // 2))


def test_an_event_of_before_changes_the_table_as_that_of_today():
    empty = Table(seats=(Seat(), Seat()))
    seated = seat_taken(empty, CHOSEN)
    assert Sitter(pseudonym="Ann", kind="human", contribution="x") == seated.seats[0].sitter
    assert seated == evolve(empty, BEFORE) == evolve(empty, CHOSEN)


def test_an_event_is_upcast_through_every_shape_it_has_had():
    assert Weighed(seat=1, beans=0, coins=0) == today(Weighed1(seat=1))
    assert Weighed(seat=1, beans=6, coins=3) == today(Weighed2(seat=1, beans=6))
    assert today(CHOSEN) is CHOSEN


def test_what_the_shape_left_unsaid_is_not_held_against_it_and_all_else_is():
    assert CHOSEN == today_as(CHOSEN, BEFORE)
    assert today(BEFORE) != CHOSEN
    other = events.SeatTaken(seat=0, pseudonym="Bob", kind="human", contribution="x", share="chosen")
    assert today_as(other, BEFORE) != other
    assert today_as(Weighed(seat=1, beans=9, coins=0), Weighed1(seat=1)) == Weighed(seat=1, beans=9, coins=0)
    assert today_as(Weighed(seat=1, beans=6, coins=2), Weighed2(seat=1, beans=6)).coins == 3


def test_a_shape_has_one_meaning():
    def another(event: upcasters.SeatTaken) -> Event:
        return event

    with pytest.raises(TypeError, match="SeatTaken has an upcaster already"):
        upcasts(upcasters.SeatTaken)(another)
