"""Sections 3 to 5 of the classic and of the modern rulebook, where both say the same of a turn."""

import pytest

from domain.commands import DrawCards, EndPlanting, EndTrading, HarvestField, PlantFromHand, PlantSetAside
from domain.events import CardsSetAside, CardsTurnedUp, PhaseSkipped, PhaseStarted, TradingEnded, TurnEnded, TurnStarted
from domain.refusals import Misuse
from replay.codec import Codec
from tests.rulebooks.family_scenes import OWN, drawn, offer, planted, ruled_by
from tests.rulebooks.scenes import beans, face_up, given, in_hand, random_game

OWN_PHASE = {
    PlantFromHand(seat=0, field=0): "plant",
    EndPlanting(seat=0): "plant",
    EndTrading(seat=0): "trade",
    PlantSetAside(seat=0, variety="red", field=0): "plant_set_aside",
    DrawCards(seat=0): "draw",
}
PHASES = ["plant", "trade", "plant_set_aside", "draw"]
OUT_OF_ORDER = [(phase, command) for phase in PHASES for command, own in OWN_PHASE.items() if phase != own]
OUT_OF_ORDER.remove(("plant_set_aside", DrawCards(seat=0)))  # it would be in order, but somebody still has to plant


def in_phase(edition, phase):
    set_aside = {0: ["red"]} if phase == "plant_set_aside" else {}
    return given(edition, phase=phase, planted=1, hands={0: ["red", "soy"]}, set_aside=set_aside)


def planting(edition, hand, fields, **more):
    return given(edition, hands={0: hand}, fields={0: fields}, **more)


def trading(edition):
    hands = {0: ["blue", "chili", "blue"], 1: ["green", "red", "soy", "red"], 2: ["stink", "soy", "red"], 3: []}
    return given(edition, phase="trade", hands=hands, turned_up=["soy", "garden"])


@ruled_by("CL-3.1", "MO-3.1")
def test_a_turn_has_four_phases_in_order(edition, clause):
    two = (OWN[edition], OWN[edition])
    turn = given(edition, hands={0: ["red"]}, draw_pile=[*two, *beans("blue", 4)])
    turn = turn.when(PlantFromHand(seat=0, field=0)).then(planted(0, "red"))
    turn = turn.when(EndPlanting(seat=0)).then(PhaseStarted(seat=0, phase="trade"), CardsTurnedUp(seat=0, cards=two))
    turn = turn.when(EndTrading(seat=0)).then(
        CardsSetAside(seat=0, cards=two), TradingEnded(seat=0), PhaseStarted(seat=0, phase="plant_set_aside")
    )
    for variety in two:
        turn = turn.when(PlantSetAside(seat=0, variety=variety, field=1))
    turn = turn.happens(PhaseStarted(seat=0, phase="draw")).when(DrawCards(seat=0))
    turn.happens(drawn("blue", "blue", "blue"), TurnEnded(seat=0))


@ruled_by("CL-3.1", "MO-3.1")
@pytest.mark.parametrize(("phase", "command"), OUT_OF_ORDER)
def test_nothing_is_done_before_or_after_its_phase(edition, clause, phase, command):
    in_phase(edition, phase).when(command).refused(clause)


@ruled_by("CL-3.1", "MO-3.1")
@pytest.mark.parametrize(("command", "phase"), [*OWN_PHASE.items()])
def test_everything_is_done_in_its_phase(edition, clause, command, phase):
    assert in_phase(edition, phase).when(command).events


@ruled_by("CL-3.3", "MO-3.3")
def test_with_an_empty_hand_phase_1_is_skipped(edition, clause):
    pile = [*beans("blue", 3), "red", OWN[edition], "soy"]
    given(edition, phase="draw", hands={1: []}, draw_pile=pile).when(DrawCards(seat=0)).then(
        drawn("blue", "blue", "blue"),
        TurnEnded(seat=0),
        TurnStarted(seat=1, turn=2),
        PhaseSkipped(seat=1, phase="plant", reason="empty_hand"),
        PhaseStarted(seat=1, phase="trade"),
        CardsTurnedUp(seat=1, cards=("red", OWN[edition])),
    )


