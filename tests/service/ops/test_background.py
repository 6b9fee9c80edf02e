"""Check D2: slow work is done one job at a time beside other requests, once per question, and cached."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.ops import background
from service.ops.admission import AdmissionControl
from service.ops.background import WAITING_EACH_MAX, WAITING_MAX, Background
from service.problems import Problem
from tests.waiting import wait_until

ADDRESS = "192.0.2.1"


def test_concurrent_equal_requests_share_one_job_and_its_result_is_cached() -> None:
    jobs, runs = Background(AdmissionControl()), []
    begun = threading.Event()

    def work() -> str:
        runs.append(1)
        begun.wait(5)
        return "found"

    with ThreadPoolExecutor(WAITING_EACH_MAX) as threads:
        asked = [threads.submit(jobs.result, "why", ADDRESS, work, len) for _ in range(WAITING_EACH_MAX)]
        begun.set()
        assert {one.result() for one in asked} == {"found"}
    assert jobs.result("why", ADDRESS, work, len) == "found"
    assert len(runs) == 1


def test_one_job_runs_at_a_time_while_quick_requests_are_answered() -> None:
    admission = AdmissionControl(1)
    jobs, inside, most = Background(admission), [0], [0]

    def work(number: int) -> int:
        inside[0] += 1
        most[0] = max(most[0], inside[0])
        time.sleep(0.05)
        inside[0] -= 1
        return number

    def asked(number: int) -> list[bytes]:
        def application(_: object, __: object) -> list[bytes]:
            return [b"%d" % jobs.result(number, f"192.0.2.{number}", lambda: work(number), int)]

        return list(admission.limit(application)({"REQUEST_METHOD": "GET"}, lambda *_: lambda _: None))

    with ThreadPoolExecutor(5) as threads:
        slow = [threads.submit(asked, number) for number in range(4)]
        time.sleep(0.02)
        begun = time.monotonic()
        quick = list(admission.limit(lambda *_: [b"quick"])({"REQUEST_METHOD": "GET"}, lambda *_: lambda _: None))
        assert time.monotonic() - begun < 0.1
        assert quick == [b"quick"]
        assert [one.result() for one in slow] == [[b"0"], [b"1"], [b"2"], [b"3"]]
    assert most == [1]


def test_waiting_jobs_are_limited_in_total_and_per_address(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs, free = Background(AdmissionControl()), threading.Event()
    monkeypatch.setattr(background, "TURN_WAIT_SECONDS", 10.0)
    with ThreadPoolExecutor(WAITING_MAX) as threads:
        addresses = [f"192.0.2.{number // WAITING_EACH_MAX}" for number in range(WAITING_MAX)]
        waiting = [
            threads.submit(jobs.result, number, address, lambda: free.wait(10), int)
            for number, address in enumerate(addresses)
        ]
        wait_until(lambda: jobs._waiting.total >= WAITING_MAX)
        for address, code in (("192.0.2.0", "rate.limited"), ("192.0.2.99", "unavailable")):
            with pytest.raises(Problem) as refused, jobs.exclusive(address):
                pass
            assert refused.value.code == code
        free.set()
        assert all(one.result() for one in waiting)
    with jobs.exclusive(ADDRESS):
        pass


def test_a_waiting_job_times_out_and_a_failed_one_frees_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "TURN_WAIT_SECONDS", 0.05)
    jobs = Background(AdmissionControl())
    with jobs.exclusive(ADDRESS), pytest.raises(Problem) as refused:
        jobs.result("why", ADDRESS, lambda: 1, int)
    assert refused.value.code == "unavailable"
    with pytest.raises(ZeroDivisionError):
        jobs.result("why", ADDRESS, lambda: 1 // 0, int)
    assert jobs.result("why", ADDRESS, lambda: 1, int) == 1


def test_the_cache_of_results_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "CACHED_PARTS_MAX", 100)
    jobs = Background(AdmissionControl())
    for number in range(50):
        jobs.result(number, ADDRESS, lambda: "found", lambda _: 10)
    assert jobs._results.size == 100
    assert [number for number in range(50) if jobs._results.peek(number)] == [*range(40, 50)]
