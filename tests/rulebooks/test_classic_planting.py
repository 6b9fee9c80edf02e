"""Section 4 of the classic rulebook: planting from the hand, and what was set aside."""

from domain.commands import BuyThirdField, DrawCards, EndPlanting, HarvestField, PlantFromHand, PlantSetAside
from domain.events import BeanPlanted, CardsTurnedUp, FieldHarvested, PhaseStarted
from tests.rulebooks.family_scenes import planted
from tests.rulebooks.scenes import beans, given, random_game


def planting(hand, fields, **more):
    return given("classic", hands={0: hand}, fields={0: fields}, **more)


def setting_out(cards, fields, **more):
    return given("classic", phase="plant_set_aside", set_aside=cards, fields=fields, **more)


def test_cl_4_1__a_field_takes_no_other_variety():
    table = planting(["red"], [["blue"], ["red"]])
    table.when(PlantFromHand(seat=0, field=0)).refused("CL-4.1")
    table.when(PlantFromHand(seat=0, field=1)).then(planted(1, "red"))


def test_cl_4_1__an_empty_field_takes_any_variety():
    planting(["red"], [["blue"], []]).when(PlantFromHand(seat=0, field=1)).then(planted(1, "red"))


def test_cl_4_1__one_plants_in_a_field_one_has():
    planting(["red"], [[], []]).when(PlantFromHand(seat=0, field=2)).refused("CL-4.1")
    planting(["red"], [[], [], []]).when(PlantFromHand(seat=0, field=2)).then(planted(2, "red"))


def test_cl_4_1__an_empty_field_of_another_player_is_no_room():
    table = given("classic", hands={0: ["red"]}, fields={0: [["blue"], ["soy"]], 1: [[], []]})
    table.when(PlantFromHand(seat=0, field=0)).refused("CL-4.6").when(PlantFromHand(seat=1, field=0)).refused("CL-4.4")


def test_cl_4_1__set_aside_cards_keep_to_the_same_rule():
    table = setting_out({0: ["red"]}, {0: [["blue"], ["red"]]})
    table.when(PlantSetAside(seat=0, variety="red", field=0)).refused("CL-4.1")
    table.when(PlantSetAside(seat=0, variety="red", field=2)).refused("CL-4.1")
    table.when(PlantSetAside(seat=0, variety="red", field=1)).happens(planted(1, "red", "set_aside"))


def test_cl_4_2__two_fields_may_grow_the_same_variety():
    grown = planting(["blue", "blue"], [["blue"], []]).when(PlantFromHand(seat=0, field=1)).then(planted(1, "blue"))
    assert (("blue", "blue"), ("blue",)) == grown.when(PlantFromHand(seat=0, field=0)).table.seats[0].fields


def test_cl_4_4__the_front_card_is_planted_and_no_other():
    grown = planting(["red", "blue"], [[], []]).when(PlantFromHand(seat=0, field=0)).then(planted(0, "red"))
    assert ("blue",) == grown.table.seats[0].hand


def test_cl_4_4__phase_1_does_not_end_without_the_front_card():
    table = planting(["red", "blue"], [[], []])
    table.when(EndPlanting(seat=0)).refused("CL-4.4")
    table.when(PlantFromHand(seat=0, field=0)).when(EndPlanting(seat=0)).happens(PhaseStarted(seat=0, phase="trade"))


def test_cl_4_4__the_front_card_is_due_even_when_room_must_be_made():
    table = planting(["red"], [["blue"], beans("soy", 2)])
    table.when(EndPlanting(seat=0)).refused("CL-4.4")
    table.when(HarvestField(seat=0, field=1)).when(PlantFromHand(seat=0, field=1)).then(planted(1, "red"))


def test_cl_4_5__the_new_front_card_may_be_planted_too():
    grown = planting(["red", "blue"], [["red"], []], planted=1)
    grown.when(PlantFromHand(seat=0, field=0)).then(planted(0, "red"))


def test_cl_4_5__the_second_planting_may_be_left_out():
    kept = planting(["red", "blue"], [["red"], []], planted=1).when(EndPlanting(seat=0))
    assert ("red", "blue") == kept.table.seats[0].hand


def test_cl_4_5__there_is_no_third_planting():
    table = planting(["red", "red"], [["red"], []], planted=1).when(PlantFromHand(seat=0, field=0))
    table.when(PlantFromHand(seat=0, field=0)).refused("CL-4.5")
    table.when(EndPlanting(seat=0)).happens(PhaseStarted(seat=0, phase="trade"))


def test_cl_4_6__without_room_the_player_may_buy_a_third_field():
    table = planting(["red"], [["blue"], ["soy"]], coins={0: 3})
    table.when(PlantFromHand(seat=0, field=0)).refused("CL-4.6")
    table.when(BuyThirdField(seat=0)).when(PlantFromHand(seat=0, field=2)).then(planted(2, "red"))


