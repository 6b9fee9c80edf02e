"""Admission control: concurrent requests are bounded, and requests that wait inside block no others."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from service.ops.admission import REQUESTS_MAX, AdmissionControl
from tests.service.api.conftest import ApiClient

REQUESTS = 40


class ConcurrencyCounter:
    """Counts the concurrent visits."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._inside = 0
        self.most = 0

    def visit(self, seconds: float = 0.01) -> None:
        """Enter, stay for a while, and leave."""
        with self._guard:
            self._inside += 1
            self.most = max(self.most, self._inside)
        time.sleep(seconds)
        with self._guard:
            self._inside -= 1


def send_all(application: Callable[[dict[str, Any], Any], Iterable[bytes]], method: str) -> None:
    """Send many requests at the same time."""
    with ThreadPoolExecutor(REQUESTS) as threads:
        asked = [threads.submit(application, {"REQUEST_METHOD": method}, None) for _ in range(REQUESTS)]
    for one in asked:
        one.result()


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_admission_control_bounds_concurrent_reads(method: str) -> None:
    working = ConcurrencyCounter()

    def application(_: Any, __: Any) -> Iterable[bytes]:
        working.visit()
        return []

    send_all(AdmissionControl(3).limit(application), method)
    assert working.most == 3


def test_a_request_with_a_body_does_not_wait_for_admission() -> None:
    barrier = threading.Barrier(REQUESTS)

    def application(_: Any, __: Any) -> Iterable[bytes]:
        barrier.wait(60)  # returns once all requests are inside
        return []

    send_all(AdmissionControl(3).limit(application), "POST")


def test_a_waiting_request_lets_others_in_and_queues_to_return() -> None:
    admission, waiting, working = AdmissionControl(1), ConcurrencyCounter(), ConcurrencyCounter()

    def application(_: Any, __: Any) -> Iterable[bytes]:
        working.visit()
        with admission.released():
            waiting.visit(0.3)
        working.visit()
        return []

    send_all(admission.limit(application), "GET")
    assert working.most == 1
    assert waiting.most > 1


def test_a_streamed_body_is_sent_outside_admission() -> None:
    admission = AdmissionControl(1)

    def application(_: Any, __: Any) -> Iterator[bytes]:
        with admission.released():
            yield b"a"

    streams = [admission.limit(application)({"REQUEST_METHOD": "GET"}, lambda *_: None) for _ in range(3)]
    assert [b"a"] * 3 == [next(iter(stream)) for stream in streams]
    assert admission._places._value == 1


def test_a_failed_request_releases_its_admission() -> None:
    admission = AdmissionControl(1)

    def application(_: Any, __: Any) -> Iterable[bytes]:
        raise LookupError

    for _ in range(3):
        with pytest.raises(LookupError):
            admission.limit(application)({"REQUEST_METHOD": "GET"}, lambda *_: None)
    assert admission._places._value == 1


def test_requests_that_wait_for_news_do_not_block_others(api: ApiClient) -> None:
    match = api.match()
    path = f"{match.at}/events?after={match.version}&wait=20"
    with ThreadPoolExecutor(2 * REQUESTS_MAX) as threads:
        waiting = [threads.submit(api.request, "GET", path) for _ in range(2 * REQUESTS_MAX)]
        time.sleep(0.3)
        assert api.request("GET", "/v1/").status_code == 200
        assert not any(one.done() for one in waiting)
        api.submit(match, {"type": "PlantFromHand", "seat": 0, "field": 0})
        assert {one.result().status_code for one in waiting} == {200}
