"""The bot runner misses no game, and retries at once without a warning when a human was faster."""

import threading
import time
from typing import Any

import pytest
import structlog

from domain.refusals import HaricotError
from service.lifecycle import bot_runner, game_worker
from service.lifecycle.bot_runner import BotRunner
from service.queries import live_table as live
from service.store.concurrency import worker_thread
from service.store.sqlite.recorder import POLL_SECONDS
from tests.service.api.conftest import ApiClient
from tests.waiting import happens_within

BOTS = [{"kind": "bot", "bot": "greedy"}] * 3


class LateBotRunner(BotRunner):
    """A faulty runner, which reads the list of games before it holds the lease."""

    def _take_lease(self) -> bool:
        if self._has_lease:
            return True
        has, games = self._context.store.take_lease(self.LEASE), list(self._context.game_lists.unfinished())
        self._has_lease = has
        for game in games:
            self.schedule(game)
        return has


def plays_new_game(api: ApiClient, runner: BotRunner, monkeypatch: pytest.MonkeyPatch, seconds: float) -> bool:
    """Return whether bots play a game that is created while the runner reads the list of games."""
    unfinished, made = api.context.game_lists.unfinished, []

    def slowly() -> Any:
        found = list(unfinished())
        if not made:
            made.append(api.post("/v1/games", json={"edition": "classic", "seats": BOTS, "pace": 0})["game"])
            time.sleep(10 * POLL_SECONDS)  # until the notifier has polled and finds nothing new
        return found

    monkeypatch.setattr(api.context.game_lists, "unfinished", slowly)
    runner.start()
    try:
        assert happens_within(10, lambda: bool(made))
        begun = api.get(f"/v1/games/{made[0]}")["version"]
        return happens_within(seconds, lambda: api.get(f"/v1/games/{made[0]}")["version"] > begun + 5)
    finally:
        runner.stop()


def test_bots_play_a_game_created_while_their_runner_takes_over(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert plays_new_game(api, BotRunner(api.context), monkeypatch, 10)


def test_control_a_list_read_before_the_lease_is_taken_misses_that_game(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not plays_new_game(api, LateBotRunner(api.context), monkeypatch, 1)


def test_the_bot_runner_checks_every_game_again_after_an_error(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    faults: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", faults.append)
    monkeypatch.setattr(worker_thread, "PAUSE_SECONDS", 0.0)
    game = api.post("/v1/games", json={"edition": "classic", "seats": BOTS, "pace": 0})["game"]
    begun = api.get(f"/v1/games/{game}")["version"]
    time.sleep(10 * POLL_SECONDS)  # until the notifier has polled and finds nothing new
    unfinished, failures = api.context.game_lists.unfinished, iter([RuntimeError("planted")])

    def failing() -> Any:
        for failure in failures:
            raise failure
        return unfinished()

    monkeypatch.setattr(api.context.game_lists, "unfinished", failing)
    runner = BotRunner(api.context)
    runner.start()
    try:
        assert happens_within(10, lambda: api.get(f"/v1/games/{game}")["version"] > begun)
    finally:
        runner.stop()
    assert [fault.exc_type for fault in faults] == [RuntimeError]


def overtake(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Let a human act just before the bot, up to three times, and return the warnings that are logged."""
    seats = [{"kind": "bot", "bot": "greedy"}, {"kind": "human"}, {"kind": "human"}]
    match = api.match(seats=seats, pace=0, patience=0)
    handle, times = api.context.command_handler.handle, []

    def handle_late(game: str, command: Any, **asked: Any) -> Any:
        if asked["by"] == "seat:0" and len(times) < 3 and (choices := api.choices(match, 1)):
            times.append(api.submit(match, choices[0]))
        return handle(game, command, **asked)

    monkeypatch.setattr(api.context.command_handler, "handle", handle_late)
    runner = BotRunner(api.context)
    with structlog.testing.capture_logs() as logged:
        runner.start()
        try:
            for _ in range(60):
                head = api.get(match.at, match.organiser)
                if len(times) == 3 or not head["to_act"]:
                    break
                seat = head["to_act"][0]
                if seat == 0:
                    assert happens_within(
                        10, lambda: api.get(match.at, match.organiser)["to_act"] != [0] or len(times) == 3
                    )
                else:
                    api.submit(match, api.choices(match, seat)[0])
        finally:
            runner.stop()
    assert times
    return [line for line in logged if line["log_level"] == "warning"]


def test_a_bot_retries_without_a_warning_when_a_human_was_faster(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_worker, "FAILURE_PAUSE_SECONDS", 300.0)
    assert overtake(api, monkeypatch) == []


def test_control_a_conflict_treated_as_an_error_is_logged(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_runner, "CONFLICT_CODES", set())
    assert {line["says"] for line in overtake(api, monkeypatch)} == {"Problem"}


def finishes_without_offers(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Return whether trading bots finish a game that soon accepts no more offers."""
    monkeypatch.setattr(live, "EVENTS_MAX", 20)
    traders = [{"kind": "bot", "bot": "trader"}] * 3
    game = api.post("/v1/games", json={"edition": "classic", "seats": traders, "pace": 0})["game"]
    runner = BotRunner(api.context)
    for _ in range(2000):
        try:
            again = runner._process_game(game)
        except HaricotError:
            return False
        if again is None:
            break
    return bool(api.get(f"/v1/games/{game}")["status"] == "finished")


def test_bots_finish_a_game_that_accepts_no_more_offers(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert finishes_without_offers(api, monkeypatch)


def test_control_bots_that_keep_offering_do_not_finish(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = bot_runner.next_command
    monkeypatch.setattr(bot_runner, "next_command", lambda *game, **_: asked(*game))
    assert not finishes_without_offers(api, monkeypatch)
