"""Sections 1 and 2 of the classic rulebook: the material, and how a game begins."""

from collections import Counter

import pytest
from msgspec.structs import replace

from domain.commands import BuyThirdField, CreateGame, DrawCards, EndTrading, HarvestField, OfferDonation, ProposeTrade
from domain.editions import EDITIONS, rulebook_of
from domain.events import DeckShuffled, FieldHarvested
from domain.invariants import broken_invariants, cards_on
from domain.refusals import Misuse
from tests.long_tests import mostly_long
from tests.rulebooks.scenes import FixedChance, beans, given, in_hand, new_game, no_game_yet, random_game

DECK = {"blue": 20, "chili": 18, "stink": 16, "green": 14, "soy": 12, "black_eyed": 10, "red": 8, "garden": 6}
COINS_FOR_CARDS = {
    "blue": [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4],
    "chili": [0, 0, 1, 1, 1, 2, 2, 3, 4, 4],
    "stink": [0, 0, 1, 1, 2, 2, 3, 4, 4],
    "green": [0, 0, 1, 1, 2, 3, 4, 4],
    "soy": [0, 1, 1, 2, 2, 3, 4, 4],
    "black_eyed": [0, 1, 1, 2, 3, 4, 4],
    "red": [0, 1, 2, 3, 4, 4],
    "garden": [0, 2, 3, 3, 3, 3],
}
"""What 1, 2, 3 ... cards pay."""


def every_second_from_each_end(pile):
    return (*pile[::2], *reversed(pile[1::2]))


def the_shuffle(scene):
    return next(event for event in scene.events if isinstance(event, DeckShuffled))


def test_cl_1_1__the_deck_has_104_cards_of_8_varieties():
    dealt = new_game("classic")
    assert Counter(DECK) == cards_on(dealt.table)
    assert 104 == cards_on(dealt.table).total()


@pytest.mark.parametrize(("variety", "coins"), [*COINS_FOR_CARDS.items()])
def test_cl_1_2__the_beanometer_turns_cards_into_coins(variety, coins):
    fields = [{0: [beans(variety, cards), []]} for cards in range(1, len(coins) + 1)]
    tables = [given("classic", fields=field, options={"bean_protection": "off"}) for field in fields]
    assert coins == [len(table.when(HarvestField(seat=0, field=0)).table.seats[0].coins) for table in tables]


@pytest.mark.parametrize("variety", DECK)
def test_cl_1_2__above_the_last_step_the_last_steps_coins(variety):
    sold = given("classic", fields={0: [beans(variety, DECK[variety]), []]}).when(HarvestField(seat=0, field=0))
    assert COINS_FOR_CARDS[variety][-1] == len(sold.table.seats[0].coins)


def test_cl_1_3__a_coin_is_the_harvested_card_and_is_a_bean_card_again_when_spent():
    earned = given(
        "classic", coins={0: ["soy", "blue"]}, fields={0: [beans("green", 3), []]}, phase="draw", draw_pile=["chili"]
    )
    bought = earned.when(HarvestField(seat=0, field=0)).when(BuyThirdField(seat=0))
    assert ("green", "blue", "soy", "green", "green") == bought.table.discard_pile
    drawn = bought.when(DrawCards(seat=0))
    assert ("chili", "green", "blue") == drawn.table.seats[0].hand[-3:]


def test_cl_1_4__the_six_third_field_cards_are_no_part_of_the_deck():
    assert 6 == EDITIONS["classic"].data.third_field_cards
    table = given("classic", players=5, coins=dict.fromkeys(range(5), 2))
    for seat in range(5):
        table = table.when(BuyThirdField(seat=seat))
    assert [3] * 5 == [len(seat.fields) for seat in table.table.seats]
    assert {"face_down"} == set(cards_on(table.table))


@pytest.mark.parametrize("players", mostly_long([3, 5, 4], 2))
def test_cl_1_5__every_card_is_always_in_exactly_one_place(players):
    for scene in random_game("classic", players=players):
        assert Counter(DECK) == cards_on(scene.table)
        assert [] == broken_invariants(rulebook_of(scene.table), scene.table)


def test_cl_1_5__a_card_in_two_places_is_noticed():
    table = new_game("classic").table
    doubled = replace(table, discard_pile=table.draw_pile[:1])
    assert "CL-1.5: 105 cards instead of 104" in broken_invariants(rulebook_of(doubled), doubled)
    with pytest.raises(Misuse, match="7 cards garden: the deck has 6"):
        given("classic", hands={0: beans("garden", 7)})


@pytest.mark.parametrize("players", [0, 1, 2, 6, 7])
def test_cl_2_1__a_game_for_fewer_than_3_or_more_than_5_is_refused(players):
    no_game_yet().when(CreateGame(edition="classic", players=players)).refused("CL-2.1")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_cl_2_1__three_four_or_five_may_play(players):
    assert players == len(no_game_yet().when(CreateGame(edition="classic", players=players)).table.seats)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_cl_2_2__all_104_cards_are_shuffled(players):
    shuffled = the_shuffle(new_game("classic", players=players, chance=FixedChance(order=every_second_from_each_end)))
    assert ("setup", 104, DECK) == (shuffled.reason, shuffled.count, Counter(shuffled.order))
    assert every_second_from_each_end(rulebook_of(new_game("classic", players=players).table).deck) == shuffled.order


@pytest.mark.parametrize("players", [3, 4, 5])
def test_cl_2_3__five_cards_each_dealt_singly_and_clockwise_from_the_start_player(players):
    dealt = new_game("classic", players=players, chance=FixedChance(lot=2, order=every_second_from_each_end))
    order = the_shuffle(dealt).order
    for turn in range(players):
        assert order[turn : 5 * players : players] == dealt.table.seats[(2 + turn) % players].hand


def test_cl_2_4__nobody_moves_a_card_by_trading_with_or_giving_to_oneself():
    hand = given("classic", phase="trade", hands={0: ["soy", "red"]})
    hand.when(ProposeTrade(seat=0, partner=0, give=in_hand(0), want={"red": 1})).refused("CL-5.2")
    hand.when(OfferDonation(seat=0, to=0, cards=in_hand(0))).refused("CL-5.8")
    assert ("soy", "red") == hand.when(EndTrading(seat=0)).table.seats[0].hand


def test_cl_2_7__all_three_fields_of_three_players_are_for_planting():
    sold = given("classic", players=3, fields={0: [["red"], ["blue"], beans("soy", 2)]}).when(
        HarvestField(seat=0, field=2)
    )
    sold.then(FieldHarvested(seat=0, field=2, meter="soy", coins=("soy",), discarded=("soy",), reason="choice"))
