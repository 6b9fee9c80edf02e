"""The scripts of pages without a browser: each `NAME.test.js` beside this file in Node, and what the compiler says."""

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
"""What is no number, and what has to be imported for it."""


def run_in_node(path: Path) -> subprocess.CompletedProcess[str]:
    """What the tests in a file say."""
    node = shutil.which("node")
    assert node, "there is no Node.js, 20 or newer: apt-get install nodejs npm, or https://nodejs.org"
    command = [node, f"--import={LOADER.as_uri()}", "--test-reporter=tap", str(path)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=100, check=False)


@pytest.fixture(scope="module")
def compiler_output(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the compiler says, by the options of the project, against faulty scripts: some are checked, others not."""
    folder = tmp_path_factory.mktemp("faulty")
    for k, (opening, faulty) in enumerate(FAULTY):
        script = f"{opening}\n/** @type {{number}} */\nexport const wrong = {faulty};\n"
        (folder / f"unchecked_{k}.js").write_text(script)
        (folder / f"checked_{k}.js").write_text(f"// @ts-check\n{script}")
    own = {"incremental": False, "tsBuildInfoFile": None}
    options = {"extends": str(ROOT / "jsconfig.json"), "compilerOptions": own, "include": ["*.js"]}
    (folder / "tsconfig.json").write_text(json.dumps(options))
    return run("tsc", "--project", "tsconfig.json", folder=folder).stdout


@pytest.mark.parametrize("path", sorted(HERE.glob("*.test.js")), ids=lambda path: path.name)
def test_scripts_pass_their_tests_in_node(path: Path):
    answer = run_in_node(path)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert re.search("^ok 1", answer.stdout, re.MULTILINE), "it has no test"


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
