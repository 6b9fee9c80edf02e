"""Tests of adjudicate across reshuffles: a reshuffle of equal cards hides nothing."""

import pytest

from domain.cards import all_face_down
from domain.pending_events import UnknownChance
from domain.refusals import UnknownCard
from replay.adjudicate import adjudicate

ALIKE, MIXED = ["blue"] * 4, ["blue", "blue", "blue", "red"]


def trading_across(discards):
    """Adjudicate an offer of a card that was turned up after a reshuffle of these discards."""
    seats = [{"hand": ["red"], "fields": [["soy"], []]}, {"hand": ["chili"]}, {}, {}]
    turn = {"seat": 0, "phase": "plant", "planted": 1}
    position = {"edition": "classic", "seats": seats, "turn": turn, "draw_pile": ["green"], "discard_pile": discards}
    blue = [{"source": "turned_up", "variety": "blue"}]
    offer = {"type": "ProposeTrade", "seat": 0, "with": 1, "give": blue, "want": {"chili": 1}}
    return adjudicate(position, [{"type": "EndPlanting", "seat": 0}, offer])


def test_a_card_of_a_reshuffled_pile_of_equal_cards_is_known():
    answer = trading_across(ALIKE)
    assert answer["verdict"] == "legal"
    assert answer["table"]["turned_up"] == ["green", "blue"]
    assert answer["table"]["draw_pile"] == ["blue"] * 3


def test_a_card_of_a_reshuffled_pile_of_different_cards_is_unknown():
    assert trading_across(MIXED) == {"verdict": "unknown", "at": 1, "needs": "turned_up[1]"}


def abbey_across(discards):
    """Adjudicate an abbey card that is drawn after a reshuffle of these discards."""
    board = {"terrains": [{"id": "camp-orange", "owner": 0}, {"id": "abbey-1", "owner": 0}]}
    board["terrains"] += [{"id": "camp-black", "owner": 1}, {"id": "camp-red", "owner": 2}]
    position = {
        "edition": "bohnaparte",
        "seats": [{"hand": ["red"]}, {}, {}],
        "turn": {"seat": 0, "phase": "abbey"},
        "board": board,
        "draw_pile": [],
        "discard_pile": discards,
    }
    return adjudicate(position, {"type": "DrawAbbeyCard", "seat": 0})


def test_an_abbey_draws_a_known_card_after_a_reshuffle_of_equal_cards():
    answer = abbey_across(ALIKE)
    assert answer["verdict"] == "legal"
    (revealed,) = [event for event in answer["events"] if event["type"] == "abbey_card_revealed.1"]
    assert (revealed["variety"], revealed["result"]) == ("blue", "discard")
    assert abbey_across(MIXED)["verdict"] == "unknown"


def test_a_shuffle_of_at_most_one_card_is_known():
    chance = UnknownChance()
    for pile in ((), ("red",), ("red", "red"), all_face_down(("red", "soy"))):
        assert chance.shuffle(0, (), pile) == pile
    assert chance.shuffle(0, (), ("red", "soy")) == all_face_down(("red", "soy"))


def test_a_random_choice_of_one_candidate_is_known():
    chance = UnknownChance()
    assert chance.lot(0, (), (3,)) == 3
    assert chance.order(0, (), ("farm", "farm")) == ("farm", "farm")
    with pytest.raises(UnknownCard):
        chance.lot(0, (), (0, 1))
    with pytest.raises(UnknownCard):
        chance.order(0, (), ("farm", "city"))


def test_control_a_shuffle_that_always_hides_is_detected(monkeypatch):
    monkeypatch.setattr(UnknownChance, "shuffle", lambda self, k, contributions, pile: all_face_down(pile))
    assert trading_across(ALIKE)["verdict"] == "unknown"
