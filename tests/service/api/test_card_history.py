"""The history of a card over HTTP: what each viewer may know of it, in words."""

from typing import Any

import pytest

from domain.editions import EDITIONS
from tests.service.api.conftest import ApiClient, Match, finished_file


@pytest.fixture(scope="module")
def match(shared: ApiClient) -> Match:
    """A game with a completed trade."""
    match = shared.match()
    shared.trade(match)
    return match


def planted(api: ApiClient, match: Match) -> dict[str, Any]:
    """Return the first event in which a card of a hand was planted."""
    events = api.get(f"{match.at}/events?limit=200", api.service)["events"]
    found: dict[str, Any] = next(one for one in events if one["event"]["type"] == "bean_planted.1")
    return found


def place_of(envelope: dict[str, Any]) -> str:
    """Return the place of the card that was planted."""
    return f"/seats/{envelope['event']['seat']}/fields/{envelope['event']['field']}/0"


def test_a_card_history_shows_the_place_in_hand_to_its_owner_only(shared, match):
    envelope = planted(shared, match)
    n, seat = envelope["n"], envelope["event"]["seat"]
    path = f"{match.at}/card?at={n}&card={place_of(envelope)}"
    own, others = shared.get(path, match.seats[seat]), shared.get(path, match.seats[(seat + 1) % 3])
    assert own.keys() == {"at", "card", "variety", "life"}
    assert (own["at"], own["card"], own["variety"]) == (n, place_of(envelope), envelope["event"]["variety"])
    assert [fate["did"] for fate in own["life"]][:3] == ["shuffled", "dealt", "planted"]
    assert [fate["did"] for fate in others["life"]][:3] == ["shuffled", "dealt", "planted"]
    assert others["life"][1]["place"] == f"/seats/{seat}/hand"
    assert own["life"][1]["place"] == f"/seats/{seat}/hand/0"
    sentences = shared.get(f"{match.at}/sentences", match.seats[seat])["sentences"]
    assert all(fate["says"] == sentences[fate["n"] - 1] for fate in own["life"])
    known = {name for edition in EDITIONS.values() for name in edition.data.all_fates}
    assert {fate["did"] for fate in own["life"]} <= known


def test_a_card_history_is_translated_and_defaults_to_the_last_table(shared, match):
    path = f"{match.at}/card?card=/seats/0/hand/0"
    plain, german = shared.get(path, match.seats[0]), shared.get(f"{path}&lang=de", match.seats[0])
    assert plain["at"] == shared.get(match.at)["version"]
    assert [fate["n"] for fate in plain["life"]] == [fate["n"] for fate in german["life"]]
    assert plain["life"][-1]["says"] != german["life"][-1]["says"]


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("card=/seats/0/hand/99", "card"),
        ("card=/seats/0/hand", "card"),
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
def test_a_card_history_of_an_invalid_place_is_refused(shared, match, query, place):
    answer = shared.problem(422, "request.shape", "GET", f"{match.at}/card?{query}")
    assert [one["place"] for one in answer["errors"]] == [f"query.{place}"]


def test_the_history_of_a_hidden_card_lists_only_when_it_may_have_been_drawn(shared, match):
    path, last = f"{match.at}/card?card=/seats/1/hand", shared.get(match.at)["version"]
    hands = [
        one["table"]["seats"][1]["hand"] for one in shared.get(f"{match.at}/tables?limit=200&as=spectator")["tables"]
    ]
    sizes = [hand or 0 for hand in hands]  # an empty hand is a list
    for token in (None, match.seats[0], match.seats[2]):
        back = shared.get(f"{path}/0", token)
        assert (back["at"], back["card"], back["variety"]) == (last, "/seats/1/hand/0", "face_down")
        for fate in back["life"]:
            assert fate["did"] in ("dealt", "drawn")
            assert fate["place"] == "/seats/1/hand"
            assert fate["sure"] == (len(back["life"]) == 1)
            assert sizes[fate["n"] - 1] > sizes[fate["n"] - 2]
    own = shared.get(f"{path}/0", match.seats[1])
    came = next(fate for fate in own["life"] if fate["did"] in ("dealt", "drawn"))
    assert own["variety"] != "face_down"
    assert came["n"] in [fate["n"] for fate in back["life"]]
    says = [
        shared.problem(422, "request.shape", "GET", f"{path}/{index}")["errors"][0]["says"].replace(f"/{index}'", "'")
        for index in (sizes[-1], 50, "0/0")
    ]
    assert len(set(says)) == 1


