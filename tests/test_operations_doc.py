"""docs/operations.md and the dashboard match the code: settings, metrics, log lines, backups."""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from prometheus_client.parser import text_string_to_metric_families

from service.access.context import Context
from service.app import create_app
from service.cli import COMMANDS, main
from service.cli.run.serve import serve_command
from service.settings import PREFIX, SETTINGS, Settings
from service.store.event_store import open_store

ROOT = Path(__file__).parent.parent
DOC = (ROOT / "docs" / "operations.md").read_text("utf-8")
DASHBOARD = (ROOT / "docs" / "dashboard.json").read_text("utf-8")
PARTS = re.compile(r"_(bucket|sum|count|created|total)$")
METRIC = re.compile(r"\b(haricot_[a-z0-9_]+|python_[a-z_]+|process_[a-z_]+)\b")
QUIET = {"DATA": "`haricot` in the user's data folder"}


def table() -> str:
    """Return the table of settings that the document must have."""
    defaults = dict(zip(reversed(Settings.__struct_fields__), reversed(Settings.__struct_defaults__), strict=False))
    listened = {str(option.envvar).removeprefix(PREFIX): option.default for option in serve_command.params}
    rows = []
    for setting in SETTINGS:
        default = listened.get(setting.name, defaults.get(setting.field or ""))
        shown = QUIET.get(setting.name, "" if default in (None, ()) else f"`{_text(default)}`")
        rows.append(f"| `{PREFIX}{setting.name}` | {shown} | {setting.says} |\n")
    return "| variable | default | |\n|---|---|---|\n" + "".join(rows)


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(value)
    return str(value).lower() if isinstance(value, bool) else f"{value:g}" if isinstance(value, float) else str(value)


@pytest.fixture(scope="module")
def served(tmp_path_factory) -> Iterator[set[str]]:
    """Return the names of all metrics that a process serves."""
    place = tmp_path_factory.mktemp("store")
    with Context(open_store(place), Settings(store=place)) as context:
        text = create_app(context).test_client().get("/metrics").text
        yield {family.name for family in text_string_to_metric_families(text) if not family.name.endswith("_created")}


def ragged(text: str) -> list[str]:
    """Return the table rows of a document that do not have as many cells as the header of their table."""
    found, head = [], 0
    for line in text.splitlines():
        cells = len(re.split(r"(?<!\\)\|", re.sub(r"`[^`]*`", "", line)))
        head = (head or cells) if line.startswith("|") else 0
        if head and cells != head:
            found.append(line)
    return found


def names_in(text: str, served: set[str]) -> Iterator[str]:
    """Yield the metrics that a text names: the name of the family, or the name as written if there is none."""
    for name in METRIC.findall(text):
        bare = PARTS.sub("", name)
        yield bare if bare in served else name


def test_the_settings_table_matches_the_code():
    found = re.search(r"<!-- settings -->\n(.*?)<!-- end of settings -->", DOC, re.DOTALL)
    assert found is not None
    assert found[1] == table()


def test_exactly_the_served_metrics_are_explained(served):
    ours = {name for name in served if name.startswith("haricot_")}
    rows = re.findall(r"^\| `(haricot_[a-z_]+)` \|", DOC, re.MULTILINE)
    assert {PARTS.sub("", name) if name.endswith("_total") else name for name in rows} == ours
    assert set(names_in(DOC, served)) <= served


def test_the_dashboard_shows_exactly_the_served_metrics(served):
    ours = {name for name in served if name.startswith("haricot_")}
    asked = [target["expr"] for panel in json.loads(DASHBOARD)["panels"] for target in panel.get("targets", [])]
    named = {name for expression in asked for name in names_in(expression, served)}
    assert named - served == set()
    assert {name for name in named if name.startswith("haricot_")} == ours


def test_control_an_unknown_metric_is_detected(served):
    assert list(names_in("rate(haricot_requests_total[5m])", served)) == ["haricot_requests"]
    assert list(names_in("haricot_lost_events > 0", served)) == ["haricot_lost_events"]


def test_every_dashboard_panel_has_a_title_description_and_position():
    panels = json.loads(DASHBOARD)["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    for panel in panels:
        assert panel["title"]
        assert panel["description"]
        assert panel["gridPos"]["w"] + panel["gridPos"]["x"] <= 24


def test_every_command_in_the_operations_guide_exists():
    named = set(re.findall(r"(?:^|`)haricot ([a-z]+)\b", DOC, re.MULTILINE))
    assert named - set(COMMANDS) == set()
    assert {"serve", "worker", "backup", "restore", "digest", "doctor", "rebuild"} <= named


def test_every_log_line_is_explained():
    """Events are named where they are logged, or where a polling thread gets its name."""
    code = "\n".join(path.read_text("utf-8") for path in (ROOT / "service").rglob("*.py"))
    logged = set(re.findall(r'(?:LOG\.(?:info|warning|error)|PollingThread)\(\s*"([a-z-]+)"', code))
    rows = re.findall(r"^\| ((?:`[a-z-]+`(?:, )?)+) \| (?:info|warning|error) \|", DOC, re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`([a-z-]+)`", row)} == logged


def test_the_commands_for_backups_and_drills_work(tmp_path, monkeypatch):
    blocks = [block for block in re.findall(r"```sh\n(.*?)```", DOC, re.DOTALL) if "haricot serve" not in block]
    assert len(blocks) == 3
    monkeypatch.chdir(tmp_path)
    lines = "".join(blocks).replace("\\\n", " ").splitlines()
    printed = []
    for line in ("haricot simulate --players 3 --seed 5 --data games", *lines):
        program, *arguments = shlex.split(line)
        if program == "haricot":
            answer = CliRunner().invoke(main, arguments)
            assert answer.exit_code == 0, answer.output
            printed.append(answer.output)
        else:
            subprocess.run([sys.executable if program == "python3" else program, *arguments], check=True, timeout=60)
    assert (tmp_path / "saved.sqlite3").exists()
    digests = re.findall(r"digest ([0-9a-f]{64})", "".join(printed))
    assert len(digests) >= 5
    assert len(set(digests)) == 1


def test_table_rows_have_as_many_cells_as_their_header():
    for document in (*(ROOT / "docs").glob("*.md"), *ROOT.glob("*.md")):
        assert [] == ragged(document.read_text("utf-8")), document


def test_control_a_row_with_too_many_cells_is_detected():
    rows = "| what | people see | Haricot does | do |\n|---|---|---|---|\n| somebody calls | 429 | others are served |"
    assert [] == ragged(f"{rows} `HARICOT_RATE` |\n\n| variable | default |\n|---|---|")
    assert 2 == len(ragged(f"{rows} `HARICOT_RATE` | `6000` | requests |\n| `HARICOT_COSTS` | `600` | costs |\n"))


def test_postgresql_commands_name_existing_roles():
    made = set(re.findall(r"CREATE ROLE ([a-z]+)", (ROOT / "docker" / "roles.sql").read_text("utf-8")))
    named = set(re.findall(r"--(?:username|owner) ([a-z]+)|\\password ([a-z]+)", DOC))
    assert {"keeper", "haricot"} == made
    assert {role for pair in named for role in pair if role} <= {*made, "postgres"}


def test_named_docker_files_exist():
    for path in re.findall(r"`?(docker/[a-z.]+[a-z])\b", DOC.replace("docker/.env`", "").replace("docker/.env ", "")):
        assert (ROOT / path).exists() or path == "docker/.env", path
