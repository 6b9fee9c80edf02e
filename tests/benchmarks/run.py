"""Measures the figures, writes them into results.md, draws their history.

    python -m tests.benchmarks.run                 everything
    python -m tests.benchmarks.run served peers    these parts alone
    python -m tests.benchmarks.run --no-record     only print them

Subject and peer take turns on one core; each figure is the median of the rounds, with the least and the most.
"""

import argparse
import sys
import time
import traceback
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final

from tests.benchmarks import surroundings
from tests.benchmarks.figure import Figure, NotMeasured
from tests.benchmarks.history import runs_in
from tests.benchmarks.page import PAGE, drawn

RESULTS: Final = Path(__file__).with_name("results.md")


PARTS: Final = (
    "core",
    "editions",
    "appends",
    "postgres",
    "projecting",
    "served",
    "signing",
    "auditing",
    "tournaments",
    "analytics",
    "streams",
    "processes",
    "peers",
    "answering",
    "growth",
    "learning",
    "pages",
    "waterfall",
)
"""Modules beside this one, each with its `figures`; only what is measured is imported, with what it needs."""


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
        for figure in _figures(part):
            lines.append(figure.line)
            print(figure.line, flush=True)
    machine = f"{surroundings.machine()}; load {before:.2f} before, {surroundings.load():.2f} after"
    print(machine)
    if not asked.no_record:
        title = ", ".join((time.strftime("%Y-%m-%d"), f"commit {commit}", *asked.parts))
        _record(f"\n## {title}\n\n{machine}\n\n" + "".join(f"- {line}\n" for line in lines))


def _figures(part: str) -> Iterator[Figure | NotMeasured]:
    """The figures of a part, as far as it gets: what others have measured for an hour is not lost with it."""
    try:
        yield from import_module(f"tests.benchmarks.{part}").figures()
    except Exception as error:  # noqa: BLE001  # whatever it was is named
        traceback.print_exc()
        yield NotMeasured(part, f"{type(error).__name__}: {error}".splitlines()[0])


def _record(section: str) -> None:
    with RESULTS.open("a", encoding="utf-8") as results:
        results.write(section)
    PAGE.write_text(drawn(runs_in(RESULTS.read_text(encoding="utf-8"))), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
