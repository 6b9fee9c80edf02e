"""Pages of events, NDJSON, ETags and cache headers."""

import json
import re
import time
from typing import Any

import pytest

from service.http import http_caching
from tests.service.api.conftest import Match
from tests.service.command_line import chained

NDJSON = {"Accept": "application/x-ndjson"}
PLANT = {"type": "PlantFromHand", "seat": 0, "field": 0}
NEXT = re.compile(r'<(.+)>; rel="next"')


def pages(api: Any, path: str, **headers: str) -> list[Any]:
    """Return the answers to a path and to all its next links."""
    found = []
    while path:
        found.append(api.request("GET", path, headers=headers))
        assert found[-1].status_code == 200, found[-1].text
        link = NEXT.fullmatch(found[-1].headers.get("Link", ""))
        path = link[1] if link else ""
    return found


def numbers(answer: Any) -> list[int]:
    """Return the numbers of the events in an answer."""
    if answer.mimetype == "application/json":
        return [envelope["n"] for envelope in answer.json["events"]]
    return [json.loads(line)["n"] for line in answer.text.splitlines()]


@pytest.fixture(scope="module")
def voided(shared: Any) -> Match:
    """A game that is over."""
    match: Match = shared.match()
    shared.trade(match)
    shared.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    return match


@pytest.mark.parametrize("headers", [{}, NDJSON], ids=["JSON", "ndjson"])
def test_pages_of_events_link_to_the_next_page(shared, voided, headers):
    every = numbers(shared.request("GET", f"{voided.at}/events", headers=NDJSON))
    found = pages(shared, f"{voided.at}/events?limit=7", **headers)
    assert [len(numbers(page)) for page in found[:-1]] == [7] * (len(found) - 1)
    assert [n for page in found for n in numbers(page)] == every == list(range(1, len(every) + 1))
    planted = pages(shared, f"{voided.at}/events?type=bean_planted.1&limit=1&wait=1&as=seat:1", **headers)
    assert len(planted) > 1
    assert all("as=seat%3A1" in page.headers["Link"] and "wait" not in page.headers["Link"] for page in planted[:-1])
    assert len({n for page in planted for n in numbers(page)}) == len(planted)


def test_a_page_has_200_events_by_default_and_ndjson_has_all(shared, game_file):
    game = shared.post("/v1/games:import", data=game_file)["game"]
    first, *more = pages(shared, f"/v1/games/{game}/events")
    assert len(numbers(first)) == 200
    lines = shared.request("GET", f"/v1/games/{game}/events", headers=NDJSON)
    assert "Link" not in lines.headers
    assert numbers(lines) == numbers(first) + [n for page in more for n in numbers(page)]


def test_an_event_has_its_cause_once(shared):
    match = shared.match()
    done = shared.submit(match, PLANT)["events"]
    for n in (done[0]["n"], match.version):
        answer = shared.get(f"{match.at}/events/{n}", match.seats[0])
        assert (answer["envelope"]["n"], "cause" in answer["envelope"]) == (n, False)
        assert answer["cause"]["by"]
        assert answer["verdict"]["n"] == n
    assert answer["cause"] != done[0]["cause"]


def test_an_ndjson_stream_ends_with_an_end_line(shared, voided):
    path = f"{voided.at}/stream?after=3"
    *lines, last = shared.request("GET", path, headers=NDJSON, buffered=True).text.splitlines()
    end = json.loads(last)["end"]
    assert (end["checkpoint"]["note"], end["checkpoint"]["size"]) == (None, shared.get(voided.at)["version"])
    assert json.loads(lines[0])["n"] == 4
    assert shared.request("GET", path, buffered=True).text.endswith(
        f"event: end\nid: {shared.get(voided.at)['version']}\ndata: {json.dumps(end, separators=(',', ':'))}\n\n"
    )


def cache_control(api: Any, path: str, token: str | None = None) -> str:
    """Return the Cache-Control header of an answer."""
    policy: str = api.request("GET", path, token).headers["Cache-Control"]
    return policy


def test_only_immutable_public_answers_without_names_are_cached(shared, voided, monkeypatch):
    parts = ("events", "events?after=3", "table?at=5", "tables?after=3&with=moves,pays")
    assert {cache_control(shared, f"{voided.at}/{part}") for part in parts} == {http_caching.IMMUTABLE}
    for part in ("", "/table", "/file", "/events/3"):
        assert cache_control(shared, voided.at + part) == http_caching.REVALIDATE
    running, private = shared.match(), shared.match(private=True)
    shared.post(f"{private.at}/void", private.organiser, json={"reason": "enough"})
    for part in parts:
        assert cache_control(shared, f"{voided.at}/{part}", voided.seats[0]) == http_caching.REVALIDATE
        assert cache_control(shared, f"{running.at}/{part}") == http_caching.REVALIDATE
        assert cache_control(shared, f"{private.at}/{part}", private.seats[0]) == http_caching.REVALIDATE
    late = shared.match(spectator_delay={"seconds": 3600})
    shared.post(f"{late.at}/void", late.organiser, json={"reason": "enough"})
    assert cache_control(shared, f"{late.at}/events") == http_caching.REVALIDATE


