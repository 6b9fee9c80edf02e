"""Which core a benchmark's processes run on, and how much of it they use."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

CORES: Final = sorted(os.sched_getaffinity(0))
TICKS: Final = os.sysconf("SC_CLK_TCK")
SERVER: Final = 0
CLIENTS: Final = 1


@contextmanager
def on_core(number: int) -> Iterator[None]:
    """What is done and started here runs on that core, or on the only one that there is."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {CORES[number % len(CORES)]})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def processor_seconds(root: int) -> float:
    """What a process and those that it started have used so far, in seconds of a core."""
    found = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        found[int(status.parent.name)] = (int(fields[1]), int(fields[11]) + int(fields[12]))
    family = {root}
    while more := {pid for pid, (parent, _) in found.items() if parent in family} - family:
        family |= more
    return sum(found[pid][1] for pid in family if pid in found) / TICKS
