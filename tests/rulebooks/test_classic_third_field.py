"""Section 7 of the classic rulebook: the third field."""

import pytest

from domain.commands import BuyThirdField, DrawCards, HarvestField, PlantFromHand
from domain.events import BeanPlanted
from tests.rulebooks.family_scenes import bought
from tests.rulebooks.scenes import beans, given

STACK = ["blue", "soy", "red", "soy"]


@pytest.mark.parametrize("seat", [0, 1, 3])
def test_cl_7_1__each_player_may_buy_out_of_turn_but_once(seat):
    owner = given("classic", coins={seat: 6}).when(BuyThirdField(seat=seat))
    owner = owner.then(bought("face_down", "face_down", "face_down", seat=seat))
    owner.when(BuyThirdField(seat=seat)).refused("CL-7.5")


def test_cl_7_1__everybody_may_buy_one():
    table = given("classic", coins=dict.fromkeys(range(4), 3))
    for seat in range(4):
        table = table.when(BuyThirdField(seat=seat))
    assert [3, 3, 3, 3] == [len(seat.fields) for seat in table.table.seats]


def test_cl_7_3__the_buyer_chooses_the_coin_cards():
    owner = given("classic", coins={0: STACK}).when(BuyThirdField(seat=0, coin_cards=("blue", "red", "soy")))
    assert ("soy",) == owner.then(bought("blue", "red", "soy")).table.seats[0].coins


def test_cl_7_3__without_a_choice_the_latest_earned_are_taken():
    owner = given("classic", coins={0: STACK}).when(BuyThirdField(seat=0)).then(bought("soy", "red", "soy"))
    assert ("blue",) == owner.table.seats[0].coins


def test_cl_7_3__the_coin_cards_lie_on_top_of_the_discard_pile_as_bean_cards():
    owner = given("classic", coins={0: STACK}, discard_pile=["garden"]).when(BuyThirdField(seat=0))
    assert ("soy", "red", "soy", "garden") == owner.table.discard_pile


def test_cl_7_4__the_third_field_is_empty_and_takes_beans_at_once():
    owner = given("classic", coins={0: 3}, hands={0: ["red"]}, fields={0: [["blue"], ["soy"]]}).when(
        BuyThirdField(seat=0)
    )
    assert (("blue",), ("soy",), ()) == owner.table.seats[0].fields
    owner.when(PlantFromHand(seat=0, field=2)).then(BeanPlanted(seat=0, field=2, variety="red", source="hand"))


def test_cl_7_4__an_empty_third_field_counts_for_bean_protection():
    lone = given("classic", coins={0: 3}, fields={0: [["blue"], ["soy"]]})
    assert lone.when(HarvestField(seat=0, field=0)).events
    lone.when(BuyThirdField(seat=0)).when(HarvestField(seat=0, field=0)).refused("CL-6.4")


def test_cl_7_4__the_third_field_is_never_lost():
    owner = given("classic", phase="draw", fields={0: [[], [], beans("red", 2)]}).when(HarvestField(seat=0, field=2))
    assert ((), (), ()) == owner.when(DrawCards(seat=0)).table.seats[0].fields


@pytest.mark.parametrize("coins", [0, 1, 2])
def test_cl_7_5__too_few_coins_buy_nothing(coins):
    given("classic", coins={0: coins, 1: 3}).when(BuyThirdField(seat=0)).refused("CL-7.5")


def test_cl_7_5__nobody_buys_twice():
    given("classic", coins={0: 3}, fields={0: [[], [], []]}).when(BuyThirdField(seat=0)).refused("CL-7.5")
    given("classic", coins={0: 3}, fields={0: [[], []]}).when(BuyThirdField(seat=0)).happens(bought(*["face_down"] * 3))


def test_cl_7_5__who_begins_with_three_fields_buys_none():
    given("classic", players=3, coins={0: 9}, fields={0: [[], []]}).when(BuyThirdField(seat=0)).refused("CL-7.5")
    given("classic", players=3, coins={0: 9}).when(BuyThirdField(seat=0)).refused("CL-7.5")
    assert given("classic", players=4, coins={0: 9}).when(BuyThirdField(seat=0)).events
