"""The worked examples of the duel (C)."""

import pytest

from domain.commands import BuyThirdField
from domain.events import DeckShuffled, PhaseSkipped, PhaseStarted, ThirdFieldBought
from tests.rulebooks.duel_scenes import (
    DRAW,
    END_PLANTING,
    FINISH,
    LEAVE,
    OFFER,
    PLANT,
    TURNED_UP,
    begun,
    discard,
    discard_offered,
    draw,
    duel,
    exhausted,
    harvest,
    last_cards,
    left,
    matched,
    offered_discarded,
    plant,
    plant_offered,
    plant_turned_up,
    planted,
    sold,
    step_3,
    turned_up,
    turned_up_discarded,
)
from tests.rulebooks.family_scenes import drawn, ended
from tests.rulebooks.scenes import FixedChance, beans, new_game


def test_ex_c1__the_set_up():
    dealt = new_game("duel", players=2, chance=FixedChance(lot=1))
    shuffled = next(event for event in dealt.events if isinstance(event, DeckShuffled))
    start, other = dealt.table.seats[1], dealt.table.seats[0]
    assert (144, 3, 4, 137) == (shuffled.count, len(start.hand), len(other.hand), len(dealt.table.draw_pile))
    assert [((), ())] * 2 == [start.fields, other.fields]


def test_ex_c2__the_first_turn_begins_with_step_2():
    skipped = PhaseSkipped(seat=0, phase="offer", reason="no_offer")
    assert (skipped, PhaseStarted(seat=0, phase="plant")) == new_game("duel", players=2).events[-2:]


def test_ex_c3__an_offer_is_planted_and_discarded():
    table = duel(OFFER, offer=["red", "blue"]).when(plant_offered("red")).then(planted("red", "offer"))
    table = table.when(discard_offered("blue")).then(offered_discarded("blue"), begun(PLANT))
    assert ((), ("blue",)) == (table.table.annex.offer, table.table.discard_pile)


def test_ex_c4__planting_from_the_hand_before_the_offer_is_handled():
    duel(OFFER, offer=["red"], hands={0: ["soy"]}).when(plant()).refused("DU-4.1")


def test_ex_c5__three_discards_match():
    table = step_3(["soy", "red", "blue"], ["red", "red", "soy", "green"]).when(END_PLANTING)
    table.happens(turned_up("soy", "red", "blue"), matched("red", "red", "soy"))
    assert (("green",), 6) == (table.table.discard_pile, len(table.table.turned_up))


def test_ex_c6__all_turned_up_cards_become_the_offer():
    table = step_3(["soy", "red", "blue"], ["red"]).when(END_PLANTING)
    table.when(LEAVE).then(left("soy", "red", "blue", "red"), begun(DRAW))


def test_ex_c7__a_harvest_in_the_opponents_turn():
    duel(fields={1: [beans("red", 4), []]}).when(harvest(seat=1)).refused("DU-3.3")


def test_ex_c8__the_price_of_the_third_field_leaves_the_game():
    table = duel(coins={0: ["red", "soy", "wax"]}, discard_pile=["blue"]).when(BuyThirdField(seat=0))
    table.then(ThirdFieldBought(seat=0, coin_cards=("red", "soy", "wax"), destination="removed"))
    assert (("blue",), ("red", "soy", "wax")) == (table.table.discard_pile, table.table.removed)


def test_ex_c9__a_second_discard():
    duel(hands={0: ["red", "soy"]}, planted=1, discarded=True).when(discard(0)).refused("DU-4.4")


def test_ex_c10__the_pile_runs_out_in_step_3():
    table = last_cards(["red", "soy"], ["soy"], coins={1: 1}).when(END_PLANTING)
    discarded = turned_up_discarded("red", "soy")
    table.then(begun(TURNED_UP), turned_up("red", "soy"), exhausted(TURNED_UP), discarded, ended(0, 1, winners=(1,)))


def test_ex_c10__with_the_option_matching_and_planting_come_first():
    table = last_cards(["red", "soy"], ["soy"], coins={1: 2}, options=FINISH).when(END_PLANTING)
    table = table.then(begun(TURNED_UP), turned_up("red", "soy"), exhausted(TURNED_UP), matched("soy"))
    table = table.when(plant_turned_up("soy")).when(plant_turned_up("soy")).when(LEAVE)
    table.then(turned_up_discarded("red"), sold("soy", 1, 1, reason="game_end"), ended(1, 2, winners=(1,)))


@pytest.mark.parametrize("options", [{}, FINISH], ids=str)
def test_ex_c11__the_pile_runs_out_in_step_5(options):
    table = duel(DRAW, draw_pile=["red", "soy"], coins={0: 1}, options=options).when(draw())
    table.then(drawn("red", "soy"), exhausted(DRAW), ended(1, 0, winners=(0,)))


def test_ex_c12__discarding_the_only_card_before_planting():
    duel(hands={0: ["red"]}).when(discard(0)).refused("DU-4.3")
