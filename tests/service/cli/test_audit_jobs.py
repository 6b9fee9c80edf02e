"""`haricot audit --jobs`: several processes print and end as one does."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from service.cli.judge.audit_jobs import GAMES_PER_PROCESS, default_jobs
from tests.service.command_line import GAME, PROGRAM, THREE, haricot
from tests.service.store.folders import closing_file
from tests.waiting import wait_until


def test_audit_uses_as_many_processes_as_cores_for_enough_games():
    cores = os.cpu_count() or 1
    assert [default_jobs(0), default_jobs(1), default_jobs(2 * GAMES_PER_PROCESS - 1)] == [1, 1, 1]
    assert cores == default_jobs(GAMES_PER_PROCESS * (cores + 1))


@pytest.mark.long
def test_two_processes_print_what_one_prints_in_the_same_order(own_store, game_file):
    with closing_file(own_store) as file:
        file.execute("UPDATE events SET state = x'c1' WHERE originator_id = ? AND originator_version = 20", [GAME])
        file.commit()
    asked = ("audit", GAME, game_file, THREE, GAME, "nowhere", THREE, "--data", own_store, "--jobs")
    one = haricot(*asked, 1)
    assert (one.code, one.out.count("corrupt, 0 events"), one.out.count("clean, ")) == (2, 2, 2)
    assert "'nowhere'" in one.err
    assert one == haricot(*asked, 2)


@contextmanager
def auditing(store: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Start an audit with two processes that audits two games many times, and wait for its first line."""
    arguments = ["audit", *(GAME, THREE) * 2000, "--jobs", "2", "--data", store]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments], stdout=pipe, stderr=pipe, start_new_session=True
    ) as auditor:
        assert auditor.stdout is not None
        assert auditor.stdout.readline().startswith(GAME.encode())
        yield auditor


def children_of(auditor: subprocess.Popen[bytes]) -> list[int]:
    return list(map(int, Path(f"/proc/{auditor.pid}/task/{auditor.pid}/children").read_text().split()))


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the system does not tell the children of a process")
@pytest.mark.parametrize("ended", ["interrupted", "killed", "a child killed"])
def test_all_processes_of_an_audit_end_together_without_a_traceback(ended, store):
    with auditing(store) as auditor:
        children = children_of(auditor)
        assert len(children) >= 2
        if ended == "interrupted":
            os.killpg(auditor.pid, signal.SIGINT)  # as a terminal does
        else:
            os.kill(auditor.pid if ended == "killed" else children[-1], signal.SIGKILL)
        _, said = auditor.communicate(timeout=60)
        assert b"Traceback" not in said
        if ended == "a child killed":
            assert (auditor.returncode, said.count(b"\n")) == (2, 1)
            assert b"--jobs" in said
        wait_until(lambda: not any(map(is_running, children)))
