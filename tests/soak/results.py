"""The record of runs of `make soak`: one line each, appended to results.md."""

import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

RESULTS: Final = Path(__file__).with_name("results.md")
ROOT: Final = Path(__file__).parents[2]
HEAD: Final = """# Long checks that were run

## Runs of `make soak`

`make soak` appends a line for each run. A commit with `+` had changes that were not committed. Load is that
of the last minute.

| day | check | count | result | seconds | commit | machine |
|---|---|---|---|---|---|---|
"""


def append(check: str, count: int, code: int, seconds: float, results: Path = RESULTS) -> str:
    """Append a run to the record, and return its line."""
    day = datetime.now(UTC).date().isoformat()
    result = "passed" if code == 0 else f"failed ({code})"
    line = f"| {day} | {check} | {count:,} | {result} | {seconds:,.0f} | {_commit()} | {_machine()} |\n"
    if not results.exists():
        results.write_text(HEAD, "utf-8")
    with results.open("a", encoding="utf-8") as file:
        file.write(line)
    return line


def _commit() -> str:
    def git(*arguments: str) -> str:
        asked = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
        return asked.stdout.strip()

    changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!tests/soak/results.md")
    return f"{git('rev-parse', '--short', 'HEAD') or 'unknown'}{'+' if changed else ''}"


def _machine() -> str:
    load = f", load {os.getloadavg()[0]:.0f}" if hasattr(os, "getloadavg") else ""
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}{load}"
