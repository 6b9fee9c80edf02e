"""Sections 1 to 3 of Sissi's rulebook: the material, how a game begins, and the order of the turn."""

from collections import Counter

import pytest

from domain.commands import (
    AcceptDonation,
    BuyThirdField,
    CreateGame,
    DrawCards,
    EndPlanting,
    EndTrading,
    HarvestField,
    OfferDonation,
    PlantSetAside,
    TakeSeat,
)
from domain.editions import EDITIONS, rulebook, rulebook_of
from domain.events import CardsDealt, DeckShuffled, GameStarted, PhaseSkipped, PhaseStarted, TurnEnded, TurnStarted
from domain.invariants import broken_invariants, cards_on
from tests.rulebooks.scenes import FixedChance, beans, given, in_hand, new_game, no_game_yet, random_game

BOX = {"sissi": 50, "chili": 16, "stink": 14, "green": 12, "soy": 10, "black_eyed": 8, "red": 6, "garden": 4}
STEPS = {
    "sissi": [3, 7, 10, 13, 16],
    "chili": [5, 10, 12],
    "stink": [5, 9, 11],
    "green": [4, 8, 10],
    "soy": [4, 7, 9],
    "black_eyed": [3, 6, 8],
    "red": [3, 5, 7],
    "garden": [2, 4, 6],
}


def test_si_1_1__the_box_holds_50_sissi_and_70_captains():
    assert {variety.id: variety.count for variety in EDITIONS["sissi"].data.varieties} == BOX
    assert Counter(rulebook("sissi", 4, {}).deck) == BOX
    assert sum(BOX.values()) == 120


@pytest.mark.parametrize("variety", STEPS)
def test_si_1_2__captains_pay_1_3_or_5_and_sissi_1_to_5(variety):
    coins = (1, 2, 3, 4, 5) if variety == "sissi" else (1, 3, 5)
    meter = next(v.beanometer for v in EDITIONS["sissi"].data.varieties if v.id == variety)
    assert meter == tuple(zip(STEPS[variety], coins, strict=True))


def test_si_1_2__what_is_reconstructed_says_so():
    assert all("reconstructed" in variety.source for variety in EDITIONS["sissi"].data.varieties)


def test_si_1_3__the_printed_beanometer_is_greens():
    green = next(v.beanometer for v in EDITIONS["sissi"].data.varieties if v.id == "green")
    assert green == ((4, 1), (8, 3), (10, 5))


def test_si_1_4__no_card_comes_or_goes_in_a_whole_game():
    for scene in random_game("sissi", players=3):
        if scene.table.begun:
            assert cards_on(scene.table) == BOX
            assert broken_invariants(rulebook_of(scene.table), scene.table) == []


def test_si_1_4__a_coin_keeps_its_bean():
    table = given("sissi", fields={0: [["garden", "sissi", "garden"], []]})
    assert table.when(HarvestField(seat=0, field=0)).table.seats[0].coins == ("garden",)


def test_si_1_5__there_are_no_third_field_cards():
    assert EDITIONS["sissi"].data.third_field_cards == 0


@pytest.mark.parametrize("players", [2, 6])
def test_si_2_1__others_than_3_to_5_cannot_play(players):
    no_game_yet().when(CreateGame(edition="sissi", players=players)).refused("SI-2.1")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_si_2_1__three_to_five_can(players):
    assert len(new_game("sissi", players=players).table.seats) == players


@pytest.mark.parametrize("players", [3, 4, 5])
def test_si_2_2__everybody_is_dealt_5_of_120_cards_one_at_a_time(players):
    scene = new_game("sissi", players=players, chance=FixedChance(lot=1))
    shuffled = next(event for event in scene.events if isinstance(event, DeckShuffled))
    assert (shuffled.count, shuffled.reason) == (120, "setup")
    dealt = {event.seat: event.cards for event in scene.events if isinstance(event, CardsDealt)}
    assert {len(cards) for cards in dealt.values()} == {5}
    assert dealt[1] == shuffled.order[: 5 * players : players]


def test_si_2_3__a_hand_keeps_its_order_and_grows_at_the_back():
    table = given("sissi", phase="draw", hands={0: ["red", "soy"]}, draw_pile=["chili"] * 9)
    seat = table.when(DrawCards(seat=0)).table.seats[0]
    assert (seat.hand, seat.slots) == (("red", "soy", "chili"), (0, 1, 2))


def test_si_2_3__a_card_from_the_middle_leaves_the_others_in_their_order():
    table = given("sissi", phase="trade", hands={1: ["red", "sissi", "soy", "chili"]})
    gift = table.when(OfferDonation(seat=1, to=0, cards=in_hand(1)))
    seat = gift.when(AcceptDonation(seat=0, proposal=1)).table.seats[1]
    assert (seat.hand, seat.slots) == (("red", "soy", "chili"), (0, 2, 3))


