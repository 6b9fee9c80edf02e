"""Games over HTTP: play, imports, forks, voids, pauses, seats, tokens, annotations and rulesets."""

import json
from random import Random
from typing import Any

import pytest

from replay.audit import audit
from replay.record import read_file
from tests.golden.add import FOLDER as GOLDEN
from tests.service.command_line import chained

PLANT = {"type": "PlantFromHand", "seat": 0, "field": 0}
NDJSON = "application/x-ndjson"


def import_file(api: Any, data: bytes) -> Any:
    """Import a game file, and return the answer."""
    return api.request("POST", "/v1/games:import", data=data, content_type=NDJSON)


@pytest.mark.long
def test_a_finished_game_is_public_and_its_audit_is_clean(shared):
    match, luck = shared.match(), Random(7)
    while shared.move(match, luck):
        pass
    head = shared.get(match.at)
    assert (head["status"], head["to_act"], len(head["scores"])) == ("finished", [], 3)
    assert head["may"]["views"] == ["spectator", "seat:0", "seat:1", "seat:2", "omniscient"]
    assert head["winners"]
    for token in (None, *match.seats.values(), match.organiser, shared.match().seats[0]):
        assert "face_down" not in str(shared.get(f"{match.at}/table?as=omniscient", token))
    verdict = shared.get(f"{match.at}/audit?as=omniscient")
    assert {one["verdict"] for one in verdict["verdicts"]} == {"legal", "consequence"}
    assert verdict["verdict"] == "clean"
    answer = shared.problem(409, "game.ended", "POST", f"{match.at}/commands", match.seats[0], json=PLANT)
    assert answer["clause"]["id"].startswith("CL-")
    for call, body in (("void", {"reason": "x"}), ("pause", None), ("resume", None)):
        shared.problem(409, "game.ended", "POST", f"{match.at}/{call}", match.organiser, json=body)
    shared.problem(409, "game.ended", "PUT", f"{match.at}/seats/0", match.organiser, json={"kind": "bot"})
    frames = shared.request("GET", f"{match.at}/stream?after={head['version'] - 1}").text
    assert frames.rpartition("event: end")[2].startswith(f'\nid: {head["version"]}\ndata: {{"checkpoint":{{"note":')
    data = shared.request("GET", f"{match.at}/file?as=omniscient").data
    assert audit(read_file(data)).verdict == verdict["verdict"]


def test_a_trade_between_two_seats_is_recorded(shared):
    match = shared.match()
    partner = shared.trade(match)
    events = [one["event"] for one in shared.get(f"{match.at}/events?limit=1000")["events"]]
    accepted = next(event for event in events if event["type"] == "trade_accepted.1")
    assert (accepted["proposer"], accepted["seat"]) == (0, partner)
    only = shared.get(f"{match.at}/events?type=trade_accepted.1&seat={partner}")["events"]
    assert [one["event"] for one in only] == [accepted]
    table = shared.get(f"{match.at}/table", match.seats[0])
    assert table["seats"][0]["set_aside"]
    assert table["seats"][partner]["set_aside"]


def test_an_imported_game_is_read_only_and_public(api, game_file):
    answer = import_file(api, game_file)
    reply = answer.json
    at = f"/v1/games/{reply['game']}"
    assert (answer.status_code, answer.headers["Location"]) == (201, at)
    assert (reply["status"], reply["verdict"], reply["first"]) == ("imported", "clean", None)
    assert api.get(at)["may"]["views"][-1] == "omniscient"
    for path, body in (("commands", PLANT), ("void", {"reason": "x"}), ("pause", None)):
        api.problem(409, "game.ended", "POST", f"{at}/{path}", api.service, json=body)
    api.problem(409, "game.ended", "POST", f"{at}/commands?dry_run=true", api.service, json=PLANT)
    fork = api.match_of(api.post(f"{at}/forks", json={"at": 20}))
    assert api.get(fork.at)["status"] == "running"


