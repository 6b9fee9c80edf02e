"""Section 8 of the classic rulebook: drawing, exhaustion, reshuffling."""

import pytest

from domain.commands import BuyThirdField, DrawCards, EndPlanting, EndTrading, PlantFromHand
from domain.events import (
    CardsDrawn,
    CardsTurnedUp,
    DeckShuffled,
    FieldHarvested,
    GameEnded,
    PhaseStarted,
    TurnEnded,
    TurnStarted,
)
from tests.rulebooks.family_scenes import drawn, exhausted
from tests.rulebooks.scenes import beans, given

NEXT_TURN = (TurnEnded(seat=0), TurnStarted(seat=1, turn=2), PhaseStarted(seat=1, phase="plant"))


def drawing(**more):
    return given("classic", phase="draw", hands={0: ["garden"], 1: ["green"]}, **more).when(DrawCards(seat=0))


def turning_up(**more):
    return given("classic", planted=1, **more).when(EndPlanting(seat=0))


def turned_up(*cards):
    return CardsTurnedUp(seat=0, cards=cards)


def shuffled(*order):
    return DeckShuffled(reason="exhaustion", count=len(order), order=order)


def test_cl_8_1__the_active_player_draws_three_to_the_back_of_the_hand():
    after = drawing(draw_pile=["red", "soy", "blue", "chili"]).then(drawn("red", "soy", "blue"), *NEXT_TURN)
    assert ("garden", "red", "soy", "blue") == after.table.seats[0].hand
    assert ("chili",) == after.table.draw_pile


@pytest.mark.parametrize("players", [3, 4, 5])
def test_cl_8_1__three_cards_for_any_number_of_players(players):
    table = given("classic", players=players, phase="draw", draw_pile=beans("blue", 9)).when(DrawCards(seat=0))
    table.happens(drawn("blue", "blue", "blue"))


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_cl_8_1__nobody_else_draws(seat):
    given("classic", phase="draw").when(DrawCards(seat=seat)).refused("CL-8.1").when(DrawCards(seat=0)).happens(
        *NEXT_TURN
    )


def test_cl_8_2__a_hand_has_no_limit():
    full = (
        given("classic", phase="draw", hands={0: 40})
        .when(DrawCards(seat=0))
        .then(drawn(*["face_down"] * 3), *NEXT_TURN)
    )
    assert 43 == len(full.table.seats[0].hand)


def test_cl_8_3__the_pile_is_exhausted_the_moment_its_last_card_leaves_it():
    drawing(draw_pile=["red", "soy", "blue"], discard_pile=["chili", "stink"]).then(
        drawn("red", "soy", "blue"), exhausted(1, "draw"), shuffled("chili", "stink"), *NEXT_TURN
    )
    drawing(draw_pile=["red", "soy", "blue", "blue"], discard_pile=["chili"]).then(
        drawn("red", "soy", "blue"), *NEXT_TURN
    )


def test_cl_8_3__exhaustions_are_counted_in_phase_2_as_well():
    after = turning_up(draw_pile=["red", "soy"], discard_pile=["chili"], exhaustions=1)
    after.then(PhaseStarted(seat=0, phase="trade"), turned_up("red", "soy"), exhausted(2, "trade"), shuffled("chili"))
    assert 2 == after.table.exhaustions


@pytest.mark.parametrize("exhaustions", [0, 1])
def test_cl_8_4__an_interrupted_draw_goes_on_from_the_shuffled_discards(exhaustions):
    after = drawing(draw_pile=["red"], discard_pile=["chili", "stink", "soy"], exhaustions=exhaustions)
    order = ("chili", "stink", "soy")
    after.then(drawn("red"), exhausted(exhaustions + 1, "draw"), shuffled(*order), drawn("chili", "stink"), *NEXT_TURN)
    assert (("soy",), ()) == (after.table.draw_pile, after.table.discard_pile)


def test_cl_8_4__an_interrupted_turning_up_goes_on_as_well():
    turning_up(draw_pile=["red"], discard_pile=["chili", "stink"]).then(
        PhaseStarted(seat=0, phase="trade"),
        turned_up("red"),
        exhausted(1, "trade"),
        shuffled("chili", "stink"),
        turned_up("chili"),
    )


def test_cl_8_4__only_discards_are_shuffled_in():
    lying = {"coins": {0: ["red"]}, "fields": {1: [["soy"], []]}, "set_aside": {2: ["blue"]}}
    after = turning_up(draw_pile=["stink"], discard_pile=beans("chili", 5), **lying)
    assert ("chili",) * 4 == after.table.draw_pile
    seats = after.table.seats
    assert (("red",), ("soy",), ("blue",)) == (seats[0].coins, seats[1].fields[0], seats[2].set_aside)
    assert ("stink", "chili") == after.table.turned_up


def test_cl_8_5__without_discards_the_pile_stays_empty_and_the_draw_stops():
    after = drawing(draw_pile=["red"]).then(drawn("red"), exhausted(1, "draw"), *NEXT_TURN)
    assert ((), 1) == (after.table.draw_pile, after.table.exhaustions)


def test_cl_8_5__the_pile_is_formed_at_the_next_attempt_without_counting_again():
    after = drawing(draw_pile=[], discard_pile=["red", "soy", "blue", "chili"], exhaustions=1)
    after.then(shuffled("red", "soy", "blue", "chili"), drawn("red", "soy", "blue"), *NEXT_TURN)
    assert 1 == after.table.exhaustions


def test_cl_8_5__discards_made_later_form_the_pile_for_the_next_player():
    table = drawing(draw_pile=["red"], coins={2: ["soy", "blue", "chili"]}).happens(exhausted(1, "draw"))
    table = table.when(BuyThirdField(seat=2)).when(PlantFromHand(seat=1, field=0)).when(EndPlanting(seat=1))
    pile = ("chili", "blue", "soy")
    opened, cards = PhaseStarted(seat=1, phase="trade"), CardsTurnedUp(seat=1, cards=pile[:2])
    table.then(opened, shuffled(*pile), cards)


def test_cl_8_5__the_third_exhaustion_may_come_from_two_empty_piles():
    after = drawing(draw_pile=[], exhaustions=2)
    after.then(
        exhausted(3, "draw", final=True),
        GameEnded(reason="exhaustion", scores=(0,) * 4, winners=(0, 1, 2, 3), tie_break="shared"),
    )


def test_cl_8_6__after_the_third_exhaustion_nothing_is_reshuffled():
    after = turning_up(draw_pile=["red"], discard_pile=["soy", "blue"], exhaustions=2)
    after.then(PhaseStarted(seat=0, phase="trade"), turned_up("red"), exhausted(3, "trade", final=True))
    assert (("soy", "blue"), ()) == (after.table.discard_pile, after.table.draw_pile)


def test_cl_8_6__after_the_third_exhaustion_a_draw_stops_with_the_cards_it_has():
    after = drawing(
        draw_pile=["red", "soy"], discard_pile=["blue"] * 3, exhaustions=2, fields={1: [beans("chili", 2), []]}
    )
    after.happens(drawn("red", "soy"), exhausted(3, "draw", final=True))
    assert ("garden", "red", "soy") == after.table.seats[0].hand


def test_cl_8_6__nothing_is_drawn_any_more_once_phase_2_has_ended_the_pile():
    after = turning_up(draw_pile=["red"], discard_pile=beans("blue", 9), exhaustions=2).when(EndTrading(seat=0))
    assert not [event for event in after.events if isinstance(event, CardsDrawn | DeckShuffled | FieldHarvested)]
    assert after.table.result is not None