@ruled_by("CL-3.3", "MO-3.3")
def test_with_one_card_phase_1_is_not_skipped(edition, clause):
    nothing_planted = {"classic": "CL-4.4", "modern": "MO-4.3"}[edition]
    begun = given(edition, phase="draw", hands={1: ["red"]}).when(DrawCards(seat=0))
    assert PhaseStarted(seat=1, phase="plant") == begun.events[-1]
    begun.when(EndPlanting(seat=1)).refused(nothing_planted)


@ruled_by("CL-3.5", "MO-3.5")
def test_an_offer_has_no_room_for_a_promise(edition, clause):
    command = f'"type": "ProposeTrade", "seat": 0, "with": 1, "give": [], "want": {{"{OWN[edition]}": 1}}'
    assert {OWN[edition]: 1} == Codec().command(f"{{{command}}}").want
    with pytest.raises(Misuse, match="promise"):
        Codec().command(f'{{{command}, "promise": "a soy in my next turn"}}')


@ruled_by("CL-4.1", "MO-4.1")
def test_a_field_has_no_limit(edition, clause):
    variety, count = {"classic": ("blue", 20), "modern": ("wax", 22)}[edition]
    full = planting(edition, [variety], [beans(variety, count - 1), []]).when(PlantFromHand(seat=0, field=0))
    assert (variety,) * count == full.table.seats[0].fields[0]


@ruled_by("CL-4.3", "MO-4.2")
def test_cards_stay_in_their_field_until_it_is_harvested(edition, clause):
    before = {}
    for scene in random_game(edition):
        fields = {(at, i): field for at, seat in enumerate(scene.table.seats) for i, field in enumerate(seat.fields)}
        for place, field in fields.items():
            assert field in ((), before.get(place, ())) or before.get(place, ()) == field[:-1]
        before = fields


@ruled_by("CL-4.4", "MO-4.3")
def test_only_the_active_player_plants_from_the_hand_and_ends_phase_1(edition, clause):
    table = given(edition, hands={0: ["red"], 1: ["red"]}, planted=1)
    table.when(PlantFromHand(seat=1, field=0)).refused(clause)
    table.when(EndPlanting(seat=1)).refused(clause)
    table.when(PlantFromHand(seat=0, field=0)).then(planted(0, "red"))


@ruled_by("CL-4.5", "MO-4.4")
def test_without_a_second_card_there_is_no_second_planting(edition, clause):
    table = planting(edition, ["red"], [[], []]).when(PlantFromHand(seat=0, field=0))
    table.when(PlantFromHand(seat=0, field=0)).refused(clause)
    table.when(EndPlanting(seat=0)).happens(PhaseStarted(seat=0, phase="trade"))


@ruled_by("CL-4.6", "MO-4.5")
@pytest.mark.parametrize("field", [0, 1])
def test_without_room_the_player_makes_room_by_a_harvest_of_either_field(edition, clause, field):
    table = planting(edition, ["red"], [beans(OWN[edition], 2), beans("soy", 3)])
    table.when(PlantFromHand(seat=0, field=field)).refused(clause)
    table.when(HarvestField(seat=0, field=field)).when(PlantFromHand(seat=0, field=field)).then(planted(field, "red"))


@ruled_by("CL-5.2", "MO-5.3")
@pytest.mark.parametrize(("seat", "partner"), [(1, 2), (1, None), (2, 3), (0, 0), (0, 4)])
def test_no_trade_without_the_active_player_and_one_other(edition, clause, seat, partner):
    trading(edition).when(offer(in_hand(0), {"soy": 1}, seat=seat, partner=partner)).refused(clause)


@ruled_by("CL-5.3", "MO-5.4")
@pytest.mark.parametrize("cards", [in_hand(3), in_hand(1, 1), face_up("red"), face_up("soy", "soy")])
def test_the_active_player_offers_no_card_that_is_not_there(edition, clause, cards):
    trading(edition).when(offer(cards, {"red": 1})).refused(clause)
