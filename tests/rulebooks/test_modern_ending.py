"""Sections 8 and 9 of the modern rulebook: drawing, exhaustion, the end, and who has won."""

import pytest

from domain.commands import BuyThirdField, DrawCards, EndPlanting, EndTrading, PlantSetAside
from domain.events import BeanPlanted, CardsDrawn, CardsTurnedUp, DeckShuffled, PhaseStarted, TurnEnded, TurnStarted
from tests.rulebooks.family_scenes import drawn, ended, exhausted, sold_at_the_end
from tests.rulebooks.scenes import beans, given

NEXT_TURN = (TurnEnded(seat=0), TurnStarted(seat=1, turn=2), PhaseStarted(seat=1, phase="plant"))
LAST_PILE = {"draw_pile": ["red"], "discard_pile": ["soy"] * 5, "exhaustions": 2}


def drawing(**more):
    return given("modern", **({"phase": "draw", "hands": {0: ["garden"], 1: ["green"]}} | more)).when(DrawCards(seat=0))


def turning_up(**more):
    return given("modern", planted=1, **more).when(EndPlanting(seat=0))


def last_draw(**more):
    return given("modern", phase="draw", **(LAST_PILE | more)).when(DrawCards(seat=0))


def shuffled(*order):
    return DeckShuffled(reason="exhaustion", count=len(order), order=order)


@pytest.mark.parametrize(("players", "count"), [(3, 3), (4, 3), (5, 3), (6, 4), (7, 4)])
def test_mo_8_1__three_cards_to_the_back_of_the_hand_and_four_with_six_or_seven_players(players, count):
    pile = ["red", "soy", "blue", "wax", "chili"]
    hands = {0: ["green"], 1: ["green"]}
    after = drawing(players=players, hands=hands, draw_pile=pile).then(drawn(*pile[:count]), *NEXT_TURN)
    assert ("green", *pile[:count]) == after.table.seats[0].hand


def test_mo_8_1__nobody_else_draws():
    table = given("modern", phase="draw").when(DrawCards(seat=1)).refused("MO-8.1")
    table.when(DrawCards(seat=0, extra=1)).refused("MO-8.1").when(DrawCards(seat=0)).happens(*NEXT_TURN)


def test_mo_8_2__an_exhausted_pile_is_renewed_in_the_middle_of_a_draw():
    discards = ("wax", "stink", "soy")
    after = drawing(draw_pile=["red"], discard_pile=discards)
    after.then(drawn("red"), exhausted(1, "draw"), shuffled(*discards), drawn("wax", "stink"), *NEXT_TURN)
    after = turning_up(draw_pile=["red"], discard_pile=discards, exhaustions=1)
    after.happens(CardsTurnedUp(seat=0, cards=("red",)), exhausted(2, "trade"), CardsTurnedUp(seat=0, cards=("wax",)))


def test_mo_8_2__without_discards_it_is_formed_later_and_not_counted_again():
    after = drawing(draw_pile=["red"]).then(drawn("red"), exhausted(1, "draw"), *NEXT_TURN)
    assert ((), 1) == (after.table.draw_pile, after.table.exhaustions)
    discards = ("red", "soy", "blue", "wax")
    after = drawing(draw_pile=[], discard_pile=discards, exhaustions=1)
    after.then(shuffled(*discards), drawn("red", "soy", "blue"), *NEXT_TURN)


def test_mo_8_3__phase_2_is_played_with_a_single_card_and_nothing_is_drawn_any_more():
    after = turning_up(**LAST_PILE)
    after.then(
        PhaseStarted(seat=0, phase="trade"),
        CardsTurnedUp(seat=0, cards=("red",)),
        exhausted(3, "trade", final=True),
    )
    after = after.when(EndTrading(seat=0)).when(PlantSetAside(seat=0, variety="red", field=0))
    assert not [event for event in after.events if isinstance(event, CardsDrawn | DeckShuffled)]
    assert after.table.result is not None


def test_mo_8_4__a_hand_has_no_limit():
    assert 43 == len(drawing(hands={0: 40}).table.seats[0].hand)


