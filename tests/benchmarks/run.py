"""Measures the figures, writes them into results.md, draws their history.

    python -m tests.benchmarks.run                 everything
    python -m tests.benchmarks.run served peers    these parts alone
    python -m tests.benchmarks.run --no-record     only print them

Subject and peer take turns on one core; each figure is the median of the rounds, with the least and the most.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final, Protocol

from tests.benchmarks import (
    answering,
    appends,
    core,
    editions,
    peers,
    postgres,
    processes,
    projecting,
    served,
    streams,
    surroundings,
)
from tests.benchmarks.history import runs_in
from tests.benchmarks.page import PAGE, drawn

RESULTS: Final = Path(__file__).with_name("results.md")


class Line(Protocol):
    """A figure, or what stands in its place."""

    @property
    def line(self) -> str:
        """How it is told."""


PARTS: Final[Mapping[str, Callable[[], Iterator[Line]]]] = {
    "core": core.figures,
    "editions": editions.figures,
    "appends": appends.figures,
    "postgres": postgres.figures,
    "projecting": projecting.figures,
    "served": served.figures,
    "streams": streams.figures,
    "processes": processes.figures,
    "peers": peers.figures,
    "answering": answering.figures,
}


def main() -> None:
    """Measures what is asked for and prints one line a figure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"one of {', '.join(PARTS)}; all by default")
    parser.add_argument("--no-record", action="store_true", help="leave results.md and the page as they are")
    asked = parser.parse_args()
    if strange := set(asked.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(strange))}")
    commit, before = surroundings.commit(), surroundings.load()
    lines = []
    for part in asked.parts or PARTS:
        for figure in PARTS[part]():
            lines.append(figure.line)
            print(figure.line, flush=True)
    machine = f"{surroundings.machine()}; load {before:.2f} before, {surroundings.load():.2f} after"
    print(machine)
    if not asked.no_record:
        title = ", ".join((time.strftime("%Y-%m-%d"), f"commit {commit}", *asked.parts))
        _record(f"\n## {title}\n\n{machine}\n\n" + "".join(f"- {line}\n" for line in lines))


def _record(section: str) -> None:
    with RESULTS.open("a", encoding="utf-8") as results:
        results.write(section)
    PAGE.write_text(drawn(runs_in(RESULTS.read_text(encoding="utf-8"))), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
