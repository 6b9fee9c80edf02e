"""Sections 3 and 4 of the modern rulebook: the turn, and what is planted in it."""

import pytest

from domain.commands import (
    BuyThirdField,
    CreateGame,
    DrawCards,
    EndPlanting,
    EndTrading,
    HarvestField,
    PlantFromHand,
    PlantSetAside,
    TakeSeat,
)
from domain.events import BeanPlanted, FieldHarvested, PhaseStarted, ThirdFieldBought, TurnEnded, TurnStarted
from replay.audit import audit
from replay.codec import Cause, Envelope
from replay.game import Game
from replay.record import Record
from tests.rulebooks.family_scenes import planted
from tests.rulebooks.scenes import FixedChance, beans, given, no_game_yet, random_game

OWN_PHASE = {
    PlantFromHand(seat=0, field=0): "plant",
    EndPlanting(seat=0): "plant",
    EndTrading(seat=0): "trade",
    PlantSetAside(seat=0, variety="red", field=0): "plant_set_aside",
    DrawCards(seat=0): "draw",
}
PHASES = ["plant", "trade", "plant_set_aside", "draw"]
OUT_OF_ORDER = [(phase, command) for phase in PHASES for command, own in OWN_PHASE.items() if phase != own]
OUT_OF_ORDER.remove(("plant_set_aside", DrawCards(seat=0)))


def in_phase(phase, **more):
    set_aside = {0: ["red"]} if phase == "plant_set_aside" else {}
    return given("modern", phase=phase, planted=1, hands={0: ["red", "soy"]}, set_aside=set_aside, **more)


def planting(hand, fields, **more):
    return given("modern", hands={0: hand}, fields={0: fields}, **more)


def setting_out(cards, fields, **more):
    return given("modern", phase="plant_set_aside", set_aside=cards, fields=fields, **more)


def test_mo_3_2__after_drawing_the_player_to_the_left_is_active():
    table = given("modern", players=7, phase="draw", active=6, draw_pile=beans("blue", 9)).when(DrawCards(seat=6))
    table.happens(TurnEnded(seat=6), TurnStarted(seat=0, turn=2), PhaseStarted(seat=0, phase="plant"))


@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.parametrize("phase", PHASES)
def test_mo_3_4__every_player_may_harvest_and_buy_in_every_phase(phase, seat):
    table = in_phase(phase, fields={seat: [beans("wax", 4), []]}, coins={seat: ["soy"] * 3})
    table.when(HarvestField(seat=seat, field=0)).then(
        FieldHarvested(seat=seat, field=0, meter="wax", coins=("wax",), discarded=("wax",) * 3, reason="choice")
    )
    table.when(BuyThirdField(seat=seat)).then(
        ThirdFieldBought(seat=seat, coin_cards=("soy",) * 3, destination="discard")
    )


def test_mo_3_4__a_moment_of_the_game_comes_after_its_beginning():
    seating = no_game_yet().when(CreateGame(edition="modern", players=4))
    seating.when(HarvestField(seat=0, field=0)).refused("MO-3.4").when(BuyThirdField(seat=0)).refused("MO-3.4")


def test_mo_4_1__a_field_takes_no_other_variety():
    table = planting(["red"], [["wax"], ["red"]])
    table.when(PlantFromHand(seat=0, field=0)).refused("MO-4.1")
    table.when(PlantFromHand(seat=0, field=2)).refused("MO-4.1")
    table.when(PlantFromHand(seat=0, field=1)).then(planted(1, "red"))


def test_mo_4_2__two_fields_may_grow_the_same_variety_and_cards_stay_where_they_are():
    grown = planting(["wax", "wax"], [["wax"], []]).when(PlantFromHand(seat=0, field=1)).then(planted(1, "wax"))
    assert (("wax", "wax"), ("wax",)) == grown.when(PlantFromHand(seat=0, field=0)).table.seats[0].fields


def test_mo_4_3__the_front_card_is_planted_before_phase_1_ends():
    table = planting(["red", "wax"], [[], []]).when(EndPlanting(seat=0)).refused("MO-4.3")
    grown = table.when(PlantFromHand(seat=0, field=0)).then(planted(0, "red"))
    grown.when(EndPlanting(seat=0)).happens(PhaseStarted(seat=0, phase="trade"))


def red_and_wax_first(pile):
    left = list(pile)
    left[left.index("red")], left[left.index("wax")] = left[0], left[4]
    return ["red", *left[1:4], "wax", *left[5:]]


