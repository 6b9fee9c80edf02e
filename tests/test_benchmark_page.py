"""Tests of the benchmark page: it shows the results of results.md, and these can be parsed back."""

import re
import sys
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree as ET

import pytest

from tests.benchmarks import run, surroundings
from tests.benchmarks.figure import Figure
from tests.benchmarks.history import Goal, Measured, Run, runs_in
from tests.benchmarks.page import PAGE, drawn

RESULTS = (Path(__file__).parent / "benchmarks" / "results.md").read_text("utf-8")
SVG = "{http://www.w3.org/2000/svg}"


def parsed_figures(*figures):
    """Write figures to a section of results and return the figures parsed from it."""
    lines = "".join(f"- {figure.line}\n" for figure in figures)
    (run,) = runs_in(
        f"# Title\n\n- no figure: 1 s\n\n## 2026-11-22, commit abc with changes, served, peers\n\nx\n\n{lines}"
    )
    assert (run.date, run.commit) == ("2026-11-22", "abc with changes")
    return run.figures


def words(page):
    """Return every text on the page."""
    return [text.text for text in ET.fromstring(page).iter(f"{SVG}text")]


def test_the_benchmark_page_is_generated_from_the_results():
    assert PAGE.read_text("utf-8") == drawn(runs_in(RESULTS)), "run `python -m tests.benchmarks.page`"


def test_control_a_changed_result_changes_the_page():
    changed = re.sub(r"(?m)^(- fold: )\d", r"\g<1>9", RESULTS)
    assert drawn(runs_in(changed)) != PAGE.read_text("utf-8")


def test_every_line_of_the_results_is_read():
    lines = [line for line in RESULTS[RESULTS.index("\n## ") :].splitlines() if line.startswith("- ")]
    lines = [line for line in lines if ": not measured: " not in line]
    assert sum(len(run.figures) for run in runs_in(RESULTS)) == len(lines)


def test_a_written_figure_is_parsed_back_unchanged():
    fold = Figure("bohnaparte: fold", "events/s", [1000, 2000, 4000], ">= 0.85M, >= 3x", [500, 500, 2000], "a peer")
    expected = Measured(fold.name, "events/s", 2000, 1000, 4000, "a peer", 500, 2.0, fold.goal)
    share = Figure("told", "%", [99.5], ">= 100")
    assert parsed_figures(fold, share) == [expected, Measured("told", "%", 99.5, 99.5, 99.5, goal=">= 100")]


@pytest.mark.parametrize(
    ("goal", "values", "peers", "reached"),
    [
        ("<= 1.0", [0.9, 1.0, 5.0], [], True),
        ("<= 1.0", [0.9, 1.1, 1.2], [], False),
        (">= 0.85M, >= 3x", [900_000.0] * 3, [300_000.0] * 3, True),
        (">= 0.85M, >= 3x", [900_000.0] * 3, [300_000.0, 300_000.0, 310_000.0], False),
        (">= 1.5x, then 2x", [180.0] * 3, [100.0] * 3, False),
        (">= 48k", [48_000.0], [], True),
        (">= 1.5x where there are cores to spare, here 2 in all", [160.0], [100.0], True),
        ("", [1.0], [2.0], None),
        (">= 3x", [1.0], [], None),
    ],
)
def test_a_goal_is_reached_only_if_the_worst_round_reaches_it(goal, values, peers, reached):
    (figure,) = parsed_figures(Figure("it", "1/s", values, goal, peers))
    assert figure.reached is reached


def test_a_ratio_goal_compares_speeds_of_times_per_event():
    (figure,) = parsed_figures(Figure("rebuild", "us/event", [2.0, 2.0], ">= 3x", [6.0, 6.2]))
    assert figure.reached
    assert figure.goals == [Goal(3, times=True, least=True)]


def test_the_page_has_a_chart_for_each_figure_with_a_goal_or_a_peer():
    names = ["one", "two <&>", "plain"]
    figures = [Measured(names[0], "s", 1, 1, 2, goal="<= 3"), Measured(names[1], "s", 1, 1, 1, "peer", 2, 0.5)]
    page = drawn([Run("2026-11-22", "abc", [*figures, Measured(names[2], "s", 1, 1, 1)])])
    assert [name in words(page) for name in names] == [True, True, False]
    assert {"1.00 s; peer 2.00", "goal <= 3: reached"} <= set(words(page))
    classes = [path.get("class") for path in ET.fromstring(page).iter(f"{SVG}path")]
    assert {"ours", "peer", "goal", "spread"} <= set(classes)


def test_a_page_without_runs_is_drawn():
    assert "never" in " ".join(filter(None, words(drawn([]))))


def test_the_benchmark_page_loads_nothing_and_supports_dark_mode():
    page = PAGE.read_text("utf-8").replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|href|@import|url\(|<script|<image", page)
    assert "@media (prefers-color-scheme: dark)" in page


def test_every_benchmark_module_is_run():
    modules = (Path(__file__).parent / "benchmarks").glob("*.py")
    assert {path.stem for path in modules if "\ndef figures() ->" in path.read_text("utf-8")} == set(run.PARTS)


def test_a_failing_benchmark_keeps_the_figures_of_the_others(monkeypatch, tmp_path, capsys):
    def failing():
        yield Figure("before", "s", [1.0], "<= 2")
        raise OSError("the disk\nis full")

    parts = {"broken": failing, "whole": lambda: iter([Figure("after", "s", [3.0], "<= 2")]), "unasked": failing}
    monkeypatch.setattr(run, "PARTS", tuple(parts))
    monkeypatch.setattr(run, "import_module", lambda name: SimpleNamespace(figures=parts[name.rpartition(".")[2]]))
    monkeypatch.setattr(run, "RESULTS", tmp_path / "results.md")
    monkeypatch.setattr(run, "PAGE", tmp_path / "page.svg")
    monkeypatch.setattr(sys, "argv", ["run", "broken", "whole"])
    run.main()
    written = run.RESULTS.read_text("utf-8")
    assert "- broken: not measured: OSError: the disk\n" in written
    assert re.search(r"; load [\d.]+ before, [\d.]+ after\n", written)
    assert [figure.reached for figure in runs_in(written)[0].figures] == [True, False]
    assert {"before", "after"} <= set(words(run.PAGE.read_text("utf-8")))
    assert capsys.readouterr().out.startswith("before: 1.00 s; goal <= 2\n")


def test_a_run_records_the_build_options_of_the_interpreter(monkeypatch):
    built = {"CONFIG_ARGS": "'--enable-optimizations' '--with-lto'", "Py_ENABLE_SHARED": 0}
    monkeypatch.setattr(surroundings.sysconfig, "get_config_var", built.get)
    assert surroundings.interpreter().endswith("PGO, LTO, static)")
    built.update({"CONFIG_ARGS": None, "Py_ENABLE_SHARED": 1})
    assert surroundings.interpreter().endswith("no PGO, no LTO, shared library)")
