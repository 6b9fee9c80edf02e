"""Section 9 of the classic rulebook: the end, and who has won."""

import pytest

from domain.commands import BuyThirdField, DrawCards, EndPlanting, EndTrading, PlantSetAside
from domain.events import CardsSetAside, CardsTurnedUp, DrawPileExhausted, PhaseStarted, TradingEnded, TurnStarted
from tests.rulebooks.family_scenes import ended, sold_at_the_end
from tests.rulebooks.scenes import beans, given

LAST_PILE = {"draw_pile": ["red"], "discard_pile": ["soy"] * 3, "exhaustions": 2}


def last_draw(**more):
    return given("classic", phase="draw", **(LAST_PILE | more)).when(DrawCards(seat=0))


def last_turning_up(**more):
    return given("classic", planted=1, **(LAST_PILE | more)).when(EndPlanting(seat=0))


def test_cl_9_1__the_third_exhaustion_ends_the_game():
    last_draw(coins={1: 1}).happens(
        DrawPileExhausted(number=3, final=True, phase="draw"), ended(0, 1, 0, 0, winners=(1,))
    )


@pytest.mark.parametrize("players", [3, 5])
def test_cl_9_1__for_any_number_of_players(players):
    last_draw(players=players).happens(DrawPileExhausted(number=3, final=True, phase="draw"))
    last_draw(players=players, exhaustions=1).happens(DrawPileExhausted(number=2, final=False, phase="draw"))


@pytest.mark.parametrize("exhaustions", [0, 1])
def test_cl_9_1__earlier_exhaustions_do_not(exhaustions):
    played_on = last_draw(exhaustions=exhaustions)
    played_on.happens(DrawPileExhausted(number=exhaustions + 1, final=False, phase="draw"), TurnStarted(seat=1, turn=2))
    assert played_on.table.result is None


def test_cl_9_2__an_exhaustion_in_phase_2_lets_that_phase_be_finished():
    trading = last_turning_up(coins={1: 1}).then(
        PhaseStarted(seat=0, phase="trade"),
        CardsTurnedUp(seat=0, cards=("red",)),
        DrawPileExhausted(number=3, final=True, phase="trade"),
    )
    trading.when(EndTrading(seat=0)).then(
        CardsSetAside(seat=0, cards=("red",)), TradingEnded(seat=0), ended(0, 1, 0, 0, winners=(1,))
    )


def test_cl_9_2__set_aside_cards_are_worth_nothing():
    fields = {0: [beans("red", 4), beans("soy", 3)]}
    end = last_turning_up(fields=fields, draw_pile=["red", "soy"]).when(EndTrading(seat=0))
    end.happens(sold_at_the_end(0, 0, "red", 3, 1), sold_at_the_end(0, 1, "soy", 1, 2), ended(4, 0, 0, 0, winners=(0,)))
    end.when(PlantSetAside(seat=0, variety="red", field=0)).refused("CL-9.7")


def test_cl_9_4__all_fields_are_harvested_in_seat_and_field_order_without_protection():
    fields = {0: [["blue"], beans("soy", 4)], 1: [[], beans("garden", 2)], 3: [["red"], []]}
    end = last_draw(fields=fields)
    assert end.events[2:] == (
        sold_at_the_end(0, 0, "blue", 0, 1),
        sold_at_the_end(0, 1, "soy", 2, 2),
        sold_at_the_end(1, 1, "garden", 2, 0),
        sold_at_the_end(3, 0, "red", 0, 1),
        ended(2, 2, 0, 0, winners=(0, 1), tie_break="shared"),
    )
    assert {()} == {field for seat in end.table.seats for field in seat.fields}


def test_cl_9_5__hand_cards_are_worth_nothing():
    last_draw(hands={0: beans("garden", 3), 1: beans("soy", 9)}, coins={2: 1}).happens(ended(0, 0, 1, 0, winners=(2,)))


def test_cl_9_6__most_coins_win_whatever_beans_they_show():
    coins = {0: beans("garden", 3), 1: beans("blue", 4), 2: ["red", "soy", "soy"]}
    last_draw(coins=coins).happens(ended(3, 4, 3, 0, winners=(1,)))


def test_cl_9_6__a_tie_is_a_shared_victory():
    last_draw(coins={1: 4, 2: 3, 3: 4}).happens(ended(0, 4, 3, 4, winners=(1, 3), tie_break="shared"))


def test_cl_9_6__the_price_of_a_third_field_is_not_refunded():
    table = given("classic", phase="draw", coins={0: 5, 1: 3}, **LAST_PILE)
    table.when(DrawCards(seat=0)).happens(ended(5, 3, 0, 0, winners=(0,)))
    table.when(BuyThirdField(seat=0)).when(DrawCards(seat=0)).happens(ended(2, 3, 0, 0, winners=(1,)))
