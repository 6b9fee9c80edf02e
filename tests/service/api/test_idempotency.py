"""Idempotency keys: a repeated request has no second effect and returns the first answer."""

from typing import Any

import pytest

from service.api.routes import OPERATIONS
from tests.service.api.test_policy import (
    HOOK,
    begin_trading,
    documented_operations,
    hold_tournament,
    new_game,
    request_for,
)

PLANT = {"type": "PlantFromHand", "seat": 0, "field": 0}
KEY = {"Idempotency-Key": "a key of mine"}
STRONG = {"Idempotency-Key": "Zq3vN8xkW0rTb5LmYc7Hpd"}
"""A key of 22 random characters, which other clients cannot guess."""


def state(api: Any) -> tuple[int, int]:
    """Return the position of the store and the number of games: they change with every write."""
    return api.context.store.position(), len(api.get("/v1/games?limit=200", api.service)["games"])


def test_a_repeated_command_happens_once(shared):
    match = shared.match()
    path = f"{match.at}/commands"
    first = shared.request("POST", path, match.seats[0], json=PLANT, headers=KEY)
    before = state(shared)
    again = shared.request("POST", path, match.seats[0], json=PLANT, headers=KEY)
    assert (first.status_code, again.status_code) == (201, 201)
    assert (first.data, state(shared)) == (again.data, before)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert "Idempotency-Replayed" not in first.headers
    answer = shared.request("POST", path, match.seats[0], json={**PLANT, "field": 1}, headers=KEY)
    assert (answer.status_code, answer.json["code"]) == (422, "idempotency.reused")
    assert state(shared) == before


def test_without_a_key_a_repeat_is_another_command(shared):
    match = shared.match()
    shared.submit(match, PLANT)
    version = shared.get(match.at)["version"]
    shared.request("POST", f"{match.at}/commands", match.seats[0], json={**PLANT, "field": 1})
    assert shared.get(match.at)["version"] > version


def test_a_repeat_returns_the_first_answer_though_it_is_illegal_now(shared):
    match = shared.match()
    end = {"type": "EndPlanting", "seat": 0}
    shared.submit(match, PLANT)
    first = shared.request("POST", f"{match.at}/commands", match.seats[0], json=end, headers=KEY)
    again = shared.request(
        "POST", f"{match.at}/commands", match.seats[0], json=end, headers={**KEY, "If-Match": '"x.1.y"'}
    )
    assert first.data == again.data


@pytest.mark.parametrize("key", ["short", "", "x" * 129, "é" * 8, "tab\tinside"])
def test_an_invalid_idempotency_key_is_refused(shared, key):
    match = shared.match()
    answer = shared.request(
        "POST", f"{match.at}/commands", match.seats[0], json=PLANT, headers={"Idempotency-Key": key}
    )
    assert (answer.status_code, answer.json["code"]) == (422, "request.shape")


def test_seats_do_not_share_idempotency_keys(shared):
    match = shared.match()
    for seat in (0, 1):
        body = {"n": 1, "text": "Hello."}
        answer = shared.request("POST", f"{match.at}/annotations", match.seats[seat], json=body, headers=KEY)
        assert (answer.status_code, answer.json["by"]) == (201, f"seat:{seat}")
        assert "Idempotency-Replayed" not in answer.headers


def test_repeating_a_creation_returns_the_same_game_with_new_tokens(shared):
    wish = {"edition": "classic", "players": 4}
    first = shared.match_of(shared.request("POST", "/v1/games", json=wish, headers=STRONG).json)
    before = state(shared)
    answer = shared.request("POST", "/v1/games", json=wish, headers=STRONG)
    again = shared.match_of(answer.json)
    assert (answer.status_code, again.game, state(shared)) == (201, first.game, before)
    assert answer.headers["Idempotency-Replayed"] == "true"
    assert not {first.organiser, *first.seats.values()} & {again.organiser, *again.seats.values()}
    for token in (first.organiser, *first.seats.values()):
        shared.problem(401, "auth.invalid", "GET", first.at, token)
    assert [shared.get(first.at, token)["may"]["seat"] for token in again.seats.values()] == [0, 1, 2, 3]
    reply = shared.request("POST", "/v1/games", json={**wish, "players": 3}, headers=STRONG)
    assert (reply.status_code, reply.json["code"]) == (422, "idempotency.reused")


