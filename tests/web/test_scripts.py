"""The scripts of pages without a browser: each `NAME.test.js` runs in Node, and the compiler checks types."""

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.node.programs import run

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
LOADER = HERE / "page_modules.mjs"
FAULTY = (
    ("", '"text"'),
    ('import { h } from "preact";', 'h("p", null)'),
    ('import { useState } from "preact/hooks";', "useState(0)"),
    ('import htm from "htm";', "htm.bind"),
    ('import { signal } from "@preact/signals";', 'signal("text").value'),
    ('import { effect } from "@preact/signals-core";', "effect(() => {})"),
    ('import UPlot from "uplot";', "new UPlot({ width: 1, height: 1, series: [] }).root"),
    ('import { encode } from "uqr";', 'encode("text").data'),
    ('import { FluentBundle } from "@fluent/bundle";', 'new FluentBundle("fr").locales'),
)
"""Imports, each with an expression of theirs that is not a number."""
TESTS = sorted(HERE.glob("*.test.js"))
ALONE = [path for path in TESTS if re.search(r"\bglobalThis\.|\bDate\.now = ", path.read_text("utf-8"))]
"""Tests that change globals, which run in a process of their own."""
GROUPS = [[path for path in TESTS if path not in ALONE], *([path] for path in ALONE)]


def run_in_node(*paths: Path) -> subprocess.CompletedProcess[str]:
    """Run the tests in these files in one process."""
    node = shutil.which("node")
    assert node, "there is no Node.js, 20 or newer: apt-get install nodejs npm, or https://nodejs.org"
    program = "".join(f"await import({json.dumps(path.as_uri())});" for path in paths)
    command = [node, f"--import={LOADER.as_uri()}", "--test-reporter=tap", "--input-type=module", "--eval", program]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=100, check=False)


@pytest.fixture(scope="module")
def compiler_output(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the compiler's output, by the options of the project, on faulty scripts with and without `@ts-check`."""
    folder = tmp_path_factory.mktemp("faulty")
    for k, (opening, faulty) in enumerate(FAULTY):
        script = f"{opening}\n/** @type {{number}} */\nexport const wrong = {faulty};\n"
        (folder / f"unchecked_{k}.js").write_text(script)
        (folder / f"checked_{k}.js").write_text(f"// @ts-check\n{script}")
    own = {"incremental": False, "tsBuildInfoFile": None}
    options = {"extends": str(ROOT / "jsconfig.json"), "compilerOptions": own, "include": ["*.js"]}
    (folder / "tsconfig.json").write_text(json.dumps(options))
    return run("tsc", "--project", "tsconfig.json", folder=folder).stdout


@pytest.mark.parametrize("paths", GROUPS, ids=lambda paths: paths[0].name)
def test_scripts_pass_their_tests_in_node(paths: list[Path]):
    answer = run_in_node(*paths)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    tests = sum(len(re.findall(r"^ *test\(", path.read_text("utf-8"), re.MULTILINE)) for path in paths)
    assert len(re.findall("^ok ", answer.stdout, re.MULTILINE)) >= tests >= len(paths)


@pytest.mark.parametrize(
    "script",
    ['test("one is two", () => assert.equal(1, 2));', 'import "nowhere";', 'import { nothing } from "preact";'],
)
def test_control_a_failing_script_test_is_detected(tmp_path: Path, script: str):
    path = tmp_path / "planted.test.js"
    path.write_text(f'import test from "node:test";\nimport assert from "node:assert";\n{script}\n')
    assert run_in_node(path).returncode != 0


@pytest.mark.long
@pytest.mark.parametrize("k", range(len(FAULTY)))
def test_control_a_type_error_in_a_checked_script_is_detected(compiler_output: str, k: int):
    assert re.findall(rf"^(\w+)_{k}\.js.* error (TS\d+): ", compiler_output, re.MULTILINE) == [("checked", "TS2322")]


def test_the_compiler_has_the_vendored_versions():
    known = json.loads((ROOT / "tests" / "node" / "package.json").read_text("utf-8"))["devDependencies"]
    folder = ROOT / "service" / "web" / "static" / "vendor"
    bare = json.loads((folder / "importmap.json").read_text("utf-8"))["imports"].values()
    for entry in tomllib.loads((folder / "VENDORED.toml").read_text("utf-8"))["files"]:
        if f"./{entry['file']}" in bare:
            assert known[entry["name"]] == entry["version"]
