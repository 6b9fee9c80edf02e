"""Tables of the duel as an arbiter writes them down: what they hold, and what cannot lie on them."""

import pytest

from domain.editions import rulebook_of
from domain.engine import blocked_commands
from domain.refusals import Misuse
from replay.positions.read import read_position
from replay.positions.write import position_of
from tests.rulebooks.duel_scenes import CHOICE, DRAW, OFFER, PLANT, TURNED_UP, duel


def test_a_position_names_the_offer_and_the_steps():
    position = position_of(duel(OFFER, offer=["red", "soy"]).table)
    assert ["red", "soy"] == list(position["offer"])
    assert (False, False) == (position["turn"]["discarded"], position["turn"]["matching"])


@pytest.mark.parametrize(
    "scene",
    [
        duel(OFFER, offer=["red", "soy"]),
        duel(PLANT, planted=1, discarded=True),
        duel(TURNED_UP, turned_up=["red"], discard_pile=["red"], matching=True, options=CHOICE),
        duel(DRAW, offer=["red"], active=1),
    ],
)
def test_a_position_is_read_as_it_was_written(scene):
    assert scene.table == read_position(position_of(scene.table))


def test_an_offer_may_be_a_number_of_cards():
    table = read_position({"edition": "duel", "seats": [{}, {}], "offer": 2, "turn": {"phase": OFFER}})
    assert ("face_down", "face_down") == table.annex.offer


def test_step_1_without_an_offer_is_read_as_step_2():
    assert PLANT == duel(OFFER).table.turn.phase


@pytest.mark.parametrize(
    ("phase", "more", "clause"),
    [
        (PLANT, {"offer": ["red"]}, "DU-4.1"),
        (TURNED_UP, {"offer": ["red"]}, "DU-4.1"),
        (OFFER, {"offer": ["red"], "discarded": True}, "DU-4.4"),
        (OFFER, {"offer": ["red"], "turned_up": ["red"]}, "DU-5.3"),
        (PLANT, {"turned_up": ["red"]}, "DU-5.3"),
        (DRAW, {"turned_up": ["red"]}, "DU-5.3"),
        (DRAW, {"set_aside": {0: ["red"]}}, "DU-3.5"),
        (PLANT, {"matching": True, "options": CHOICE}, "DU-5.2"),
        (TURNED_UP, {"matching": True, "turned_up": ["red"], "discard_pile": ["soy"], "options": CHOICE}, "DU-5.2"),
        (TURNED_UP, {"matching": True, "turned_up": ["red"], "options": CHOICE}, "DU-5.2"),
        (TURNED_UP, {"matching": True, "turned_up": ["red"], "discard_pile": ["red"]}, "DU-5.2"),
    ],
)
def test_an_impossible_position_of_the_duel_is_refused(phase, more, clause):
    with pytest.raises(Misuse, match=clause):
        duel(phase, **more)


def test_a_position_of_the_duel_has_no_proposals():
    proposal = {"proposal": 1, "seat": 0, "with": 1, "give": [{"source": "hand", "variety": "red"}], "want": {"soy": 1}}
    seats = [{"hand": ["red"]}, {}]
    with pytest.raises(Misuse, match="nothing is offered in this edition"):
        read_position({"edition": "duel", "seats": seats, "proposals": [proposal]})


def test_matching_may_be_open_on_unknown_cards():
    more = {"turned_up": ["face_down"], "discard_pile": ["red"], "options": CHOICE}
    assert duel(TURNED_UP, matching=True, **more).table.turn.annex.matching


@pytest.mark.parametrize("phase", [OFFER, PLANT, TURNED_UP, DRAW])
@pytest.mark.parametrize("seat", [0, 1])
def test_every_command_that_is_not_for_this_step_is_listed_with_its_clause(phase, seat):
    table = duel(phase, offer=["red"] if phase == OFFER else []).table
    rulebook = rulebook_of(table)
    listed = blocked_commands(rulebook, table, seat)
    assert {type(no.command) for no in listed} >= {*rulebook.moves} - {*rulebook.phase(table).moves, *rulebook.anytime}
    assert all(no.clause.startswith("DU-") for no in listed)