def test_different_clients_with_the_same_key_create_different_games(shared):
    wish = {"edition": "classic", "players": 3}
    answers = [
        shared.request("POST", "/v1/games", token, json=wish, headers=KEY)
        for token in (None, shared.token("service"), shared.token("service"), shared.match().seats[0])
    ]
    assert len({answer.json["game"] for answer in answers}) == len(answers)


def test_repeating_a_batch_resumes_at_its_first_refusal(shared):
    match = shared.match()
    path = f"{match.at}/commands:batch"
    batch = [PLANT, {"type": "EndPlanting", "seat": 0}, {"type": "DrawCards", "seat": 0}, PLANT]
    first = shared.request("POST", path, match.seats[0], json=batch, headers=KEY)
    assert (first.status_code, len(first.json["done"])) == (200, 2)
    assert first.json["problem"]["code"].startswith("rules.")
    assert set(first.json["problem"]["clause"]) == {"id", "edition", "says", "url"}
    assert shared.get(match.at)["version"] == first.json["done"][-1]["version"]
    before = state(shared)
    again = shared.request("POST", path, match.seats[0], json=batch, headers=KEY)
    assert (again.json, state(shared)) == (first.json, before)
    while (legal := shared.choices(match, 0)) and legal[0]["type"] != "DrawCards":
        shared.submit(match, {**legal[-1], "seat": 0})
    onward = shared.request("POST", path, match.seats[0], json=batch, headers=KEY).json
    assert onward["done"][:2] == first.json["done"]
    assert len(onward["done"]) == 3


def test_a_batch_has_one_to_200_commands(shared):
    match = shared.match()
    for batch in ([], [PLANT] * 201):
        shared.problem(422, "request.shape", "POST", f"{match.at}/commands:batch", match.seats[0], json=batch)
    whole = shared.post(f"{match.at}/commands:batch", match.seats[0], json=[PLANT, {"type": "EndPlanting", "seat": 0}])
    assert (len(whole["done"]), whole["problem"]) == (2, None)


def test_a_dry_run_writes_nothing(shared):
    match = shared.match()
    before = state(shared)
    path = f"{match.at}/commands:check"
    assert shared.post(f"{match.at}/commands?dry_run=true", match.seats[0], json=PLANT) == shared.post(
        path, match.seats[0], json=PLANT
    )
    legal = shared.post(path, match.seats[0], json=PLANT)
    assert legal["verdict"] == "legal"
    illegal = shared.post(path, match.seats[0], json={"type": "DrawCards", "seat": 0})
    assert (illegal["verdict"], illegal["clause"][:3]) == ("illegal", "CL-")
    assert state(shared) == before


@pytest.mark.parametrize(
    "name", [name for name, one in OPERATIONS.items() if ("header", "Idempotency-Key") in one.parameters]
)
def test_every_operation_with_an_idempotency_key_marks_replays(shared, game_file, name):
    match = new_game(shared)
    if name == "pass_trading":
        begin_trading(shared, match)
    if name == "fork_game":
        shared.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    token = match.seats[0] if name.startswith(("give_", "file_", "call_", "pass_")) else shared.service
    token = shared.token("arbiter", match.game) if name == "correct_game" else token
    method, path, more = request_for(name, *documented_operations()[name], match)
    if "{tournament}" in documented_operations()[name][1]:
        hold_tournament(shared, name, match)
    if "/webhooks/" in path:
        path = path.replace("0" * 16, shared.post("/v1/webhooks", token, json=HOOK)["id"])
    if name == "import_game":
        more = {"data": game_file}
    before = state(shared)
    other = shared.request(method, path, token, headers={"Idempotency-Key": "short"}, **more)
    assert (other.status_code, other.json["errors"][0]["place"]) == (422, "header.Idempotency-Key")
    assert state(shared) == before, "it is refused before anything happens"
    key = {"Idempotency-Key": f"a key for {name}"}
    first = shared.request(method, path, token, headers=key, **more)
    assert first.status_code in (200, 201), first.text
    before = state(shared)
    again = shared.request(method, path, token, headers=key, **more)
    assert again.status_code in (200, 201), again.text
    assert state(shared) == before, "a repeat writes nothing"
    if isinstance(first.json, dict):
        same = ["game", *([] if name == "create_service_token" else ["id"])]  # a repeat returns a new service token
        assert [first.json.get(member) for member in same] == [again.json.get(member) for member in same]
        tokens = first.json.get("organiser_token"), again.json.get("organiser_token")
        assert tokens == (None, None) or tokens[0] != tokens[1]
    assert (first.headers.get("Idempotency-Replayed"), again.headers.get("Idempotency-Replayed")) == (None, "true")
