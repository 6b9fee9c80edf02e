"""The worked examples that only the modern game has (B)."""

import pytest

from domain.commands import BuyThirdField, DrawCards, EndPlanting, EndTrading, HarvestField, PlantSetAside
from domain.events import CardsTurnedUp, DeckShuffled
from tests.rulebooks.family_scenes import bought, drawn, ended, exhausted, planted, sold
from tests.rulebooks.scenes import FixedChance, beans, given, new_game


def harvested(*fields, field=0, **more):
    return given("modern", fields={0: list(fields)}, **more).when(HarvestField(seat=0, field=field))


@pytest.mark.parametrize(("cards", "coins"), [(1, 0), (2, 2), (3, 3), (4, 4)])
def test_ex_b10__cocoa_beans(cards, coins):
    harvested(beans("cocoa", cards), ["red"]).then(sold(0, "cocoa", coins, cards - coins))


@pytest.mark.parametrize(("cards", "coins"), [(4, 1), (6, 1), (7, 2), (9, 2), (10, 3), (12, 4), (13, 4)])
def test_ex_b11__coffee_beans(cards, coins):
    harvested(beans("coffee", cards), [], players=6).then(sold(0, "coffee", coins, cards - coins))


@pytest.mark.parametrize(("cards", "coins"), [(3, 0), (4, 1), (7, 2), (9, 3), (11, 4)])
def test_ex_b12__wax_beans(cards, coins):
    harvested(beans("wax", cards), []).then(sold(0, "wax", coins, cards - coins))


def test_ex_b29__two_coins_with_six_players():
    owner = given("modern", players=6, coins={0: ["red", "soy"]}).when(BuyThirdField(seat=0))
    owner.then(bought("red", "soy"))


@pytest.mark.parametrize(
    ("players", "deck", "pile"), [(3, 150, 135), (4, 130, 110), (5, 130, 105), (6, 144, 114), (7, 144, 108)]
)
def test_ex_b30__decks_and_draw_piles(players, deck, pile):
    begun = new_game("modern", players=players)
    shuffled = next(event for event in begun.events if isinstance(event, DeckShuffled))
    assert (deck, pile) == (shuffled.count, len(begun.table.draw_pile))


def test_ex_b31__the_hands_of_seven_players():
    hands = [len(seat.hand) for seat in new_game("modern", players=7, chance=FixedChance(lot=4)).table.seats]
    assert [6, 6, 6, 6, 3, 4, 5] == hands


def test_ex_b32__four_cards_with_six_players():
    table = given("modern", players=6, phase="draw", draw_pile=beans("blue", 9)).when(DrawCards(seat=0))
    table.happens(drawn(*beans("blue", 4)))


def test_ex_b34__the_third_exhaustion_with_one_card_turned_up():
    table = given("modern", planted=1, draw_pile=["red"], discard_pile=["soy"], exhaustions=2, coins={1: 1})
    table = table.when(EndPlanting(seat=0)).happens(
        CardsTurnedUp(seat=0, cards=("red",)), exhausted(3, "trade", final=True)
    )
    table = table.when(EndTrading(seat=0)).when(PlantSetAside(seat=0, variety="red", field=0))
    scores = ended(0, 1, 0, 0, winners=(1,))
    table.then(planted(0, "red", "set_aside"), sold(0, "red", 0, 1, reason="game_end"), scores)


def test_ex_b37__the_second_exhaustion_with_three_players():
    table = given("modern", players=3, phase="draw", draw_pile=["red", "soy"], exhaustions=1, coins={1: 1})
    table.when(DrawCards(seat=0)).then(
        drawn("red", "soy"), exhausted(2, "draw", final=True), ended(0, 1, 0, winners=(1,))
    )


@pytest.mark.parametrize(("hands", "winners"), [({0: 3, 2: 5}, (2,)), ({0: 5, 2: 5}, (0, 2))])
def test_ex_b39__a_tie_at_twelve_coins(hands, winners):
    table = given("modern", phase="draw", active=1, draw_pile=1, exhaustions=2, coins={0: 12, 2: 12}, hands=hands)
    table.when(DrawCards(seat=1)).happens(ended(12, 0, 12, 0, winners=winners, tie_break="most_cards_in_hand"))
