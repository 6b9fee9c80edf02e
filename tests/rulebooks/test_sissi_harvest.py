"""Sections 6, 8 and 9 of Sissi's rulebook: what fields pay, who draws, the Sissi action, the end."""

import pytest

from domain.commands import CreateGame, DrawCards, EndPlanting, EndTrading, HarvestField, PlantSetAside
from domain.events import (
    CardsDrawn,
    DeckShuffled,
    DrawPileExhausted,
    FieldHarvested,
    GameEnded,
    TurnEnded,
)
from tests.rulebooks.scenes import given, one_of_each_command

ALTERNATING = ["chili", "sissi", "chili", "sissi"]


def selling(*field, coin_cards=None, **more):
    """Seat 0 of four sells this field."""
    return given("sissi", fields={0: [field, ["red", "sissi"]]}, **more).when(
        HarvestField(seat=0, field=0, coin_cards=coin_cards)
    )


def sold(scene):
    event = next(event for event in scene.events if isinstance(event, FieldHarvested))
    return event.coins, event.discarded


def drawing(**more):
    return given("sissi", **({"phase": "draw", "draw_pile": ["red", "soy", "chili", "stink", "green"]} | more)).when(
        DrawCards(seat=more.get("active", 0))
    )


def test_si_6_1__the_whole_field_whichever_the_owner_chooses():
    table = given("sissi", fields={0: [ALTERNATING, ["red", "sissi"]]})
    assert table.when(HarvestField(seat=0, field=1)).table.seats[0].fields[1] == ()
    table.when(HarvestField(seat=0, field=2)).refused("SI-6.1")


def test_si_6_2__all_cards_count_by_the_last_cards_beanometer():
    assert sold(selling(*ALTERNATING)) == (("sissi",), ("chili", "sissi", "chili"))
    assert sold(selling(*ALTERNATING, "chili")) == (("chili",), ("chili", "sissi", "chili", "sissi"))


@pytest.mark.parametrize(
    ("counting", "field", "coins"),
    [
        ("last_variety", ["chili", "sissi", "chili", "sissi"], 1),
        ("last_variety", ["chili", "sissi", "chili"], 0),
        ("last_variety", ["chili", "chili", "chili"], 1),
        ("each_variety", ["red", "sissi", "red", "sissi"], 2),
        ("each_variety", ["red", "sissi", "red"], 1),
        ("all_cards", ["red", "sissi", "red"], 1),
    ],
)
def test_si_6_2__the_other_readings_count_by_variety(counting, field, coins):
    answer = sold(selling(*field, options={"sissi_counting": counting}))
    assert len(answer[0]) == coins
    assert sorted(answer[0] + answer[1]) == sorted(field)


def test_si_6_2__each_variety_turns_its_own_last_cards():
    answer = sold(selling("red", "sissi", "red", "sissi", options={"sissi_counting": "each_variety"}))
    assert answer == (("red", "sissi"), ("red", "sissi"))


@pytest.mark.parametrize("counting", ["all_cards", "last_variety", "each_variety"])
def test_si_6_3__never_more_coins_than_cards(counting):
    field = ["garden", "sissi"] * 3
    answer = sold(selling(*field, options={"sissi_counting": counting}))
    assert len(answer[0]) <= len(field)


def test_si_6_4__the_last_cards_become_coins_the_first_lie_deepest():
    table = selling("red", "sissi", "red", "sissi", "red").table
    assert table.seats[0].coins == ("red", "sissi", "red")
    assert table.discard_pile == ("sissi", "red")
    selling(*ALTERNATING, coin_cards=("chili",)).refused("SI-6.4")
    assert sold(selling(*ALTERNATING, coin_cards=("sissi",)))[0] == ("sissi",)


def test_si_6_4__the_owner_chooses_where_the_option_says_so():
    free = {"options": {"sissi_coin_cards": "owner_choice"}}
    assert sold(selling(*ALTERNATING, coin_cards=("chili",), **free)) == (("chili",), ("chili", "sissi", "sissi"))
    assert sold(selling(*ALTERNATING, **free))[0] == ("sissi",)
    selling(*ALTERNATING, coin_cards=("chili", "sissi"), **free).refused("SI-6.4")
    selling(*ALTERNATING, coin_cards=("red",), **free).refused("SI-6.4")


