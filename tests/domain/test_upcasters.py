"""Tests of upcasters: events in earlier shapes, and their audit."""

from random import Random
from typing import Annotated

import pytest
from msgspec.structs import replace

from domain import events, upcasters
from domain.events import Cards, Event, Reason, SeatEvent
from domain.evolve import evolve
from domain.member_types import Count, SeatIndex
from domain.rules.setup import seat_taken
from domain.table import Seat, Sitter, Table
from domain.upcasters import upcast, upcast_like, upcasts
from domain.visibility import EVERYONE, SEALED
from projections.summary import GameStatus, summary_of
from replay.audit import audit
from replay.codec import Envelope
from replay.creation_checks import require_valid_creation
from tests.random_player import begin, play

BEFORE = upcasters.SeatTaken(seat=0, pseudonym="Ann", kind="human", contribution="x")
CHOSEN = events.SeatTaken(seat=0, pseudonym="Ann", kind="human", contribution="x", share="chosen")


class Weighed1(SeatEvent):
    """The first shape."""


class Weighed2(SeatEvent):
    """The second shape."""

    beans: Annotated[Count, EVERYONE]


class Weighed(SeatEvent):
    """The current shape."""

    beans: Annotated[Count, EVERYONE]
    coins: Annotated[Count, EVERYONE]


upcasts(Weighed1, missing_fields=("beans",))(lambda event: Weighed2(seat=event.seat, beans=0))
upcasts(Weighed2)(lambda event: Weighed(seat=event.seat, beans=event.beans, coins=event.beans // 2))


def test_an_upcast_event_changes_the_table_as_the_current_one():
    empty = Table(seats=(Seat(), Seat()))
    seated = seat_taken(empty, CHOSEN)
    assert Sitter(pseudonym="Ann", kind="human", contribution="x") == seated.seats[0].sitter
    assert seated == evolve(empty, BEFORE) == evolve(empty, CHOSEN)


def test_an_event_is_upcast_through_every_earlier_shape():
    assert Weighed(seat=1, beans=0, coins=0) == upcast(Weighed1(seat=1))
    assert Weighed(seat=1, beans=6, coins=3) == upcast(Weighed2(seat=1, beans=6))
    assert upcast(CHOSEN) is CHOSEN


def test_an_audit_ignores_only_fields_that_an_earlier_shape_lacks():
    assert CHOSEN == upcast_like(CHOSEN, BEFORE)
    assert upcast(BEFORE) != CHOSEN
    other = events.SeatTaken(seat=0, pseudonym="Bob", kind="human", contribution="x", share="chosen")
    assert upcast_like(other, BEFORE) != other
    assert upcast_like(Weighed(seat=1, beans=9, coins=0), Weighed1(seat=1)) == Weighed(seat=1, beans=9, coins=0)
    assert upcast_like(Weighed(seat=1, beans=6, coins=2), Weighed2(seat=1, beans=6)).coins == 3


def test_an_earlier_shape_has_one_upcaster():
    def another(event: upcasters.SeatTaken) -> Event:
        return event

    with pytest.raises(TypeError, match="SeatTaken has an upcaster already"):
        upcasts(upcasters.SeatTaken)(another)


def in_former_shapes(envelope: Envelope) -> Envelope:
    """Return the envelope with shuffles and ends in an earlier shape."""
    match event := envelope.event:
        case events.DeckShuffled():
            return replace(envelope, event=Shuffled0(reason=event.reason, order=event.order))
        case events.GameEnded():
            return replace(envelope, event=Ended0(reason=event.reason, scores=event.scores, winners=event.winners))
    return envelope


class Shuffled0(Event, tag="deck_shuffled.0"):
    """An earlier shape without the number of cards."""

    reason: Annotated[Reason, EVERYONE]
    order: Annotated[Cards, SEALED]


class Ended0(Event, tag="game_ended.0"):
    """An earlier shape without the tie-break."""

    reason: Annotated[Reason, EVERYONE]
    scores: Annotated[tuple[Count, ...], EVERYONE]
    winners: Annotated[tuple[SeatIndex, ...], EVERYONE]


upcasts(Shuffled0, missing_fields=("count",))(
    lambda event: events.DeckShuffled(reason=event.reason, count=len(event.order), order=event.order)
)
upcasts(Ended0, missing_fields=("tie_break",))(
    lambda event: events.GameEnded(reason=event.reason, scores=event.scores, winners=event.winners)
)


def test_a_game_in_earlier_shapes_is_audited_stored_and_summarised():
    record = play(begin("classic", 3, {}, 3), Random(3), thrifty=True).record()
    former = replace(record, envelopes=tuple(map(in_former_shapes, record.envelopes)))
    assert {Shuffled0, Ended0} <= {type(envelope.event) for envelope in former.envelopes}
    assert audit(former) == audit(record)
    require_valid_creation(former)
    first, second = (
        summary_of(one.game, [(envelope.n, 0, envelope.event) for envelope in one.envelopes])
        for one in (record, former)
    )
    assert first == second
    assert first.status is GameStatus.FINISHED
