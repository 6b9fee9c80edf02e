"""Section 6 of Sissi's rulebook, closer: which cards become coins under each reading, and which can be named."""

import pytest

from domain.commands import HarvestField
from domain.editions import rulebook
from domain.refusals import Misuse
from tests.rulebooks.scenes import beans, given

FIELD = ["red", "sissi", "red", "sissi", "red"]


def selling(field, **options):
    """Seat 0 sells this field; what it gets, and what is discarded."""
    event = given("sissi", fields={0: [field, []]}, options=options).when(HarvestField(seat=0, field=0)).events[0]
    return event.coins, event.discarded


@pytest.mark.parametrize("counting", ["last_variety", "each_variety"])
def test_si_6_2__the_other_readings_have_beanometers_of_their_own(counting):
    assert rulebook("sissi", 4, {}).selling.meters["garden"] == ((2, 1), (4, 3), (6, 5))
    assert rulebook("sissi", 4, {"sissi_counting": counting}).selling.meters["garden"] == ((2, 1), (3, 3), (4, 5))


@pytest.mark.parametrize("counting", ["last_variety", "each_variety"])
def test_si_6_3__four_garden_cards_are_four_coins_though_their_beanometer_says_five(counting):
    assert selling(beans("garden", 4), sissi_counting=counting) == (tuple(beans("garden", 4)), ())
    assert selling(beans("garden", 4)) == (tuple(beans("garden", 3)), ("garden",))


def test_si_6_4__counting_the_last_variety_still_turns_the_cards_on_top():
    assert selling(["chili", "sissi", "chili", "sissi"], sissi_counting="last_variety")[0] == ("sissi",)


def test_si_6_4__each_variety_turns_its_own_cards_and_no_others():
    each = selling(["red", "red", "sissi", "sissi"], sissi_counting="each_variety")
    assert each == (("red", "sissi"), ("red", "sissi"))
    captain_alone = selling(["red", "red", "sissi"], sissi_counting="each_variety")
    assert captain_alone == (("red",), ("red", "sissi"))


@pytest.mark.parametrize("coin_choice", ["top_down", "owner_choice"])
@pytest.mark.parametrize("named", [("face_down",) * 3, ("red", "face_down", "red")], ids=["all", "one"])
def test_si_6_4__nobody_names_a_face_down_card(named, coin_choice):
    table = given("sissi", fields={0: [FIELD, []]}, options={"sissi_coin_cards": coin_choice})
    with pytest.raises(Misuse):
        table.when(HarvestField(seat=0, field=0, coin_cards=named))
    sold = table.when(HarvestField(seat=0, field=0, coin_cards=("red", "sissi", "red")))
    assert sold.table.seats[0].coins == ("red", "sissi", "red")
