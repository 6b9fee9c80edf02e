"""Check that concurrent equal calls share a reading, which never began before the call."""

import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest

from service.store.concurrency.single_flight import SingleFlight

CROWD = 50


class Source:
    """Counts its readings, and blocks them until it is open."""

    def __init__(self) -> None:
        self.readings = count(1)
        self.times = 0
        self.open = threading.Event()
        self.entered = threading.Event()

    def read(self) -> int:
        """Return the number of this reading."""
        self.times = number = next(self.readings)
        self.entered.set()
        assert self.open.wait(10)
        return number


@pytest.fixture
def hasty() -> Iterator[None]:
    """Switch between threads as often as possible."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_fifty_concurrent_calls_share_a_reading_that_began_after_them() -> None:
    shared, source = SingleFlight(), Source()
    with ThreadPoolExecutor(CROWD + 1) as threads:
        first = threads.submit(shared.run, "g", source.read)
        assert source.entered.wait(10)
        crowd = [threads.submit(shared.run, "g", source.read) for _ in range(CROWD)]
        time.sleep(0.1)
        assert source.times == 1
        source.open.set()
        assert first.result(10) == 1
        answer = [one.result(10) for one in crowd]
    assert set(answer) == {2}


def test_a_call_with_another_key_does_not_wait() -> None:
    shared, source = SingleFlight(), Source()
    with ThreadPoolExecutor(1) as threads:
        slow = threads.submit(shared.run, "g", source.read)
        assert source.entered.wait(10)
        assert shared.run("h", lambda: "at once") == "at once"
        source.open.set()
        slow.result(10)


def test_a_failed_reading_fails_all_that_share_it_and_no_later_call() -> None:
    shared, source = SingleFlight(), Source()

    def fail() -> int:
        raise LookupError(str(source.read()))

    with ThreadPoolExecutor(CROWD + 1) as threads:
        first = threads.submit(shared.run, "g", fail)
        assert source.entered.wait(10)
        crowd = [threads.submit(shared.run, "g", fail) for _ in range(CROWD)]
        time.sleep(0.1)
        source.open.set()
        for one in (first, *crowd):
            with pytest.raises(LookupError):
                one.result(10)
    assert source.times == 2
    assert shared.run("g", lambda: "well again") == "well again"
    assert not shared._flights


def test_many_threads_never_get_a_value_older_than_their_call(hasty: None) -> None:
    shared, latest = SingleFlight(), [0]

    def write() -> None:
        for latest[0] in range(5_000):
            time.sleep(0)

    def look() -> list[tuple[int, int]]:
        asked = [(latest[0], shared.run("g", lambda: latest[0])) for _ in range(2_000)]
        return [(before, answer) for before, answer in asked if answer < before]

    with ThreadPoolExecutor(9) as threads:
        threads.submit(write)
        assert [] == [wrong for looker in [threads.submit(look) for _ in range(8)] for wrong in looker.result(60)]
    assert not shared._flights
