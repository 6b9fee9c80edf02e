"""Contributions of seats to the deal over HTTP: chosen by the player, or drawn by the server."""

from typing import Any

from replay.proofs.shuffle import contribution_of_text
from tests.service.api.conftest import ApiClient, Match

OWN = contribution_of_text("mine")


def take_seat(seat: int, **more: Any) -> dict[str, Any]:
    return {"type": "TakeSeat", "seat": seat, "kind": "human", "pseudonym": f"seat-{seat}", **more}


def taken_seats(api: ApiClient, match: Match) -> list[dict[str, Any]]:
    answer = api.get(f"{match.at}/events", match.seats[0])["events"]
    return [one["event"] for one in answer if one["event"]["type"].startswith("seat_taken")]


def test_a_contribution_from_the_player_is_chosen_and_a_missing_one_drawn(api):
    match = api.match(start="when_seated")
    chosen = api.submit(match, take_seat(0, contribution=OWN))["events"][0]["event"]
    assert (chosen["type"], chosen["share"], chosen["contribution"]) == ("seat_taken.2", "chosen", OWN)
    drawn = api.submit(match, take_seat(1))["events"][0]["event"]
    assert drawn["share"] == "drawn"
    assert len(drawn["contribution"]) == 44


def test_seats_taken_at_creation_have_drawn_contributions(api):
    match = api.match()
    taken = taken_seats(api, match)
    assert [event["share"] for event in taken] == ["drawn"] * 3
    assert len({event["contribution"] for event in taken}) == 3


def test_an_invalid_contribution_is_refused(api):
    match = api.match(start="when_seated")
    answer = api.problem(
        422, "request.shape", "POST", f"{match.at}/commands", match.seats[0], json=take_seat(0, contribution="mine")
    )
    assert "32 bytes" in answer["detail"]


def test_a_seeded_practice_game_repeats_its_contributions(api):
    games = [api.match(practice=True, seed="again") for _ in range(2)]
    one, other = (taken_seats(api, game) for game in games)
    assert [event["contribution"] for event in one] == [event["contribution"] for event in other]
    assert {event["share"] for event in one} == {"drawn"}