@pytest.mark.parametrize(("slot", "verdict"), [(None, "legal"), (1, "irregular")])
def test_ex_b1__another_card_than_the_front_one(slot, verdict):
    game = Game("written-down", FixedChance(order=red_and_wax_first))
    game.act(CreateGame(edition="modern", players=4), by="arbiter", key=None, at=0)
    for seat in range(4):
        game.act(TakeSeat(seat=seat, kind="human", pseudonym=f"player {seat}"), by="arbiter", key=None, at=0)
    cause = Cause(command=PlantFromHand(seat=0, field=0), by="arbiter")
    event = BeanPlanted(seat=0, field=0, variety="red" if slot is None else "wax", source="hand", slot=slot)
    written = Envelope(game=game.game, n=game.version + 1, at=0, event=event, cause=cause)
    judged = audit(Record(game=game.game, envelopes=(*game.envelopes, written)))
    assert (verdict, "MO-4.3") == (judged.verdict, judged.verdicts[-1].clause)


def test_amb_mo_5__the_front_card_is_due_even_when_room_must_be_made():
    table = planting(["red"], [["wax"], beans("soy", 2)]).when(EndPlanting(seat=0)).refused("MO-4.3")
    table.when(HarvestField(seat=0, field=1)).when(PlantFromHand(seat=0, field=1)).then(planted(1, "red"))


def test_mo_4_4__a_second_card_may_be_planted_or_kept_but_no_third():
    table = planting(["red", "red", "red"], [[], []]).when(PlantFromHand(seat=0, field=0))
    assert ("red", "red") == table.when(EndPlanting(seat=0)).table.seats[0].hand
    table = table.when(PlantFromHand(seat=0, field=0)).then(planted(0, "red"))
    table.when(PlantFromHand(seat=0, field=0)).refused("MO-4.4").when(EndPlanting(seat=0)).happens(
        PhaseStarted(seat=0, phase="trade")
    )


def test_amb_mo_7__without_room_the_player_may_buy_a_third_field_in_the_middle_of_planting():
    table = planting(["red"], [["wax"], ["soy"]], coins={0: 3}).when(PlantFromHand(seat=0, field=0)).refused("MO-4.5")
    table.when(BuyThirdField(seat=0)).when(PlantFromHand(seat=0, field=2)).then(planted(2, "red"))
    table = setting_out({1: ["red"]}, {1: [["wax"], ["soy"]]}, coins={1: 3})
    table = table.when(PlantSetAside(seat=1, variety="red", field=1)).refused("MO-4.5").when(BuyThirdField(seat=1))
    table.when(PlantSetAside(seat=1, variety="red", field=2)).happens(planted(2, "red", "set_aside", seat=1))


def test_mo_4_6__everybody_plants_set_aside_cards_in_any_order_with_harvests_between():
    table = setting_out({0: ["red", "soy", "red"], 2: ["wax"]}, {0: [["blue", "blue"], []]})
    table = table.when(PlantSetAside(seat=0, variety="soy", field=1)).then(planted(1, "soy", "set_aside"))
    table = table.when(PlantSetAside(seat=2, variety="wax", field=0)).then(planted(0, "wax", "set_aside", seat=2))
    table = table.when(HarvestField(seat=0, field=0)).when(PlantSetAside(seat=0, variety="red", field=0))
    assert ("red",) == table.table.seats[0].set_aside


def test_mo_4_6__nobody_plants_a_card_that_was_not_set_aside():
    table = setting_out({0: ["red"], 1: ["soy"]}, {}, hands={0: ["soy"]})
    table.when(PlantSetAside(seat=0, variety="soy", field=0)).refused("MO-4.6")
    table.when(PlantSetAside(seat=1, variety="soy", field=0)).then(planted(0, "soy", "set_aside", seat=1))


def test_mo_4_6__nobody_draws_before_every_set_aside_card_is_planted():
    table = setting_out({2: ["soy"]}, {}).when(DrawCards(seat=0)).refused("MO-4.6")
    table = table.when(PlantSetAside(seat=2, variety="soy", field=0)).happens(PhaseStarted(seat=0, phase="draw"))
    table.when(DrawCards(seat=0)).happens(PhaseStarted(seat=1, phase="plant"))


def test_mo_4_7__cards_enter_fields_only_by_the_plantings_of_phases_1_and_3():
    phase = ""
    for scene in random_game("modern", players=6):
        sources = [event.source for event in scene.events if isinstance(event, BeanPlanted)]
        assert sources in ([], [{"plant": "hand", "plant_set_aside": "set_aside"}.get(phase)])
        phase = scene.table.turn.phase
