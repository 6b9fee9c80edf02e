"""Sections 1 and 2 of the modern rulebook: the material, and how a game begins."""

from collections import Counter

import pytest
from msgspec.structs import replace

from domain.commands import BuyThirdField, CreateGame, DrawCards, EndTrading, HarvestField
from domain.editions import EDITIONS, rulebook_of
from domain.events import DeckShuffled
from domain.invariants import broken_invariants, cards_on
from domain.refusals import Misuse
from tests.long_tests import mostly_long
from tests.rulebooks.scenes import FixedChance, beans, given, new_game, no_game_yet, random_game

BOX = {
    "coffee": 24,
    "wax": 22,
    "blue": 20,
    "chili": 18,
    "stink": 16,
    "green": 14,
    "soy": 12,
    "black_eyed": 10,
    "red": 8,
    "garden": 6,
    "cocoa": 4,
}
REMOVED = {3: ["cocoa"], 4: ["coffee"], 5: ["coffee"], 6: ["cocoa", "garden"], 7: ["cocoa", "garden"]}
DECKS = {3: 150, 4: 130, 5: 130, 6: 144, 7: 144}
COINS_FOR_CARDS = {
    "coffee": [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4],
    "wax": [0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4],
    "blue": [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4],
    "chili": [0, 0, 1, 1, 1, 2, 2, 3, 4, 4],
    "stink": [0, 0, 1, 1, 2, 2, 3, 4, 4],
    "green": [0, 0, 1, 1, 2, 3, 4, 4],
    "soy": [0, 1, 1, 2, 2, 3, 4, 4],
    "black_eyed": [0, 1, 1, 2, 3, 4, 4],
    "red": [0, 1, 2, 3, 4, 4],
    "garden": [0, 2, 3, 3, 3, 3],
    "cocoa": [0, 2, 3, 4],
}
"""What 1, 2, 3 ... cards pay."""
PLAYERS = pytest.mark.parametrize("players", [3, 4, 5, 6, 7])


def every_second_from_each_end(pile):
    return (*pile[::2], *reversed(pile[1::2]))


def the_shuffle(scene):
    return next(event for event in scene.events if isinstance(event, DeckShuffled))


def at_a_table_with(variety, **more):
    return given("modern", players=4 if variety in ("garden", "cocoa") else 3, **more)


def test_mo_1_1__the_box_holds_154_cards_of_11_varieties():
    counts = {variety.id: variety.count for variety in EDITIONS["modern"].data.varieties}
    assert (BOX, 154) == (counts, sum(counts.values()))


@pytest.mark.parametrize(("variety", "coins"), [*COINS_FOR_CARDS.items()])
def test_mo_1_2__the_beanometer_turns_cards_into_coins(variety, coins):
    off = {"bean_protection": "off"}
    tables = [
        at_a_table_with(variety, fields={0: [beans(variety, cards), []]}, options=off)
        for cards in range(1, len(coins) + 1)
    ]
    assert coins == [len(table.when(HarvestField(seat=0, field=0)).table.seats[0].coins) for table in tables]


@pytest.mark.parametrize("variety", BOX)
def test_mo_1_2__above_the_last_step_the_last_steps_coins(variety):
    table = at_a_table_with(variety, fields={0: [beans(variety, BOX[variety]), []]})
    assert COINS_FOR_CARDS[variety][-1] == len(table.when(HarvestField(seat=0, field=0)).table.seats[0].coins)


def test_mo_1_3__a_coin_is_the_harvested_card_and_is_a_bean_card_again_when_spent():
    earned = given(
        "modern", coins={0: ["soy", "blue"]}, fields={0: [beans("cocoa", 2), []]}, phase="draw", draw_pile=["chili"]
    )
    bought = earned.when(HarvestField(seat=0, field=0)).when(BuyThirdField(seat=0))
    assert ("cocoa", "cocoa", "blue") == bought.table.discard_pile
    assert ("chili", "cocoa", "cocoa") == bought.when(DrawCards(seat=0)).table.seats[0].hand[-3:]


