"""In continuous integration a test that was skipped counts as one that failed."""

import os

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
