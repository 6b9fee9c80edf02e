"""Run plans in forked processes that are killed, and report the exit status and the output of each."""

import faulthandler
import multiprocessing
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any, Final, NamedTuple

SPAWN = multiprocessing.get_context("spawn")
LIFETIME: Final = 25
"""Seconds after which a process that was not killed prints the stacks of its threads and exits."""

Workload = Callable[[Any, int], None]
"""What a process does: takes its plan, and the file descriptor of a pipe to write lines to."""


class ProcessReport(NamedTuple):
    """The exit status of a process (a signal is negative), and the complete lines that it wrote."""

    ended_by: int
    lines: tuple[str, ...]


@contextmanager
def fork_server(workload: Workload) -> Iterator[Callable[[Any], ProcessReport]]:
    """Yield a function that carries out a plan in a forked process and returns its report."""
    orders, theirs = SPAWN.Pipe()
    server = SPAWN.Process(target=_serve_forks, args=(workload, theirs), daemon=True)
    server.start()
    theirs.close()

    def run_forked(plan: Any) -> ProcessReport:
        orders.send(plan)
        assert orders.poll(timeout=LIFETIME + 5), f"{plan} does not end"
        report: ProcessReport = orders.recv()
        assert report.ended_by <= 0, f"{plan} failed, or did not end in time"
        return report

    try:
        yield run_forked
    finally:
        server.kill()
        server.join()


def _serve_forks(workload: Workload, orders: Connection) -> None:
    """Fork a process for each plan, which is faster than to spawn it, and report after its exit."""
    while True:
        plan = orders.recv()
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            faulthandler.dump_traceback_later(LIFETIME, exit=True)
            workload(plan, writing)
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            lines = tuple(line.rstrip("\n") for line in pipe if line.endswith("\n"))
        _, status = os.waitpid(child, 0)
        orders.send(ProcessReport(os.waitstatus_to_exitcode(status), lines))
