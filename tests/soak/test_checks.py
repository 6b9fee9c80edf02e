"""Every long check is listed, with tests that use its variable."""

import subprocess
import sys

import pytest

from tests.soak.__main__ import main
from tests.soak.checks import CHECKS, ROOT, run_check
from tests.soak.results import append

COUNTED_BY = "os.environ.get("


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
def test_the_tests_of_a_check_read_its_variable(check):
    for file in check.files:
        assert f'{COUNTED_BY}"{check.variable}"' in (ROOT / file).read_text("utf-8")


def test_each_run_is_a_line_of_results(tmp_path):
    results = tmp_path / "results.md"
    for count, code in ((1_000, 0), (20, 1)):
        line = append("kills", count, code, 12.4, results)
    *head, first, second = results.read_text("utf-8").splitlines()
    assert head[-1].startswith("|---")
    cells = [cell.strip() for cell in first.strip("|").split("|")]
    assert cells[1:5] == ["kills", "1,000", "passed", "12"]
    asked = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert cells[5].startswith(asked.stdout.strip())
    assert f"Python {sys.version.split()[0]}" in cells[6]
    assert second == line.rstrip()
    assert "failed (1)" in second


def test_the_help_of_soak_lists_every_check(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["soak", "--help"])
    with pytest.raises(SystemExit):
        main()
    printed = capsys.readouterr().out
    for check in CHECKS.values():
        assert f"  {check.name} " in printed


@pytest.mark.long
def test_a_check_runs_with_its_count_and_reports_failure():
    assert run_check("power", 20, "-k", "being_made") == pytest.ExitCode.OK
    assert run_check("power", 20, "-k", "nothing_like_it") == pytest.ExitCode.NO_TESTS_COLLECTED


@pytest.mark.long
def test_a_check_of_independent_tests_runs_on_all_cores():
    assert run_check("notation", 2) == pytest.ExitCode.OK


@pytest.mark.long
def test_a_check_runs_beyond_the_time_limit_of_a_test(monkeypatch):
    monkeypatch.setenv("PYTEST_ADDOPTS", "-o timeout=0.01")
    assert run_check("power", 20, "-k", "being_made") == pytest.ExitCode.OK
    monkeypatch.setattr("tests.soak.checks.NO_LIMIT", ())
    cut_off = run_check("power", 20, "-k", "being_made")  # the limit may strike while the failure is written down
    assert cut_off in (pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERNAL_ERROR)
