"""Named comments of spectators: who makes, reads, removes and closes them."""

from typing import Any

import pytest

from service.access import visible_annotations
from service.access.annotations import SPECTATOR_COMMENTS_MAX
from service.lifecycle.comments import SPECTATOR_TEXT_MAX
from service.lifecycle.erasure import erase
from tests.service.api.conftest import ApiClient, Match

COMMENT = {"n": 1, "text": "Look at <b>this</b>.", "name": "Ana "}


@pytest.fixture
def match(api: ApiClient) -> Match:
    """A running game."""
    return api.match()


def comments_for(api: ApiClient, match: Match, token: str | None = None) -> list[tuple[str | None, str]]:
    """Return name and text of the comments on the game that this caller reads."""
    found = api.get(f"{match.at}/annotations", token)["annotations"]
    return [(one["name"], one["text"]) for one in found if one["kind"] == "comment"]


def test_seats_read_a_spectators_comment_after_the_end_only(api: ApiClient, match: Match):
    made = api.post(f"{match.at}/annotations", json=COMMENT)
    assert (made["by"], made["name"], made["kind"]) == ("spectator", "Ana", "comment")
    assert comments_for(api, match) == [("Ana", COMMENT["text"])]
    assert comments_for(api, match, match.seats[0]) == []
    stream = api.request("GET", f"{match.at}/stream?follow=false", match.seats[0]).text
    assert COMMENT["text"] not in stream
    api.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    assert comments_for(api, match, match.seats[0]) == [("Ana", COMMENT["text"])]


def test_control_a_comment_visible_to_seats_is_detected(api: ApiClient, match: Match, monkeypatch: Any):
    api.post(f"{match.at}/annotations", json=COMMENT)
    monkeypatch.setattr(visible_annotations, "may_know", lambda entry, sight: True)
    assert comments_for(api, match, match.seats[0]) == [("Ana", COMMENT["text"])]


def test_an_invalid_comment_of_a_spectator_is_refused(api: ApiClient, match: Match):
    for wrong in (
        {"name": ""},
        {"name": "x" * 101},
        {"name": "a\u202eb"},
        {"text": "x" * (SPECTATOR_TEXT_MAX + 1)},
        {"n": 9999},
    ):
        refused = api.problem(422, "request.shape", "POST", f"{match.at}/annotations", json={**COMMENT, **wrong})
        assert [one["place"].rpartition(".")[2] for one in refused["errors"]] == [*wrong]
    assert comments_for(api, match) == []


def test_a_seat_comments_without_a_name_and_a_spectator_token_may_omit_it(api: ApiClient, match: Match):
    api.problem(422, "request.shape", "POST", f"{match.at}/annotations", match.seats[0], json=COMMENT)
    spectator = api.token("spectator", match.game)
    api.post(f"{match.at}/annotations", spectator, json={"n": 1, "text": "Hm."})
    api.post(f"{match.at}/annotations", spectator, json=COMMENT)
    assert comments_for(api, match) == [(None, "Hm."), ("Ana", COMMENT["text"])]


def test_an_organiser_removes_a_comment_and_its_name(api: ApiClient, match: Match):
    one = api.post(f"{match.at}/annotations", json=COMMENT)["id"]
    of_seat = api.post(f"{match.at}/annotations", match.seats[0], json={"n": 1, "text": "Hello."})["id"]
    for caller, status in ((None, 401), (match.seats[0], 403)):
        assert api.request("DELETE", f"{match.at}/annotations/{one}", caller).status_code == status
    for id_ in (of_seat, "0" * 16):
        api.problem(404, "not-found", "DELETE", f"{match.at}/annotations/{id_}", match.organiser)
    for _ in range(2):
        assert api.request("DELETE", f"{match.at}/annotations/{one}", match.organiser).status_code == 204
    assert comments_for(api, match) == [(None, "Hello.")]
    assert "Ana" not in api.request("GET", f"{match.at}/annotations", api.service).text
    assert all("Ana" not in str(entry) for entry in api.context.store.find_entries(visible_annotations.Annotation))