def test_cl_4_6__set_aside_cards_need_room_as_well():
    table = setting_out({0: ["red"]}, {0: [["blue"], ["soy"]]})
    table.when(PlantSetAside(seat=0, variety="red", field=1)).refused("CL-4.6")
    table = table.when(HarvestField(seat=0, field=1))
    table.when(PlantSetAside(seat=0, variety="red", field=1)).happens(planted(1, "red", "set_aside"))


def test_cl_4_7__set_aside_cards_are_planted_in_the_order_the_owner_likes():
    table = setting_out({0: ["red", "soy", "red"]}, {0: [[], []]})
    table = table.when(PlantSetAside(seat=0, variety="soy", field=0)).then(planted(0, "soy", "set_aside"))
    table = table.when(PlantSetAside(seat=0, variety="red", field=1)).then(planted(1, "red", "set_aside"))
    assert ("red",) == table.table.seats[0].set_aside


def test_cl_4_7__active_or_not_and_in_any_interleaving():
    table = setting_out({0: ["red", "red"], 2: ["soy", "soy"], 3: ["blue"]}, {})
    for seat, variety in [(2, "soy"), (0, "red"), (3, "blue"), (2, "soy"), (0, "red")]:
        table = table.when(PlantSetAside(seat=seat, variety=variety, field=0))
    assert [("red", "red"), (), ("soy", "soy"), ("blue",)] == [seat.fields[0] for seat in table.table.seats]


def test_cl_4_7__nobody_plants_a_card_that_was_not_set_aside():
    table = setting_out({0: ["red"], 1: ["soy"]}, {}, hands={0: ["soy"]})
    table.when(PlantSetAside(seat=0, variety="soy", field=0)).refused("CL-4.7")
    table.when(PlantSetAside(seat=2, variety="red", field=0)).refused("CL-4.7")
    table.when(PlantSetAside(seat=1, variety="soy", field=0)).then(
        BeanPlanted(seat=1, field=0, variety="soy", source="set_aside")
    )


def test_cl_4_8__nobody_draws_before_every_set_aside_card_is_planted():
    table = setting_out({0: ["red"], 2: ["soy"]}, {})
    table = table.when(DrawCards(seat=0)).refused("CL-4.8").when(PlantSetAside(seat=0, variety="red", field=0))
    table = table.when(DrawCards(seat=0)).refused("CL-4.8").when(PlantSetAside(seat=2, variety="soy", field=0))
    table.then(
        BeanPlanted(seat=2, field=0, variety="soy", source="set_aside"), PhaseStarted(seat=0, phase="draw")
    ).when(DrawCards(seat=0)).happens(PhaseStarted(seat=1, phase="plant"))


def test_cl_4_9__a_field_planted_a_moment_ago_may_be_harvested_between_two_plantings():
    table = planting(["soy", "red"], [["soy"], ["blue"]]).when(PlantFromHand(seat=0, field=0))
    table = table.when(HarvestField(seat=0, field=0)).then(
        FieldHarvested(seat=0, field=0, meter="soy", coins=("soy",), discarded=("soy",), reason="choice")
    )
    table.when(PlantFromHand(seat=0, field=0)).then(planted(0, "red"))


def test_cl_4_9__harvests_fall_between_plantings_of_phase_3_too():
    table = setting_out({0: ["red", "soy"]}, {0: [["red"], ["blue"]]}).when(
        PlantSetAside(seat=0, variety="red", field=0)
    )
    table = table.when(HarvestField(seat=0, field=0)).when(PlantSetAside(seat=0, variety="soy", field=0))
    assert (("soy",), ("blue",)) == table.table.seats[0].fields


def test_cl_4_10__cards_enter_fields_only_by_the_plantings_of_phases_1_and_3():
    phase, fields = "", 0
    for scene in random_game("classic"):
        sources = [event.source for event in scene.events if isinstance(event, BeanPlanted)]
        assert sources in ([], [{"plant": "hand", "plant_set_aside": "set_aside"}.get(phase)])
        grown = sum(len(field) for seat in scene.table.seats for field in seat.fields)
        assert grown <= fields + len(sources)
        phase, fields = scene.table.turn.phase, grown


def test_cl_4_10__turned_up_cards_are_not_planted_before_phase_3():
    table = planting(["red", "red"], [["red"], []], planted=1, draw_pile=beans("blue", 9))
    table = table.when(EndPlanting(seat=0)).happens(CardsTurnedUp(seat=0, cards=("blue", "blue")))
    table.when(PlantSetAside(seat=0, variety="blue", field=1)).refused("CL-3.1")
    table.when(PlantFromHand(seat=0, field=0)).refused("CL-3.1")