def test_mo_1_4__seven_third_field_cards_suffice_for_seven_players_and_are_no_part_of_the_deck():
    assert 7 == EDITIONS["modern"].data.third_field_cards
    table = given("modern", players=7, coins=dict.fromkeys(range(7), 2))
    for seat in range(7):
        table = table.when(BuyThirdField(seat=seat))
    assert [3] * 7 == [len(seat.fields) for seat in table.table.seats]
    assert {"face_down"} == set(cards_on(table.table))


@pytest.mark.parametrize("players", mostly_long([3, 7, 4, 5, 6], 2))
def test_mo_1_5__every_card_is_always_in_exactly_one_place(players):
    for scene in random_game("modern", players=players):
        assert DECKS[players] == cards_on(scene.table).total()
        assert [] == broken_invariants(rulebook_of(scene.table), scene.table)


def test_mo_1_5__a_card_in_two_places_is_noticed():
    table = new_game("modern").table
    doubled = replace(table, discard_pile=table.draw_pile[:1])
    assert "MO-1.5: 131 cards instead of 130" in broken_invariants(rulebook_of(doubled), doubled)
    with pytest.raises(Misuse, match="5 cards cocoa: the deck has 4"):
        given("modern", hands={0: beans("cocoa", 5)})


@pytest.mark.parametrize("players", [0, 1, 2, 8])
def test_mo_2_1__a_game_for_fewer_than_3_or_more_than_7_is_refused(players):
    no_game_yet().when(CreateGame(edition="modern", players=players)).refused("MO-2.1")


@PLAYERS
def test_mo_2_1__three_to_seven_may_play(players):
    assert players == len(no_game_yet().when(CreateGame(edition="modern", players=players)).table.seats)


@PLAYERS
def test_mo_2_2__some_varieties_are_taken_out_before_the_shuffle(players):
    shuffled = the_shuffle(new_game("modern", players=players))
    left = {variety: count for variety, count in BOX.items() if variety not in REMOVED[players]}
    assert ("setup", DECKS[players], left) == (shuffled.reason, shuffled.count, Counter(shuffled.order))


@pytest.mark.parametrize(("players", "variety"), [(3, "cocoa"), (5, "coffee"), (6, "garden")])
def test_mo_2_2__a_card_that_was_taken_out_lies_nowhere(players, variety):
    with pytest.raises(Misuse, match=f"no card '{variety}' in this game"):
        given("modern", players=players, hands={0: [variety]})


@pytest.mark.parametrize(
    ("players", "sizes"),
    [(3, [5] * 3), (4, [5] * 4), (5, [5] * 5), (6, [3, 4, 5, 6, 6, 6]), (7, [3, 4, 5, 6, 6, 6, 6])],
)
def test_mo_2_3__hands_are_counted_in_turn_order_from_the_start_player(players, sizes):
    table = new_game("modern", players=players, chance=FixedChance(lot=1)).table
    assert sizes == [len(table.seats[(1 + turn) % players].hand) for turn in range(players)]


def test_mo_2_3__complete_hands_are_passed_over():
    dealt = new_game("modern", players=6, chance=FixedChance(lot=2, order=every_second_from_each_end))
    order, hands = the_shuffle(dealt).order, [seat.hand for seat in dealt.table.seats]
    assert (order[0], order[6], order[12]) == hands[2]
    assert (order[1], order[7], order[13], order[18]) == hands[3]
    assert (order[2], order[8], order[14], order[19], order[23]) == hands[4]
    assert (order[5], order[11], order[17], order[22], order[26], order[29]) == hands[1]


def test_mo_10_1__two_players_play_the_duel():
    no_game_yet().when(CreateGame(edition="modern", players=2)).refused("MO-2.1")
    assert 2 == len(no_game_yet().when(CreateGame(edition="duel", players=2)).table.seats)


@pytest.mark.parametrize(("exhaustions", "goes_on"), [(0, True), (1, False)])
def test_amb_mo_3__three_players_end_at_the_second_exhaustion(exhaustions, goes_on):
    table = given("modern", players=3, phase="trade", draw_pile=[], exhaustions=exhaustions).when(EndTrading(seat=0))
    assert goes_on == (table.when(DrawCards(seat=0)).table.result is None)
