"""Person tokens: one token for all seats of a person, their stream, and who may see person ids."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from service.lifecycle.erasure import erase
from tests.service.api.conftest import ApiClient, Match
from tests.service.api.test_service_tokens import scoped
from tests.waiting import wait_until

SEATS = [{"name": "Ana", "person": "u-17"}, {"name": "Bo", "person": "u-18"}, {"kind": "bot", "bot": "trader"}]


def create_game(api: ApiClient, token: str, seats: Any = SEATS, **wish: Any) -> Match:
    """Create a game of these seats with a service token."""
    asked = {"edition": "classic", "seats": seats, "options": {"start_player": "seat_0"}, "patience": 0, **wish}
    return api.match_of(api.post("/v1/games", token, json=asked))


def person_token(api: ApiClient, service: str, person: str = "u-17", **wish: Any) -> str:
    """Return a token of a person."""
    token: str = api.post(f"/v1/persons/{person}/tokens", service, json=wish)["token"]
    return token


def stream_lines(api: ApiClient, token: str) -> Iterator[dict[str, Any]]:
    """Yield the lines of the person's stream."""
    stream = api.request("GET", "/v1/me/stream", token, headers={"Accept": "application/x-ndjson"})
    assert stream.status_code == 200
    for part in stream.iter_encoded():
        yield from (json.loads(line) for line in part.splitlines() if line.strip())


def games(api: ApiClient, token: str, query: str) -> set[str]:
    """Return the games of a list."""
    return {one["game"] for one in api.get(f"/v1/games?{query}", token)["games"]}


def test_the_stream_of_a_person_covers_all_their_games(api: ApiClient) -> None:
    first, other = create_game(api, api.service), create_game(api, api.service, [*SEATS[1:], {"kind": "human"}])
    token = person_token(api, api.service)
    stream = stream_lines(api, token)
    begun = next(stream)
    assert {**begun, "version": 0} == {
        "kind": "game", "game": first.game, "seat": 0, "status": "running", "version": 0, "to_act": True,
        "asked": False, "asked_until": None, "paused": False,
    }  # fmt: skip
    private = create_game(api, api.service, list(reversed(SEATS[:2])) + SEATS[2:], private=True)
    later = next(stream)
    assert (later["game"], later["seat"], later["to_act"]) == (private.game, 1, False)
    api.post(f"{first.at}/pause", first.organiser)
    assert next(stream)["paused"] is True
    api.post(f"{first.at}/resume", first.organiser)
    assert next(stream)["paused"] is False
    api.post(f"{private.at}/void", private.organiser, json={"reason": "A cat sat on it."})
    assert (next(stream)["game"], api.get(private.at, token)["status"]) == (private.game, "voided")
    api.post("/v1/tokens", first.organiser, json={"game": first.game, "kind": "seat", "seat": 0, "person": "u-99"})
    assert next(stream) == {"kind": "gone", "game": first.game}
    assert other.game not in {line["game"] for line in (begun, later)}
    assert api.request("DELETE", "/v1/persons/u-17/tokens", api.service).status_code == 204
    assert list(stream) == [], "the stream ends with the token"


def test_a_person_token_acts_for_the_seat_of_that_person_only(api: ApiClient) -> None:
    mine, strange = create_game(api, api.service), create_game(api, api.token("service"), private=True)
    twice = create_game(api, api.service, [SEATS[0], {"person": "u-17"}, SEATS[2]])
    token = person_token(api, api.service)
    hand = api.get(f"{mine.at}/table", mine.seats[0])["seats"][0]["hand"]
    assert api.get(f"{mine.at}/table", token)["seats"][0]["hand"] == hand
    assert api.get(mine.at, token)["may"] == api.get(mine.at, mine.seats[0])["may"]
    api.problem(403, "view.forbidden", "GET", f"{mine.at}/table?as=seat:1", token)
    plant = {"type": "PlantFromHand", "seat": 0, "field": 0}
    api.problem(403, "seat.forbidden", "POST", f"{mine.at}/commands", token, json={**plant, "seat": 1})
    api.problem(403, "seat.forbidden", "POST", f"{twice.at}/commands", token, json=plant)
    api.problem(404, "not-found", "GET", strange.at, token)
    api.post(f"{mine.at}/commands", token, json=plant)
    assert games(api, token, "mine=true") == {mine.game, twice.game}
    assert games(api, token, "mine=true&to_act=true") == {mine.game}
    seen = api.get("/v1/tokens/me", token)
    assert (seen["kind"], seen["game"], "submit_command" in seen["operations"]) == ("person", None, True)
    api.problem(403, "seat.forbidden", "GET", "/v1/feed", token)
    api.request("PUT", f"{mine.at}/persons", mine.organiser, json={"seats": [{"seat": 1, "person": "u-17"}]})
    assert api.get(mine.at, token)["may"]["seat"] == 0, "a person stated later sees no hand"
    api.post("/v1/tokens", mine.organiser, json={"game": mine.game, "kind": "seat", "seat": 0})
    api.problem(403, "seat.forbidden", "POST", f"{mine.at}/commands", token, json=plant)


