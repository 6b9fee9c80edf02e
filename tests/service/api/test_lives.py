"""The life of a card over HTTP: what its viewer may know of it, in words, and nothing more."""

from typing import Any

import pytest

from domain.editions import EDITIONS
from tests.service.api.conftest import House, Match


@pytest.fixture(scope="module")
def match(shared: House) -> Match:
    """A game in which somebody has traded."""
    match = shared.match()
    shared.trade(match)
    return match


def planted(house: House, match: Match) -> dict[str, Any]:
    """The first event by which a card of a hand was planted."""
    events = house.get(f"{match.at}/events?limit=200", house.service)["events"]
    found: dict[str, Any] = next(one for one in events if one["event"]["type"] == "bean_planted.1")
    return found


def place_of(envelope: dict[str, Any]) -> str:
    """Where that card lies then."""
    return f"/seats/{envelope['event']['seat']}/fields/{envelope['event']['field']}/0"


def test_the_owner_knows_when_it_was_dealt_and_others_only_when_it_was_planted(shared, match):
    envelope = planted(shared, match)
    n, seat = envelope["n"], envelope["event"]["seat"]
    path = f"{match.at}/card?at={n}&card={place_of(envelope)}"
    own, others = shared.get(path, match.seats[seat]), shared.get(path, match.seats[(seat + 1) % 3])
    assert own.keys() == {"at", "card", "variety", "life"}
    assert (own["at"], own["card"], own["variety"]) == (n, place_of(envelope), envelope["event"]["variety"])
    assert [fate["did"] for fate in own["life"]][:3] == ["shuffled", "dealt", "planted"]
    assert [fate["did"] for fate in others["life"]][:3] == ["shuffled", "dealt", "planted"]  # all of the hand was
    assert others["life"][1]["place"] == f"/seats/{seat}/hand"
    assert own["life"][1]["place"] == f"/seats/{seat}/hand/0"
    sentences = shared.get(f"{match.at}/sentences", match.seats[seat])["sentences"]
    assert all(fate["says"] == sentences[fate["n"] - 1] for fate in own["life"])
    known = {name for edition in EDITIONS.values() for name in edition.data.all_fates}
    assert {fate["did"] for fate in own["life"]} <= known


def test_it_is_said_in_the_language_asked_for_and_of_the_last_table_by_default(shared, match):
    path = f"{match.at}/card?card=/seats/0/hand/0"
    plain, german = shared.get(path, match.seats[0]), shared.get(f"{path}&lang=de", match.seats[0])
    assert plain["at"] == shared.get(match.at)["version"]
    assert [fate["n"] for fate in plain["life"]] == [fate["n"] for fate in german["life"]]
    assert plain["life"][-1]["says"] != german["life"][-1]["says"]


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("card=/seats/0/hand/0", "card"),  # which an onlooker only counts
        ("card=/draw_pile/0", "card"),
        ("card=/seats/0/fields/0/99", "card"),
        ("card=/seats/99/fields/0/0", "card"),
        ("card=seats", "card"),
        ("card=", "card"),
        ("card=/__class__/0", "card"),
        ("card=/options/bean_protection", "card"),
        (f"card=/seats/0/fields/0/{'9' * 40}", "card"),
        (f"card={'/seats' * 9}", "card"),
        ("", "card"),
        ("card=/seats/0/fields/0/0&at=0", "at"),
        ("card=/seats/0/fields/0/0&at=99999", "at"),
        ("card=/seats/0/fields/0/0&lang=xx", "lang"),
        ("card=/seats/0/fields/0/0&as=me", "as"),
    ],
)
def test_what_cannot_be_looked_at_is_refused(shared, match, query, place):
    answer = shared.problem(422, "request.shape", "GET", f"{match.at}/card?{query}")
    assert [one["place"] for one in answer["errors"]] == [f"query.{place}"]


def test_a_card_that_is_not_there_and_one_that_is_hidden_are_answered_alike(shared, match):
    says = [
        shared.problem(422, "request.shape", "GET", f"{match.at}/card?card=/seats/1/hand/{index}")["errors"][0]["says"]
        for index in (0, 3, 50)
    ]
    assert len({one.replace("/50", "/0").replace("/3", "/0") for one in says}) == 1


def test_nobody_looks_with_the_eyes_of_others(shared, match):
    path = f"{match.at}/card?card=/seats/1/hand/0&as=seat:1"
    shared.problem(403, "view.forbidden", "GET", path, match.seats[0])
    assert shared.get(path, match.seats[1])["variety"] != "face_down"


def test_who_sees_late_is_told_of_no_later_event(house):
    match = house.match(spectator_delay={"events": 6})
    for _ in range(2):
        house.trade(match)
    late, now = house.get(match.at)["version"], house.get(match.at, match.seats[0])["version"]
    assert late < now
    envelope = planted(house, match)
    found = house.get(f"{match.at}/card?at={envelope['n']}&card={place_of(envelope)}")
    assert all(fate["n"] <= late for fate in found["life"])
    house.problem(422, "request.shape", "GET", f"{match.at}/card?card={place_of(envelope)}&at={now}")
