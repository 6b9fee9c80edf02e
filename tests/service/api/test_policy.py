"""Authorisation over HTTP: every described operation for every relation, against the policy."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import pytest

from service.access.policy import (
    ANONYMOUS,
    ARBITER,
    PERSON,
    POLICY,
    RELATIONS,
    SERVICE,
    STRANGER,
    is_allowed,
)
from service.api.judging.paper_games import EXAMPLE
from service.api.routes import INTERFACE
from service.openapi import document
from service.signing.tournament_log import tournament_log_name
from tests.service.api.conftest import TOURNAMENT_ROLES, tournament_of
from tests.service.api.test_game_visibility import renamed

METHODS = ("get", "post", "put", "delete", "patch")
NARROWER = {
    "fork_game": {ARBITER, SERVICE},  # the game is still running
    "submit_command": {"seat", SERVICE},  # an arbiter acts in sealed forks only
    "submit_commands": {"seat", SERVICE},
    "check_command": {"seat", SERVICE},
    "answer_call": set(),  # the token of a spectator, whom no call belongs to
    "file_dispute_action": {"seat"},  # the body opens a dispute; an arbiter rules on disputes of others
    "list_legal_commands": {"seat", ARBITER, SERVICE},  # relations that may see the hand
}
"""Where an operation allows less in this game than the policy says in general."""
MISSING = "classic-aaaaaaaaaaaaaaaa"


def claim_about(event: int) -> dict[str, Any]:
    """Return a dispute that claims that an event was irregular."""
    return {"type": "OpenDispute", "event": event, "article": "TR-1", "text": "Was this the front card?"}


@cache
def documented_operations() -> dict[str, tuple[str, str]]:
    """Return method and path of every described operation, by id."""
    return {
        answer["operationId"]: (method.upper(), path)
        for path, methods in document.describe_api(INTERFACE)["paths"].items()
        for method, answer in methods.items()
        if method in METHODS
    }


BOOK = {"book": "tournament", "entry": "TR-3"}
HOOK = {"url": "https://localhost/haricot", "types": ["game_ended.1"]}


def request_for(operation: str, method: str, path: str, match: Any, token: str | None = None) -> tuple[str, str, dict]:
    """Return a request for this operation that succeeds for every caller who is allowed to make it."""
    plant = {"type": "PlantFromHand", "seat": 0, "field": 0}
    game = match.game
    bodies: dict[str, Any] = {
        "create_game": {"edition": "classic", "players": 3},
        "fork_game": {"at": 5},
        "submit_command": plant,
        "submit_commands": [plant],
        "check_command": plant,
        "watch_game": {"watcher": "w" * 22},
        "annotate_game": {"n": 1, "text": "So it begins."},
        "open_comments": {"open": False},
        "set_game_metadata": {"external_id": f"game {game}"},
        "create_service_token": {"scopes": ["feed"]},
        "create_webhook": HOOK,
        "create_person_token": {},
        "set_person_hidden": {"hidden": True},
        "rotate_webhook_secret": {},
        "replay_webhook": {"after": "beginning"},
        "create_token": {"game": game, "kind": "spectator"},
        "call_arbiter": {"reason": "Was this the front card?"},
        "answer_call": {"person": "p-judge"},
        "file_dispute_action": claim_about(match.version),
        "revoke_token": {"token": token or "hrc_seat_" + "x" * 43},
        "act_on_clock": {"act": "extend", "seat": 2, "seconds": 120},
        "void_game": {"reason": "A cat sat on it."},
        "correct_game": {"fix": "turn B", "reason": "It was Bo's."},
        "try_correction": {"fix": "turn B"},
        "update_seat": {"kind": "bot", "bot": "greedy"},
        "name_seat": {"name": "Anna"},
        "set_persons": {"seats": [{"seat": 0, "person": "p-browser"}]},
        "create_tournament": {"title": "Spring open", "edition": "classic", "rounds": 2},
        "submit_tournament_commands": {"commands": [{"type": "Withdraw", "player": "player-1"}]},
        "register_tournament_players": {"players": [{"name": "Ida", "club": "Bean Club"}]},
        "create_tournament_token": {"kind": "scorer"},
        "fork_tournament": {"at": 2},
        "start_round_games": {"bots": {"*": "greedy"}, "pace": 9},
        "bind_slot": {"table": 1},
        "set_broadcast_rules": {"delay_seconds": 9},
        "publish_commentary": {"game": game, "n": 1, "text": "So it begins.", "marks": [{"place": "/draw_pile"}]},
        "read_record": {"ben": EXAMPLE},
        "adjudicate_position": {
            "position": {"edition": "classic", "draw_pile": 60, "seats": [{"hand": ["red"]}, {}, {}]},
            "commands": {"type": "PlantFromHand", "seat": 0, "field": 0},
        },
    }
    queries = {
        "list_legal_commands": "?seat=0",
        "stream_game": "?after=1",
        "stream_tournament": "?after=9",
        "stream_annotations": "?follow=false",
        "read_feed": "?follow=false",
        "export_games": "?limit=1",
        "get_card_history": "?card=/seats/0/fields/0/0",
        "get_leaderboard": "?edition=classic&players=3",
    }
    places = {
        "game": game,
        "tournament": tournament_of(game),
        "round": 1,
        "n": 1,
        "seat": 0 if operation == "name_seat" else 2,  # its own name
        "edition": "classic",
        "clause": "CL-6.4",
        "dispute": 1,
        "call": 1,
        "token": "0" * 16,
        "table": 1 if operation == "create_arbiter_token" else "games",
        "webhook": "0" * 16,
        "person": "u-1",
        "player": "greedy",
        "slot": "main",
        "annotation": "0" * 16,
        "field": "scores",
    }
    places |= BOOK
    more: dict[str, Any] = {"json": bodies[operation]} if operation in bodies else {}
    return method, path.format(**places) + queries.get(operation, ""), more


def answer_of_operation(api: Any, operation: str, match: Any, token: str | None, game_file: bytes = b"") -> Any:
    """Return the answer to the request for an operation, without reading a stream to its end."""
    method, path, more = request_for(operation, *documented_operations()[operation], match, token)
    if operation == "get_card_history":  # of a card that all viewers see
        api.request(
            "POST", f"{match.at}/commands", match.seats.get(0), json={"type": "PlantFromHand", "seat": 0, "field": 0}
        )
    if operation == "pass_trading" and game_is_there(match):
        begin_trading(api, match)
    if "{tournament}" in documented_operations()[operation][1] and game_is_there(match):
        hold_tournament(api, operation, match)
    if operation == "get_dispute":
        api.request("POST", f"{match.at}/disputes", match.seats.get(1), json=claim_about(match.version))
    if operation == "set_game_metadata" and (token or "").startswith("hrc_svc"):
        made = api.request("POST", "/v1/games", token, json={"edition": "classic", "players": 3}).json
        path = path.replace(match.game, made.get("game", match.game))
    if operation == "revoke_service_token" and token is not None:
        made = api.request("POST", "/v1/service-tokens", token, json={"scopes": ["feed"]}).json
        path = path.replace("0" * 16, made.get("id", "0" * 16))
    if operation == "remove_comment":
        made = api.request("POST", f"{match.at}/annotations", json={"n": 1, "text": "So it begins."}).json
        path = path.replace("0" * 16, made.get("id", "0" * 16))
    if "{webhook}" in documented_operations()[operation][1] and token is not None:
        made = api.request("POST", "/v1/webhooks", token, json=HOOK).json
        path = path.replace("0" * 16, made.get("id", "0" * 16))
    if operation == "get_audit_bundle":
        api.sign(match.game)
    if operation == "import_game":
        more = {"data": game_file, "content_type": "application/x-ndjson"}
    with suppress(ValueError):
        answer = api.request(method, path, token, **more, buffered=False)
    answer.close()
    return answer


def begin_trading(api: Any, match: Any) -> None:
    """Let the first seat plant, so that the trading begins."""
    for command in ({"type": "PlantFromHand", "seat": 0, "field": 0}, {"type": "EndPlanting", "seat": 0}):
        api.request("POST", f"{match.at}/commands", match.seats.get(0), json=command)


def hold_tournament(api: Any, operation: str, match: Any) -> None:
    """Hold the tournament of a game, as far as an operation needs it."""
    tournament = tournament_of(match.game)
    at = api.tournament(tournament)
    if operation == "publish_commentary":
        api.link(tournament, match.game)
    elif operation == "create_arbiter_token":
        api.request("POST", f"{at}/rounds/1/games", api.official_token("director", tournament), json={})
    elif operation == "get_tournament_bundle":
        api.sign(tournament_log_name(tournament))


def game_is_there(match: Any) -> bool:
    """Return whether the game exists."""
    return match.game != MISSING


def new_game(api: Any) -> Any:
    """Create a game with a clock, whose persons are known."""
    return api.match(seats=[{"person": f"p-{seat}"} for seat in range(3)], clock={"game": 9_999})


@cache
def unchanged_games(api: Any) -> tuple[Any, Any]:
    """Return two games for requests that only read or are refused."""
    return new_game(api), api.match()


def disagreement(api: Any, operation: str, relation: str, game_file: bytes = b"") -> str | None:
    """Return how an answer differs from the policy, or None."""
    about_game = "{game}" in documented_operations()[operation][1] or operation == "create_token"
    stands = relation if about_game or relation != STRANGER else "seat"
    elsewhere = (PERSON, *TOURNAMENT_ROLES)  # relations without a seat in the game
    stands = STRANGER if about_game and relation in elsewhere else stands
    if "{tournament}" in documented_operations()[operation][1] and relation not in (
        ANONYMOUS,
        SERVICE,
        *TOURNAMENT_ROLES,
    ):
        stands = STRANGER
    may = stands in POLICY[operation] and stands in NARROWER.get(operation, RELATIONS)
    match, other = unchanged_games(api)
    if may and documented_operations()[operation][0] != "GET":
        match, other = new_game(api), api.match() if relation == STRANGER else other
    answer = answer_of_operation(api, operation, match, api.token_of(relation, match, other), game_file).status_code
    expected = "2xx" if may else 401 if relation == ANONYMOUS and stands not in POLICY[operation] else 403
    right = 200 <= answer < 300 if may else answer == expected
    return None if right else f"{operation} answers {answer} to {relation}, not {expected}"


@pytest.fixture(scope="module")
def short_file(shared: Any) -> bytes:
    """The file of a short game."""
    match = shared.match()
    shared.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    return renamed(shared.request("GET", f"{match.at}/file?as=omniscient").data, "short")


def test_the_policy_and_the_description_name_the_same_operations(api):
    assert set(documented_operations()) == set(POLICY)


def test_the_policy_uses_known_relations_only():
    for operation, relations in POLICY.items():
        assert relations, operation
        assert relations <= set(RELATIONS)


@pytest.mark.parametrize("operation", POLICY)
def test_each_relation_may_do_what_the_policy_says(shared, operation, short_file):
    answers = [disagreement(shared, operation, relation, short_file) for relation in RELATIONS]
    assert [said for said in answers if said] == []


@pytest.mark.parametrize("kind", ["seat", "spectator", "organiser", "arbiter"])
def test_a_token_of_another_game_is_a_stranger_whatever_its_kind(shared, kind):
    match, other = shared.match(), shared.match()
    for operation, (_, path) in documented_operations().items():
        if "{game}" in path or operation == "create_token":
            token = shared.token(kind, other.game, 0 if kind == "seat" else None)
            answer = answer_of_operation(shared, operation, match, token).status_code
            may = is_allowed(operation, STRANGER) and operation not in (*NARROWER, "create_token")
            assert (answer < 300) == may, (operation, answer)
            assert may or answer == 403, operation


@pytest.mark.parametrize("operation", ["submit_command", "submit_commands"])
def test_a_seat_acts_for_no_other_seat(shared, operation):
    match = shared.match()
    assert answer_of_operation(shared, operation, match, match.seats[1]).status_code == 403


def test_every_operation_refuses_invalid_tokens(shared):
    match, _ = unchanged_games(shared)
    gone = shared.token("organiser", match.game)
    assert shared.request("DELETE", "/v1/tokens", gone, json={"token": gone}).status_code == 204
    expired = shared.token("seat", match.game, 0, life_ms=-1)
    tokens = (expired, gone, "hrc_seat_" + "x" * 43, "hrc_seat_x", "", "é")
    headers = [f"Bearer {token}" for token in tokens]
    headers += [f"Token {match.organiser}", "Basic YTpi", "Bearer", match.organiser]
    for operation, (method, path) in documented_operations().items():
        for header in headers:
            _, address, more = request_for(operation, method, path, match)
            answer = shared.request(method, address, headers={"Authorization": header}, **more)
            assert (answer.status_code, (answer.json or {}).get("code")) == (401, "auth.invalid"), (operation, header)
            assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def outsiders(api: Any, other: Any) -> Iterator[tuple[str, str | None]]:
    """Yield the relations that have nothing to do with a game, with their tokens."""
    yield "anonymous", None
    for kind in ("seat", "spectator", "organiser", "arbiter"):
        yield kind, api.token(kind, other.game, 0 if kind == "seat" else None)


def assert_not_there(api: Any, match: Any, other: Any, *, insiders: Any = ()) -> None:
    """Require that outsiders get the same answers as for an absent game, and that lists omit it."""
    absent = type(match)(MISSING, {}, "", 0, "")
    for name, token in [*outsiders(api, other), *insiders]:
        for operation, (_, path) in documented_operations().items():
            if "{game}" not in path and operation != "create_token":
                continue
            real, none = (answer_of_operation(api, operation, one, token) for one in (match, absent))
            barred = operation == "create_token" and real.status_code in (401, 403)  # refused for every game
            assert real.status_code == (none.status_code if barred else 404), (operation, name)
            assert real.text.replace(match.game, MISSING) == none.text, (operation, name)
            differ = ("X-Request-ID", "Content-Length")
            heads = ([pair for pair in one.headers if pair[0] not in differ] for one in (real, none))
            assert next(heads) == next(heads), (operation, name)
        assert match.game not in api.request("GET", "/v1/games?limit=200", token).text
        assert match.game not in api.request("GET", f"/v1/games/{other.game}/forks", token).text
    for address in ("/games/{}", "/"):
        pages = [api.request("GET", address.format(game)).text.replace(game, "") for game in (match.game, MISSING)]
        assert pages[0] == pages[1]


def test_a_private_game_looks_absent_to_outsiders(shared):
    other, match = shared.match(), shared.match(private=True)
    assert_not_there(shared, match, other)
    for token in (match.seats[1], match.organiser, shared.token("spectator", match.game), shared.service):
        assert shared.get(match.at, token)["private"] is True


def test_a_sealed_fork_looks_absent_to_players(shared):
    parent = shared.match()
    arbiter = shared.token("arbiter", parent.game)
    sealed = shared.fork(parent, 8, arbiter)
    players = [("seat of the parent", parent.seats[0]), ("organiser of the parent", parent.organiser)]
    own = [("seat of the fork", sealed.seats[0]), ("organiser of the fork", sealed.organiser)]
    assert_not_there(shared, sealed, shared.match(), insiders=[*players, *own])
    for token in (arbiter, shared.service):
        assert shared.get(sealed.at, token)["forked_from"]["game"] == parent.game
    assert shared.get(f"{parent.at}/forks", parent.seats[0])["forks"] == []
    assert [fork["game"] for fork in shared.get(f"{parent.at}/forks", arbiter)["forks"]] == [sealed.game]
    assert shared.get(f"{sealed.at}/table?as=omniscient", arbiter)["edition"] == "classic"
    assert answer_of_operation(shared, "submit_command", sealed, arbiter).status_code == 201


@pytest.mark.long
def test_a_fork_of_a_fork_is_sealed_while_the_first_game_goes_on(shared):
    parent = shared.match()
    sealed = shared.fork(shared.fork(parent, 8), 8)
    assert_not_there(shared, sealed, shared.match(), insiders=[("player", parent.seats[0])])
    shared.post(f"{parent.at}/void", parent.organiser, json={"reason": "enough"})
    assert shared.get(sealed.at)["forked_from"]["at"] >= 8


def test_control_a_policy_that_allows_too_much_is_detected(shared, monkeypatch):
    assert disagreement(shared, "pause_game", "spectator") is None
    monkeypatch.setattr("service.http.dispatch.is_allowed", lambda operation, relation: True)
    assert disagreement(shared, "pause_game", "spectator") is not None
    assert disagreement(shared, "void_game", "stranger") is not None


def test_control_an_operation_without_a_policy_is_detected(api, monkeypatch):
    monkeypatch.delitem(POLICY, "get_audit")
    assert set(documented_operations()) != set(POLICY)
    assert api.request("GET", api.match().at + "/audit").status_code == 401


def test_control_a_visible_private_game_is_detected(shared):
    match, other = shared.match(), shared.match()
    with pytest.raises(AssertionError):
        assert_not_there(shared, match, other)
