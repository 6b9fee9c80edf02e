"""Sections 6 and 7 of the modern rulebook: harvest, sale, bean protection, and the third field."""

import pytest

from domain.commands import BuyThirdField, DrawCards, HarvestField, PlantFromHand
from domain.events import BeanPlanted
from tests.rulebooks.family_scenes import bought, sold
from tests.rulebooks.scenes import beans, given

STACK = ["blue", "soy", "red", "soy"]


def growing(*fields, **more):
    return given("modern", fields={0: list(fields)}, **more)


def test_mo_6_1__a_harvest_takes_a_whole_field_that_one_has():
    table = growing(beans("wax", 7), beans("soy", 3)).when(HarvestField(seat=0, field=2)).refused("MO-6.1")
    harvested = table.when(HarvestField(seat=0, field=0)).then(sold(0, "wax", 2, 5))
    assert ((), ("soy",) * 3) == harvested.table.seats[0].fields


def test_mo_6_2__coins_join_the_owners_stack_and_the_rest_the_discard_pile():
    harvested = growing(beans("cocoa", 3), beans("wax", 4), coins={0: ["blue"]}, discard_pile=["red"])
    harvested = harvested.when(HarvestField(seat=0, field=0)).when(HarvestField(seat=0, field=1))
    assert ("blue", "cocoa", "cocoa", "cocoa", "wax") == harvested.table.seats[0].coins
    assert ("wax", "wax", "wax", "red") == harvested.table.discard_pile


def test_mo_6_2__which_cards_become_coins_is_no_choice():
    table = growing(beans("wax", 4), [], coins={0: ["blue"]})
    table.when(HarvestField(seat=0, field=0, coin_cards=("blue",))).refused("MO-6.2")
    table.when(HarvestField(seat=0, field=0, coin_cards=("wax",))).then(sold(0, "wax", 1, 3))


def test_mo_6_4__a_lone_bean_stays_while_another_field_holds_more_or_nothing():
    table = growing(["blue"], beans("red", 2)).when(HarvestField(seat=0, field=0)).refused("MO-6.4")
    table.when(HarvestField(seat=0, field=1)).then(sold(1, "red", 1, 1))
    growing(["blue"], []).when(HarvestField(seat=0, field=0)).refused("MO-6.4")


@pytest.mark.parametrize(("field", "variety"), [(0, "cocoa"), (1, "garden"), (2, "soy")])
def test_mo_6_4__among_lone_beans_only_the_owner_chooses_and_gets_nothing(field, variety):
    harvested = growing(["cocoa"], ["garden"], ["soy"]).when(HarvestField(seat=0, field=field))
    assert (variety,) == harvested.then(sold(field, variety, 0, 1)).table.discard_pile


@pytest.mark.parametrize(("value", "allowed"), [("strict", False), ("ignore_empty", True), ("off", True)])
def test_mo_6_4__the_option_relaxes_the_protection(value, allowed):
    lone = growing(["blue"], [], options={"bean_protection": value}).when(HarvestField(seat=0, field=0))
    assert lone.events if allowed else lone.refused("MO-6.4")


@pytest.mark.parametrize(("field", "harvest"), [(0, sold(0, "red", 3, 1)), (1, sold(1, "blue", 0, 2))])
def test_mo_6_5__the_player_is_free_to_take_a_field_that_does_not_pay(field, harvest):
    growing(beans("red", 4), beans("blue", 2)).when(HarvestField(seat=0, field=field)).then(harvest)


@pytest.mark.parametrize("phase", ["plant", "trade", "draw"])
@pytest.mark.parametrize("seat", [0, 3])
def test_mo_7_1__each_player_may_buy_out_of_turn_but_once(seat, phase):
    owner = given("modern", phase=phase, coins={seat: STACK * 2}).when(BuyThirdField(seat=seat))
    owner.then(bought("soy", "red", "soy", seat=seat)).when(BuyThirdField(seat=seat)).refused("MO-7.4")


def test_mo_7_1__in_the_middle_of_phase_1_to_make_room():
    table = growing(["blue"], ["soy"], hands={0: ["red"]}, coins={0: 3}).when(BuyThirdField(seat=0))
    table.when(PlantFromHand(seat=0, field=2)).then(BeanPlanted(seat=0, field=2, variety="red", source="hand"))


def test_mo_7_3__the_buyer_chooses_the_coin_cards_or_pays_with_the_latest():
    owner = given("modern", coins={0: STACK}, discard_pile=["wax"])
    chosen = owner.when(BuyThirdField(seat=0, coin_cards=("blue", "red", "soy"))).then(bought("blue", "red", "soy"))
    assert (("soy",), ("soy", "red", "blue", "wax")) == (chosen.table.seats[0].coins, chosen.table.discard_pile)
    latest = owner.when(BuyThirdField(seat=0)).then(bought("soy", "red", "soy"))
    assert (("blue",), ("soy", "red", "soy", "wax")) == (latest.table.seats[0].coins, latest.table.discard_pile)


def test_mo_7_3__the_third_field_is_empty_and_never_lost():
    lone = growing(["blue"], ["soy"], phase="draw", coins={0: 3})
    assert lone.when(HarvestField(seat=0, field=0)).events
    owner = lone.when(BuyThirdField(seat=0)).when(HarvestField(seat=0, field=0)).refused("MO-6.4")
    assert (("blue",), ("soy",), ()) == owner.when(DrawCards(seat=0)).table.seats[0].fields


def test_mo_7_4__too_few_coins_a_second_purchase_and_three_players():
    given("modern", coins={0: 2}).when(BuyThirdField(seat=0)).refused("MO-7.4")
    given("modern", coins={0: 3}, fields={0: [[], [], []]}).when(BuyThirdField(seat=0)).refused("MO-7.4")
    given("modern", players=3, coins={0: 9}).when(BuyThirdField(seat=0)).refused("MO-7.4")
    assert given("modern", coins={0: 3}).when(BuyThirdField(seat=0)).events