def test_si_2_4__the_rest_is_the_draw_pile():
    table = new_game("sissi", players=5).table
    assert (len(table.draw_pile), table.discard_pile) == (95, ())


def test_si_2_5__the_start_player_is_drawn_and_turns_go_clockwise():
    scene = new_game("sissi", chance=FixedChance(lot=3))
    scene.happens(GameStarted(start_player=3), TurnStarted(seat=3, turn=1))
    table = given("sissi", phase="draw", active=3)
    table.when(DrawCards(seat=3)).happens(TurnEnded(seat=3), TurnStarted(seat=0, turn=2))


def test_si_2_5__the_option_lets_the_first_seat_start():
    scene = new_game("sissi", chance=FixedChance(lot=3), options={"start_player": "seat_0"})
    scene.happens(GameStarted(start_player=0), TurnStarted(seat=0, turn=1))


def test_si_2_5__a_seat_that_is_taken_is_refused():
    one = no_game_yet().when(CreateGame(edition="sissi", players=3))
    one = one.when(TakeSeat(seat=0, kind="human", pseudonym="Ana"))
    one.when(TakeSeat(seat=0, kind="human", pseudonym="Bo")).refused("SI-2.5")
    assert one.when(TakeSeat(seat=1, kind="human", pseudonym="Bo")).table.seats[1].sitter is not None


@pytest.mark.parametrize(("players", "fields"), [(3, 3), (4, 2), (5, 2)])
def test_si_2_6__three_players_have_three_fields_others_two(players, fields):
    assert {len(seat.fields) for seat in new_game("sissi", players=players).table.seats} == {fields}


def test_si_3_1__the_phases_follow_one_another():
    table = given(
        "sissi", planted=1, turned_up=(), draw_pile=["red", "soy", "chili", "stink", "green", "garden", "red"]
    )
    trading = table.when(EndPlanting(seat=0)).happens(PhaseStarted(seat=0, phase="trade"))
    planting = trading.when(EndTrading(seat=0)).happens(PhaseStarted(seat=0, phase="plant_set_aside"))
    planting = planting.when(PlantSetAside(seat=0, variety="red", field=0))
    drawing = planting.when(PlantSetAside(seat=0, variety="soy", field=1)).happens(PhaseStarted(seat=0, phase="draw"))
    drawing.when(DrawCards(seat=0)).happens(TurnEnded(seat=0))


@pytest.mark.parametrize("command", [EndTrading(seat=0), DrawCards(seat=0)])
def test_si_3_1__no_phase_is_left_out(command):
    table = given("sissi", planted=1).when(command).refused("SI-3.1")
    assert table.when(EndPlanting(seat=0)).table.turn.phase == "trade"


def test_si_3_2__after_phase_5_the_next_player_begins():
    given("sissi", phase="draw").when(DrawCards(seat=0)).happens(
        TurnEnded(seat=0), TurnStarted(seat=1, turn=2), PhaseStarted(seat=1, phase="plant")
    )


def test_si_3_3__with_an_empty_hand_phase_1_is_skipped():
    table = given("sissi", phase="draw", hands={1: []}, draw_pile=["chili"] * 9)
    table.when(DrawCards(seat=0)).happens(PhaseStarted(seat=1, phase="plant"))
    # Everybody draws, so a hand stays empty only where the pile ends before its turn.
    empty = given("sissi", phase="draw", hands={1: []}, draw_pile=["red"], discard_pile=[], exhaustions=0)
    empty.when(DrawCards(seat=0)).happens(PhaseSkipped(seat=1, phase="plant", reason="empty_hand"))


@pytest.mark.parametrize("phase", ["plant", "trade", "plant_set_aside", "draw"])
def test_si_3_4__anybody_harvests_at_any_moment(phase):
    table = given(
        "sissi", phase=phase, fields={2: [["garden", "sissi", "garden", "sissi"], []]}, set_aside={0: ["red"]}
    )
    assert table.when(HarvestField(seat=2, field=0)).table.seats[2].coins == ("sissi",)
    table.when(HarvestField(seat=2, field=1)).refused("SI-6.7")


def test_si_3_4__but_not_before_the_game_has_begun():
    seating = no_game_yet().when(CreateGame(edition="sissi", players=3))
    seating.when(HarvestField(seat=0, field=0)).refused("SI-3.4")


def test_si_3_5__no_event_speaks_of_promises():
    assert not any("promise" in name for name in EDITIONS["sissi"].data.allows)


def test_si_7_1__nothing_can_be_bought():
    table = given("sissi", coins={0: beans("red", 5)})
    table.when(BuyThirdField(seat=0)).refused("SI-7.1")
    table.when(BuyThirdField(seat=0, coin_cards=("red", "red", "red"))).refused("SI-7.1")
    assert table.when(HarvestField(seat=0, field=0)).refused("SI-6.7")
