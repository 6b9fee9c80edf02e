"""How soon the command line answers."""

import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.figure import Figure

ROUNDS = 7


def figures() -> Iterator[Figure]:
    """The help of `haricot`, in turns with an interpreter that does nothing."""
    asked = [str(Path(sys.executable).with_name("haricot")), "--help"]
    idle = [sys.executable, "-c", "pass"]
    _ran(asked), _ran(idle)
    rounds = [(_ran(asked), _ran(idle)) for _ in range(ROUNDS)]
    for place, name, goal in ((0, "haricot --help", "<= 0.3"), (1, "haricot --help, processor", "")):
        ours, theirs = [one[place] for one, _ in rounds], [other[place] for _, other in rounds]
        yield Figure(name, "s", ours, goal, theirs, "python -c pass")


def _ran(command: list[str]) -> tuple[float, float]:
    """The seconds until it has ended, and those of a core that it used."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    took, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    return took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
