"""The client kit in TypeScript: its types match the description, its parts work on broken connections."""

import json
import re
import shutil
from pathlib import Path

import pytest

from service.api.routes import INTERFACE
from service.openapi.document import describe_api
from tests.client_models import TYPESCRIPT_MODELS, typescript_models
from tests.long_tests import mostly_long
from tests.node.client_kit import KIT, build_kit, in_node
from tests.node.programs import ROOT, run

PARTS = Path(__file__).parent / "typescript"
FAULTS = {
    "connection.test.mjs": ("streams.js", '"Last-Event-ID"', '"Last-Event"'),
    "ndjson.test.mjs": ("ndjson.js", "{ stream: true }", "{}"),
    "retry.test.mjs": ("retry.js", "2 * this.#next", "this.#next"),
    "choices.test.mjs": ("choices.js", "n < this.moved", "false"),
}
"""A fault that each test detects: its file, the right text and the wrong text."""

STRICT = (
    "--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --noEmit --skipLibCheck"
    " --target es2022 --module nodenext"
)


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the kit; `make check` checks its own types."""
    return build_kit(tmp_path_factory.mktemp("kit"), "--noCheck")


def outcome(name: str, kit: Path) -> tuple[int, str]:
    """Run one of the tests; return its exit status and output."""
    with in_node(PARTS / name, kit=kit) as process:
        said, _ = process.communicate(timeout=60)
    return process.returncode, said


@pytest.mark.long
@pytest.mark.parametrize("name", mostly_long(FAULTS))
def test_each_part_passes_its_tests_and_a_fault_fails_them(name: str, kit: Path, tmp_path: Path):
    assert {path.name for path in PARTS.iterdir()} == {*FAULTS}
    code, said = outcome(name, kit)
    assert code == 0, said
    file, right, wrong = FAULTS[name]
    faulty = tmp_path / "faulty"
    shutil.copytree(kit, faulty)
    part = faulty / "dist" / file
    assert part.read_text("utf-8").count(right) == 1
    part.write_text(part.read_text("utf-8").replace(right, wrong), "utf-8")
    assert outcome(name, faulty)[0] == 1


@pytest.mark.long
def test_control_type_errors_in_users_of_the_kit_are_detected(kit: Path):
    """Compile with the strict options of a project that uses the kit."""
    wrong = {
        "right.ts": 'await new Haricot("").head("g").then(({ version }) => version + 1);',
        "member.ts": 'await new Haricot("").head("g").then(({ versions }) => versions);',
        "command.ts": 'await new Haricot("").command("g", { type: "DrawCards" });',
        "option.ts": 'await new Haricot("").command("g", { type: "DrawCards", seat: 0 }, { keys: "k" });',
        "line.ts": 'for await (const line of new Haricot("").follow("g")) console.log(line.event);',
        "feed.ts": 'for await (const line of new Haricot("").feed()) console.log(line.envelope.n);',
    }
    folder = kit.parent
    for name, text in wrong.items():
        (folder / name).write_text(f'import {{ Haricot }} from "./haricot-client/dist/index.js";\n{text}\n', "utf-8")
    (folder / "package.json").write_text('{"type": "module"}')
    said = run("tsc", *STRICT.split(), *wrong, folder=folder).stdout
    assert {*re.findall(r"^([\w.]+)\(2,\d+\): error", said, re.MULTILINE)} == {*wrong} - {"right.ts"}, said


def test_the_models_match_the_api_description():
    kept, remedy = TYPESCRIPT_MODELS.read_text("utf-8"), "write them again: python -m tests.client_models"
    assert typescript_models(describe_api(INTERFACE)) == kept, remedy


@pytest.mark.long
def test_control_a_new_member_appears_in_the_models():
    one = {"type": "object", "properties": {"new": {"type": "string"}}}
    made = typescript_models({"openapi": "3.1.0", "info": {}, "components": {"schemas": {"One": one}}})
    assert re.search(r"One: \{\s+new\?: string;", made)
    assert "export type One = " in made


def test_the_kit_has_no_dependencies_and_the_compiler_of_the_project():
    package = json.loads((KIT / "package.json").read_text("utf-8"))
    api = json.loads((ROOT / "tests" / "node" / "package.json").read_text("utf-8"))["devDependencies"]
    assert "dependencies" not in package
    assert package["devDependencies"].items() <= api.items()
