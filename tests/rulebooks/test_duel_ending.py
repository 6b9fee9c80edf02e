"""Sections 6 to 9 of the duel's rulebook: harvest, third field, drawing, exhaustion, the end."""

import pytest

from domain.commands import BuyThirdField, CreateGame, DrawCards, HarvestField, PlantSetAside, TakeSeat
from domain.editions import rulebook_of
from domain.editions.duel.turn_restrictions import NO_TRADING
from domain.events import CardsDrawn, DeckShuffled, ThirdFieldBought, TurnEnded, TurnStarted
from tests.rulebooks.duel_scenes import (
    CHOICE,
    DRAW,
    END_PLANTING,
    FINISH,
    LEAVE,
    PLANT,
    STOP,
    TAKE,
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
    plant_offered,
    plant_turned_up,
    planted,
    sold,
    turned_up,
    turned_up_discarded,
)
from tests.rulebooks.family_scenes import drawn, ended
from tests.rulebooks.scenes import beans, one_of_each_command

STACK = ["blue", "soy", "red", "soy"]
COMMANDS = [CreateGame(edition="duel", players=2), *one_of_each_command(0)[1:]]
COMMANDS += [plant_offered("red"), discard_offered("red"), discard(0), plant_turned_up("red"), LEAVE, TAKE, STOP]


def growing(*fields, **more):
    return duel(fields={0: list(fields)}, **more)


def last_draw(cards=("red", "soy"), **more):
    return duel(DRAW, draw_pile=cards, **more).when(draw())


def test_du_6_1__a_harvest_takes_a_whole_field_that_one_has():
    table = growing(beans("wax", 7), beans("soy", 3), discard_pile=["red"]).when(harvest(2)).refused("DU-6.1")
    table = table.when(harvest(0)).then(sold("wax", 2, 5))
    assert (("wax", "wax"), ("wax",) * 5) == (table.table.seats[0].coins, table.table.discard_pile[:5])


def test_du_6_1__a_harvest_may_pay_nothing_and_an_empty_field_is_none():
    growing(beans("wax", 3), []).when(harvest(1)).refused("DU-6.1").when(harvest(0)).then(sold("wax", 0, 3))


def test_du_6_1__a_lone_bean_stays_unless_all_fields_hold_one():
    growing(["blue"], beans("red", 2)).when(harvest()).refused("DU-6.1")
    growing(["blue"], []).when(harvest()).refused("DU-6.1")
    growing(["blue"], ["red"]).when(harvest()).then(sold("blue", 0, 1))
    growing(["blue"], [], options={"bean_protection": "ignore_empty"}).when(harvest()).then(sold("blue", 0, 1))


def test_du_6_1__which_cards_become_coins_is_no_choice():
    table = growing(beans("red", 3), []).when(HarvestField(seat=0, field=0, coin_cards=("red",))).refused("DU-6.1")
    table.when(HarvestField(seat=0, field=0, coin_cards=("red", "red"))).then(sold("red", 2, 1))


def test_du_7_1__three_coins_leave_the_game():
    table = duel(coins={0: STACK}, discard_pile=["wax"]).when(BuyThirdField(seat=0))
    table.then(ThirdFieldBought(seat=0, coin_cards=("soy", "red", "soy"), destination="removed"))
    assert (("soy", "red", "soy"), ("wax",)) == (table.table.removed, table.table.discard_pile)
    assert (("blue",), ((), (), ())) == (table.table.seats[0].coins, table.table.seats[0].fields)


def test_du_7_1__the_buyer_chooses_the_coin_cards():
    table = duel(coins={0: STACK})
    table.when(BuyThirdField(seat=0, coin_cards=("blue", "wax", "red"))).refused("DU-7.1")
    table.when(BuyThirdField(seat=0, coin_cards=("blue", "soy"))).refused("DU-7.1")
    table = table.when(BuyThirdField(seat=0, coin_cards=("blue", "red", "soy")))
    assert ("blue", "red", "soy") == table.table.removed


def test_du_7_1__removed_cards_are_not_shuffled_in():
    table = duel(DRAW, coins={0: ["blue"] * 3}, draw_pile=["red"], discard_pile=["wax"] * 2, exhaustions=0)
    options = {"exhaustions_to_end": 2}
    table = duel(DRAW, coins={0: ["blue"] * 3}, draw_pile=["red"], discard_pile=["wax", "wax"], options=options).when(
        BuyThirdField(seat=0)
    )
    table.when(draw()).happens(DeckShuffled(reason="exhaustion", count=2, order=("wax", "wax")))


