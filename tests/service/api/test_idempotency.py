"""Idempotency keys: a repeated request has no second effect and returns the first answer."""

from typing import Any

import pytest

from service.api.routes import OPERATIONS
from tests.service.api.test_policy import HOOK, begin_trading, described, hold_tournament, new_game, request_for

PLANT = {"type": "PlantFromHand", "seat": 0, "field": 0}
KEY = {"Idempotency-Key": "a key of mine"}
STRONG = {"Idempotency-Key": "Zq3vN8xkW0rTb5LmYc7Hpd"}
"""A key of 22 random characters, which other clients cannot guess."""


def state(api: Any) -> tuple[int, int]:
    """Return the position of the store and the number of games: they change with every write."""
    return api.context.store.position(), len(api.get("/v1/games?limit=200", api.service)["games"])


def test_a_repeated_command_happens_once(api):
    match = api.match()
    path = f"{match.at}/commands"
    first = api.ask("POST", path, match.seats[0], json=PLANT, headers=KEY)
    before = state(api)
    again = api.ask("POST", path, match.seats[0], json=PLANT, headers=KEY)
    assert (first.status_code, again.status_code) == (201, 201)
    assert (first.data, state(api)) == (again.data, before)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert "Idempotency-Replayed" not in first.headers
    answer = api.ask("POST", path, match.seats[0], json={**PLANT, "field": 1}, headers=KEY)
    assert (answer.status_code, answer.json["code"]) == (422, "idempotency.reused")
    assert state(api) == before


def test_without_a_key_a_repeat_is_another_command(api):
    match = api.match()
    api.submit(match, PLANT)
    version = api.get(match.at)["version"]
    api.ask("POST", f"{match.at}/commands", match.seats[0], json={**PLANT, "field": 1})
    assert api.get(match.at)["version"] > version


def test_a_repeat_returns_the_first_answer_though_it_is_illegal_now(api):
    match = api.match()
    end = {"type": "EndPlanting", "seat": 0}
    api.submit(match, PLANT)
    first = api.ask("POST", f"{match.at}/commands", match.seats[0], json=end, headers=KEY)
    again = api.ask("POST", f"{match.at}/commands", match.seats[0], json=end, headers={**KEY, "If-Match": '"x.1.y"'})
    assert first.data == again.data


@pytest.mark.parametrize("key", ["short", "", "x" * 129, "é" * 8, "tab\tinside"])
@pytest.mark.parametrize("path", ["/commands", "/commands:batch", "/forks", "/annotations", "create"])
def test_an_invalid_idempotency_key_is_refused(shared, path, key):
    match = shared.match()
    bodies = {
        "/commands": PLANT,
        "/commands:batch": [PLANT],
        "/forks": {"at": 3},
        "/annotations": {"n": 1, "text": "x"},
        "create": {"edition": "classic"},
    }
    address = "/v1/games" if path == "create" else match.at + path
    token = shared.service if path == "/forks" else match.seats[0]
    answer = shared.ask("POST", address, token, json=bodies[path], headers={"Idempotency-Key": key})
    assert (answer.status_code, answer.json["code"]) == (422, "request.shape")


def test_seats_do_not_share_idempotency_keys(api):
    match = api.match()
    for seat in (0, 1):
        body = {"n": 1, "text": "Hello."}
        answer = api.ask("POST", f"{match.at}/annotations", match.seats[seat], json=body, headers=KEY)
        assert (answer.status_code, answer.json["by"]) == (201, f"seat:{seat}")
        assert "Idempotency-Replayed" not in answer.headers


def test_repeating_a_creation_returns_the_same_game_with_new_tokens(api):
    wish = {"edition": "classic", "players": 4}
    first = api.match_of(api.ask("POST", "/v1/games", json=wish, headers=STRONG).json)
    before = state(api)
    answer = api.ask("POST", "/v1/games", json=wish, headers=STRONG)
    again = api.match_of(answer.json)
    assert (answer.status_code, again.game, state(api)) == (201, first.game, before)
    assert answer.headers["Idempotency-Replayed"] == "true"
    assert not {first.organiser, *first.seats.values()} & {again.organiser, *again.seats.values()}
    for token in (first.organiser, *first.seats.values()):
        api.problem(401, "auth.invalid", "GET", first.at, token)
    assert [api.get(first.at, token)["may"]["seat"] for token in again.seats.values()] == [0, 1, 2, 3]
    reply = api.ask("POST", "/v1/games", json={**wish, "players": 3}, headers=STRONG)
    assert (reply.status_code, reply.json["code"]) == (422, "idempotency.reused")


