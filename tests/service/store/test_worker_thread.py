"""Check that a worker thread continues after an error, which is logged with its place and without values."""

import json
import subprocess
import sys
import threading

import pytest

from service.store.concurrency import worker_thread
from service.store.concurrency.worker_thread import WorkerThread

FAILS_ONCE = """
from service.ops.telemetry import log_to_stderr
from service.store.concurrency.worker_thread import WorkerThread

hands = iter([["secret bean"]])

def work():
    for hand in hands:
        raise KeyError(*hand)

log_to_stderr("info")
duty = WorkerThread("looker", work)
duty.start()
duty.join()
"""


def test_failing_work_is_repeated_until_it_returns(monkeypatch: pytest.MonkeyPatch) -> None:
    faults: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", faults.append)
    monkeypatch.setattr(worker_thread, "PAUSE_SECONDS", 0.0)
    failures = iter([KeyError("first"), ValueError("second")])

    def work() -> None:
        for failure in failures:
            raise failure

    looker = WorkerThread("looker", work)
    looker.start()
    looker.join(10)
    assert not looker.is_alive()
    assert [(fault.exc_type, fault.thread) for fault in faults] == [(KeyError, looker), (ValueError, looker)]


def test_a_logged_error_has_its_place_and_no_values() -> None:
    done = subprocess.run([sys.executable, "-c", FAILS_ONCE], capture_output=True, text=True, check=True, timeout=60)
    (line,) = done.stderr.splitlines()
    entry = json.loads(line)
    assert (entry["event"], entry["thread"], entry["kind"], entry["level"]) == ("fault", "looker", "KeyError", "error")
    assert entry["at"]
    assert "secret" not in line
