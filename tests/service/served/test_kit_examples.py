"""The programs in the READMEs of the client kits and the examples run unchanged to the end of games."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.node.client_kit import build_kit
from tests.node.programs import MODULES
from tests.service.command_line import run_ok
from tests.service.served.conftest import ROOT, Client, Serve, Server, assert_sound, record_of
from tests.service.served.kits import GAME_SECONDS, THREE
from tests.waiting import wait_until

PYTHON, TYPESCRIPT = ROOT / "clients" / "python", ROOT / "clients" / "typescript"
(SETTINGS,) = re.findall(r"```json\n(.*?)```", (ROOT / "docs" / "clients.md").read_text("utf-8"), re.DOTALL)
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(PYTHON), "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"}


def blocks(kit: Path, language: str) -> list[str]:
    """Return the code blocks of a language in a README."""
    return re.findall(rf"```{language}\n(.*?)```", (kit / "README.md").read_text("utf-8"), re.DOTALL)


@pytest.fixture
def server(serve: Serve) -> Server:
    """A service."""
    return serve().start()


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with the kit installed by its README, compiled with strict types."""
    folder = tmp_path_factory.mktemp("project")
    kit = build_kit(tmp_path_factory.mktemp("kit"), "--noCheck")
    (folder / "package.json").write_text('{"type": "module"}')
    (install,) = blocks(TYPESCRIPT, "sh")
    assert install.split() == ["npm", "install", "../haricot/clients/typescript"]
    command = ["npm", "install", str(kit), "--offline", "--no-audit", "--no-fund", f"--cache={folder / 'cache'}"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=100)
    (folder / "node_modules" / "@types").symlink_to(MODULES / "@types")
    (folder / "node_modules" / "undici-types").symlink_to(MODULES / "undici-types")
    (folder / "tsconfig.json").write_text(SETTINGS)
    made, served, tournament = blocks(TYPESCRIPT, "ts")
    (folder / "bot.ts").write_text(made)
    (folder / "served.ts").write_text(served)
    (folder / "tournament.ts").write_text(tournament)
    shutil.copy(ROOT / "examples" / "spectator.ts", folder)
    command = [str(MODULES / ".bin" / "tsc"), "--exactOptionalPropertyTypes", "--skipLibCheck"]
    said = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=100, check=False)
    assert said.returncode == 0, said.stdout
    return folder


@pytest.fixture
def started(tmp_path: Path) -> Iterator[list[subprocess.Popen[bytes]]]:
    """A list of programs, which are ended after the test."""
    programs: list[subprocess.Popen[bytes]] = []
    yield programs
    for program in programs:
        program.kill()
        program.wait(10)


class Program:
    """A program that writes into a file."""

    def __init__(self, started: list[subprocess.Popen[bytes]], log: Path, *command: str) -> None:
        self._log = log
        with log.open("wb") as said:
            self.process = subprocess.Popen(command, stdout=said, stderr=said, env=ENVIRONMENT)
        started.append(self.process)

    def said(self) -> str:
        """Return its output."""
        return self._log.read_text("utf-8")

    def done(self) -> str:
        """Wait until it ends, and return its output."""
        assert self.process.wait(GAME_SECONDS) == 0, self.said()
        return self.said()


@pytest.mark.long
def test_the_programs_of_the_readmes_run(server: Server, project: Path, tmp_path: Path, started) -> None:
    token = run_ok("token", "service", "--data", server.data).out.strip()
    programs = dict(zip(("bot.py", "served.py", "tournament.py"), blocks(PYTHON, "python"), strict=True))
    programs |= {name: (project / name).read_text("utf-8") for name in ("bot.js", "served.js", "tournament.js")}
    for name, text in programs.items():
        here = text.replace(":8000", f":{server.port}").replace("hrc_svc_TOKEN", token)
        (project / name).write_text(here, "utf-8")
    python, node = (sys.executable, "node")
    for language, name in ((python, "bot.py"), (node, "bot.js")):
        assert " in field " in Program(started, tmp_path / name, language, str(project / name)).done()
    for language, name in ((python, "tournament.py"), (node, "tournament.js")):
        standings = Program(started, tmp_path / name, language, str(project / name)).done().splitlines()
        assert [line.split()[::2] for line in standings] == [["1", "5"], ["2", "3"], ["3", "2"]]
    for language, name in ((python, "served.py"), (node, "served.js")):
        endless = Program(started, tmp_path / name, language, str(project / name))
        wait_until(lambda log=endless: log.said().count("over: ") > 1, seconds=GAME_SECONDS)
    assert "made: " in (tmp_path / "served.py").read_text("utf-8")


@pytest.mark.long
def test_the_example_bot_and_spectator_of_the_kits_survive_a_killed_server(
    server: Server, project: Path, tmp_path: Path, started
) -> None:
    with Client(server.port) as client:
        bots = [{"kind": "bot", "bot": "greedy"}] * 2
        made = client.post("/v1/games", {**THREE, "seats": [{"name": "Ana"}, *bots], "pace": 0}).body
        game, address = made["game"], f"http://127.0.0.1:{server.port}"
        spectator = Program(started, tmp_path / "seen", "node", str(project / "spectator.js"), address, game)
        link = f"{address}/join/{game}#token={made['tokens'][0]['token']}"
        Program(started, tmp_path / "played", sys.executable, str(ROOT / "examples" / "bot_with_kit.py"), link)
        wait_until(lambda: "\n60. " in spectator.said(), seconds=GAME_SECONDS)
        server.kill()
        server.start()
        assert [program.wait(GAME_SECONDS) for program in started] == [0, 0]
        head = client.insist("GET", f"/v1/games/{game}")[0].body
    *lines, last = spectator.said().splitlines()
    assert json.loads(last) == {"scores": head["scores"], "winners": head["winners"]}
    assert [int(line.split(".")[0]) for line in lines if line[0].isdigit()] == [*range(1, head["version"] + 1)]
    assert re.fullmatch(r"  Ana +\d+ cards +\d+ coins  (- |\d+ \w+ ?)(\| (-|\d+ \w+) ?)+", lines[-3]), lines[-3]
    assert_sound(record_of(server.where, game))
