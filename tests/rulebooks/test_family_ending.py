"""Sections 6 to 9 of the classic and of the modern rulebook, where both say the same of harvests and of the end."""

import pytest

from domain.commands import BuyThirdField, CreateGame, DrawCards, EndPlanting, HarvestField
from domain.editions import rulebook_of
from domain.events import PhaseStarted, TurnEnded, TurnStarted
from tests.rulebooks.family_scenes import OWN, drawn, ended, exhausted, ruled_by, sold
from tests.rulebooks.scenes import beans, given, one_of_each_command

LAST_PILE = {"draw_pile": ["red"], "discard_pile": ["soy"] * 3, "exhaustions": 2}
NEXT_TURN = (TurnEnded(seat=0), TurnStarted(seat=1, turn=2), PhaseStarted(seat=1, phase="plant"))


def growing(edition, *fields, **more):
    return given(edition, fields={0: list(fields)}, **more)


def last_draw(edition, **more):
    return given(edition, phase="draw", **(LAST_PILE | more)).when(DrawCards(seat=0))


@ruled_by("CL-6.3", "MO-6.3")
def test_a_harvest_may_pay_nothing(edition, clause):
    variety = {"classic": "blue", "modern": "wax"}[edition]
    harvested = growing(edition, beans(variety, 3), []).when(HarvestField(seat=0, field=0))
    harvested.then(sold(0, variety, 0, 3))
    assert ((), (variety,) * 3) == (harvested.table.seats[0].coins, harvested.table.discard_pile)


@ruled_by("CL-6.6", "MO-6.5")
def test_an_empty_field_cannot_be_harvested(edition, clause):
    table = growing(edition, [], beans("red", 2)).when(HarvestField(seat=0, field=0)).refused(clause)
    table.when(HarvestField(seat=0, field=1)).then(sold(1, "red", 1, 1))


@ruled_by("CL-7.2", "MO-7.2")
def test_the_third_field_costs_3_coins_and_at_large_tables_2(edition, clause):
    prices = {"classic": {4: 3, 5: 2}, "modern": {4: 3, 5: 3, 6: 2, 7: 2}}[edition]
    too_poor = {"classic": "CL-7.5", "modern": "MO-7.4"}[edition]
    for players, price in prices.items():
        given(edition, players=players, coins={0: price - 1}).when(BuyThirdField(seat=0)).refused(too_poor)
        owner = given(edition, players=players, coins={0: price}).when(BuyThirdField(seat=0))
        assert ((), price) == (owner.table.seats[0].coins, len(owner.table.discard_pile))


@ruled_by("CL-7.3", "MO-7.3")
@pytest.mark.parametrize("chosen", ["blue soy", "blue soy red soy", "red red soy", "chili chili chili"])
def test_the_price_is_paid_with_coin_cards_of_the_seat(edition, clause, chosen):
    owner = given(edition, coins={0: ["blue", "soy", "red", "soy"]})
    owner.when(BuyThirdField(seat=0, coin_cards=tuple(chosen.split()))).refused(clause)
    owner.when(BuyThirdField(seat=0, coin_cards=(OWN[edition],) * 3)).refused(clause)


@ruled_by("CL-8.5", "MO-8.2")
def test_a_draw_step_that_finds_both_piles_empty_counts_as_an_exhaustion(edition, clause):
    given(edition, phase="draw", hands={0: ["garden"], 1: ["green"]}, draw_pile=[], exhaustions=1).when(
        DrawCards(seat=0)
    ).then(exhausted(2, "draw"), *NEXT_TURN)
    given(edition, planted=1, draw_pile=[], exhaustions=0).when(EndPlanting(seat=0)).then(
        PhaseStarted(seat=0, phase="trade"), exhausted(1, "trade")
    )


@ruled_by("CL-9.3", "MO-9.3")
@pytest.mark.parametrize("pile", ["red", "red soy", "red soy blue"])
def test_an_exhaustion_in_phase_4_ends_the_game_at_once(edition, clause, pile):
    cards = pile.split()
    last_draw(edition, draw_pile=cards, coins={2: 1}).then(
        drawn(*cards), exhausted(3, "draw", final=True), ended(0, 0, 1, 0, winners=(2,))
    )


@ruled_by("CL-9.3", "MO-9.3")
def test_with_a_card_left_the_game_goes_on(edition, clause):
    assert last_draw(edition, draw_pile=["red", "soy", "blue", "blue"]).table.result is None


@ruled_by("CL-9.7", "MO-9.7")
@pytest.mark.parametrize("seat", [0, 1])
def test_after_the_end_no_command_is_accepted(edition, clause, seat):
    for command in [CreateGame(edition=edition, players=4), *one_of_each_command(seat)[1:]]:
        last_draw(edition, hands={0: ["red"]}).when(command).refused(clause)


@ruled_by("CL-9.7", "MO-9.7")
def test_these_are_all_the_commands_there_are(edition, clause):
    rulebook = rulebook_of(last_draw(edition).table)
    opening = {command for phase in rulebook.opening for command in phase.moves}
    assert {*rulebook.moves, *opening} == {type(command) for command in one_of_each_command(0)}