def test_du_7_2__too_few_coins_or_a_second_purchase():
    duel(coins={0: 2}).when(BuyThirdField(seat=0)).refused("DU-7.2")
    table = duel(coins={0: 6}).when(BuyThirdField(seat=0))
    assert table.when(BuyThirdField(seat=0)).refused("DU-7.2").table.seats[0].fields == ((), (), ())


def test_du_8_1__two_cards_to_the_back_of_the_hand_end_the_turn():
    table = duel(DRAW, hands={0: ["red"]}, draw_pile=["wax", "soy", "blue"]).when(draw())
    table.happens(drawn("wax", "soy"), TurnEnded(seat=0), TurnStarted(seat=1, turn=2))
    assert (("red", "wax", "soy"), ("blue",)) == (table.table.seats[0].hand, table.table.draw_pile)


def test_du_8_1__only_the_active_player_draws_and_no_more():
    table = duel(DRAW).when(draw(seat=1)).refused("DU-8.1").when(DrawCards(seat=0, extra=1)).refused("DU-8.1")
    assert table.when(draw()).events


def test_du_8_2__the_discards_are_not_reshuffled():
    table = last_draw(["red"], discard_pile=["wax"] * 9)
    assert not [event for event in table.events if isinstance(event, DeckShuffled)]
    assert (9, ()) == (len(table.table.discard_pile), table.table.draw_pile)


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_du_8_2__unless_the_option_names_a_later_exhaustion(number):
    options = {"exhaustions_to_end": number}
    pile = {"draw_pile": ["red"], "discard_pile": ["wax", "soy", "blue"], "options": options}
    table = duel(DRAW, exhaustions=number - 2, **pile).when(draw())
    table.happens(
        drawn("red"),
        exhausted(DRAW, number - 1, final=False),
        DeckShuffled(reason="exhaustion", count=3, order=("wax", "soy", "blue")),
        drawn("wax"),
    )
    end = duel(DRAW, exhaustions=number - 1, **pile).when(draw()).happens(exhausted(DRAW, number))
    assert end.table.result is not None


@pytest.mark.parametrize("cards", [["red"], ["red", "soy"]])
def test_du_9_1__the_first_exhaustion_ends_the_game(cards):
    last_draw(cards, coins={1: 1}).then(drawn(*cards), exhausted(DRAW), ended(0, 1, winners=(1,)))
    assert last_draw([*cards, "blue", "blue"]).table.result is None


def test_amb_ge_2__lazily_it_is_counted_when_a_card_is_missing():
    lazy = {"exhaustion_counting": "lazy"}
    assert last_draw(options=lazy).table.result is None
    last_draw(["red"], options=lazy).happens(drawn("red"), exhausted(DRAW))
    table = last_cards(["red", "soy", "blue"], options=lazy).when(END_PLANTING)
    assert TURNED_UP == table.table.turn.phase
    last_cards([], options=lazy).when(END_PLANTING).happens(exhausted(TURNED_UP))


@pytest.mark.parametrize("cards", [["red"], ["red", "soy"], ["red", "soy", "blue"]])
def test_du_9_2__an_exhaustion_in_step_3_ends_the_game_at_once(cards):
    table = last_cards(cards, ["red", "wax"], coins={1: 1}).when(END_PLANTING)
    table.then(
        begun(TURNED_UP),
        turned_up(*cards),
        exhausted(TURNED_UP),
        turned_up_discarded(*cards),
        ended(0, 1, winners=(1,)),
    )
    assert ((), (*reversed(cards), "red", "wax")) == (table.table.turned_up, table.table.discard_pile)


def test_du_9_2__so_does_one_with_both_piles_empty():
    options = {"exhaustions_to_end": 2}
    table = duel(PLANT, planted=1, draw_pile=[], exhaustions=1, coins={0: 1}, options=options).when(END_PLANTING)
    table.then(begun(TURNED_UP), exhausted(TURNED_UP, 2), ended(1, 0, winners=(0,)))


def test_du_9_2__the_turned_up_cards_go_before_the_final_harvest():
    table = last_cards(["red"], fields={1: [beans("soy", 2), []]}).when(END_PLANTING)
    table.happens(turned_up_discarded("red"), sold("soy", 1, 1, seat=1, reason="game_end"))
    assert ("soy", "red") == table.table.discard_pile


