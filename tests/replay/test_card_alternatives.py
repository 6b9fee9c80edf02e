"""Tests of positions with reported hand cards: a verdict that is the same for all possible cards is given."""

import pytest

from domain.cards import FACE_DOWN
from domain.refusals import ImpossiblePosition
from replay import card_alternatives
from replay.adjudicate import adjudicate
from replay.notation.position_reader import read_position_line
from replay.notation.position_writer import write_position_line
from replay.positions.read import read_position, read_position_with_bounds

LINE = "classic B1.plant A:5??(|) B:5??(Re|So) {}C:5??(|) pile:60??"


def ruled(said, moves):
    return adjudicate(LINE.format(said), moves)


def outcomes(verdict):
    return {case["card"]: (case["verdict"], case.get("clause")) for case in verdict["cases"]}


def test_a_verdict_common_to_all_possible_cards_is_given():
    plain = ruled("", "p2")
    assert plain == {"verdict": "unknown", "at": 0, "needs": "seats[1].hand[0]"}
    for said in ("?B@1=Gr,Ch ", "?B@1!=So ", "?B!=So,Ga ", "?B@1=Gr,So ?B@1!=So "):
        verdict = ruled(said, "p2")
        assert (verdict["verdict"], verdict["clause"], verdict["at"]) == ("illegal", "CL-4.1", 0)


def test_different_verdicts_are_listed_by_possible_card():
    verdict = ruled("?B@1=Gr,So ", "p2")
    assert (verdict["verdict"], verdict["needs"]) == ("unknown", "seats[1].hand[0]")
    assert outcomes(verdict) == {"green": ("illegal", "CL-4.1"), "soy": ("legal", None)}
    # Each may be planted there, and the bean that grows is another: what follows still depends on the card.
    both = adjudicate(LINE.format("?B@1=Gr,So ").replace("So)", ")"), "p2")
    assert outcomes(both) == {"green": ("legal", None), "soy": ("legal", None)}


def test_a_card_with_one_possible_variety_is_known():
    for said in ("?B@1=So ", "?B@1!=Bl,Ch,St,Gr,Ey,Re,Ga ", "?B@1=So,Gr ?B@1=So,Ch "):
        verdict = ruled(said, "p2")
        assert verdict["verdict"] == "legal"
        assert verdict["events"][0]["variety"] == "soy"


def test_a_variety_with_no_card_left_is_not_possible():
    gone = LINE.format("?B@1=Ga,Ch ").replace("A:5??(|)", "A:6Ga(|)")
    verdict = adjudicate(gone.replace("B:5??(Re|So)", "B:5??(Re|Ch)"), "p2")
    assert verdict["verdict"] == "legal"
    assert verdict["events"][0]["variety"] == "chili"


def test_reported_cards_stay_with_their_slots_and_round_trip():
    verdict = ruled("?B@1=So ?B@2@3=Gr,Re ?A!=Ga ", "p2")
    seats = verdict["table"]["seats"]
    assert seats[1]["attested"] == [{"places": [0, 1], "how": "is", "cards": ["green", "red"]}]
    assert seats[0]["attested"] == [{"places": [0, 1, 2, 3, 4], "how": "is_not", "cards": ["garden"]}]
    assert "attested" not in seats[2]
    line = write_position_line(verdict["table"])
    assert "?A@1@2@3@4@5!=Ga " in line
    assert " ?B@1@2=Gr,Re " in line
    assert sorted(map(sorted, read_position_with_bounds(read_position_line(line))[1].values())) == [
        *[["black_eyed", "blue", "chili", "green", "red", "soy", "stink"]] * 5,
        *[["green", "red"]] * 2,
    ]
    assert adjudicate(line, "p1")["cases"][0] == {"card": "green", "verdict": "illegal", "clause": "CL-4.1"}


def test_json_accepts_card_names_and_counts_places_from_0():
    position = read_position_line(LINE.format(""))
    position["seats"][1]["attested"] = [{"places": [0], "how": "is", "cards": ["Gr", "Feuerbohne"]}]
    assert adjudicate(position, "p2")["clause"] == "CL-4.1"
    assert read_position(position).seats[1].hand == (FACE_DOWN,) * 5


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ("?B@6=Gr ", "column 42: B has 5 cards in hand, so there is no card @6"),
        ("?B@0=Gr ", "there is no card @0"),
        ("?B@1=Gx ", "column 45: no card 'Gx'"),
        ("?D@1=Gr ", "column 40: what is told of a hand stands behind its seat"),
        ("?B@1 ", "column 40: what is told of a hand stands behind its seat"),
        ("?B@1=Gr ?B@1!=Gr ", "no card can be what card 1 is told to be"),
        ("?B@1=?? ", "no card 'face_down' in this game"),
    ],
)
def test_impossible_reported_cards_are_refused(said, says):
    with pytest.raises(ImpossiblePosition, match=says):
        ruled(said, "p2")


@pytest.mark.parametrize(
    "one",
    [
        {"places": [0], "how": "perhaps", "cards": ["red"]},
        {"places": [], "how": "is", "cards": ["red"]},
        {"places": [0], "how": "is", "cards": []},
        {"places": [-1], "how": "is", "cards": ["red"]},
        {"places": [7], "how": "is", "cards": ["red"]},
        {"how": "is", "cards": ["red"]},
        {"places": [0], "how": "is", "cards": "red"},
        "red",
    ],
)
def test_malformed_reported_cards_in_json_are_refused(one):
    position = read_position_line(LINE.format(""))
    position["seats"][1]["attested"] = [one]
    with pytest.raises(ImpossiblePosition):
        adjudicate(position, "p2")


def test_a_known_card_cannot_be_reported_as_another():
    with pytest.raises(ImpossiblePosition, match="no card can be what card 1"):
        adjudicate(LINE.format("?B@1=So ").replace("B:5??", "B:Gr,4??"), "p2")


def test_control_a_verdict_of_only_the_first_card_is_detected(monkeypatch):
    monkeypatch.setattr(card_alternatives, "_common_outcome", lambda seat, slot, every: every[0] if every else None)
    assert "cases" not in ruled("?B@1=Gr,So ", "p2")