def test_different_clients_with_the_same_key_create_different_games(api):
    wish = {"edition": "classic", "players": 3}
    answers = [
        api.ask("POST", "/v1/games", token, json=wish, headers=KEY)
        for token in (None, api.service, api.token("service"), api.match().seats[0])
    ]
    assert len({answer.json["game"] for answer in answers}) == len(answers)


def test_a_remark_is_made_once(api):
    match = api.match()
    body = {"n": 2, "text": "Hm."}
    ids = [
        api.ask("POST", f"{match.at}/annotations", match.seats[0], json=body, headers=KEY).json["id"] for _ in range(2)
    ]
    assert ids[0] == ids[1]
    assert len(api.get(f"{match.at}/annotations")["annotations"]) == 1


def test_a_fork_is_made_once(api):
    match = api.match()
    forks = [api.ask("POST", f"{match.at}/forks", api.service, json={"at": 8}, headers=KEY).json for _ in range(2)]
    assert forks[0]["game"] == forks[1]["game"]
    assert forks[0]["organiser_token"] != forks[1]["organiser_token"]


def test_repeating_a_batch_resumes_at_its_first_refusal(api):
    match = api.match()
    path = f"{match.at}/commands:batch"
    batch = [PLANT, {"type": "EndPlanting", "seat": 0}, {"type": "DrawCards", "seat": 0}, PLANT]
    first = api.ask("POST", path, match.seats[0], json=batch, headers=KEY)
    assert (first.status_code, len(first.json["done"])) == (200, 2)
    assert first.json["problem"]["code"].startswith("rules.")
    assert set(first.json["problem"]["clause"]) == {"id", "edition", "says", "url"}
    assert api.get(match.at)["version"] == first.json["done"][-1]["version"]
    before = state(api)
    again = api.ask("POST", path, match.seats[0], json=batch, headers=KEY)
    assert (again.json, state(api)) == (first.json, before)
    while (legal := api.choices(match, 0)) and legal[0]["type"] != "DrawCards":
        api.submit(match, {**legal[-1], "seat": 0})
    onward = api.ask("POST", path, match.seats[0], json=batch, headers=KEY).json
    assert onward["done"][:2] == first.json["done"]
    assert len(onward["done"]) == 3


def test_a_batch_has_one_to_200_commands(api):
    match = api.match()
    for batch in ([], [PLANT] * 201):
        api.problem(422, "request.shape", "POST", f"{match.at}/commands:batch", match.seats[0], json=batch)
    whole = api.post(f"{match.at}/commands:batch", match.seats[0], json=[PLANT, {"type": "EndPlanting", "seat": 0}])
    assert (len(whole["done"]), whole["problem"]) == (2, None)


def test_a_dry_run_writes_nothing(api):
    match = api.match()
    before = state(api)
    path = f"{match.at}/commands:check"
    assert api.post(f"{match.at}/commands?dry_run=true", match.seats[0], json=PLANT) == api.post(
        path, match.seats[0], json=PLANT
    )
    legal = api.post(path, match.seats[0], json=PLANT)
    assert legal["verdict"] == "legal"
    illegal = api.post(path, match.seats[0], json={"type": "DrawCards", "seat": 0})
    assert (illegal["verdict"], illegal["clause"][:3]) == ("illegal", "CL-")
    assert state(api) == before


@pytest.mark.parametrize(
    "name", [name for name, one in OPERATIONS.items() if ("header", "Idempotency-Key") in one.parameters]
)
def test_every_operation_with_an_idempotency_key_marks_replays(api, game_file, name):
    match = new_game(api)
    if name == "pass_trading":
        begin_trading(api, match)
    if name == "fork_game":
        api.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    token = match.seats[0] if name.startswith(("give_", "file_", "call_", "pass_")) else api.service
    token = api.token("arbiter", match.game) if name == "correct_game" else token
    method, path, more = request_for(name, *described()[name], match)
    if "{tournament}" in described()[name][1]:
        hold_tournament(api, name, match)
    if "/webhooks/" in path:
        path = path.replace("0" * 16, api.post("/v1/webhooks", token, json=HOOK)["id"])
    if name == "import_game":
        more = {"data": game_file}
    before = state(api)
    other = api.ask(method, path, token, headers={"Idempotency-Key": "short"}, **more)
    assert (other.status_code, other.json["errors"][0]["place"]) == (422, "header.Idempotency-Key")
    assert state(api) == before, "it is refused before anything happens"
    first, again = (api.ask(method, path, token, headers=KEY, **more) for _ in range(2))
    assert first.status_code in (200, 201), first.text
    assert again.status_code in (200, 201), again.text
    assert (first.headers.get("Idempotency-Replayed"), again.headers.get("Idempotency-Replayed")) == (None, "true")
