"""The description passes linters, and clients generated from it play with a server."""

import json
import re
import shutil
import subprocess
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from service.api.routes import INTERFACE
from service.openapi.document import describe_api
from tests.document_shell import installed_packages, is_preparation, pinned_packages, shell_environment
from tests.documents import blocks_of
from tests.node.programs import MODULES, redocly, spectral
from tests.service.served.conftest import ROOT, Serve, assert_sound, record_of

GUIDE = blocks_of((ROOT / "docs" / "clients.md").read_text("utf-8"))
ADDRESS = "http://127.0.0.1:8000"
"""The service, as the guide calls it."""


@pytest.mark.long
@pytest.mark.parametrize(
    ("linter", "rule"),
    [(redocly, "operation-summary"), pytest.param(spectral, "operation-description", marks=pytest.mark.long)],
)
def test_linters_accept_the_description_and_detect_a_missing_part(tmp_path, linter, rule):
    description = describe_api(INTERFACE)
    poorer = deepcopy(description)
    del poorer["paths"]["/v1/games"]["get"][rule.partition("-")[2]]
    assert linter({"served": description, "poorer": poorer}, tmp_path) == {"served": [], "poorer": [rule]}


class Generator(NamedTuple):
    """A client generator: the example program that uses it, and mistakes that its types detect."""

    section: str
    program: str
    mistakes: dict[str, str]


GENERATORS = [
    Generator(
        "openapi-typescript with openapi-fetch",
        "player.ts",
        {
            '"running"': '"runing"',
            "seat: mine.seat": "set: mine.seat",
            '"EndPlanting", ': '"EndPlantin", ',
            "event.field": "event.feld",
            'as: "spectator"': "as: 1",
        },
    ),
    Generator(
        "openapi-python-client",
        "player.py",
        {"seat=seat)": 'seat="one")', "Edition.CLASSIC": '"clasic"', "envelope.event.field": "envelope.event.feld"},
    ),
    Generator(
        "@hey-api/openapi-ts",
        "follower.ts",
        {
            'edition: "classic"': 'edition: "clasic"',
            "made.error.detail": "made.error.detial",
            "event.field": "event.feld",
            "message.n !==": "message.m !==",
        },
    ),
    Generator(
        "datamodel-code-generator",
        "models.py",
        {"chosen(seat).": 'chosen("one").', '"classic"': '"clasic"', "{event.field}": "{event.feld}"},
    ),
]


class FollowedGuide:
    """Runs the commands of the guide in a folder with the packages that are installed here."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self._port, self._environment = folder, port, shell_environment(folder)
        (folder / "package.json").write_text('{"type": "module"}')
        (folder / "node_modules").symlink_to(MODULES)
        (settings,) = (one.text for one in GUIDE if one.language == "json")
        (folder / "tsconfig.json").write_text(settings)

    def do(self, command: str) -> subprocess.CompletedProcess[str]:
        """Run a line of the guide."""
        assert not is_preparation(command), command
        line = command.replace(ADDRESS, f"http://127.0.0.1:{self._port}").removeprefix("npx ")
        return subprocess.run(
            ["bash", "-c", line],
            cwd=self.folder,
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=250,
            check=False,
        )


def commands(section: str) -> list[str]:
    """Return the shell commands in a section of the guide."""
    (block,) = (one.text for one in GUIDE if (one.section, one.language) == (section, "sh"))
    return block.replace("\\\n", " ").splitlines()


def checker(section: str) -> str:
    """Return the command that checks types."""
    (line,) = [line for line in commands(section) if re.match(r"mypy |npx tsc", line)]
    return line


def faulty_lines(said: str, program: str) -> list[int]:
    """Return the lines of the program with type errors; errors in other files fail."""
    found = re.findall(r"^([^\s:(]+)[(:](\d+)[^\n]*error", said, re.MULTILINE)
    assert {file for file, _ in found} <= {program}, said
    return sorted({int(line) for _, line in found})


@pytest.mark.long
@pytest.mark.parametrize("made", GENERATORS, ids=lambda made: made.section)
def test_a_client_generated_by_the_guide_plays(made: Generator, tmp_path: Path, serve: Serve) -> None:
    server = serve().start()
    reader = FollowedGuide(tmp_path, server.port)
    example = ROOT / "examples" / made.program
    shutil.copy(example, tmp_path)
    said = ""
    for command in commands(made.section):
        if not is_preparation(command):
            done = reader.do(command)
            assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
            said = done.stdout
    *planted, last = said.splitlines()
    assert planted
    assert_sound(record_of(server.where, played(last)))

    program, mistaken = example.read_text("utf-8"), []
    for right, wrong in made.mistakes.items():
        assert program.count(right) == 1, right
        mistaken.append(program[: program.index(right)].count("\n") + 1)
        program = program.replace(right, wrong)
    (tmp_path / made.program).write_text(program)
    assert faulty_lines(reader.do(checker(made.section)).stdout, made.program) == sorted({*mistaken})


def played(last: str) -> str:
    """Return the id of the game that a program played or followed to the end, by its last line."""
    if not last.startswith("{"):
        game, given = last.split()
        assert given == "40"
        return game
    ended: dict[str, Any] = json.loads(last)
    assert ended.get("given") == 40 or (ended["status"], ended["last"]) == ("finished", ended["version"])
    return str(ended["game"])


def test_the_guide_installs_the_versions_that_are_tested_here() -> None:
    lines = "\n".join(line for made in GENERATORS for line in commands(made.section) if is_preparation(line))
    assert len(pinned_packages(lines)) == 7
    assert pinned_packages(lines) <= installed_packages()
