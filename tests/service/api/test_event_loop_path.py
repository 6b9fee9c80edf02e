"""The event loop answers a request as a thread does, or hands it over."""

import json
from typing import Any

from service.http.request_lifecycle import REQUEST_STATE
from service.ops.server import EventLoopAnswer
from service.store.concurrency.blocking_guard import WouldBlock
from tests.service.api.conftest import ApiClient, Match
from tests.service.api.event_loop import ApiEventLoop, api_without_cors, event_loop

__all__ = ["api_without_cors", "event_loop"]

VOLATILE = ("x-request-id", "date", "x-ratelimit-reset", "content-length")


def first_commands(api: ApiClient, match: Match) -> list[dict[str, Any]]:
    """Return the legal commands of the seat that acts first."""
    return api.choices(match, api.get(match.at, match.seats[0])["to_act"][0])


def warm(api: ApiClient, match: Match) -> None:
    """Load what the event loop needs to answer commands of each seat."""
    for token in match.seats.values():
        api.request("POST", f"{match.at}/commands", token, json={"type": "Nothing"})


def plain(status: int, headers: Any, body: bytes, game: str) -> tuple[int, dict[str, str], Any]:
    """Return an answer without the parts that differ each time."""
    kept = {name.lower(): value for name, value in dict(headers).items() if name.lower() not in VOLATILE}
    text = json.loads(body.decode().replace(game, "GAME"))
    for envelope in text.get("events", ()):
        envelope["at"] = "TIME"
        envelope["event"].pop("variety", None)  # each game has a deal of its own
    if "checkpoint" in text:
        text["checkpoint"]["root"] = "ROOT"
    return status, kept, text


REQUESTS: dict[str, dict[str, Any]] = {
    "plain": {},
    "with a key": {"Idempotency_Key": "a-key-of-mine"},
    "for this version": {"If_Match": '"table.VERSION.seat:0"'},
    "for another version": {"If_Match": '"table.1.seat:0"'},
    "for a malformed version": {"If_Match": '"strange"'},
    "of another type": {"Content_Type": "text/plain"},
    "no token": {"Authorization": ""},
    "an invalid token": {"Authorization": "Bearer hrc_seat_no"},
    "another scheme": {"Authorization": "Basic abc"},
    "a short key": {"Idempotency_Key": "short"},
    "not json": {"body": b'{"type":'},
    "no utf-8": {"body": b'{"type":"\xff"}'},
    "too deep": {"body": b"[" * 40 + b"]" * 40},
    "no command": {"body": b'{"type":"Dance","seat":0}'},
    "an unknown member": {"body": b'{"type":"EndPlanting","seat":0,"hat":1}'},
    "for another seat": {"body": b'{"type":"EndPlanting","seat":1}'},
    "not allowed": {"body": b'{"type":"EndTrading","seat":0}'},
    "dry run": {"query": "dry_run=true"},
    "with invalid arguments": {"query": "dry_run=maybe&hat=1"},
    "too large": {"body": b" " * 70_000},
    "of another origin": {"Authorization": "", "Origin": "https://elsewhere.example"},
}


def test_the_event_loop_answers_as_a_thread_does(api: ApiClient, event_loop: ApiEventLoop) -> None:
    for name, more in REQUESTS.items():
        by_loop, by_thread = both_answers(api, event_loop, {"Authorization": "TOKEN", **more})
        assert by_loop == by_thread, name


