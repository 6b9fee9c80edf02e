"""D2: what takes long is done one after another, beside the rest, once for all who ask, and is remembered."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.ops import background
from service.ops.admission import AdmissionControl
from service.ops.background import WAITING_EACH_MAX, WAITING_MAX, Background
from service.problems import Problem
from tests.waiting import until

HERE = "192.0.2.1"


def test_it_is_done_once_for_all_who_ask_and_remembered() -> None:
    at_work, worked = Background(AdmissionControl()), []
    begun = threading.Event()

    def work() -> str:
        worked.append(1)
        begun.wait(5)
        return "found"

    with ThreadPoolExecutor(WAITING_EACH_MAX) as threads:
        asked = [threads.submit(at_work.found, "why", HERE, work, len) for _ in range(WAITING_EACH_MAX)]
        begun.set()
        assert {one.result() for one in asked} == {"found"}
    assert at_work.found("why", HERE, work, len) == "found"
    assert len(worked) == 1


def test_one_thing_is_done_at_a_time_and_what_is_quick_goes_on() -> None:
    turnstile = AdmissionControl(1)
    at_work, inside, most = Background(turnstile), [0], [0]

    def work(number: int) -> int:
        inside[0] += 1
        most[0] = max(most[0], inside[0])
        time.sleep(0.05)
        inside[0] -= 1
        return number

    def asked(number: int) -> list[bytes]:
        def application(_: object, __: object) -> list[bytes]:
            return [b"%d" % at_work.found(number, f"192.0.2.{number}", lambda: work(number), int)]

        return list(turnstile.before(application)({"REQUEST_METHOD": "GET"}, lambda *_: lambda _: None))

    with ThreadPoolExecutor(5) as threads:
        slow = [threads.submit(asked, number) for number in range(4)]
        time.sleep(0.02)
        begun = time.monotonic()
        quick = list(turnstile.before(lambda *_: [b"quick"])({"REQUEST_METHOD": "GET"}, lambda *_: lambda _: None))
        assert time.monotonic() - begun < 0.1
        assert quick == [b"quick"]
        assert [one.result() for one in slow] == [[b"0"], [b"1"], [b"2"], [b"3"]]
    assert most == [1]


def test_so_many_may_wait_and_from_one_address_a_few(monkeypatch: pytest.MonkeyPatch) -> None:
    at_work, free = Background(AdmissionControl()), threading.Event()
    monkeypatch.setattr(background, "PATIENCE_SECONDS", 10.0)
    with ThreadPoolExecutor(WAITING_MAX) as threads:
        addresses = [f"192.0.2.{number // WAITING_EACH_MAX}" for number in range(WAITING_MAX)]
        waiting = [
            threads.submit(at_work.found, number, address, lambda: free.wait(10), int)
            for number, address in enumerate(addresses)
        ]
        until(lambda: at_work._waiting.total >= WAITING_MAX)
        for address, code in (("192.0.2.0", "rate.limited"), ("192.0.2.99", "unavailable")):
            with pytest.raises(Problem) as refused, at_work.alone(address):
                pass
            assert refused.value.code == code
        free.set()
        assert all(one.result() for one in waiting)
    with at_work.alone(HERE):
        pass


def test_nobody_waits_for_ever_and_a_failure_frees_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "PATIENCE_SECONDS", 0.05)
    at_work = Background(AdmissionControl())
    with at_work.alone(HERE), pytest.raises(Problem) as refused:
        at_work.found("why", HERE, lambda: 1, int)
    assert refused.value.code == "unavailable"
    with pytest.raises(ZeroDivisionError):
        at_work.found("why", HERE, lambda: 1 // 0, int)
    assert at_work.found("why", HERE, lambda: 1, int) == 1


def test_what_is_remembered_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "CACHED_PARTS_MAX", 100)
    at_work = Background(AdmissionControl())
    for number in range(50):
        at_work.found(number, HERE, lambda: "found", lambda _: 10)
    assert at_work._known.size == 100
    assert [number for number in range(50) if at_work._known.peek(number)] == [*range(40, 50)]
