"""Web processes die with their parent process, and a new server removes the metrics of a killed one."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.service.served.conftest import ROOT, Serve, is_free
from tests.service.served.test_serve import runs
from tests.waiting import happens_within

CHILD = """
import os, sys, time
sys.stdin.read() # until the parent is gone
if sys.argv[1] == "asks": os.environ["HARICOT_PARENT"] = str(os.getppid())
from service.ops.process import die_with_parent
die_with_parent()
time.sleep(60)
"""
PARENT = """
import os, subprocess, sys
from service.ops.process import mark_as_parent
mark_as_parent()
command = [sys.executable, "-c", sys.argv[1], sys.argv[2]]
child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
print(child.pid, flush=True)
os._exit(0) # before the child has read its modules
"""


def descendants(pid: int) -> set[int]:
    """Return all descendants of a process."""
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        children = {int(child) for task in tasks for child in (task / "children").read_text().split()}
    except OSError:
        return set()
    return children.union(*map(descendants, children))


@pytest.mark.long
@pytest.mark.parametrize("after", [0.0, 0.7], ids=lambda seconds: f"{seconds} s")
def test_web_processes_die_with_a_parent_killed_during_the_start(serve: Serve, after: float, tmp_path: Path) -> None:
    server = serve("--no-demo", "--workers", "2", TMPDIR=str(tmp_path)).begin()
    assert happens_within(60, lambda: len(descendants(server.process.pid)) >= 2)
    time.sleep(after)
    below = descendants(server.process.pid)
    server.process.kill()
    server.process.wait(5)
    assert happens_within(60, lambda: not any(map(runs, below))), "a web process outlives its parent"
    assert is_free(server.port)


def orphan(how: str) -> int:
    """Start a child whose parent exits before it has imported its modules; return its process id."""
    ran = subprocess.run(
        [sys.executable, "-c", PARENT, CHILD, how],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return int(ran.stdout)


def test_an_orphan_that_knows_its_parent_ends() -> None:
    child = orphan("inherits")
    assert happens_within(30, lambda: not runs(child))


@pytest.mark.long
def test_control_an_orphan_that_asks_for_its_parent_too_late_lives_on() -> None:
    child = orphan("asks")
    try:
        assert not happens_within(3, lambda: not runs(child))
    finally:
        os.kill(child, signal.SIGKILL)


COUNTS = """
import sys
from service.ops.telemetry import share_metrics
share_metrics()
print("counts", flush=True)
sys.stdin.read()
"""


def counting(folder: Path) -> "subprocess.Popen[bytes]":
    """Start a process that shares its metrics, and wait until it does."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(folder)}
    server = subprocess.Popen(
        [sys.executable, "-c", COUNTS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    )
    assert server.stdout is not None
    assert b"counts\n" == server.stdout.readline()
    return server


@pytest.mark.long
def test_a_new_server_removes_only_the_metrics_folder_of_a_killed_one(tmp_path: Path) -> None:
    def folders() -> set[Path]:
        return set(tmp_path.glob("haricot-metrics-*"))

    killed = counting(tmp_path)
    left = folders()
    killed.kill()
    killed.communicate()
    assert left == folders()
    living = counting(tmp_path)
    theirs = folders()
    assert (1, set()) == (len(theirs), theirs & left)
    another = counting(tmp_path)
    assert theirs < folders()
    for server in (living, another):
        server.communicate(timeout=30)
    assert set() == folders()