def test_an_imported_file_is_exported_unchanged(api, new_api, game_file):
    game = import_file(api, game_file).json["game"]
    out = api.request("GET", f"/v1/games/{game}/file?as=omniscient")
    assert (out.data, out.mimetype) == (game_file, NDJSON)
    assert out.headers["Content-Disposition"] == f'attachment; filename="{game}.haricot.jsonl"'
    elsewhere = new_api()
    assert import_file(elsewhere, out.data).status_code == 201
    assert elsewhere.request("GET", f"/v1/games/{game}/file?as=omniscient").data == game_file


def test_importing_a_file_twice_changes_nothing_and_a_conflict_is_refused(api, game_file, other_file):
    first, position = import_file(api, game_file).json, api.context.store.position()
    again = import_file(api, game_file)
    assert (again.status_code, again.json, api.context.store.position()) == (200, first, position)
    lines = [json.loads(line) for line in other_file.splitlines()]
    answer = import_file(api, rename_game(lines, first["game"]))
    assert (answer.status_code, answer.json["code"]) == (409, "game.conflict")


def rename_game(lines: list[dict[str, Any]], game: str) -> bytes:
    """Return the file of these lines under another game id."""
    return chained([{**line, "game": game} if "game" in line else line for line in lines])


@pytest.mark.parametrize("n", [0, 1, 57])
def test_a_corrupt_file_is_refused_with_its_first_bad_event(shared, game_file, n):
    lines = game_file.splitlines(keepends=True)
    lines[n] = lines[n].replace(b'"classic', b'"klassic', 1)
    answer = import_file(shared, b"".join(lines))
    assert (answer.status_code, answer.json["code"], answer.json["at"]) == (422, "file.corrupt", n)
    game = json.loads(game_file.splitlines()[0])["game"]
    assert game not in {head["game"] for head in shared.get("/v1/games?limit=200")["games"]}


def test_a_file_of_one_seats_view_cannot_be_imported(shared, new_api):
    match = shared.match()
    data = shared.request("GET", f"{match.at}/file", match.seats[0]).data
    answer = import_file(new_api(), data)
    assert answer.status_code == 422
    assert answer.json["code"] in ("file.corrupt", "request.shape")


def test_a_fork_begins_after_the_whole_batch_of_its_event(shared):
    parent = shared.match()
    shared.trade(parent)
    shared.post(f"{parent.at}/void", parent.organiser, json={"reason": "enough"})
    events = shared.get(f"{parent.at}/events?as=omniscient&limit=1000")["events"]
    at = next(one["n"] for one in events if one["event"]["type"] == "cards_turned_up.1") - 1
    inside = shared.get(f"{parent.at}/table?at={at}")
    assert inside["settled"] is False
    made = shared.post(f"{parent.at}/forks", json={"at": at})
    assert made["forked_from"]["game"] == parent.game
    taken = made["forked_from"]["at"]
    assert taken > at
    fork = shared.match_of(made)
    assert fork.version == taken + 1
    before = shared.get(f"{parent.at}/table?as=seat:1&at={taken}")
    after = shared.get(f"{fork.at}/table", fork.seats[1])
    assert before["seats"] == after["seats"]
    line = {"game": fork.game, "at": taken, "status": "running", "parent": parent.game, "version": taken + 1}
    assert shared.get(f"{parent.at}/forks")["forks"] == [{**line, "scores": None, "winners": None}]
    shared.submit(fork, {"type": "EndTrading", "seat": 0})


def test_an_invalid_fork_is_refused(shared):
    match = shared.match()
    for body in ({"at": 5, "mode": "fresh"}, {"at": 0}, {"at": 999}, {}, {"at": 5, "seats": [{}]}):
        shared.problem(422, "request.shape", "POST", f"{match.at}/forks", shared.service, json=body)
    shared.problem(403, "view.forbidden", "POST", f"{match.at}/forks", match.seats[0], json={"at": 5})


