"""Every check that can go on for long is listed, with tests that really count by its variable."""

import subprocess
import sys

import pytest

from tests.soak.checks import CHECKS, ROOT, run_check
from tests.soak.results import append

COUNTED_BY = "os.environ.get("


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
def test_the_tests_of_a_check_count_by_its_variable(check):
    for file in check.files:
        assert f'{COUNTED_BY}"{check.variable}"' in (ROOT / file).read_text("utf-8")


def test_each_run_is_a_line_of_the_record(tmp_path):
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


def test_the_help_lists_them_all():
    ran = subprocess.run([sys.executable, "-m", "tests.soak", "--help"], cwd=ROOT, capture_output=True, check=True)
    for check in CHECKS.values():
        assert f"  {check.name} ".encode() in ran.stdout


@pytest.mark.long
def test_a_check_runs_its_tests_as_often_as_was_asked_and_tells_their_failure():
    assert run_check("power", 20, "-k", "being_made") == pytest.ExitCode.OK
    assert run_check("power", 20, "-k", "nothing_like_it") == pytest.ExitCode.NO_TESTS_COLLECTED


@pytest.mark.long
def test_a_check_of_many_that_stand_alone_is_spread_over_the_cores():
    assert run_check("notation", 2) == pytest.ExitCode.OK


@pytest.mark.long
def test_a_check_goes_on_beyond_the_limit_of_a_test(monkeypatch):
    monkeypatch.setenv("PYTEST_ADDOPTS", "-o timeout=0.01")
    assert run_check("power", 20, "-k", "being_made") == pytest.ExitCode.OK
    monkeypatch.setattr("tests.soak.checks.NO_LIMIT", ())
    cut_off = run_check("power", 20, "-k", "being_made")  # the limit may strike while the failure is written down
    assert cut_off in (pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERNAL_ERROR)
