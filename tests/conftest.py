"""For all tests: what comes first, what is left out and said to be, and that in CI a skipped one counts as failed."""

import gc
import os
import tempfile
from functools import cache
from pathlib import Path

import pytest

from tests.machine import may_mount, write_to_memory

write_to_memory()
# Whatever signs does so with a key of these tests, and never touches the data folder of whoever runs them.
os.environ["HARICOT_KEY_FILE"] = str(Path(tempfile.mkdtemp(prefix="haricot-key-")) / "signing.key")
TESTS = Path(__file__).parent
SERVED = tuple(
    TESTS / name
    for name in (
        "test_fresh_machine.py",
        "docker/test_running.py",
        "test_readme.py",
        "service/served",
        "service/store/postgres",
        "service/reading",
        "service/signing",
        "service/web",
        "service/cli/test_process.py",
        "service/store/test_crash.py",
        "soak",
        "docker",
    )
)
"""Whose tests start processes, servers or a browser, and wait for them; longest first."""
LONG = (TESTS / "test_random_games.py",)
"""Whose tests take long without waiting for anybody."""
POSTGRES = "postgres_template"
"""The fixture behind every PostgreSQL that tests start."""


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: while one waits for a server, another computes."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish() -> None:
    """Eleven thousand tests and what they import stay to the end: nobody need look through them for rubbish again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Turn the exit status red when CI=true and something was skipped; `-ra` has listed what and why."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    # A worker of xdist has no say: the controller gathers the reports of all of them.
    if reporter is None or hasattr(session.config, "workerinput") or os.environ.get("CI") != "true":
        return
    skipped = reporter.stats.get("skipped", [])
    if skipped and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        reporter.ensure_newline()
        reporter.write_line(f"CI=true, and {len(skipped)} skipped: see the reasons below", red=True, bold=True)


@cache
def rank(path: Path) -> int:
    """Where the tests of a file stand in the row: first those that wait, so that no long one begins last."""
    return next((place for place, one in enumerate((*SERVED, *LONG)) if path.is_relative_to(one)), 99)


def waits(item: pytest.Item) -> bool:
    """Whether a test waits for others: its file is one of those, or it needs PostgreSQL.

    A test that it inherits from a library has that library's path.
    """
    return rank(item.path) < len(SERVED) or POSTGRES in getattr(item, "fixturenames", ())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks whose tests wait for others, begins with them, and leaves out what cannot be done here.

    Where no disk can be mounted, a full disk is tested by a limit on files.
    """
    items.sort(key=lambda item: rank(item.path))
    for item in items:
        if waits(item):
            item.add_marker("served")
    left_out = [item for item in items if item.get_closest_marker("needs_mount")]
    if left_out and not may_mount():
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_report_header() -> str | None:
    """Says that they were left out."""
    return None if may_mount() else "no disk can be mounted here: the tests marked needs_mount are left out"