def test_si_6_4__fields_sold_without_the_owner_pay_from_the_last_card_down():
    free = {"sissi_coin_cards": "owner_choice"}
    scene = drawing(fields={0: [["red", "red", "sissi"], []]}, options=free)
    assert sold(scene) == (("sissi",), ("red", "red"))


def test_si_6_5__a_harvest_may_pay_nothing():
    assert sold(selling("chili", "sissi")) == ((), ("chili", "sissi"))


@pytest.mark.parametrize("lone", ["sissi", "red"])
def test_si_6_6__a_lone_card_is_protected(lone):
    given("sissi", fields={0: [[lone], ["soy", "sissi"]]}).when(HarvestField(seat=0, field=0)).refused("SI-6.6")
    given("sissi", fields={0: [[lone], []]}).when(HarvestField(seat=0, field=0)).refused("SI-6.6")
    both = given("sissi", fields={0: [[lone], ["soy"]]}).when(HarvestField(seat=0, field=0))
    assert both.table.discard_pile == (lone,)


@pytest.mark.parametrize(("option", "field"), [("ignore_empty", []), ("off", ["soy", "sissi"])])
def test_si_6_6__unless_the_option_relaxes_it(option, field):
    table = given("sissi", fields={0: [["red"], field]}, options={"bean_protection": option})
    assert table.when(HarvestField(seat=0, field=0)).table.discard_pile == ("red",)


def test_si_6_7__an_empty_field_is_not_sold():
    given("sissi").when(HarvestField(seat=0, field=0)).refused("SI-6.7")


def test_si_8_1__everybody_draws_one_clockwise_from_the_active_player():
    drawn = [event for event in drawing(active=2).events if isinstance(event, CardsDrawn)]
    assert [(event.seat, event.cards) for event in drawn] == [
        (2, ("red",)),
        (3, ("soy",)),
        (0, ("chili",)),
        (1, ("stink",)),
    ]
    given("sissi", phase="draw").when(DrawCards(seat=1)).refused("SI-8.1")
    given("sissi", phase="draw").when(DrawCards(seat=0, extra=1)).refused("SI-8.1")


def test_si_8_2__the_pile_is_renewed_between_two_draws():
    scene = drawing(draw_pile=["red", "soy"], discard_pile=["chili", "stink", "green"])
    kinds = [type(event) for event in scene.events[:6]]
    assert kinds == [CardsDrawn, CardsDrawn, DrawPileExhausted, DeckShuffled, CardsDrawn, CardsDrawn]


@pytest.mark.parametrize(("counting", "ended"), [("eager", True), ("lazy", False)])
def test_si_8_2__the_option_counts_only_when_a_card_is_missing(counting, ended):
    lazy = {"exhaustions": 2, "options": {"exhaustion_counting": counting}}
    assert (drawing(draw_pile=["red", "soy", "chili", "stink"], **lazy).table.result is not None) == ended
    assert drawing(draw_pile=["red", "soy", "chili"], **lazy).table.result is not None


def test_si_8_2__without_discards_those_left_go_without_and_it_counts_once():
    scene = drawing(draw_pile=["red", "soy"], discard_pile=[])
    assert [event.seat for event in scene.events if isinstance(event, CardsDrawn)] == [0, 1]
    assert (scene.table.exhaustions, scene.table.turn.seat) == (1, 1)


def test_si_8_2__a_phase_that_finds_both_piles_empty_counts_one_exhaustion():
    scene = drawing(draw_pile=[], discard_pile=[], exhaustions=1)
    assert [type(event) for event in scene.events[:2]] == [DrawPileExhausted, TurnEnded]
    assert scene.table.exhaustions == 2


def test_si_8_3__after_the_last_exhaustion_nobody_draws():
    scene = drawing(draw_pile=["red", "soy"], discard_pile=["chili"], exhaustions=2)
    assert [event.seat for event in scene.events if isinstance(event, CardsDrawn)] == [0, 1]
    assert isinstance(scene.events[-1], GameEnded)


def test_si_8_4__doubled_fields_of_the_active_player_are_sold():
    scene = drawing(players=3, fields={0: [["red", "red"], ["soy", "sissi"], ["sissi", "sissi", "red"]]})
    fields = [(event.field, event.reason) for event in scene.events if isinstance(event, FieldHarvested)]
    assert fields == [(0, "sissi_action"), (2, "sissi_action")]
    assert scene.table.seats[0].fields[1] == ("soy", "sissi")


