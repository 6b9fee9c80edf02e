"""Section 4 of Sissi's rulebook: which card may follow which, in which phase."""

import pytest

from domain.commands import DrawCards, EndPlanting, HarvestField, PlantFromHand, PlantSetAside
from domain.events import BeanPlanted, PhaseStarted
from tests.rulebooks.scenes import given


def planting(front, *fields, **more):
    """Seat 0 in phase 1 with this front card."""
    return given("sissi", players=3 if len(fields) == 3 else 4, hands={0: [front, "chili"]}, fields={0: fields}, **more)


def setting_out(card, *fields, **more):
    """Seat 0 in phase 3 with this set-aside card, and another so that the phase goes on."""
    held = {0: [card], 1: ["stink"]}
    return given("sissi", phase="plant_set_aside", set_aside=held, fields={0: fields}, **more)


def grown(scene, field=0):
    return scene.table.seats[0].fields[field]


def test_si_4_1__a_second_captain_is_refused_in_phase_1():
    planting("soy", ["red", "sissi"], []).when(PlantFromHand(seat=0, field=0)).refused("SI-4.1")
    assert grown(planting("red", ["red", "sissi"], []).when(PlantFromHand(seat=0, field=0))) == ("red", "sissi", "red")


def test_si_4_1__and_in_phase_3():
    setting_out("soy", ["red", "sissi"], []).when(PlantSetAside(seat=0, variety="soy", field=0)).refused("SI-4.1")
    setting_out("soy", ["red"], []).when(PlantSetAside(seat=0, variety="soy", field=0)).refused("SI-4.1")


@pytest.mark.parametrize("card", ["sissi", "garden"])
def test_si_4_2__an_empty_field_takes_any_card(card):
    assert grown(planting(card, [], ["red"]).when(PlantFromHand(seat=0, field=0))) == (card,)


def test_si_4_3__sissi_and_captain_alternate():
    planting("sissi", ["sissi"], []).when(PlantFromHand(seat=0, field=0)).refused("SI-4.4")
    planting("red", ["red"], []).when(PlantFromHand(seat=0, field=0)).refused("SI-4.4")
    assert grown(planting("red", ["sissi"], []).when(PlantFromHand(seat=0, field=0))) == ("sissi", "red")
    assert grown(planting("sissi", ["red"], []).when(PlantFromHand(seat=0, field=0))) == ("red", "sissi")


def test_si_4_3__even_where_another_field_takes_the_card():
    planting("soy", ["soy"], ["soy", "sissi"]).when(PlantFromHand(seat=0, field=0)).refused("SI-4.4")
    planting("soy", ["red", "sissi"], ["soy", "sissi"]).when(PlantFromHand(seat=0, field=0)).refused("SI-4.1")
    fitting = planting("soy", ["soy"], ["soy", "sissi"]).when(PlantFromHand(seat=0, field=1))
    assert grown(fitting, 1) == ("soy", "sissi", "soy")


def test_si_4_3__a_field_of_sissi_alone_takes_any_captain():
    for captain in ("chili", "garden"):
        planting(captain, ["sissi"], []).when(PlantFromHand(seat=0, field=0)).happens(
            BeanPlanted(seat=0, field=0, variety=captain, source="hand", doubled=False)
        )


@pytest.mark.parametrize(("card", "field"), [("sissi", ["red", "sissi"]), ("red", ["sissi", "red"])])
def test_si_4_4__in_phase_3_a_card_may_double_the_last_one(card, field):
    doubled = setting_out(card, field, []).when(PlantSetAside(seat=0, variety=card, field=0))
    doubled.happens(BeanPlanted(seat=0, field=0, variety=card, source="set_aside", doubled=True))
    planting(card, field, []).when(PlantFromHand(seat=0, field=0)).refused("SI-4.4")


def test_si_4_4__in_phase_1_where_the_option_allows_it():
    table = planting("sissi", ["sissi"], [], options={"sissi_double_in_phase_1": True})
    assert grown(table.when(PlantFromHand(seat=0, field=0))) == ("sissi", "sissi")
    second = planting("soy", ["red"], [], options={"sissi_double_in_phase_1": True})
    second.when(PlantFromHand(seat=0, field=0)).refused("SI-4.1")


def test_si_4_4__again_on_the_same_field():
    table = setting_out("sissi", ["sissi", "sissi"], [])
    assert grown(table.when(PlantSetAside(seat=0, variety="sissi", field=0))) == ("sissi",) * 3