def offer_hand(api: ApiClient) -> Match:
    """Create a game in which the active seat offered its whole hand, then gave away all but the front card."""
    match = api.match()
    for order in ({"type": "PlantFromHand", "seat": 0, "field": 0}, {"type": "EndPlanting", "seat": 0}):
        api.submit(match, order)
    slots = api.get(f"{match.at}/table", match.seats[0])["seats"][0]["hand_slots"]
    for given in (slots, slots[1:]):
        cards = [{"source": "hand", "slot": slot} for slot in given]
        offer = api.submit(match, {"type": "OfferDonation", "seat": 0, "to": 1, "cards": cards, "coins": 0})
    proposal = offer["events"][0]["event"]["proposal"]
    api.submit(match, {"type": "AcceptDonation", "seat": 1, "proposal": proposal})
    return match


def test_an_offered_card_is_known_once_it_is_the_only_card_in_hand(shared):
    match, place = offer_hand(shared), "/seats/0/hand/0"
    (card,) = shared.get(f"{match.at}/table", match.seats[0])["seats"][0]["hand"]
    last, first = shared.get(match.at)["version"], shared.get(f"{match.at}/sentences")["sentences"]
    (known,) = shared.get(f"{match.at}/backs")["backs"]
    since, n = known.pop("since"), known.pop("offered")
    assert known == {"card": place, "variety": card, "until": last}
    assert n < since <= last
    back = shared.get(f"{match.at}/card?card={place}", match.seats[1])
    assert (back["variety"], back["life"][-1]["did"]) == (card, "offered")
    assert back["life"][-1] == {"n": n, "did": "offered", "place": "/seats/0/hand", "says": first[n - 1], "sure": True}
    assert shared.get(f"{match.at}/card?card={place}&at={since - 1}")["variety"] == "face_down"
    assert shared.get(f"{match.at}/backs?as=seat:0", match.seats[0])["backs"] == []  # the owner sees the card itself
    tag = shared.request("GET", f"{match.at}/backs").headers["ETag"]
    assert shared.request("GET", f"{match.at}/backs", headers={"If-None-Match": tag}).status_code == 304


def test_a_card_history_in_a_fork_of_an_imported_game_is_uncertain(shared):
    game = shared.post("/v1/games:import", data=finished_file(3))["game"]
    assert shared.get(f"/v1/games/{game}/backs?as=spectator")["backs"] == []
    fork = shared.post(f"/v1/games/{game}/forks", shared.service, json={"at": 200})["game"]
    path = f"/v1/games/{fork}"
    table = shared.get(f"{path}/table?as=spectator", shared.service)
    seat = next(seat for seat, one in enumerate(table["seats"]) if one["hand"])
    back = shared.get(f"{path}/card?as=spectator&card=/seats/{seat}/hand/0", shared.service)
    assert len(back["life"]) > 1  # each card drawn by then may be the front card


def test_a_seat_cannot_read_a_card_history_as_another_seat(shared, match):
    path = f"{match.at}/card?card=/seats/1/hand/0&as=seat:1"
    shared.problem(403, "view.forbidden", "GET", path, match.seats[0])
    assert shared.get(path, match.seats[1])["variety"] != "face_down"


def test_a_card_history_for_a_delayed_spectator_ends_at_the_delay(shared):
    match = shared.match(spectator_delay={"events": 6})
    for _ in range(2):
        shared.trade(match)
    late, now = shared.get(match.at)["version"], shared.get(match.at, match.seats[0])["version"]
    assert late < now
    envelope = planted(shared, match)
    found = shared.get(f"{match.at}/card?at={envelope['n']}&card={place_of(envelope)}")
    assert all(fate["n"] <= late for fate in found["life"])
    shared.problem(422, "request.shape", "GET", f"{match.at}/card?card={place_of(envelope)}&at={now}")
