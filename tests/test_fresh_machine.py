"""Test a clean clone on a fresh machine: install it as the documents say and play a game.

It is installed with every Python from 3.11 on that is found here. On Debian its own Python is one of them.
"""

import os
import platform
import re
import shutil
import signal
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DEBIAN = Path("/usr/bin/python3")
WHO = "import sys; print(sys.version_info >= (3, 11), sys._base_executable, '%d.%d.%d' % sys.version_info[:3])"
OURS = (
    "PYTHON",
    "PIP_USER",
    "PIP_TARGET",
    "PIP_PREFIX",
    "MAKE",
    "MFLAGS",
    "VIRTUAL_ENV",
    "HARICOT_",
    "PYTEST_",
    "COV_",
)
"""Prefixes of variables that this test run or a developer's shell may have set."""


def pythons() -> dict[str, str]:
    """Return every Python from 3.11 on that is found here and runs, by its version; the first of each version."""
    folders = [*map(Path, os.get_exec_path()), *sorted(Path.home().glob(".pyenv/versions/*/bin"))]
    found: dict[str, str] = {}
    for program in [DEBIAN, *(path for folder in folders for path in sorted(folder.glob("python3.??")))]:
        ran = (
            subprocess.run([program, "-Ic", WHO], capture_output=True, text=True, check=False)
            if program.exists()
            else None
        )
        match ran.stdout.split() if ran else []:
            case ["True", program_itself, version]:
                found.setdefault(version, program_itself)
    return found


def fresh() -> dict[str, str]:
    """Return the environment of a fresh machine."""
    return {name: value for name, value in os.environ.items() if not name.startswith(OURS)}


def cloned(folder: Path) -> Path:
    """Copy the files that git knows to a folder and return it."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder


def run(clone: Path, *command: str) -> str:
    """Run a command in the clone and return its output."""
    ran = subprocess.run(command, cwd=clone, env=fresh(), capture_output=True, text=True, check=False, timeout=240)
    assert ran.returncode == 0, f"{' '.join(command)}: {ran.stdout}{ran.stderr}"
    return ran.stdout


@pytest.mark.long
def test_the_python_of_debian_is_found():
    if Path("/etc/debian_version").exists():
        answer = run(ROOT, str(DEBIAN), "-Ic", WHO).split()
        assert answer[0] == "False" or Path(pythons()[answer[2]]).resolve() == DEBIAN.resolve()


@pytest.mark.long
@pytest.mark.timeout(3600)  # many Pythons may be found
def test_a_clean_clone_installs_and_plays_a_game(tmp_path):
    found = pythons()
    # The tests run in a clone that was installed with this one.
    for version in [one for one in found if one != platform.python_version()] or found:
        install_and_play(cloned(tmp_path / version), version, found[version])


def install_and_play(clone: Path, version: str, python: str) -> None:
    """Install the clone with this Python, play a game, and read it from a server."""
    haricot = ".venv/bin/haricot"
    run(clone, "make", "install", f"PYTHON={python}")
    assert version in run(clone, ".venv/bin/python", "-c", "import platform; print(platform.python_version())")
    run(clone, haricot, "simulate", "--edition", "classic", "--players", "3", "--seed", "7", "--out", "games")
    (game,) = (clone / "games").iterdir()
    assert '"verdict":"clean"' in run(clone, haricot, "audit", "--json", str(game))
    run(clone, haricot, "import", str(game), "--data", "store")
    with serving(clone) as address, urllib.request.urlopen(f"{address}/v1/games", timeout=30) as answer:
        assert game.name.partition(".")[0] in answer.read().decode()


@contextmanager
def serving(clone: Path) -> Iterator[str]:
    """Run `make serve` and yield its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        command = ["make", "serve", f"PORT={probe.getsockname()[1]}", "DATA=store"]
    server = subprocess.Popen(command, cwd=clone, env=fresh(), stdout=subprocess.PIPE, text=True, process_group=0)
    try:
        assert server.stdout is not None
        addresses = (re.search(r"serves at (http://\S+);", line) for line in server.stdout)
        address = next(filter(None, addresses), None)
        assert address is not None, "it did not come up"
        yield address[1]
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        try:
            server.communicate(timeout=30)
        finally:
            with suppress(ProcessLookupError):  # all its processes have ended
                os.killpg(server.pid, signal.SIGKILL)
