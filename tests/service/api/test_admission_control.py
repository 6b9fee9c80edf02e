"""So many requests are worked on at once and no more; who waits for something inside keeps nobody out."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from service.ops.admission import AT_ONCE, AdmissionControl
from tests.service.api.conftest import ApiClient

CROWD = 40


class Turnstiled:
    """Counts who is inside."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._inside = 0
        self.most = 0

    def visit(self, seconds: float = 0.01) -> None:
        """Comes in, stays for a while, and leaves."""
        with self._guard:
            self._inside += 1
            self.most = max(self.most, self._inside)
        time.sleep(seconds)
        with self._guard:
            self._inside -= 1


def crowd(application: Callable[[dict[str, Any], Any], Iterable[bytes]], method: str) -> None:
    """Asks for everything at the same moment."""
    with ThreadPoolExecutor(CROWD) as threads:
        asked = [threads.submit(application, {"REQUEST_METHOD": method}, None) for _ in range(CROWD)]
    for one in asked:
        one.result()


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_admission_control_bounds_concurrent_reads(method: str) -> None:
    room = Turnstiled()

    def application(_: Any, __: Any) -> Iterable[bytes]:
        room.visit()
        return []

    crowd(AdmissionControl(3).before(application), method)
    assert room.most == 3


def test_a_request_with_a_body_does_not_wait_for_admission() -> None:
    everybody = threading.Barrier(CROWD)

    def application(_: Any, __: Any) -> Iterable[bytes]:
        everybody.wait(60)  # for all of them, each of whom is inside
        return []

    crowd(AdmissionControl(3).before(application), "POST")


def test_a_waiting_request_lets_others_in_and_queues_to_return() -> None:
    turnstile, waiting, room = AdmissionControl(1), Turnstiled(), Turnstiled()

    def application(_: Any, __: Any) -> Iterable[bytes]:
        room.visit()
        with turnstile.aside():
            waiting.visit(0.3)
        room.visit()
        return []

    crowd(turnstile.before(application), "GET")
    assert room.most == 1
    assert waiting.most > 1


def test_a_streamed_body_is_sent_outside_admission() -> None:
    turnstile = AdmissionControl(1)

    def application(_: Any, __: Any) -> Iterator[bytes]:
        with turnstile.aside():
            yield b"a"

    streams = [turnstile.before(application)({"REQUEST_METHOD": "GET"}, lambda *_: None) for _ in range(3)]
    assert [b"a"] * 3 == [next(iter(stream)) for stream in streams]
    assert turnstile._free._value == 1


def test_a_failed_request_releases_its_admission() -> None:
    turnstile = AdmissionControl(1)

    def application(_: Any, __: Any) -> Iterable[bytes]:
        raise LookupError

    for _ in range(3):
        with pytest.raises(LookupError):
            turnstile.before(application)({"REQUEST_METHOD": "GET"}, lambda *_: None)
    assert turnstile._free._value == 1


def test_requests_that_wait_for_news_do_not_block_others(api: ApiClient) -> None:
    match = api.match()
    path = f"{match.at}/events?after={match.version}&wait=20"
    with ThreadPoolExecutor(2 * AT_ONCE) as threads:
        waiting = [threads.submit(api.ask, "GET", path) for _ in range(2 * AT_ONCE)]
        time.sleep(0.3)
        assert api.ask("GET", "/v1/").status_code == 200
        assert not any(one.done() for one in waiting)
        api.submit(match, {"type": "PlantFromHand", "seat": 0, "field": 0})
        assert {one.result().status_code for one in waiting} == {200}