def test_amb_du_6__with_the_option_step_3_is_finished():
    table = last_cards(["red", "soy"], ["soy", "wax"], options=FINISH).when(END_PLANTING)
    table = table.then(begun(TURNED_UP), turned_up("red", "soy"), exhausted(TURNED_UP), matched("soy"))
    table = table.when(plant_turned_up("soy")).when(plant_turned_up("soy")).then(planted("soy", "turned_up"))
    table.when(LEAVE).then(turned_up_discarded("red"), sold("soy", 1, 1, reason="game_end"), ended(1, 0, winners=(0,)))


def test_amb_du_6__nothing_is_left_to_discard_when_all_is_planted():
    table = last_cards(["red"], options=FINISH, coins={0: 1}).when(END_PLANTING).when(plant_turned_up("red"))
    table.when(LEAVE).then(sold("red", 0, 1, reason="game_end"), ended(1, 0, winners=(0,)))


@pytest.mark.parametrize("answer", [TAKE, STOP])
def test_amb_du_6__and_the_matching_is_the_active_players_choice(answer):
    table = last_cards(["red", "soy"], ["soy"], options=FINISH | CHOICE).when(END_PLANTING)
    table = table.when(LEAVE).refused("DU-5.2").when(answer)
    assert table.when(LEAVE).table.result is not None


def test_amb_du_6__at_once_the_matching_does_not_begin():
    table = last_cards(["red", "soy"], ["soy"], options=CHOICE).when(END_PLANTING)
    assert not table.table.turn.annex.matching
    assert table.table.result is not None


def test_amb_du_6__an_exhaustion_in_step_5_ends_the_game_at_once_all_the_same():
    last_draw(options=FINISH).happens(drawn("red", "soy"), exhausted(DRAW))


def test_du_9_2__an_exhaustion_that_is_not_the_last_changes_nothing():
    table = last_cards(["red"], ["wax"] * 5, options={"exhaustions_to_end": 2}).when(END_PLANTING)
    assert ("red", "wax", "wax") == table.table.turned_up
    table.when(LEAVE).then(left("red", "wax", "wax"), begun(DRAW))


def test_du_9_3__all_fields_are_harvested_without_protection_and_most_coins_win():
    fields = {0: [["blue"], beans("soy", 4)], 1: [[], beans("red", 2)]}
    last_draw(fields=fields, hands={1: 9}).then(
        drawn("red", "soy"),
        exhausted(DRAW),
        sold("blue", 0, 1, reason="game_end"),
        sold("soy", 2, 2, field=1, reason="game_end"),
        sold("red", 1, 1, seat=1, field=1, reason="game_end"),
        ended(2, 1, winners=(0,)),
    )


@pytest.mark.parametrize(("other", "winners"), [(5, (0,)), (7, (0, 1)), (8, (1,))])
def test_du_9_3__a_tie_goes_to_the_fullest_hand_and_then_is_shared(other, winners):
    last_draw(coins={0: 4, 1: 4}, hands={0: 5, 1: other}).happens(
        CardsDrawn(seat=0, cards=("red", "soy")), ended(4, 4, winners=winners, tie_break="most_cards_in_hand")
    )


@pytest.mark.parametrize(
    ("value", "winners", "named"),
    [
        ("edition", (1,), "most_cards_in_hand"),
        ("most_cards_in_hand", (1,), "most_cards_in_hand"),
        ("shared", (0, 1), "shared"),
        ("last_active", (0,), "last_active"),
    ],
)
def test_du_9_3__unless_the_option_says_otherwise(value, winners, named):
    table = last_draw(coins={0: 4, 1: 4}, hands={1: 9}, options={"tie_break": value})
    table.happens(ended(4, 4, winners=winners, tie_break=named))


def test_du_9_3__removed_coins_count_for_nobody():
    table = duel(DRAW, coins={0: 5, 1: 3}, draw_pile=["red"]).when(BuyThirdField(seat=0))
    table.when(draw()).happens(ended(2, 3, winners=(1,)))


@pytest.mark.parametrize("command", COMMANDS, ids=str)
def test_du_9_3__after_the_end_no_command_is_accepted(command):
    last_draw().when(command).refused("DU-9.3")


def test_du_9_3__these_are_all_the_commands_there_are():
    not_of_a_turn = {CreateGame, TakeSeat, PlantSetAside, *NO_TRADING}
    assert {*rulebook_of(last_draw().table).moves} | not_of_a_turn == {type(command) for command in COMMANDS}