def both_answers(api: ApiClient, event_loop: ApiEventLoop, asked: dict[str, Any]) -> list[Any]:
    """Return the answers of the event loop and of a thread to a request about equal games."""
    query = asked.pop("query", "")
    answers = []
    for by_loop in (True, False):
        match = api.match(practice=True, seed="77")
        warm(api, match)
        body = asked.get("body") or json.dumps(first_commands(api, match)[0]).encode()
        headers = {
            key: value.replace("TOKEN", f"Bearer {match.seats[0]}").replace("VERSION", str(match.version))
            for key, value in asked.items()
            if key != "body" and value
        }
        path = f"{match.at}/commands"
        found = event_loop.request(path, body, query=query, **headers) if by_loop else None
        if isinstance(found, EventLoopAnswer):
            answers.append(plain(*found, game=match.game))
            continue
        named = {key.replace("_", "-"): value for key, value in headers.items()}
        environ = {"REMOTE_ADDR": "192.0.2.1", **(found or {})}
        sent = {"Content-Type": "application/json", **named}
        reply = api.app.test_client().post(f"{path}?{query}", data=body, headers=sent, environ_base=environ)
        answers.append(plain(reply.status_code, reply.headers, reply.data, match.game))
    return answers


def test_the_event_loop_answers_commands_and_no_other_requests(api: ApiClient, event_loop: ApiEventLoop) -> None:
    match = api.match()
    warm(api, match)
    token = {"Authorization": f"Bearer {match.seats[0]}"}
    done = event_loop.answer(f"{match.at}/commands", json.dumps(first_commands(api, match)[0]).encode(), **token)
    assert isinstance(done, EventLoopAnswer)
    assert done.status == 201
    assert api.get(match.at, match.seats[0])["version"] == json.loads(done.body)["version"]
    for method, path in (("GET", match.at), ("POST", f"{match.at}/commands:batch"), ("GET", f"{match.at}/commands")):
        assert event_loop.request(path, b"", method=method, **token) is None


def test_a_request_not_in_memory_is_handed_to_a_thread_and_counted_once(new_api: Any) -> None:
    api = new_api(rate="60 per minute")
    event_loop = ApiEventLoop(api)
    match = api.match()
    api.context.register.invalidate()
    before = api.get(match.at, match.seats[0])["version"]
    api.context.register.invalidate()
    token = {"Authorization": f"Bearer {match.seats[0]}"}
    along = event_loop.request(f"{match.at}/commands", json.dumps({"type": "EndPlanting", "seat": 0}).encode(), **token)
    assert set(along) == {REQUEST_STATE}
    state = along[REQUEST_STATE]
    left = state.payer.rate.left
    reply = api.app.test_client().post(
        f"{match.at}/commands",
        json={"type": "EndPlanting", "seat": 0},
        headers=token,
        environ_base={"REMOTE_ADDR": "192.0.2.1", REQUEST_STATE: state},
    )
    assert reply.headers["X-Request-ID"] == state.id
    assert int(reply.headers["X-RateLimit-Remaining"]) == left, "it was counted twice"
    assert api.get(match.at, match.seats[0])["version"] == before
    event_loop.end()


def test_a_written_command_is_never_handed_to_a_thread(
    api: ApiClient, event_loop: ApiEventLoop, monkeypatch: Any
) -> None:
    """Planted: data is missing in memory after the write. The command must not be applied again."""
    match = api.match()
    warm(api, match)

    def not_at_hand(*_: object) -> None:
        raise WouldBlock("planted")

    body = json.dumps(first_commands(api, match)[0]).encode()
    before = api.get(match.at, match.seats[0])["version"]
    monkeypatch.setattr(api.context.logs, "state_after", not_at_hand)
    answered = event_loop.answer(f"{match.at}/commands", body, Authorization=f"Bearer {match.seats[0]}")
    assert isinstance(answered, EventLoopAnswer)
    assert answered.status == 500
    row = api.context.store.game_row(match.game)
    assert row is not None
    assert row.version > before, "it was not written"


def test_cross_origin_commands_are_handed_to_a_thread(new_api: Any) -> None:
    api = new_api(cors=("https://beans.example",))
    event_loop = ApiEventLoop(api)
    match = api.match()
    warm(api, match)
    body, token = json.dumps(first_commands(api, match)[0]).encode(), f"Bearer {match.seats[0]}"
    asked = f"{match.at}/commands"
    assert event_loop.request(asked, body, Authorization=token, Origin="https://beans.example") is None
    assert isinstance(event_loop.answer(asked, body, Authorization=token), EventLoopAnswer)
    event_loop.end()
