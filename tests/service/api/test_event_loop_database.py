"""A whole game is played on the event loop without a use of a database connection there."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from service.ops.server import EventLoopAnswer
from service.store.concurrency.blocking_guard import may_block
from service.store.sqlite import file
from tests.random_player import pick_legal
from tests.service.api.conftest import ApiClient, Match
from tests.service.api.event_loop import ApiEventLoop, event_loop

__all__ = ["event_loop"]

LEAST_SHARE = 0.8
"""The least share of accepted commands that the loop answers; for the others, something was not cached."""


@pytest.fixture
def loop_statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements that a thread which must not wait sent to the database."""
    found: list[str] = []

    class WatchedConnection(file.sqlite3.Connection):  # type: ignore[name-defined,misc]  # whichever SQLite there is
        def execute(self, statement: str, *more: Any) -> Any:
            if not may_block():
                found.append(statement)
            return super().execute(statement, *more)

    connect = file.sqlite3.connect
    monkeypatch.setattr(file.sqlite3, "connect", lambda *a, **k: connect(*a, **k, factory=WatchedConnection))
    return found


def play_on_loop(api: ApiClient, event_loop: ApiEventLoop, match: Match, most: int = 10_000) -> tuple[int, int]:
    """Play a game with some repeats and refusals. Return how many commands there were, and how many by the loop."""
    luck, given, by_loop = Random(7), 0, 0
    while given < most:
        head = api.get(match.at, match.seats[0])
        if not head["to_act"]:
            break
        seat = head["to_act"][0]
        command, token = pick_legal(api.choices(match, seat), luck, onward=True), f"Bearer {match.seats[seat]}"
        sent: dict[str, str] = {"Authorization": token} | ({"Idempotency_Key": f"number {given}"} if given % 3 else {})
        body, path = json.dumps(command).encode(), f"{match.at}/commands"
        found = event_loop.request(path, body, **sent)
        if isinstance(found, EventLoopAnswer):
            assert found.status == 201, found
            by_loop += 1
        else:
            api.submit(match, command)
        if given % 10 == 0:
            event_loop.request(path, body, **sent)  # a repeat, or a command that is no longer legal
        given += 1
    return given, by_loop


@pytest.fixture
def watched(loop_statements: list[str], new_api: Callable[..., ApiClient]) -> ApiClient:
    """An API client whose database connections are watched."""
    return new_api(cors=())


@pytest.mark.long
def test_a_game_on_the_loop_uses_no_database_connection(watched: ApiClient, loop_statements: list[str]) -> None:
    event_loop, match = ApiEventLoop(watched), watched.match()
    given, by_loop = play_on_loop(watched, event_loop, match)
    event_loop.end()
    assert watched.get(match.at)["status"] == "finished"
    assert loop_statements == []
    assert by_loop > given * LEAST_SHARE, (given, by_loop)


@pytest.mark.long
def test_control_a_database_read_on_the_loop_is_detected(watched, loop_statements, monkeypatch):
    for place in ("reader_pool", "single_flight"):
        monkeypatch.setattr(f"service.store.concurrency.{place}.require_may_block", lambda: None)
    event_loop, match = ApiEventLoop(watched), watched.match()
    watched.context.register.invalidate()
    play_on_loop(watched, event_loop, match, 11)
    event_loop.end()
    assert loop_statements
