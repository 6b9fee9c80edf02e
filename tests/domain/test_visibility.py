"""Tests of visibility: audiences are declared for each field, and redaction does not depend on hidden values."""

from typing import Annotated, Any

import msgspec
import pytest

from domain.cards import Card, GivenCard
from domain.events import BeanPlanted, CardsDrawn, DeckShuffled, FieldHarvested, SeatEvent
from domain.field_audiences import Redactable, audiences_of, hides_anything_from, redact
from domain.member_types import Count, SeatIndex
from domain.refusals import Misuse
from domain.visibility import (
    OMNISCIENT,
    SPECTATOR,
    Audience,
    Everyone,
    PartOnly,
    Within,
    only,
    seat_viewer,
    slots_only,
    viewer_named,
)
from tests.replay.example_games import traders_game, wild_game

HIDDEN = {"coins_visibility": "hidden"}


def test_a_field_without_an_audience_fails_the_import():
    with pytest.raises(TypeError, match=r"Loose\.card names no audience"):

        class Loose(SeatEvent, tag="loose.1"):
            card: str


def test_an_audience_with_a_missing_seat_fails_the_import():
    with pytest.raises(TypeError, match="is for"):

        class Lost(Redactable):
            card: Annotated[str, only("nobody")]


@pytest.mark.parametrize(
    ("hint", "says"),
    [(float, "bears no kind"), (SeatIndex, "no way to hide a seat"), (dict[Card, Count], "no way to hide a card")],
)
def test_an_audience_for_a_type_that_cannot_be_hidden_fails_the_import(hint, says):
    with pytest.raises(TypeError, match=says):

        class Odd(Redactable):
            weight: Annotated[hint, only()]


def test_optional_parts_cannot_be_hidden():
    with pytest.raises(TypeError, match="there is no way to hide"):

        class OddPart(SeatEvent, tag="odd_part.1"):
            card: Annotated[GivenCard | None, slots_only("seat")] = None


def test_drawn_cards_are_visible_to_their_seat():
    drawn = CardsDrawn(seat=1, cards=("red", "soy"))
    assert redact(drawn, seat_viewer(1), {}) == drawn
    assert redact(drawn, seat_viewer(0), {}).cards == ("face_down", "face_down")
    assert redact(drawn, SPECTATOR, {}) == redact(drawn, seat_viewer(2), {})
    assert redact(drawn, OMNISCIENT, {}) is drawn


def test_the_order_of_a_shuffle_is_hidden_from_all():
    shuffled = DeckShuffled(reason="setup", count=2, order=("red", "soy"))
    assert all(redact(shuffled, seat_viewer(k), {}).order == ("face_down", "face_down") for k in range(5))


def test_coins_are_hidden_only_under_the_option():
    sold = FieldHarvested(seat=0, field=0, meter="red", coins=("red",), discarded=("red",), reason="choice")
    assert redact(sold, SPECTATOR, {"coins_visibility": "public"}) == sold
    assert redact(sold, SPECTATOR, HIDDEN).coins == ("face_down",)
    assert redact(sold, seat_viewer(0), HIDDEN) == sold


def test_a_hidden_number_is_null():
    planted = BeanPlanted(seat=0, field=0, variety="red", source="hand", slot=4)
    assert redact(planted, SPECTATOR, {}).slot is None
    assert hides_anything_from(planted, SPECTATOR, {})
    assert not hides_anything_from(planted, seat_viewer(0), {})


@pytest.mark.parametrize("record", [traders_game(), wild_game()], ids=lambda record: record.game)
def test_events_that_differ_in_hidden_values_are_redacted_alike(record):
    options = record.created.rules.options
    for viewer in (SPECTATOR, seat_viewer(0), seat_viewer(2)):
        for event in {type(e.event): e.event for e in record.envelopes}.values():
            twin = _with_other_secrets(event, viewer, options)
            assert msgspec.json.encode(redact(twin, viewer, options)) == msgspec.json.encode(
                redact(event, viewer, options)
            )


def _with_other_secrets(event: Any, viewer: Any, options: Any) -> Any:
    changes = {}
    for name, audience in audiences_of(type(event)).items():
        if isinstance(audience, Everyone | Within) or audience.admits(viewer, event, options, None):
            continue
        changes[name] = _other(getattr(event, name), audience)
    return msgspec.structs.replace(event, **changes)


def _other(value: Any, audience: Audience) -> Any:
    if isinstance(audience, PartOnly):
        return tuple(msgspec.structs.replace(card, slot=99) for card in value)
    if isinstance(value, tuple):
        return tuple(_other(item, audience) for item in value)
    return "garden" if isinstance(value, str) else value if value is None else 99


@pytest.mark.parametrize(
    "name", ["seat:4", "seat:-1", "seat:01", "seat:x", "seat:", "everyone", "", "SEAT:1", "seat:\u0661"]
)
def test_a_view_that_does_not_exist_is_misuse(name):
    with pytest.raises(Misuse):
        viewer_named(name, players=4)


@pytest.mark.parametrize("viewer", [SPECTATOR, OMNISCIENT, seat_viewer(0), seat_viewer(3)])
def test_a_view_is_found_by_its_name(viewer):
    assert viewer_named(viewer.name, players=4) == viewer
