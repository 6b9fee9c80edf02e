"""A shell that runs the commands of our documents in its own folder."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Self

from tests.node.programs import MODULES
from tests.service.command_line import PROGRAM
from tests.waiting import happens_within

ROOT = Path(__file__).parent.parent
DONE = "-- done --"
SECONDS = 30.0


def shell_environment(folder: Path, **settings: str) -> dict[str, str]:
    """Return variables with which a shell finds `haricot`, the client kit and the programs of the tests."""
    haricot = folder / "bin" / "haricot"
    haricot.parent.mkdir()
    haricot.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{PROGRAM}" "$@"\n', encoding="utf-8")
    haricot.chmod(0o755)
    programs = [haricot.parent, Path(sys.executable).parent, MODULES / ".bin", os.environ["PATH"]]
    return {
        **os.environ,
        "PATH": os.pathsep.join(map(str, programs)),
        "PYTHONPATH": os.pathsep.join(map(str, (ROOT, ROOT / "clients" / "python", ROOT / "packages" / "haricot-rl"))),
        "PYTHONUTF8": "1",
        **settings,
    }


def is_preparation(line: str) -> bool:
    """Return whether a line of the shell installs something, which a test skips."""
    return line.startswith(("npm ", "pip ", "make "))


def pinned_packages(text: str) -> set[str]:
    """Return the packages that a document names with a version, such as `mypy==2.0` or `typescript@5.9.3`."""
    return set(re.findall(r"(?<![\w@/-])@?[a-z][\w/-]*(?:@|==)\d[\d.]*\d", text))


def installed_packages() -> set[str]:
    """Return the packages that are installed here, written in the same way."""
    package = json.loads((ROOT / "tests" / "node" / "package.json").read_text("utf-8"))["devDependencies"]
    python = re.findall(r"^[a-z-]+==[\d.]+", (ROOT / "lock" / "dev.txt").read_text("utf-8"), re.MULTILINE)
    return {*python, *(f"{name}@{version}" for name, version in package.items())}


class Terminal:
    """A shell that runs block after block and ends at the first command that fails."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self._folder, self._environment = folder, environment
        self._others: list[subprocess.Popen[bytes]] = []
        self._shell = subprocess.Popen(
            ["bash"],
            cwd=folder,
            env=environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self.do("set -eu")

    def do(self, lines: str) -> str:
        """Run lines and return their output; raise AssertionError with it if one of them fails."""
        assert self._shell.stdin is not None
        assert self._shell.stdout is not None
        script = self._folder / "block.sh"
        script.write_text(lines, "utf-8")
        self._shell.stdin.write(f". {script} </dev/null; echo; echo {DONE}\n")
        self._shell.stdin.flush()
        said = []
        for line in self._shell.stdout:
            if line.strip() == DONE:
                return "".join(said).removesuffix("\n")
            said.append(line)
        raise AssertionError(f"a command failed: {''.join(said)}")

    @property
    def here(self) -> Path:
        """The current folder of the shell."""
        return Path(self.do("pwd").strip())

    def begin_beside(self, lines: str) -> None:
        """Run lines in another shell until the end, and wait until they listen at the port that they name."""
        (port,) = re.findall(r"(?:--port|http\.server) (\d+)", lines)
        log = (self._folder / f"beside-{port}.log").open("wb")
        with log:
            command = ["bash", "-c", f"exec env {lines}"]
            where = {"cwd": self.here, "env": self._environment}
            self._others.append(subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True, **where))
        listening = happens_within(SECONDS, lambda: self._others[-1].poll() is not None or is_open(int(port)))
        ended = self._others[-1].poll() is not None
        assert listening, f"no server listens at {port}"
        assert not ended, Path(log.name).read_text("utf-8")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in (*self._others, self._shell):
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
        for process in (*self._others, self._shell):
            process.communicate(timeout=SECONDS)


def is_open(port: int) -> bool:
    """Return whether a server listens at a port."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
