"""Tests of adjudicate: legal with events, illegal with a clause, unknown with a card, invalid with a reason."""

import pytest

from domain.refusals import ImpossiblePosition, Misuse, UnknownOption
from replay.adjudicate import adjudicate
from replay.positions.read import read_position
from replay.positions.write import position_of
from replay.rewind import is_batch_end, tables
from tests.replay.example_games import traders_game, wild_game

POSITION = {
    "edition": "classic",
    "seats": [
        {"hand": ["red", "blue"], "fields": [["blue", "blue"], ["soy", "soy", "soy"]]},
        {"hand": 5, "coins": ["soy", "soy", "red"]},
        {"hand": 5},
        {"hand": 5},
    ],
    "draw_pile": 60,
}
HARVEST = {"type": "HarvestField", "seat": 0, "field": 1}
PLANT = {"type": "PlantFromHand", "seat": 0, "field": 1}


def test_a_legal_verdict_has_events_and_the_table_after_them():
    answer = adjudicate(POSITION, HARVEST)
    assert answer["verdict"] == "legal"
    assert answer["events"] == [
        {
            "type": "field_harvested.1",
            "seat": 0,
            "field": 1,
            "meter": "soy",
            "coins": ["soy"],
            "discarded": ["soy", "soy"],
            "reason": "choice",
        }
    ]
    assert answer["table"]["seats"][0]["fields"] == [["blue", "blue"], []]


def test_an_illegal_verdict_has_clause_code_and_the_table_before():
    answer = adjudicate(POSITION, [HARVEST, PLANT, {"type": "PlantFromHand", "seat": 0, "field": 1}])
    assert (answer["verdict"], answer["at"], answer["clause"], answer["code"]) == (
        "illegal",
        2,
        "CL-4.1",
        "rules.plant.variety",
    )
    assert answer["table"]["seats"][0]["hand"] == ["blue"]
    assert adjudicate(POSITION, [HARVEST, PLANT])["verdict"] == "legal"


def test_a_verdict_that_depends_on_a_hidden_card_is_unknown():
    hidden = {**POSITION, "seats": [{**POSITION["seats"][0], "hand": 2}, *POSITION["seats"][1:]]}
    assert adjudicate(hidden, PLANT) == {"verdict": "unknown", "at": 0, "needs": "seats[0].hand[0]"}
    named = {**POSITION, "seats": [{**POSITION["seats"][0], "hand": ["soy", "face_down"]}, *POSITION["seats"][1:]]}
    assert adjudicate(named, PLANT)["verdict"] == "legal"


def test_cards_drawn_from_a_counted_pile_come_face_down():
    drawing = {**POSITION, "turn": {"seat": 0, "phase": "draw"}}
    answer = adjudicate(drawing, {"type": "DrawCards", "seat": 0})
    assert answer["events"][0] == {"type": "cards_drawn.1", "seat": 0, "cards": ["face_down"] * 3}
    assert answer["table"]["draw_pile"] == 57


def test_a_third_field_bought_out_of_turn_is_paid_with_the_latest_coins():
    answer = adjudicate(POSITION, {"type": "BuyThirdField", "seat": 1})
    assert answer["verdict"] == "legal"
    assert answer["table"]["seats"][1]["fields"] == [[], [], []]
    assert len(answer["table"]["discard_pile"]) == 3


@pytest.mark.parametrize(
    ("position", "commands", "kind"),
    [
        ([], HARVEST, ImpossiblePosition),
        ({"edition": "chess", "seats": [{}, {}, {}]}, HARVEST, ImpossiblePosition),
        ({**POSITION, "seats": POSITION["seats"][:2]}, HARVEST, ImpossiblePosition),
        ({**POSITION, "colour": "blue"}, HARVEST, ImpossiblePosition),
        ({**POSITION, "draw_pile": ["garden"] * 7}, HARVEST, ImpossiblePosition),
        ({**POSITION, "draw_pile": ["truffle"]}, HARVEST, ImpossiblePosition),
        ({**POSITION, "turn": {"phase": "siesta"}}, HARVEST, ImpossiblePosition),
        ({**POSITION, "turn": {"seat": 4}}, HARVEST, ImpossiblePosition),
        ({**POSITION, "settled": False}, HARVEST, ImpossiblePosition),
        ({**POSITION, "options": {"trade_coins": "yes"}}, HARVEST, UnknownOption),
        (POSITION, {"type": "Dance", "seat": 0}, Misuse),
        (POSITION, {**HARVEST, "field": -1}, Misuse),
        (POSITION, {**HARVEST, "seat": 9}, Misuse),
        (POSITION, {**HARVEST, "hat": "red"}, Misuse),
        (POSITION, None, Misuse),
    ],
)
def test_an_invalid_position_or_command_is_misuse(position, commands, kind):
    with pytest.raises(Misuse) as misuse:
        adjudicate(position, commands)
    assert type(misuse.value) is kind
    assert misuse.value.says


@pytest.mark.parametrize("record", [traders_game(), wild_game()], ids=lambda record: record.game)
def test_every_table_of_a_game_round_trips_as_a_position(record):
    for envelope, table in tables(record):
        if table.turn.number and is_batch_end(record, envelope.n):
            written = position_of(table)
            assert position_of(read_position(written)) == written


def test_a_finished_phase_is_read_as_the_next_one():
    assert read_position({**POSITION, "turn": {"phase": "plant_set_aside"}}).turn.phase == "draw"


@pytest.mark.parametrize("number", [0, -1, 10**6 + 1, 10**30, 1.5, True, "1"])
def test_a_number_outside_the_limits_is_misuse(number):
    trading = {**POSITION, "turn": {"phase": "trade"}}
    offer = {"type": "ProposeTrade", "seat": 0, "with": 1, "give": [{"source": "hand", "slot": 0}]}
    assert adjudicate(trading, {**offer, "want": {"red": 10**6}})["verdict"] == "legal"
    with pytest.raises(Misuse, match="want"):
        adjudicate(trading, {**offer, "want": {"red": number}})


@pytest.mark.parametrize(
    "command",
    [
        {"type": "BuyThirdField", "seat": 0, "coin_cards": ["face_down"] * 3},
        {"type": "HarvestField", "seat": 0, "field": 0, "coin_cards": ["face_down"]},
        {"type": "ProposeTrade", "seat": 0, "with": 1, "give": [], "want_turned_up": ["face_down"]},
        {"type": "ProposeTrade", "seat": 0, "give": [{"source": "turned_up", "variety": "face_down"}]},
        {"type": "PlantSetAside", "seat": 0, "variety": "cocoa", "field": 0},
    ],
)
def test_a_card_that_the_game_does_not_have_is_misuse(command):
    position = {"edition": "classic", "seats": [{"fields": [["red"] * 3], "coins": ["soy"] * 4}, {}, {}, {}]}
    with pytest.raises(Misuse, match="no card") as misuse:
        adjudicate(position, command)
    assert type(misuse.value) is Misuse
