"""The event loop answers as a thread does: games in every state, clients behind proxies, counts in Redis."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from service.commands.loop_writer import LoopWriter
from service.http.request_lifecycle import REQUEST_STATE
from service.ops.server import EventLoopAnswer
from service.store.errors import Conflict
from tests.long_tests import mostly_long
from tests.servers.redis_server import redis_url, shared_redis
from tests.service.api.conftest import ApiClient, Match, open_api
from tests.service.api.event_loop import ApiEventLoop, api_without_cors, event_loop
from tests.service.api.test_event_loop_path import first_commands, plain, warm
from tests.waiting import wait_until

__all__ = ["api_without_cors", "event_loop", "redis_url", "shared_redis"]

CommandCase = tuple[Match, dict[str, Any], str]
"""A game, a command and the token with which it is submitted."""


def in_thread(event_loop: ApiEventLoop, path: str, body: bytes, environ: dict[str, Any], **headers: str) -> Any:
    """Return the answer of a thread."""
    sent = {"Content-Type": "application/json", **{name.replace("_", "-"): text for name, text in headers.items()}}
    environ = {"REMOTE_ADDR": "192.0.2.1", **environ}
    return event_loop.app.test_client().post(path, data=body, headers=sent, environ_base=environ)


def running_game(api: ApiClient) -> CommandCase:
    """Return a legal command of a running game."""
    match = api.match(practice=True, seed="77")
    return match, first_commands(api, match)[0], match.seats[0]


def paused_game(api: ApiClient) -> CommandCase:
    """Return a command of a paused game."""
    match, command, token = running_game(api)
    api.post(f"{match.at}/pause", match.organiser)
    return match, command, token


def ended_game(api: ApiClient) -> CommandCase:
    """Return a command of an ended game."""
    match, command, token = running_game(api)
    api.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    return match, command, token


def taken_seat(api: ApiClient) -> CommandCase:
    """Return a command that takes a seat which is taken."""
    match, _, token = running_game(api)
    return match, {"type": "TakeSeat", "seat": 0, "kind": "human", "pseudonym": "Ada", "contribution": "ab" * 32}, token


def seat_as_bot(api: ApiClient) -> CommandCase:
    """Return a command that takes a seat as a bot."""
    match, command, token = taken_seat(api)
    return match, {**command, "kind": "bot"}, token


def as_organiser(api: ApiClient) -> CommandCase:
    """Return a command of a caller who has no seat."""
    match, command, _ = running_game(api)
    return match, command, match.organiser


def absent_game(api: ApiClient) -> CommandCase:
    """Return a command of an absent game."""
    match, command, token = running_game(api)
    return Match("nowhere", match.seats, match.organiser, 0, ""), command, token


SITUATIONS: list[Callable[[ApiClient], CommandCase]] = [
    running_game, paused_game, ended_game, taken_seat, seat_as_bot, as_organiser, absent_game,
]  # fmt: skip


@pytest.mark.parametrize("key", mostly_long(["a-key-of-mine", None]))
def test_the_loop_and_a_thread_answer_every_situation_alike(api, event_loop, key):
    for situation in SITUATIONS:
        answers = []
        for by_loop in (True, False):
            match, command, token = situation(api)
            if match.version:
                warm(api, match)
            path, body = f"{match.at}/commands", json.dumps(command).encode()
            headers = {"Authorization": f"Bearer {token}"} | ({} if key is None else {"Idempotency_Key": key})
            found = event_loop.request(path, body, **headers) if by_loop else {}
            if isinstance(found, EventLoopAnswer):
                answers.append(plain(*found, game=match.game))
            else:
                reply = in_thread(event_loop, path, body, found, **headers)
                answers.append(plain(reply.status_code, reply.headers, reply.data, match.game))
        assert answers[0] == answers[1], situation.__name__


@pytest.mark.parametrize("key", [None, "a-key-of-mine"])
def test_a_command_that_lost_a_race_to_another_process_is_decided_again(api, event_loop, key, monkeypatch):
    match, lost, append = api.match(practice=True, seed="77"), list[Conflict](), LoopWriter.append

    async def noting(writer: LoopWriter, *parts: Any) -> None:
        try:
            await append(writer, *parts)
        except Conflict as conflict:
            lost.append(conflict)
            raise

    monkeypatch.setattr(LoopWriter, "append", noting)
    monkeypatch.setattr(api.context.notifier, "_poll", lambda: None)  # this process has no news of the other one yet
    warm(api, match)
    commands = [{"type": "PlantFromHand", "seat": 0, "field": field} for field in (0, 1)]
    with open_api(api.context.settings.store) as other:  # type: ignore[arg-type]  # it is a folder
        first = other.submit(match, commands[0])
    headers = {"Authorization": f"Bearer {match.seats[0]}"} | ({} if key is None else {"Idempotency_Key": key})
    body, path = json.dumps(commands[1]).encode(), f"{match.at}/commands"

    def handed_over() -> Any:
        found = event_loop.request(path, body, **headers)
        assert set(found) == {REQUEST_STATE}
        return found if lost else None

    wait_until(handed_over)
    reply = in_thread(event_loop, path, body, {}, **headers)
    assert reply.status_code == 201
    assert reply.json["version"] > first["version"]
    written = [one.n for one in api.context.store.envelopes(match.game)]
    assert written == list(range(1, reply.json["version"] + 1))


@pytest.mark.parametrize("proxies", [0, 1, 2])
def test_behind_proxies_the_loop_and_a_thread_charge_the_same_address(new_api, proxies):
    api = new_api(cors=(), rate="1000 per hour", proxies=proxies)
    event_loop, match = ApiEventLoop(api), api.match()
    warm(api, match)
    token, path = {"Authorization": "Bearer hrc_seat_no"}, f"{match.at}/commands"
    left = []
    for by_loop in (True, False, True, False):
        forwarded = {"X_Forwarded_For": "198.51.100.7, 203.0.113.9"} | token
        if by_loop:
            found = event_loop.request(path, b"{}", **forwarded)
            if isinstance(found, EventLoopAnswer):
                left.append(int(dict(found.headers)["X-RateLimit-Remaining"]))
                continue
        reply = in_thread(event_loop, path, b"{}", found if by_loop else {}, **forwarded)
        left.append(int(reply.headers["X-RateLimit-Remaining"]))
    assert left == list(range(left[0], left[0] - 4, -1)), "each request counts once, on one account"
    event_loop.end()


def test_with_redis_each_request_is_counted_once(new_api: Callable[..., ApiClient], redis_url: str) -> None:
    api = new_api(cors=(), rate="1000 per hour", redis_url=redis_url)
    event_loop, match, redis = ApiEventLoop(api), api.match(), api.context.redis
    warm(api, match)
    assert redis is not None
    account = f"haricot:rate:asked:{redis.pseudonym('from 192.0.2.1')}:1000:3600"
    by_loop, times = 0, 12
    for number in range(times):
        command = api.choices(match, api.get(match.at, match.seats[0])["to_act"][0])[0]
        if number == times // 2:
            api.context.register.invalidate()  # the loop counts the request and then hands it over
        headers = {"Authorization": f"Bearer {match.seats[command['seat']]}"}
        body, path = json.dumps(command).encode(), f"{match.at}/commands"
        found = event_loop.request(path, body, **headers)
        if isinstance(found, EventLoopAnswer):
            by_loop += 1
            assert found.status == 201
        else:
            assert in_thread(event_loop, path, body, found, **headers).status_code == 201
        assert int(redis.run(lambda client: client.get(account))) == number + 1
    assert 1 < by_loop < times
    event_loop.end()