def test_si_4_5__after_a_doubling_the_last_card_decides():
    table = planting("sissi", ["red", "red"], []).when(PlantFromHand(seat=0, field=0))
    assert grown(table) == ("red", "red", "sissi")
    planting("sissi", ["red", "sissi", "sissi"], []).when(PlantFromHand(seat=0, field=0)).refused("SI-4.4")


def test_si_4_5__the_field_stays_doubled_whatever_follows():
    grows = given("sissi", phase="draw", fields={0: [["red", "red", "sissi", "red", "sissi"], []]})
    assert grown(grows.when(DrawCards(seat=0))) == ()
    single = given("sissi", phase="draw", fields={0: [["red", "sissi", "red", "sissi"], []]})
    assert grown(single.when(DrawCards(seat=0))) == ("red", "sissi", "red", "sissi")


def test_si_4_6__the_front_card_first_then_perhaps_the_next():
    table = planting("sissi", [], [])
    table.when(EndPlanting(seat=0)).refused("SI-4.6").when(PlantFromHand(seat=1, field=0)).refused("SI-4.6")
    one = table.when(PlantFromHand(seat=0, field=0))
    one.when(EndPlanting(seat=0)).happens(PhaseStarted(seat=0, phase="trade"))
    two = one.when(PlantFromHand(seat=0, field=0))
    assert grown(two) == ("sissi", "chili")
    assert one.when(PlantFromHand(seat=0, field=1)).table.seats[0].fields == (("sissi",), ("chili",))
    two.when(EndPlanting(seat=0)).happens(PhaseStarted(seat=0, phase="trade"))
    given("sissi", hands={0: ["red"]}, planted=2).when(PlantFromHand(seat=0, field=0)).refused("SI-4.6")
    given("sissi", hands={0: []}, planted=1).when(PlantFromHand(seat=0, field=0)).refused("SI-4.6")


def test_si_4_7__without_room_a_harvest_comes_first():
    table = planting("soy", ["red", "sissi"], ["stink"])
    table.when(PlantFromHand(seat=0, field=0)).refused("SI-4.7").when(PlantFromHand(seat=0, field=1)).refused("SI-4.7")
    assert grown(table.when(HarvestField(seat=0, field=0)).when(PlantFromHand(seat=0, field=0))) == ("soy",)


def test_si_4_7__in_phase_3_doubling_is_room():
    table = setting_out("stink", ["red", "sissi"], ["stink"])
    assert grown(table.when(PlantSetAside(seat=0, variety="stink", field=1)), 1) == ("stink", "stink")
    setting_out("soy", ["red", "sissi"], ["stink"]).when(PlantSetAside(seat=0, variety="soy", field=1)).refused(
        "SI-4.7"
    )


def test_si_4_8__everybody_plants_what_is_set_aside_before_anybody_draws():
    table = setting_out("red", [], [])
    table.when(DrawCards(seat=0)).refused("SI-4.8")
    table.when(PlantSetAside(seat=0, variety="soy", field=0)).refused("SI-4.8")
    other = table.when(PlantSetAside(seat=1, variety="stink", field=0))
    other.when(PlantSetAside(seat=0, variety="red", field=1)).happens(PhaseStarted(seat=0, phase="draw"))


def test_si_4_8__in_the_owners_order_with_harvests_between():
    fields = {0: [["garden", "sissi"], ["red", "sissi"]]}
    table = given("sissi", phase="plant_set_aside", set_aside={0: ["garden", "soy", "red"]}, fields=fields)
    table.when(PlantSetAside(seat=0, variety="soy", field=1)).refused("SI-4.7")
    table = table.when(PlantSetAside(seat=0, variety="red", field=1)).when(HarvestField(seat=0, field=1))
    table = table.when(PlantSetAside(seat=0, variety="soy", field=1))
    table = table.when(PlantSetAside(seat=0, variety="garden", field=0))
    assert table.table.seats[0].fields == (("garden", "sissi", "garden"), ("soy",))
    assert table.table.seats[0].coins == ("red",)


def test_si_4_9__two_fields_may_grow_the_same_captain():
    table = planting("red", ["red", "sissi"], [])
    assert grown(table.when(PlantFromHand(seat=0, field=1)), 1) == ("red",)
    table.when(PlantFromHand(seat=0, field=2)).refused("SI-2.6")