@pytest.mark.parametrize(("scope", "seats"), [("active_player", [1]), ("all_players", [1, 3, 0])])
def test_si_8_5__others_doubled_fields_wait_unless_the_option_says_otherwise(scope, seats):
    doubled = {seat: [["red", "red"] if seat == 1 else ["sissi", "sissi"], []] for seat in (0, 1, 3)}
    scene = drawing(active=1, fields=doubled, options={"sissi_action_scope": scope})
    assert [event.seat for event in scene.events if isinstance(event, FieldHarvested)] == seats


def test_si_9_1__the_third_exhaustion_ends_the_game():
    assert drawing(draw_pile=["red"], exhaustions=2).table.result is not None
    assert drawing(draw_pile=["red"], exhaustions=1).table.result is None
    assert drawing(draw_pile=["red"], exhaustions=1, options={"exhaustions_to_end": 2}).table.result is not None


def test_si_9_2__in_phase_2_phases_2_and_3_are_played():
    scene = given("sissi", planted=1, draw_pile=["red"], exhaustions=2, hands={0: []}).when(EndPlanting(seat=0))
    assert scene.table.turned_up == ("red",)
    planting = scene.when(EndTrading(seat=0))
    assert planting.table.result is None
    ended = planting.when(PlantSetAside(seat=0, variety="red", field=0))
    assert not any(isinstance(event, CardsDrawn) for event in ended.events)
    assert ended.table.result is not None


def test_si_9_2__with_nothing_set_aside_the_end_of_trading_ends_the_game_without_phase_5():
    piles = {"draw_pile": [], "discard_pile": [], "exhaustions": 2}
    scene = given("sissi", planted=1, fields={0: [["red", "red"], []]}, **piles).when(EndPlanting(seat=0))
    scene.happens(DrawPileExhausted(number=3, final=True, phase="trade"))
    ended = scene.when(EndTrading(seat=0))
    assert [event.reason for event in ended.events if isinstance(event, FieldHarvested)] == ["game_end"]
    assert ended.table.result is not None


def test_si_9_3__in_phase_4_at_once_without_the_sissi_action():
    scene = drawing(draw_pile=["red", "soy"], exhaustions=2, fields={0: [["red", "red"], []]})
    assert [event.reason for event in scene.events if isinstance(event, FieldHarvested)] == ["game_end"]


def test_si_9_4__every_field_is_sold_without_protection():
    scene = drawing(draw_pile=["red"], exhaustions=2, fields={1: [["soy"], ["garden", "sissi", "garden"]]})
    answer = [(event.seat, event.field, event.coins) for event in scene.events if isinstance(event, FieldHarvested)]
    assert answer == [(1, 0, ()), (1, 1, ("garden",))]
    assert scene.table.result.scores == (0, 1, 0, 0)
    assert len(scene.table.seats[2].hand) == 5


@pytest.mark.parametrize(
    ("coins", "active", "winner"), [([0, 3], 3, 3), ([0, 3], 1, 0), ([0, 3], 0, 0), ([1, 2], 0, 2), ([1, 2], 1, 1)]
)
def test_si_9_5__of_the_tied_whoever_was_active_last_wins(coins, active, winner):
    rich = {seat: ["garden", "sissi"] for seat in coins}
    scene = drawing(active=active, draw_pile=["red"], exhaustions=2, coins=rich)
    scene.happens(
        GameEnded(
            reason="exhaustion",
            scores=tuple(2 if seat in coins else 0 for seat in range(4)),
            winners=(winner,),
            tie_break="last_active",
        )
    )


def test_si_9_5__more_coins_win_and_another_tie_break_may_be_chosen():
    scene = drawing(draw_pile=["red"], exhaustions=2, coins={2: ["soy", "soy"], 1: ["soy"]})
    assert scene.table.result.winners == (2,)
    tied = {"draw_pile": ["red"], "exhaustions": 2, "coins": {1: ["soy"], 2: ["soy"]}}
    assert drawing(**tied, options={"tie_break": "shared"}).table.result.winners == (1, 2)


LATE = [command for command in one_of_each_command(0) if not isinstance(command, CreateGame)]


@pytest.mark.parametrize("command", LATE, ids=lambda command: type(command).__name__)
def test_si_9_6__after_the_end_every_command_is_refused(command):
    drawing(draw_pile=["red"], exhaustions=2).when(command).refused("SI-9.6")