def test_an_organiser_closes_and_opens_the_comments_of_spectators(api: ApiClient, match: Match):
    api.post(f"{match.at}/annotations", json=COMMENT)
    for is_open in (False, False, True):
        api.request("PUT", f"{match.at}/comments", match.organiser, json={"open": is_open})
        answer = api.get(f"{match.at}/annotations")
        assert answer["open"] is is_open
        assert (api.request("POST", f"{match.at}/annotations", json=COMMENT).status_code == 201) is is_open
    codes = [one["code"] for one in answer["annotations"] if one["kind"] == "comments"]
    assert codes == ["comments.closed", "comments.opened"]
    assert len(comments_for(api, match)) == 2


def test_a_private_game_refuses_comments_of_spectators_until_opened(api: ApiClient):
    made = api.post("/v1/games", json={"edition": "duel", "players": 2, "private": True, "start": "now"})
    at, organiser = f"/v1/games/{made['game']}", made["organiser_token"]
    spectator = api.token("spectator", made["game"])
    api.problem(404, "not-found", "POST", f"{at}/annotations", json=COMMENT)
    api.problem(403, "seat.forbidden", "POST", f"{at}/annotations", spectator, json=COMMENT)
    api.request("PUT", f"{at}/comments", organiser, json={"open": True})
    assert api.post(f"{at}/annotations", spectator, json=COMMENT)["name"] == "Ana"
    api.problem(404, "not-found", "POST", f"{at}/annotations", json=COMMENT)


def test_comments_of_spectators_leave_room_for_members_of_the_game(api: ApiClient, match: Match, monkeypatch: Any):
    assert SPECTATOR_COMMENTS_MAX > 2
    monkeypatch.setattr("service.lifecycle.comments.SPECTATOR_COMMENTS_MAX", 2)
    statuses = [api.request("POST", f"{match.at}/annotations", json=COMMENT).status_code for _ in range(3)]
    assert statuses == [201, 201, 422]
    api.post(f"{match.at}/annotations", match.seats[0], json={"n": 1, "text": "Hello."})


def test_erasing_a_name_erases_the_comments_under_it(api: ApiClient, match: Match):
    api.post(f"{match.at}/annotations", json=COMMENT)
    api.post(f"{match.at}/annotations", json={**COMMENT, "name": "Bo"})
    assert erase(api.context.store, lambda name: name == "Ana").comments == 1
    api.context.register.refresh(visible_annotations.Annotation, game=match.game)
    assert comments_for(api, match) == [(None, "(erased)"), ("Bo", COMMENT["text"])]


def test_officials_who_moderate_see_comments_on_games_of_the_tournament(api: ApiClient, match: Match):
    at = api.tournament("cup")
    officials = {kind: api.official_token(kind, "cup") for kind in ("director", "arbiter", "scorer")}
    made = api.post(f"{at}/rounds/1/games", officials["director"], json={})["games"][0]
    game = f"/v1/games/{made['game']}/annotations"

    def counted(kind: str) -> list[tuple[int, int, str, int]]:
        found = api.get(f"{at}/awaited", officials[kind])["comments"]
        return [(one["round"], one["table"], one["game"], one["count"]) for one in found]

    assert counted("director") == []
    first, last = (api.post(game, json={**COMMENT, "name": name}) for name in ("Ana", "Bo"))
    api.post(game, made["seats"][0]["token"], json={"n": 1, "text": "I am no spectator."})
    api.post(f"{match.at}/annotations", json=COMMENT)
    assert counted("director") == counted("arbiter") == [(1, 1, made["game"], 2)]
    assert api.get(f"{at}/awaited", officials["director"])["comments"][0]["latest"] == last["at"]
    assert counted("scorer") == [], "scorers cannot remove comments"
    api.request("DELETE", f"{game}/{first['id']}", made["organiser_token"])
    assert counted("director") == [(1, 1, made["game"], 1)]


def test_comments_on_a_game_that_was_made_elsewhere_are_not_counted(api: ApiClient, match: Match):
    at, director = api.tournament("cup"), api.official_token("director", "cup")
    api.link("cup", match.game)
    api.post(f"{match.at}/annotations", json=COMMENT)
    assert api.get(f"{at}/awaited", director)["comments"] == []