@pytest.mark.parametrize(("players", "number"), [(3, 2), (4, 3), (5, 3), (6, 3), (7, 3)])
def test_mo_9_1__the_third_exhaustion_ends_the_game_and_with_three_players_the_second(players, number):
    last_draw(players=players, exhaustions=number - 2).happens(exhausted(number - 1, "draw"), *NEXT_TURN[:2])
    end = last_draw(players=players, exhaustions=number - 1).happens(exhausted(number, "draw", final=True))
    assert end.table.result is not None


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_amb_mo_3__the_option_names_another_exhaustion(players, number):
    end = last_draw(players=players, exhaustions=number - 1, options={"exhaustions_to_end": number})
    assert end.happens(exhausted(number, "draw", final=True)).table.result is not None


def test_mo_9_2__an_exhaustion_in_phase_2_lets_phases_2_and_3_be_finished_by_all():
    table = turning_up(**LAST_PILE, set_aside={2: ["wax"]}, coins={1: 1}).when(EndTrading(seat=0))
    table = table.happens(PhaseStarted(seat=0, phase="plant_set_aside"))
    table = table.when(PlantSetAside(seat=0, variety="red", field=0))
    table.then(BeanPlanted(seat=0, field=0, variety="red", source="set_aside"))
    table.when(PlantSetAside(seat=2, variety="wax", field=1)).then(
        BeanPlanted(seat=2, field=1, variety="wax", source="set_aside"),
        sold_at_the_end(0, 0, "red", 0, 1),
        sold_at_the_end(2, 1, "wax", 0, 1),
        ended(0, 1, 0, 0, winners=(1,)),
    )


def test_mo_9_4__all_fields_are_harvested_in_seat_and_field_order_without_protection():
    fields = {0: [["blue"], beans("soy", 4)], 1: [[], beans("cocoa", 2)], 3: [["wax"], []]}
    end = last_draw(fields=fields, hands={2: 9})
    assert end.events[2:] == (
        sold_at_the_end(0, 0, "blue", 0, 1),
        sold_at_the_end(0, 1, "soy", 2, 2),
        sold_at_the_end(1, 1, "cocoa", 2, 0),
        sold_at_the_end(3, 0, "wax", 0, 1),
        ended(2, 2, 0, 0, winners=(0,), tie_break="most_cards_in_hand"),
    )


def test_mo_9_5__most_coins_win_whatever_the_hands():
    last_draw(coins={0: 3, 1: 4, 2: 3}, hands={0: 9}).happens(ended(3, 4, 3, 0, winners=(1,)))


@pytest.mark.parametrize(("hands", "winners"), [({0: 3, 2: 5}, (2,)), ({0: 4, 2: 4, 1: 9}, (0, 2))])
def test_mo_9_6__a_tie_goes_to_the_fullest_hand_and_then_is_shared(hands, winners):
    table = last_draw(draw_pile=[], discard_pile=[], coins={0: 6, 1: 2, 2: 6}, hands=hands)
    table.happens(ended(6, 2, 6, 0, winners=winners, tie_break="most_cards_in_hand"))


@pytest.mark.parametrize(
    ("value", "winners", "named"),
    [
        ("edition", (2, 3), "most_cards_in_hand"),
        ("most_cards_in_hand", (2, 3), "most_cards_in_hand"),
        ("shared", (0, 2, 3), "shared"),
        ("last_active", (0,), "last_active"),
    ],
)
def test_mo_9_6__unless_the_option_says_otherwise(value, winners, named):
    tied = given(
        "modern",
        options={"tie_break": value},
        phase="draw",
        active=1,
        hands={0: 1, 1: 9, 2: 4, 3: 4},
        coins={0: 5, 2: 5, 3: 5},
        **LAST_PILE,
    )
    tied.when(DrawCards(seat=1)).happens(ended(5, 0, 5, 5, winners=winners, tie_break=named))


def test_amb_mo_2__the_hand_counts_as_it_is_at_the_end_and_set_aside_cards_do_not():
    table = turning_up(**LAST_PILE, hands={0: 2, 1: 3}, coins={0: 1, 1: 1}).when(EndTrading(seat=0))
    table.when(PlantSetAside(seat=0, variety="red", field=0)).happens(
        ended(1, 1, 0, 0, winners=(1,), tie_break="most_cards_in_hand")
    )


def test_mo_9_5__the_price_of_a_third_field_is_not_refunded():
    table = given("modern", phase="draw", coins={0: 5, 1: 3}, **LAST_PILE).when(BuyThirdField(seat=0))
    table.when(DrawCards(seat=0)).happens(ended(2, 3, 0, 0, winners=(1,)))
