"""The system clock is set back or jumps ahead: event times never decrease, delays and expiries hold."""

import time
from collections.abc import Callable
from random import Random
from typing import Final

import pytest

from replay.audit import audit
from service.lifecycle.bot_runner import BotRunner
from tests.service.api.conftest import ApiClient
from tests.waiting import wait_until

DAY: Final = 86_400.0
SHIFTS: Final = (0.0, -3 * DAY, 10 * DAY, 9 * DAY, -400 * DAY, 0.0, 1.0, 0.5)
"""Successive errors of the clock in seconds."""
SetClock = Callable[[float], None]


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    """A function that sets the clock of this process ahead by some seconds."""
    right = time.time_ns

    def set_it(seconds: float) -> None:
        monkeypatch.setattr(time, "time_ns", lambda: right() + round(seconds * 1e9))

    return set_it


def times_of(api: ApiClient, game: str) -> list[int]:
    """Return the time of each event of a game."""
    return [envelope.at for envelope in api.context.store.record(game).envelopes]


def decreases(times: list[int]) -> bool:
    """Return whether a time is earlier than the one before it."""
    return times != sorted(times)


def test_event_times_never_decrease(api, set_clock):
    match, luck = api.match(), Random(1)
    for shift in SHIFTS * 2:
        set_clock(shift)
        assert api.move(match, luck)
    set_clock(-DAY)
    api.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    fork = api.fork(match, 20)
    assert api.move(fork, luck)
    for game in (match.game, fork.game):
        record = api.context.store.record(game)
        assert not decreases([envelope.at for envelope in record.envelopes])
        assert audit(record).first is None
    assert len(set(times_of(api, match.game))) > 2


def test_control_unchecked_clock_times_decrease(api, set_clock, monkeypatch):
    match, luck = api.match(), Random(1)
    monkeypatch.setattr("service.commands.command_handler.max", lambda _, now: now, raising=False)
    for shift in SHIFTS:
        set_clock(shift)
        assert api.move(match, luck)
    assert decreases(times_of(api, match.game))


def test_a_token_expires_by_the_clock_and_a_revoked_one_stays_revoked(api, set_clock):
    match = api.match()
    token = api.token("spectator", match.game, life_ms=60_000)
    revoked = api.token("spectator", match.game)
    api.request("DELETE", "/v1/tokens", revoked, json={"token": revoked})
    expected = {0.0: 200, -DAY: 200, 59.0: 200, 61.0: 401, DAY: 401, 1.0: 200}
    for shift, status in expected.items():
        set_clock(shift)
        assert api.request("GET", match.at, token).status_code == status, shift
        assert api.request("GET", match.at, revoked).status_code == 401, shift


def test_a_delayed_spectator_learns_nothing_early_when_the_clock_is_set_back(api, set_clock):
    match, luck = api.match(spectator_delay={"seconds": 60}), Random(1)
    for shift in (0.0, 30.0, 90.0):
        set_clock(shift)
        assert api.move(match, luck)
    answer = api.get(match.at)["version"]
    assert 1 < answer < api.get(match.at, match.organiser)["version"]
    for shift in (89.0, 30.0, -DAY, -400 * DAY):
        set_clock(shift)
        assert 1 <= api.get(match.at)["version"] <= answer
        assert api.get(f"{match.at}/events")["version"] <= answer
        assert api.move(match, luck)
    set_clock(90.0)
    assert api.get(match.at)["version"] == answer
    set_clock(90.0 + 61.0)
    assert api.get(match.at)["version"] == api.get(match.at, match.organiser)["version"]


def test_a_delay_in_events_does_not_depend_on_the_clock(api, set_clock):
    match, luck = api.match(spectator_delay={"events": 3}), Random(1)
    set_clock(10 * DAY)
    for _ in range(6):
        assert api.move(match, luck)
    answer = api.get(match.at)["version"]
    assert answer > 1
    set_clock(0.0)
    assert api.get(match.at)["version"] == answer


def test_bots_do_not_wait_for_a_clock_that_was_ahead(api, set_clock):
    set_clock(10 * DAY)
    bots = [{"kind": "bot", "bot": "greedy"}] * 3
    made = api.post("/v1/games", json={"edition": "classic", "seats": bots, "pace": 0.01, "start": "now"})
    set_clock(0.0)
    begun = api.get(f"/v1/games/{made['game']}")["version"]
    runner = BotRunner(api.context)
    runner.start()
    try:
        wait_until(
            lambda: api.get(f"/v1/games/{made['game']}")["version"] > begun + 5,
            "the bots wait for the clock",
        )
    finally:
        runner.stop()
    assert not decreases(times_of(api, made["game"]))
