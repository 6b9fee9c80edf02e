"""The thread that calls one function again and again."""

import threading
import time
from collections.abc import Callable, Iterator

import pytest
from structlog.testing import capture_logs

from service.ops.polling_thread import PollingThread
from service.store.errors import StoreProblem
from tests.waiting import happens_within


class Calls:
    """A turn that counts its calls and fails while it is told to."""

    def __init__(self) -> None:
        self.count = 0
        self.fails = ""

    def __call__(self) -> None:
        self.count += 1
        if self.fails:
            raise StoreProblem(self.fails)


@pytest.fixture
def calls() -> Calls:
    return Calls()


@pytest.fixture
def start(calls: Calls) -> Iterator[Callable[..., PollingThread]]:
    """Return what starts a thread over `calls`; each thread is stopped after the test."""
    started: list[PollingThread] = []

    def start(**seconds: float) -> PollingThread:
        started.append(PollingThread("polling", calls, **seconds))
        started[-1].start()
        return started[-1]

    yield start
    for thread in started:
        thread.stop()


def test_it_calls_when_woken_and_after_the_idle_time(calls: Calls, start: Callable[..., PollingThread]) -> None:
    thread = start(idle_seconds=60.0)
    assert happens_within(5, lambda: calls.count == 1)
    thread.wake("a game")
    assert happens_within(5, lambda: calls.count == 2)
    start(idle_seconds=0.01)
    assert happens_within(5, lambda: calls.count > 4)


def test_many_wake_ups_cost_few_calls(calls: Calls, start: Callable[..., PollingThread]) -> None:
    thread = start(idle_seconds=60.0)
    until = time.monotonic() + 1.0
    while time.monotonic() < until:
        thread.wake()
        time.sleep(0.001)
    assert 2 <= calls.count <= 7


def test_an_error_is_logged_once_until_a_call_succeeds(calls: Calls, start: Callable[..., PollingThread]) -> None:
    with capture_logs() as logged:
        calls.fails = "the disk is full"
        start(idle_seconds=0.01, failure_seconds=0.01)
        assert happens_within(5, lambda: calls.count >= 3)
        calls.fails = ""
        assert happens_within(5, lambda at=calls.count: calls.count >= at + 2)
        calls.fails = "the disk is full"
        assert happens_within(5, lambda at=calls.count: calls.count >= at + 2)
    assert [line for line in logged if line["event"] == "polling"] == 2 * [
        {"event": "polling", "log_level": "error", "says": "the disk is full"}
    ]


def test_a_wake_up_does_not_shorten_the_pause_after_an_error(calls: Calls, start: Callable[..., PollingThread]) -> None:
    calls.fails = "the disk is full"
    thread = start(idle_seconds=0.01, failure_seconds=60.0)
    assert happens_within(5, lambda: calls.count == 1)
    thread.wake()
    assert not happens_within(0.5, lambda: calls.count > 1)


def test_stop_waits_for_the_call_under_way_and_ends_its_pause() -> None:
    entered, left = threading.Event(), threading.Event()

    def turn() -> None:
        entered.set()
        thread.pause(60.0)
        assert thread.is_stopping
        left.set()

    thread = PollingThread("polling", turn, idle_seconds=60.0)
    thread.start()
    assert entered.wait(5)
    thread.stop()
    assert left.is_set()
