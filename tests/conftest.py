"""Order the tests, deselect long ones, and fail a run in CI that skipped a test."""

import gc
import os
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import FunctionType

import hypothesis
import pytest

from tests.machine import may_mount, write_to_memory

write_to_memory()
gc.disable()  # until all tests are collected, since all that a collection makes stays
# Tests sign with their own key, never with a key in the user's data folder.
os.environ["HARICOT_KEY_FILE"] = str(Path(tempfile.mkdtemp(prefix="haricot-key-")) / "signing.key")
hypothesis.settings.register_profile(
    "tests", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)  # how long an example takes depends on what else the machine does
hypothesis.settings.load_profile("tests")
TESTS = Path(__file__).parent
PAGES = (TESTS / "service" / "web",)
"""Folders whose tests wait for a browser."""
SERVED = tuple(
    TESTS / name
    for name in (
        "test_fresh_machine.py",
        "docker/test_running.py",
        "test_readme.py",
        "service/served",
        "service/store/postgres",
        "service/queries",
        "service/signing",
        "service/cli/test_process.py",
        "service/store/test_crash.py",
        "outside",
        "soak",
        "docker",
    )
)
"""Files and folders whose tests start processes or servers and wait for them; longest first."""
COMPUTING = (TESTS / "test_random_games.py",)
"""Files whose tests compute for a long time without waiting."""
ROWS = (SERVED, PAGES, COMPUTING)
"""The rows of tests: each worker begins with another one."""
POSTGRES = "postgres_template"
"""The fixture that every test with PostgreSQL uses."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--long`, which also runs the tests marked `long`. `make long` runs only these."""
    parser.addoption("--long", action="store_true", help="run the tests marked long as well")
    parser.addoption("--pictures", type=Path, help="a folder for pictures of each step of the public evening")


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: while one waits for a server or a browser, others compute.

    Each worker collects all tests, and starts a service, a browser and a database of its own: on two cores three
    workers took 880 s of processor time where five took 1,050 s.
    """
    return (os.cpu_count() or 1) + 1


def with_long(config: pytest.Config) -> bool:
    """Return whether tests marked `long` run: with `--long`, or if a test is named by its id."""
    return config.getoption("long") or any("::" in name for name in config.args)


def is_long(marks: Iterable[pytest.Mark]) -> bool:
    """Return whether one of these marks is `long`."""
    return any(mark.name == "long" for mark in marks)


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[pytest.Item] | None:
    """Collect nothing of a function that is marked `long` and will not run, to save time."""
    is_left_out = isinstance(obj, FunctionType) and is_long(getattr(obj, "pytestmark", ()))
    return [] if is_left_out and not with_long(collector.config) else None


@pytest.hookimpl(trylast=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Drop the cases that are marked `long` and will not run; if all are, they are deselected later."""
    if not with_long(metafunc.config):
        metafunc._calls = [call for call in metafunc._calls if not is_long(call.marks)] or metafunc._calls


def pytest_collection_finish() -> None:
    """Exclude the collected tests and their imports from garbage collection: they stay until the end."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run if CI=true and a test was skipped; `-ra` has listed the reasons."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    # Only the controller of xdist has the reports of all workers.
    if reporter is None or hasattr(session.config, "workerinput") or os.environ.get("CI") != "true":
        return
    skipped = reporter.stats.get("skipped", [])
    if skipped and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        reporter.ensure_newline()
        reporter.write_line(f"CI=true, and {len(skipped)} skipped: see the reasons below", red=True, bold=True)


@cache
def row_of(path: Path) -> tuple[int, int]:
    """Return the row of a file's tests and its position there; unlisted files come in a last row."""
    found = ((k, n) for k, row in enumerate(ROWS) for n, one in enumerate(row) if path.is_relative_to(one))
    return next(found, (len(ROWS), 0))


def row(item: pytest.Item) -> tuple[int, int]:
    """Return the row of a test. One that uses PostgreSQL waits for a server even if its file is not listed."""
    found = row_of(item.path)
    needs_server = found[0] == len(ROWS) and POSTGRES in getattr(item, "fixturenames", ())
    return (0, len(SERVED)) if needs_server else found


def one_row_each(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Order the tests so that each worker begins with another row when xdist splits them into equal shares.

    No row begins late, and waiting tests run beside computing ones.
    """
    rows: list[list[pytest.Item]] = [[] for _ in (*ROWS, "others")]
    for item in sorted(items, key=row):
        rows[row(item)[0]].append(item)
    *first, others = rows
    while len(first) > workers:
        first[-2:] = [first[-2] + first[-1]]
    dealt = list[pytest.Item]()
    for k, one in enumerate(first):
        filled = len(items) * (k + 1) // workers - len(dealt) - len(one)
        dealt += one + others[: max(0, filled)]
        others = others[max(0, filled) :]
    return dealt + others


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests that wait, order them, and deselect long tests and tests that need a mount where none is possible.

    Without mounts, a full disk is tested by a limit on files.
    """
    unwanted = set() if may_mount() else {"needs_mount"}
    if not with_long(config):
        unwanted.add("long")
    left_out = [item for item in items if any(item.get_closest_marker(name) for name in unwanted)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
    staying = [item for item in items if item not in left_out]
    for item in staying:
        if row(item)[0] < ROWS.index(COMPUTING):
            item.add_marker("served")
    items[:] = one_row_each(staying, getattr(config, "workerinput", {}).get("workercount", 1))


def pytest_report_header() -> str | None:
    """Report that tests were deselected because no disk can be mounted."""
    return None if may_mount() else "no disk can be mounted here: the tests marked needs_mount are left out"
