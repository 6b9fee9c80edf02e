"""Validation errors: every error of a request, each with its place."""

from typing import Any

import pytest

from service.api.table.commands import SEAT_COMMANDS
from service.http.validation_errors import ERRORS_MAX, FieldError, field_errors
from tests.service.api.test_policy import documented_operations, request_for

TRADE = {"type": "ProposeTrade", "seat": 0}
POSITION = {"edition": "classic", "draw_pile": 60, "seats": [{"hand": ["red"]}, {}, {}]}


def places(answer: dict[str, Any]) -> list[str]:
    """Return the places of the errors in a problem, each of which has a text."""
    assert all(set(error) == {"place", "says"} and error["says"] for error in answer["errors"])
    return [error["place"] for error in answer["errors"]]


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({}, ["edition"]),
        ([], ["body"]),
        ({"edition": "nope"}, ["edition"]),
        ({"edition": 1, "start": "later", "pace": 61}, ["edition", "start", "pace"]),
        ({"edition": "classic", "start": "later"}, ["start"]),
        ({"edition": "classic", "sedd": 1, "sede": 2}, ["sedd", "sede"]),
        ({"edition": "nope", "players": 3, "seats": [{}], "seed": "a"}, ["edition", "seats", "seed"]),
        (
            {"edition": "classic", "seats": [{"kind": "cat"}, {"bot": "x"}, {"name": ""}, 7]},
            ["seats[0].kind", "seats[1].bot", "seats[2].name", "seats[3]"],
        ),
        (
            {"edition": "classic", "seats": [{"bot": "greedy"}, {"name": "\n"}, {"name": " "}]},
            ["seats[0].bot", "seats[1].name", "seats[2].name"],
        ),
        ({"edition": "classic", "options": {"a": 1.0, "b": None}}, ["options.a", "options.b"]),
        ({"edition": "classic", "players": 3.0}, ["players"]),
        ({"edition": "classic", "players": True, "pace": "1", "practice": 1}, ["players", "practice", "pace"]),
        ({"edition": "classic", "options": [], "seats": {}, "seed": 1}, ["options", "seats", "seed"]),
        ({"edition": "classic", "players": 4, "seats": [{"kind": "cat"}]}, ["seats", "seats[0].kind"]),
        ({"edition": "classic", "seats": [7] * 101}, ["seats"]),
        (
            {"edition": "classic", "options": {"_schema": []}, "seats": [{"_schema": 1}]},
            ["options._schema", "seats[0]._schema"],
        ),
        (
            {"edition": "classic", "_schema": 1, "seats": [{"_schema": 1}, 7]},
            ["seats[0]._schema", "seats[1]", "_schema"],
        ),
        ({"edition": None, "start": None, "private": None}, ["edition", "start", "private"]),
        (
            {"edition": "classic", "seats": [{"x": 1, "kind": "cat", "a": 2}]},
            ["seats[0].kind", "seats[0].x", "seats[0].a"],
        ),
        (
            {"edition": "classic", "spectator_delay": {"events": 1.0, "seconds": -1, "x": 1}},
            ["spectator_delay.events", "spectator_delay.seconds", "spectator_delay.x"],
        ),
    ],
)
def test_a_refused_game_lists_all_its_errors(shared, body, wrong):
    assert places(shared.problem(422, "request.shape", "POST", "/v1/games", json=body)) == wrong


def test_the_error_text_of_a_member_does_not_depend_on_its_name(shared):
    def said(name: str) -> list[str]:
        body = {"edition": "classic", "options": {name: []}, "seats": [{name: 1}], name: 1}
        answer = shared.problem(422, "request.shape", "POST", "/v1/games", json=body)
        return [error["says"] for error in answer["errors"]]

    assert said("_schema") == said("shape")


@pytest.mark.parametrize(
    "body", [b'"\xff"', b'{"a":"\xff"}', b'[{"type":"\xff"}]', b'{"type":1,', b'{"type":"\\ud800"}']
)
def test_malformed_json_is_refused_as_malformed(shared, body):
    match = shared.match()
    for path in (f"{match.at}/commands", f"{match.at}/commands:batch", "/v1/positions:adjudicate", "/v1/games"):
        asked = {"data": body, "content_type": "application/json"}
        shared.problem(400, "request.malformed", "POST", path, match.seats[0], **asked)


@pytest.mark.parametrize(
    ("operation", "body", "wrong"),
    [
        ("annotate_game", {"n": 0, "text": "", "x": 1}, ["n", "text", "x"]),
        ("annotate_game", {"n": 1, "text": "a\0b"}, ["text"]),
        ("void_game", {"reason": "x" * 501}, ["reason"]),
        ("fork_game", {"at": "5", "mode": "fresh", "seats": [{"bot": "greedy"}]}, ["at", "mode", "seats[0].bot"]),
        ("create_token", {"kind": 1, "expires_in": 0}, ["game", "kind", "expires_in"]),
        ("revoke_token", {"token": None}, ["token"]),
        ("update_seat", {"kind": "human", "bot": "greedy", "name": "x" * 41}, ["name"]),
        ("update_seat", {"kind": "human", "bot": "greedy"}, ["bot"]),
    ],
)
def test_a_refused_body_lists_all_its_errors(shared, operation, body, wrong):
    match = shared.match()
    method, path, _ = request_for(operation, *documented_operations()[operation], match)
    assert places(shared.problem(422, "request.shape", method, path, shared.service, json=body)) == wrong


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({}, ["type"]),
        ({"type": "Nothing"}, ["type"]),
        ({"type": "PlantFromHand", "seat": 0}, ["field"]),
        ({"type": "PlantFromHand"}, ["seat", "field"]),
        ({"type": "PlantFromHand", "seat": 0, "field": 1.0}, ["field"]),
        ({"type": "PlantFromHand", "seat": "0", "field": -1, "x": 1}, ["seat", "field", "x"]),
        ({**TRADE, "give": [{}, {"source": "hand", "slot": 1.0}]}, ["give[0].source", "give[1].slot"]),
        ({**TRADE, "want": {"red": 0, "blue": "x"}, "with": True}, ["with", "want.red", "want.blue"]),
        ({"type": "TakeSeat", "seat": 0, "kind": "human", "pseudonym": "x", "contribution": "x"}, ["contribution"]),
    ],
)
def test_a_refused_command_lists_all_its_errors(shared, body, wrong):
    match = shared.match()
    for dry in ("", "?dry_run=true"):
        path = f"{match.at}/commands{dry}"
        assert places(shared.problem(422, "request.shape", "POST", path, match.seats[0], json=body)) == wrong


