"""Sections 1 and 2 of the duel's rulebook: the material, and how a game begins."""

from collections import Counter

import pytest
from msgspec.structs import replace

from domain.commands import CreateGame, HarvestField, TakeSeat
from domain.editions import EDITIONS, rulebook_of
from domain.events import DeckShuffled, GameStarted, PhaseSkipped, TurnStarted
from domain.invariants import broken_invariants, cards_on
from domain.refusals import Misuse
from tests.rulebooks.duel_scenes import DRAW, OFFER, PLANT, discard, draw, duel
from tests.rulebooks.scenes import FixedChance, beans, new_game, no_game_yet, random_game

DECK = {
    "coffee": 24,
    "wax": 22,
    "blue": 20,
    "chili": 18,
    "stink": 16,
    "green": 14,
    "soy": 12,
    "black_eyed": 10,
    "red": 8,
}
STEPS = {
    "coffee": (4, 7, 10, 12),
    "wax": (4, 7, 9, 11),
    "blue": (4, 6, 8, 10),
    "chili": (3, 6, 8, 9),
    "stink": (3, 5, 7, 8),
    "green": (3, 5, 6, 7),
    "soy": (2, 4, 6, 7),
    "black_eyed": (2, 4, 5, 6),
    "red": (2, 3, 4, 5),
}
"""How many cards pay 1, 2, 3 and 4 coins."""


def every_second_from_each_end(pile):
    return (*pile[::2], *reversed(pile[1::2]))


def the_shuffle(scene):
    return next(event for event in scene.events if isinstance(event, DeckShuffled))


@pytest.mark.parametrize("options", [{}, {"duel_matching": "choice"}, {"exhaustions_to_end": 3}], ids=str)
def test_du_1_1__every_card_is_always_in_exactly_one_place(options):
    for scene in random_game("duel", players=2, options=options):
        assert Counter(DECK) == cards_on(scene.table)
        assert [] == broken_invariants(rulebook_of(scene.table), scene.table)


def test_du_1_1__a_card_in_two_places_is_noticed():
    table = new_game("duel", players=2).table
    doubled = replace(table, discard_pile=table.draw_pile[:1])
    assert "DU-1.1: 145 cards instead of 144" in broken_invariants(rulebook_of(doubled), doubled)
    with pytest.raises(Misuse, match="9 cards red: the deck has 8"):
        duel(hands={0: beans("red", 5)}, offer=beans("red", 4), phase=OFFER)


@pytest.mark.parametrize("variety", DECK)
def test_du_1_1__the_beanometers_of_the_modern_game(variety):
    for coins, cards in enumerate(STEPS[variety], 1):
        for count, paid in ((cards - 1, coins - 1), (cards, coins)):
            table = duel(fields={0: [beans(variety, count), []]}, options={"bean_protection": "off"})
            assert paid == len(table.when(HarvestField(seat=0, field=0)).table.seats[0].coins)


def test_du_1_1__the_box_of_the_modern_game():
    varieties, modern = (EDITIONS[key].data.varieties for key in ("duel", "modern"))
    assert [(v.id, v.count, v.beanometer) for v in modern] == [(v.id, v.count, v.beanometer) for v in varieties]
    assert 7 == EDITIONS["duel"].data.third_field_cards


@pytest.mark.parametrize("players", [0, 1, 3, 7])
def test_du_2_1__a_duel_for_another_number_than_2_is_refused(players):
    no_game_yet().when(CreateGame(edition="duel", players=players)).refused("DU-2.1")


def test_du_2_1__two_may_play():
    assert 2 == len(no_game_yet().when(CreateGame(edition="duel", players=2)).table.seats)


def test_du_2_2__144_cards_are_shuffled_without_cocoa_and_garden():
    shuffled = the_shuffle(new_game("duel", players=2))
    assert ("setup", 144, DECK) == (shuffled.reason, shuffled.count, Counter(shuffled.order))


@pytest.mark.parametrize("start", [0, 1])
def test_du_2_3__three_cards_for_the_start_player_and_four_for_the_other(start):
    dealt = new_game("duel", players=2, chance=FixedChance(lot=start, order=every_second_from_each_end))
    order = the_shuffle(dealt).order
    assert (order[0], order[2], order[4]) == dealt.table.seats[start].hand
    assert (order[1], order[3], order[5], order[6]) == dealt.table.seats[1 - start].hand
    assert 137 == len(dealt.table.draw_pile)


@pytest.mark.parametrize(("value", "hands"), [("staggered", [3, 4]), ("five_each", [5, 5])])
def test_amb_du_1__duel_deal(value, hands):
    table = new_game("duel", players=2, options={"duel_deal": value}).table
    assert hands == [len(seat.hand) for seat in table.seats]


def test_amb_du_8__both_begin_with_two_fields():
    assert [((), ())] * 2 == [seat.fields for seat in new_game("duel", players=2).table.seats]


def test_du_2_4__two_empty_fields_each():
    assert 2 == rulebook_of(duel().table).initial_fields
    assert [((), ())] * 2 == [seat.fields for seat in duel().table.seats]


@pytest.mark.parametrize("start", [0, 1])
def test_du_2_5__the_lot_names_the_start_player_who_is_active_first(start):
    begun = new_game("duel", players=2, chance=FixedChance(lot=start))
    begun.happens(
        GameStarted(start_player=start),
        TurnStarted(seat=start, turn=1),
        PhaseSkipped(seat=start, phase="offer", reason="no_offer"),
    )
    assert PLANT == begun.table.turn.phase


def test_du_2_5__the_two_take_turns():
    duel(DRAW, active=1).when(draw(seat=1)).happens(TurnStarted(seat=0, turn=2))
    duel(DRAW).when(draw()).happens(TurnStarted(seat=1, turn=2))


def test_du_2_5__a_seat_is_taken_once():
    seated = no_game_yet().when(CreateGame(edition="duel", players=2))
    seated = seated.when(TakeSeat(seat=0, kind="human", pseudonym="Ada"))
    seated = seated.when(TakeSeat(seat=0, kind="human", pseudonym="Eve")).refused("DU-2.5")
    assert seated.when(TakeSeat(seat=1, kind="human", pseudonym="Eve")).events


def test_du_2_5__a_hand_keeps_its_order():
    drawn = duel(DRAW, hands={0: ["soy", "red"]}, draw_pile=["wax", "blue", "blue"]).when(draw())
    assert ("soy", "red", "wax", "blue") == drawn.table.seats[0].hand
    less = duel(hands={0: ["soy", "red", "wax"]}, planted=1).when(discard(1))
    assert ("soy", "wax") == less.table.seats[0].hand


def test_du_2_5__through_a_whole_game():
    cards = {}
    for scene in random_game("duel", players=2):
        for index, seat in enumerate(scene.table.seats):
            assert list(seat.slots) == sorted(set(seat.slots))
            for slot, card in zip(seat.slots, seat.hand, strict=True):
                assert card == cards.setdefault((index, slot), card)