def test_a_voided_game_has_no_result_and_reveals_its_deal(shared):
    match = shared.match()
    head = shared.post(f"{match.at}/void", match.organiser, json={"reason": "<b>A cat</b>"})
    assert (head["status"], head["scores"], head["winners"]) == ("voided", None, None)
    kinds = [one["event"]["type"] for one in shared.get(f"{match.at}/events")["events"]]
    assert kinds[-2:] == ["game_voided.1", "deal_revealed.1"]
    shared.problem(409, "game.ended", "POST", f"{match.at}/void", match.organiser, json={"reason": "x"})
    shared.problem(422, "request.shape", "POST", f"{match.at}/void", match.organiser, json={"reason": ""})


def test_a_paused_game_refuses_commands(shared):
    match = shared.match()
    assert shared.post(f"{match.at}/pause", match.organiser)["paused"] is True
    shared.problem(409, "game.paused", "POST", f"{match.at}/commands", match.seats[0], json=PLANT)
    assert shared.post(f"{match.at}/resume", match.organiser)["paused"] is False
    shared.submit(match, PLANT)


def test_filling_a_seat_again_replaces_its_token(shared):
    match = shared.match()
    answer = shared.request("PUT", f"{match.at}/seats/0", match.organiser, json={"kind": "human", "name": "Dee"})
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    shared.problem(401, "auth.invalid", "GET", match.at, match.seats[0])
    fresh = answer.json["token"]
    assert shared.get(match.at, fresh)["seats"][0]["name"] == "Dee"
    shared.post(f"{match.at}/commands", fresh, json=PLANT)
    answer = shared.request("PUT", f"{match.at}/seats/1", match.organiser, json={"kind": "bot", "bot": "greedy"})
    assert (answer.json["kind"], answer.json["token"]) == ("bot", None)
    shared.problem(401, "auth.invalid", "GET", match.at, match.seats[1])
    assert shared.get(match.at)["seats"][1]["kind"] == "bot"
    for seat, body in ((3, {}), (0, {"kind": "cat"}), (0, {"kind": "human", "bot": "greedy"}), (0, {"name": ""})):
        shared.problem(422, "request.shape", "PUT", f"{match.at}/seats/{seat}", match.organiser, json=body)


def test_names_are_returned_verbatim_and_escaped_on_pages(shared):
    name = '<img src=x onerror="x">&"\''
    match = shared.match(seats=[{"name": name}, {"name": "Zoë 🫘"}, {}])
    assert [seat["name"] for seat in shared.get(match.at)["seats"]][:2] == [name, "Zoë 🫘"]
    assert "<img src=x" not in shared.request("GET", "/").text
    assert "<img src=x" not in shared.request("GET", f"/games/{match.game}").text
    assert any(name in sentence for sentence in shared.get(f"{match.at}/sentences")["sentences"])
    for wrong in ("a\x00b", "a\nb", "\u202eevil", "", " ", "x" * 41):
        body = {"edition": "classic", "seats": [{"name": wrong}, {}, {}]}
        shared.problem(422, "request.shape", "POST", "/v1/games", json=body)


def test_annotations_are_ordered_by_event(shared):
    match = shared.match()
    for n, text in ((7, "<b>seven</b>"), (2, "two")):
        shared.post(f"{match.at}/annotations", match.seats[1], json={"n": n, "text": text})
    answer = shared.get(f"{match.at}/annotations")["annotations"]
    assert [(one["n"], one["text"], one["by"]) for one in answer] == [
        (2, "two", "seat:1"),
        (7, "<b>seven</b>", "seat:1"),
    ]
    for body in ({"n": 0, "text": "x"}, {"n": 999, "text": "x"}, {"n": 1, "text": ""}, {"n": 1, "text": "x" * 2001}):
        shared.problem(422, "request.shape", "POST", f"{match.at}/annotations", match.seats[1], json=body)


