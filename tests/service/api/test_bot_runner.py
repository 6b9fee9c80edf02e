"""Bots at their duty: no game is missed, and who is overtaken by a human looks again at once and warns nobody."""

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
from tests.service.api.conftest import ApiClient, Match
from tests.waiting import within

BOTS = [{"kind": "bot", "bot": "greedy"}] * 3


class Late(BotRunner):
    """As it was: the list of games is read before this process says that it is on duty."""

    def _has_duty(self) -> bool:
        if self._on_duty:
            return True
        has, games = self._context.store.take_lease(self.DUTY), list(self._context.catalogue.unfinished())
        self._on_duty = has
        for game in games:
            self.look_at(game)
        return has


def moved(api: ApiClient, runner: BotRunner, monkeypatch: pytest.MonkeyPatch, seconds: float) -> bool:
    """Whether bots move in a game that is made while the list of games is being read."""
    unfinished, made = api.context.catalogue.unfinished, []

    def slowly() -> Any:
        found = list(unfinished())
        if not made:
            made.append(api.post("/v1/games", json={"edition": "classic", "seats": BOTS, "pace": 0})["game"])
            time.sleep(10 * POLL_SECONDS)  # until the notifier has looked around, and nothing is new any more
        return found

    monkeypatch.setattr(api.context.catalogue, "unfinished", slowly)
    runner.start()
    try:
        assert within(10, lambda: bool(made))
        begun = api.get(f"/v1/games/{made[0]}")["version"]
        return within(seconds, lambda: api.get(f"/v1/games/{made[0]}")["version"] > begun + 5)
    finally:
        runner.stop()


def test_bots_play_a_game_created_while_their_runner_takes_over(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert moved(api, BotRunner(api.context), monkeypatch, 10)


def test_control_a_list_read_before_the_lease_is_taken_misses_that_game(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not moved(api, Late(api.context), monkeypatch, 2)


def test_the_bot_runner_checks_every_game_again_after_an_error(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    faults: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", faults.append)
    monkeypatch.setattr(worker_thread, "PAUSE_SECONDS", 0.0)
    game = api.post("/v1/games", json={"edition": "classic", "seats": BOTS, "pace": 0})["game"]
    begun = api.get(f"/v1/games/{game}")["version"]
    time.sleep(10 * POLL_SECONDS)  # until the notifier has looked around, and nothing is new any more
    unfinished, failures = api.context.catalogue.unfinished, iter([RuntimeError("a fault of ours")])

    def failing() -> Any:
        for failure in failures:
            raise failure
        return unfinished()

    monkeypatch.setattr(api.context.catalogue, "unfinished", failing)
    runner = BotRunner(api.context)
    runner.start()
    try:
        assert within(10, lambda: api.get(f"/v1/games/{game}")["version"] > begun)
    finally:
        runner.stop()
    assert [fault.exc_type for fault in faults] == [RuntimeError]


def overtaken(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> tuple[list[Any], int, Match]:
    """What is logged when a human always acts just before the bot; how often that was, and the game."""
    seats = [{"kind": "bot", "bot": "greedy"}, {"kind": "human"}, {"kind": "human"}]
    match = api.match(seats=seats, pace=0, patience=0)
    give, times = api.context.live.handle, []

    def give_late(game: str, command: Any, **asked: Any) -> Any:
        if asked["by"] == "seat:0" and len(times) < 3 and (choices := api.choices(match, 1)):
            times.append(api.submit(match, choices[0]))
        return give(game, command, **asked)

    monkeypatch.setattr(api.context.live, "handle", give_late)
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
                    assert within(10, lambda: api.get(match.at, match.organiser)["to_act"] != [0] or len(times) == 3)
                else:
                    api.submit(match, api.choices(match, seat)[0])
        finally:
            runner.stop()
    return [line for line in logged if line["log_level"] == "warning"], len(times), match


def test_a_bot_retries_without_a_warning_when_a_human_was_faster(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_worker, "IDLE_SECONDS", 300.0)
    logged, times, _ = overtaken(api, monkeypatch)
    assert times
    assert [] == logged


def test_control_a_conflict_treated_as_an_error_is_logged(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_runner, "OVERTAKEN", set())
    logged, times, _ = overtaken(api, monkeypatch)
    assert times
    assert {"Problem"} == {line["says"] for line in logged}


def end_of_a_long_game(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether traders come to the end of a game that takes no more offers soon."""
    monkeypatch.setattr(live, "EVENTS_MAX", 20)
    traders = [{"kind": "bot", "bot": "trader"}] * 3
    game = api.post("/v1/games", json={"edition": "classic", "seats": traders, "pace": 0})["game"]
    runner = BotRunner(api.context)
    for _ in range(2000):
        try:
            again = runner._move(game)
        except HaricotError:
            return False
        if again is None:
            break
    return bool(api.get(f"/v1/games/{game}")["status"] == "finished")


def test_bots_finish_a_game_that_accepts_no_more_offers(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert end_of_a_long_game(api, monkeypatch)


def test_control_bots_that_keep_offering_do_not_finish(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = bot_runner.next_command
    monkeypatch.setattr(bot_runner, "next_command", lambda *game, **_: asked(*game))
    assert not end_of_a_long_game(api, monkeypatch)
