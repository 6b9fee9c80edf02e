"""For all tests: a skipped one counts as failed in CI, and what this machine cannot do is said at the top."""

import os
import subprocess
import tempfile
from functools import cache

import pytest


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
def may_mount() -> bool:
    """Whether disks can be mounted here, as tests of read-only and of full ones do."""
    with tempfile.TemporaryDirectory() as folder:
        tried = subprocess.run(["mount", "-t", "tmpfs", "haricot-test", folder], capture_output=True, check=False)
        if tried.returncode == 0:
            subprocess.run(["umount", folder], check=True)
        return tried.returncode == 0


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what needs a disk to be mounted where none can be; a full disk is then tested by a limit on files."""
    left_out = [item for item in items if item.get_closest_marker("needs_mount")]
    if left_out and not may_mount():
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_report_header() -> str | None:
    """Says that they were left out."""
    return None if may_mount() else "no disk can be mounted here: the tests marked needs_mount are left out"