@pytest.mark.parametrize("end", ["person", "service"])
def test_a_game_stream_ends_when_the_person_token_is_revoked(api: ApiClient, end: str) -> None:
    service = api.post("/v1/service-tokens", api.service, json={"scopes": ["games:create"]})
    match = create_game(api, service["token"])
    token = person_token(api, service["token"])
    headers = {"Accept": "application/x-ndjson"}
    stream = api.request("GET", f"{match.at}/stream?after={match.version}", token, headers=headers).iter_encoded()
    next(stream)
    path = "/v1/persons/u-17/tokens" if end == "person" else f"/v1/service-tokens/{service['id']}"
    by = service["token"] if end == "person" else api.service
    assert api.request("DELETE", path, by).status_code == 204
    api.submit(match, {"type": "PlantFromHand", "seat": 0, "field": 0})
    wait_until(lambda: api.request("GET", match.at, token).status_code == 401)
    assert b"bean_planted" not in b"".join(stream)


def test_person_ids_are_visible_and_searchable_only_for_the_token_that_set_them(api: ApiClient) -> None:
    other = api.token("service")
    match, own = create_game(api, api.service), api.match(players=None, seats=SEATS)
    persons = ["u-17", "u-18", None]

    def persons_in(match: Match, token: str | None) -> list[Any]:
        listed = {one["game"]: one for one in api.get("/v1/games", token)["games"]}
        head = api.get(match.at, token)
        assert listed[match.game]["seats"] == head["seats"]
        return [one.get("person") for one in head["seats"]]

    assert persons_in(match, api.service) == persons
    assert persons_in(own, own.organiser) == persons, "no service token created it"
    for token in (None, other, match.organiser, match.seats[0], own.organiser, person_token(api, api.service)):
        assert persons_in(match, token) == [None] * 3
    assert persons_in(own, api.service) == [None] * 3
    assert games(api, api.service, "person=u-17") == {match.game}
    assert games(api, api.service, "person=u-17&mine=true&status=open") == set()
    for token in (None, other, match.organiser):
        assert games(api, token, "person=u-17") == set()
    api.problem(422, "request.shape", "GET", "/v1/games?person=a%20b", api.service)


def test_kinds_of_bots_are_in_heads_events_the_feed_and_exports(api: ApiClient) -> None:
    match = create_game(api, api.service, [*SEATS[1:], {"kind": "bot"}])
    kinds = [None, "trader", "greedy"]
    assert [one["bot"] for one in api.get(match.at)["seats"]] == kinds
    events = [one["event"] for one in api.get(f"{match.at}/events")["events"]]
    taken = [one.get("bot") for one in events if one["type"] == "seat_taken.2"]
    lines = api.get(f"/v1/feed?type=seat_taken.2&game={match.game}", api.service)["lines"]
    assert taken == [line["envelope"]["event"].get("bot") for line in lines] == kinds
    rows = api.request("GET", "/v1/exports/seats", api.service).text.splitlines()
    assert [json.loads(row)["bot"] for row in rows] == kinds
    answer = api.request("PUT", f"{match.at}/seats/0", match.organiser, json={"kind": "bot", "bot": "random"})
    assert answer.status_code == 200, answer.text
    assert api.get(match.at)["seats"][0]["bot"] == "random", "the event is unchanged"
    sits = {"type": "TakeSeat", "seat": 0, "kind": "human", "pseudonym": "seat-0", "bot": "Ana Zwetschge"}
    waits = api.match_of(api.post("/v1/games", json={"edition": "classic", "players": 3, "start": "when_seated"}))
    problem = api.problem(422, "request.shape", "POST", f"{waits.at}/commands", waits.seats[0], json=sits)
    assert problem["errors"][0]["place"] == "bot"


def test_a_token_of_an_erased_person_has_no_seats(api: ApiClient) -> None:
    match = create_game(api, api.service, [SEATS[0], {}, SEATS[2]])
    token = person_token(api, api.service)
    assert api.get(match.at, token)["may"]["seat"] == 0
    erase(api.context.store, lambda name: name == "u-17")
    api.context.register.invalidate()  # as every process does after an erasure
    assert api.get(match.at, token)["may"]["seat"] is None
    assert games(api, token, "mine=true") == set()
    asked = {"Accept": "application/x-ndjson"}
    assert api.request("GET", "/v1/me/stream?follow=false", token, headers=asked).text.strip() == ""


def test_an_invalid_person_or_lifetime_is_refused(api: ApiClient) -> None:
    api.problem(422, "request.shape", "POST", "/v1/persons/-b/tokens", api.service, json={})
    api.problem(422, "request.shape", "POST", "/v1/persons/u/tokens", api.service, json={"expires_in": 0})
    key = {"Idempotency-Key": "0123456789abcdefABCDEF"}
    first, again = (api.request("POST", "/v1/persons/u/tokens", api.service, headers=key, json={}) for _ in "12")
    assert again.headers["Idempotency-Replayed"] == "true"
    assert [api.request("GET", "/v1/tokens/me", one.json["token"]).status_code for one in (first, again)] == [401, 200]
    assert api.get("/v1/service-tokens", api.service)["tokens"] == []
    api.problem(403, "scope.missing", "POST", "/v1/persons/u/tokens", scoped(api, "feed"), json={})
