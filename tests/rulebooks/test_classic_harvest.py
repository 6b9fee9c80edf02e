"""Section 6 of the classic rulebook: harvest, sale, bean protection."""

import pytest

from domain.commands import HarvestField, PlantFromHand
from tests.rulebooks.family_scenes import sold
from tests.rulebooks.scenes import beans, given


def growing(*fields, **more):
    return given("classic", fields={0: list(fields)}, **more)


def test_cl_6_1__a_harvest_takes_the_whole_field_and_no_other():
    harvested = (
        growing(beans("chili", 7), beans("soy", 3)).when(HarvestField(seat=0, field=0)).then(sold(0, "chili", 2, 5))
    )
    assert ((), ("soy",) * 3) == harvested.table.seats[0].fields


def test_cl_6_1__one_harvests_fields_one_has():
    growing(beans("chili", 7), beans("soy", 3)).when(HarvestField(seat=0, field=2)).refused("CL-6.1")
    growing([], [], beans("soy", 3)).when(HarvestField(seat=0, field=2)).then(sold(2, "soy", 1, 2))


def test_cl_6_2__coins_join_the_owners_stack_and_the_rest_the_discard_pile():
    harvested = growing(beans("green", 5), [], coins={0: ["blue"]}, discard_pile=["red"]).when(
        HarvestField(seat=0, field=0)
    )
    assert ("blue", "green", "green") == harvested.table.seats[0].coins
    assert ("green", "green", "green", "red") == harvested.table.discard_pile


def test_cl_6_4__a_lone_bean_stays_while_another_field_holds_more():
    table = growing(["blue"], beans("red", 2))
    table.when(HarvestField(seat=0, field=0)).refused("CL-6.4")
    table.when(HarvestField(seat=0, field=1)).then(sold(1, "red", 1, 1))


def test_cl_6_4__a_lone_bean_stays_beside_an_empty_field():
    growing(["blue"], []).when(HarvestField(seat=0, field=0)).refused("CL-6.4")
    growing(["blue"], ["red"], []).when(HarvestField(seat=0, field=1)).refused("CL-6.4")


@pytest.mark.parametrize(("field", "variety"), [(0, "blue"), (1, "red"), (2, "soy")])
def test_cl_6_4__among_lone_beans_only_the_owner_chooses(field, variety):
    growing(["blue"], ["red"], ["soy"]).when(HarvestField(seat=0, field=field)).then(sold(field, variety, 0, 1))


def test_cl_6_4__the_fields_of_other_players_do_not_matter():
    table = given("classic", fields={0: [["blue"], ["red"]], 1: [beans("soy", 4), []]})
    table.when(HarvestField(seat=0, field=0)).then(sold(0, "blue", 0, 1))


@pytest.mark.parametrize("variety", ["blue", "red", "garden"])
def test_cl_6_5__a_single_card_pays_nothing_and_is_discarded(variety):
    harvested = growing([variety], ["soy"]).when(HarvestField(seat=0, field=0)).then(sold(0, variety, 0, 1))
    assert ((), (variety,)) == (harvested.table.seats[0].coins, harvested.table.discard_pile)


@pytest.mark.parametrize(("field", "harvest"), [(0, sold(0, "red", 3, 1)), (1, sold(1, "blue", 0, 2))])
def test_cl_6_7__the_player_is_free_to_take_a_field_that_does_not_pay(field, harvest):
    forced = growing(beans("red", 4), beans("blue", 2), hands={0: ["soy"]})
    forced = forced.when(PlantFromHand(seat=0, field=field)).refused("CL-4.6")
    assert forced.when(HarvestField(seat=0, field=field)).then(harvest).when(PlantFromHand(seat=0, field=field)).events


def test_cl_6_8__coins_join_the_stack_last_and_the_discards_lie_on_top():
    both = (
        growing(beans("red", 3), beans("soy", 4))
        .when(HarvestField(seat=0, field=1))
        .when(HarvestField(seat=0, field=0))
    )
    assert ("soy", "soy", "red", "red") == both.table.seats[0].coins
    assert ("red", "soy", "soy") == both.table.discard_pile


def test_cl_6_8__which_cards_become_coins_is_no_choice():
    table = growing(beans("red", 3), [], coins={0: ["blue", "blue"]})
    table.when(HarvestField(seat=0, field=0, coin_cards=("blue", "blue"))).refused("CL-6.8")
    table.when(HarvestField(seat=0, field=0, coin_cards=("red",))).refused("CL-6.8")
    table.when(HarvestField(seat=0, field=0, coin_cards=("red", "red"))).then(sold(0, "red", 2, 1))