def file_with_name(file: bytes, name: str) -> bytes:
    """Return a game file in which seat 1 was taken under this name."""
    lines = [json.loads(line) for line in file.splitlines()]
    for line in lines:
        if line.get("event", {}).get("type", "").startswith("seat_taken") and line["event"]["seat"] == 1:
            line["event"]["pseudonym"] = line["cause"]["command"]["pseudonym"] = name
    return chained([{**line, "game": f"named-{name}"} if "game" in line else line for line in lines])


@pytest.mark.parametrize(("name", "policy"), [("seat-1", http_caching.IMMUTABLE), ("Ana", http_caching.REVALIDATE)])
def test_a_log_that_holds_names_is_not_cached(shared, game_file, name, policy):
    game = shared.post("/v1/games:import", data=file_with_name(game_file, name))["game"]
    for part in ("events", "events?after=3", "table?at=20", "tables?limit=9"):
        assert cache_control(shared, f"/v1/games/{game}/{part}") == policy


def test_answers_of_a_sealed_fork_are_not_cached(shared):
    root = shared.match()
    sealed = shared.fork(root, 8)
    shared.post(f"{sealed.at}/void", shared.service, json={"reason": "enough"})
    shared.problem(404, "not-found", "GET", f"{sealed.at}/events")
    assert cache_control(shared, f"{sealed.at}/events", shared.service) == http_caching.REVALIDATE
    shared.post(f"{root.at}/void", root.organiser, json={"reason": "enough"})
    assert cache_control(shared, f"{sealed.at}/events", shared.service) == http_caching.REVALIDATE
    assert cache_control(shared, f"{sealed.at}/events") == http_caching.IMMUTABLE


def test_answers_of_a_game_are_cached_after_its_delay(api, monkeypatch):
    late = api.match(spectator_delay={"seconds": 60})
    api.post(f"{late.at}/void", late.organiser, json={"reason": "enough"})
    assert cache_control(api, f"{late.at}/events") == http_caching.REVALIDATE
    now = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: now() + 61 * 10**9)
    assert cache_control(api, f"{late.at}/events") == http_caching.IMMUTABLE


def test_an_etag_names_route_event_and_view(shared):
    match = shared.match()
    views = {None: "spectator", match.seats[1]: "seat:1", match.organiser: "spectator", shared.service: "spectator"}
    for token, view in views.items():
        for path, route in (
            ("", "head-[0-9a-f]{8}"),
            ("/table", "table"),
            ("/tables", "tables"),
            ("/events", "events"),
            ("/file", "file"),
        ):
            answer = shared.request("GET", match.at + path, token)
            assert re.fullmatch(f'"{route}.{match.version}.{view}"', answer.headers["ETag"])
            assert answer.headers["Cache-Control"] == http_caching.REVALIDATE
            assert {"Authorization", "Accept"} <= set(answer.vary)
            again = shared.request("GET", match.at + path, token, headers={"If-None-Match": answer.headers["ETag"]})
            assert (again.status_code, again.headers["Cache-Control"]) == (304, http_caching.REVALIDATE)


def test_answers_with_tokens_are_not_stored(shared):
    match, host = shared.match(), {"reason": "lost", "kind": "seat", "seat": 0}
    key = {"Idempotency-Key": "a-key-of-128-random-bits-7"}
    made = [
        *(
            shared.request("POST", "/v1/games", json={"edition": "classic", "players": 3}, headers=key)
            for _ in range(2)
        ),
        shared.request("POST", f"{match.at}/forks", shared.service, json={"at": 8}),
        shared.request("POST", "/v1/tokens", match.organiser, json={"game": match.game, **host}),
        shared.request("PUT", f"{match.at}/seats/2", match.organiser, json={"kind": "human", "name": "Bo"}),
    ]
    for answer in made:
        assert "hrc_" in answer.text
        assert answer.headers["Cache-Control"] == "no-store"


def test_a_log_without_names_is_cached_after_players_seated_themselves(shared):
    open_ = shared.match(start="when_seated")
    for seat, token in open_.seats.items():
        taken = {"type": "TakeSeat", "seat": seat, "kind": "human", "pseudonym": f"seat-{seat}"}
        shared.post(f"{open_.at}/commands", token, json=taken)
    shared.post(f"{open_.at}/void", open_.organiser, json={"reason": "enough"})
    assert cache_control(shared, f"{open_.at}/events") == http_caching.IMMUTABLE


@pytest.mark.parametrize("path", ["/v1", "/v1/", "/v1//games", "/v1/games/", "/v1/nothing/"])
def test_the_api_answers_in_json_whatever_the_slashes(shared, path):
    answer = shared.request("GET", path)
    assert answer.mimetype in ("application/json", "application/problem+json")
    assert answer.status_code in (200, 404)
    assert (answer.status_code == 200) == (path in ("/v1", "/v1/"))


def test_the_docs_page_is_found_with_a_trailing_slash(shared):
    assert shared.request("GET", "/docs/").data == shared.request("GET", "/docs").data


def test_control_a_page_without_a_next_link_is_detected(shared, voided, monkeypatch):
    monkeypatch.setattr("service.api.table.events._next", lambda call, after: "")
    assert len(pages(shared, f"{voided.at}/events?limit=7")) == 1
