"""Processes that are born to be killed: forked quickly, heard until they are dead, and never outliving their test."""

import faulthandler
import multiprocessing
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any, Final, NamedTuple

SPAWN = multiprocessing.get_context("spawn")
LIFETIME: Final = 25
"""Seconds after which one that nobody killed shows where its threads stand, and ends by itself."""

Life = Callable[[Any, int], None]
"""What it does: given its plan, and the file number of a pipe to write lines to."""


class Report(NamedTuple):
    """What is known of it afterwards: how it ended (a signal is negative), and the whole lines that it wrote."""

    ended_by: int
    said: tuple[str, ...]


@contextmanager
def nursery(life: Life) -> Iterator[Callable[[Any], Report]]:
    """Has plans carried out, each in a process of its own."""
    orders, theirs = SPAWN.Pipe()
    nurse = SPAWN.Process(target=_fork, args=(life, theirs), daemon=True)
    nurse.start()
    theirs.close()

    def carried_out(plan: Any) -> Report:
        orders.send(plan)
        assert orders.poll(timeout=LIFETIME + 5), f"{plan} goes on for ever"
        report: Report = orders.recv()
        assert report.ended_by <= 0, f"{plan} failed, or went on for ever"
        return report

    try:
        yield carried_out
    finally:
        nurse.kill()
        nurse.join()


def _fork(life: Life, orders: Connection) -> None:
    """Forks a process for each plan, which is quicker than starting it again, and reports when it is dead."""
    while True:
        plan = orders.recv()
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            faulthandler.dump_traceback_later(LIFETIME, exit=True)
            life(plan, writing)
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            said = tuple(line.rstrip("\n") for line in pipe if line.endswith("\n"))
        _, status = os.waitpid(child, 0)
        orders.send(Report(os.waitstatus_to_exitcode(status), said))