def test_an_organiser_creates_and_revokes_tokens_of_the_game(shared):
    match = shared.match()
    wish = {"game": match.game, "kind": "seat", "seat": 1, "expires_in": 60}
    made = shared.post("/v1/tokens", match.organiser, json=wish)
    shared.problem(401, "auth.invalid", "GET", match.at, match.seats[1])
    me = shared.get("/v1/tokens/me", made["token"])
    assert (me["kind"], me["game"], me["seat"], me["expires"]) == ("seat", match.game, 1, made["expires"])
    assert me["views"] == ["seat:1", "spectator"]
    assert "submit_command" in me["operations"]
    shared.problem(404, "not-found", "DELETE", "/v1/tokens", match.seats[0], json={"token": made["token"]})
    for token, by in ((made["token"], match.organiser), (match.seats[0], match.seats[0])):
        assert shared.request("DELETE", "/v1/tokens", by, json={"token": token}).status_code == 204
        shared.problem(401, "auth.invalid", "GET", "/v1/tokens/me", token)


@pytest.mark.parametrize(
    "more",
    [
        {"kind": "seat"},
        {"kind": "seat", "seat": 3},
        {"kind": "spectator", "seat": 0},
        {"kind": "service"},
        {"kind": "king"},
        {"kind": "arbiter"},
        {"kind": "spectator", "expires_in": 0},
    ],
)
def test_an_invalid_token_request_is_refused(shared, more):
    match = shared.match()
    shared.problem(422, "request.shape", "POST", "/v1/tokens", match.organiser, json={"game": match.game, **more})


POSITION = {
    "edition": "classic",
    "draw_pile": 60,
    "seats": [{"hand": ["red", "face_down"], "fields": [["blue"], []]}, {}, {}],
}


@pytest.mark.parametrize(
    ("verdict", "command"),
    [
        ("legal", {"type": "PlantFromHand", "seat": 0, "field": 1}),
        ("illegal", {"type": "PlantFromHand", "seat": 0, "field": 0}),
        (
            "unknown",
            [{"type": "PlantFromHand", "seat": 0, "field": 1}, {"type": "PlantFromHand", "seat": 0, "field": 1}],
        ),
    ],
)
def test_a_position_is_adjudicated(shared, verdict, command):
    answer = shared.post("/v1/positions:adjudicate", json={"position": POSITION, "commands": command})
    assert answer["verdict"] == verdict
    assert verdict != "illegal" or answer["clause"] == "CL-4.1"


@pytest.mark.parametrize("position", [1, {}, {**POSITION, "draw_pile": 1000}, {**POSITION, "edition": "nope"}])
def test_an_impossible_position_is_refused(shared, position):
    body = {"position": position, "commands": []}
    shared.problem(422, "position.invalid", "POST", "/v1/positions:adjudicate", json=body)


def test_a_fork_keeps_the_rules_version_of_its_parent(shared):
    (path,) = GOLDEN.glob("duel-2-1964-0001.haricot.jsonl")
    old = import_file(shared, path.read_bytes()).json["game"]
    fork = shared.match_of(shared.post(f"/v1/games/{old}/forks", json={"at": 60}))
    assert shared.get(f"/v1/games/{old}")["rules"]["version"] == shared.get(fork.at)["rules"]["version"] == "1"
    assert shared.move(fork, Random(7))
    assert audit(shared.context.store.record(fork.game)).first is None


def test_a_ruleset_lists_its_versions_and_returns_older_ones(shared):
    today, old = (shared.get(f"/v1/rulesets/classic{query}") for query in ("", "?version=1"))
    assert (today["version"], old["version"], today["versions"]) == ("2", "1", ["1", "2"])
    assert old["digest"] != today["digest"]
    problem = shared.problem(404, "not-found", "GET", "/v1/rulesets/classic?version=9")
    assert "update" in problem["detail"]