def test_errors_of_a_batch_name_the_index_of_the_command(shared):
    match = shared.match()
    answer = shared.problem(
        422, "request.shape", "POST", f"{match.at}/commands:batch", match.seats[0], json=[{"type": "EndPlanting"}, 1]
    )
    assert places(answer) == ["[0].seat", "[1]"]
    answer = shared.problem(422, "request.shape", "POST", f"{match.at}/commands:batch", match.seats[0], json=[])
    assert places(answer) == ["body"]


@pytest.mark.parametrize(
    ("position", "commands", "code", "wrong"),
    [
        (POSITION, 0, "request.shape", ["commands"]),
        (POSITION, [0, "x"], "request.shape", ["commands[0]", "commands[1]"]),
        (POSITION, {"type": "PlantFromHand", "seat": 0, "field": 1.0}, "request.shape", ["commands.field"]),
        (POSITION, [{"type": "EndPlanting"}], "request.shape", ["commands[0].seat"]),
        ({"edition": "classic"}, [], "position.invalid", ["position.seats"]),
        ({**POSITION, "turn": {"saet": 1}}, [], "position.invalid", ["position.turn.saet"]),
        ({**POSITION, "n": 57.0}, [], "position.invalid", ["position.n"]),
        ({**POSITION, "draw_pile": 60.0}, [], "position.invalid", ["position.draw_pile"]),
        ({**POSITION, "seats": [{"hand": 1.5}, {}, {}]}, [], "position.invalid", ["position.seats[0].hand"]),
        (0, [], "position.invalid", ["position"]),
    ],
)
def test_errors_of_an_adjudication_name_their_place(shared, position, commands, code, wrong):
    body = {"position": position, "commands": commands}
    assert places(shared.problem(422, code, "POST", "/v1/positions:adjudicate", json=body)) == wrong


def test_errors_of_headers_and_arguments_name_their_place(shared):
    match = shared.match()
    path, plant = f"{match.at}/commands", {"type": "PlantFromHand", "seat": 0, "field": 0}
    for method, where, headers, wrong in (
        ("POST", path, {"Idempotency-Key": "short"}, "header.Idempotency-Key"),
        ("GET", f"{match.at}/stream", {"Last-Event-ID": "x"}, "header.Last-Event-ID"),
        ("GET", f"{match.at}/stream", {"Last-Event-ID": "999"}, "header.Last-Event-ID"),
        ("GET", f"{match.at}/stream?after=999", {}, "query.after"),
        ("GET", f"{match.at}/table?at=999", {}, "query.at"),
        ("GET", f"{match.at}/table?as=seat:9", {}, "query.as"),
        ("GET", f"{match.at}/table?as=god", {}, "query.as"),
        ("GET", f"{match.at}/legal-commands", {}, "query.seat"),
        ("GET", f"{match.at}/legal-commands?seat=9", {}, "query.seat"),
        ("GET", "/v1/games?cursor=none", {}, "query.cursor"),
        ("GET", "/v1/statistics/best?edition=x&players=3", {}, "query.edition"),
    ):
        more = {"json": plant} if method == "POST" else {}
        got = shared.request(method, where, match.seats[0], headers=headers, **more)
        assert (got.status_code, got.json["code"], places(got.json)) == (422, "request.shape", [wrong]), where


def test_the_number_and_length_of_errors_are_bounded(shared):
    body = {f"m{number}": 1 for number in range(100)}
    assert len(places(shared.problem(422, "request.shape", "POST", "/v1/games", json=body))) == ERRORS_MAX
    long = {"edition": "classic", "x" * 500: 1}
    (place,) = places(shared.problem(422, "request.shape", "POST", "/v1/games", json=long))
    assert len(place) < 100


def test_control_stopping_at_the_first_error_is_detected(shared, monkeypatch):
    body, match = {"type": "PlantFromHand"}, shared.match()
    asked = (422, "request.shape", "POST", f"{match.at}/commands", match.seats[0])
    assert [error.place for error in field_errors(body, SEAT_COMMANDS)] == ["seat", "field"]
    monkeypatch.setattr("service.http.json_bodies.field_errors", lambda value, kind: field_errors(value, kind)[:1])
    assert places(shared.problem(*asked, json=body)) == ["seat"]
    monkeypatch.setattr("service.http.json_bodies.field_errors", lambda value, kind: [FieldError("body", "wrong")])
    assert places(shared.problem(*asked, json={})) == ["body"]


def test_errors_of_a_query_are_in_the_order_of_its_arguments(api):
    strange = [f"x{number}" for number in range(12)]  # a set would have another order in another process
    sent = "&".join([*(f"{name}=1" for name in strange), "limit=none"])
    answer = api.request("GET", f"/v1/games?{sent}")
    assert answer.status_code == 422
    assert ["query.limit", *(f"query.{name}" for name in strange)] == [one["place"] for one in answer.json["errors"]]
