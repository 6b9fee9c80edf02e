"""A reader of our documents, who does in a folder of their own what stands there."""

import json
import os
import re
import sys
from pathlib import Path

from tests.node.programs import MODULES
from tests.service.command_line import PROGRAM

HOUSE = Path(__file__).parent.parent


def environment_in(folder: Path, **settings: str) -> dict[str, str]:
    """The variables of a reader in this folder, who has `haricot`, the client kit and the programs of the tests."""
    haricot = folder / "bin" / "haricot"
    haricot.parent.mkdir()
    haricot.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{PROGRAM}" "$@"\n', encoding="utf-8")
    haricot.chmod(0o755)
    programs = [haricot.parent, Path(sys.executable).parent, MODULES / ".bin", os.environ["PATH"]]
    return {
        **os.environ,
        "PATH": os.pathsep.join(map(str, programs)),
        "PYTHONPATH": os.pathsep.join(map(str, (HOUSE, HOUSE / "clients" / "python"))),
        "PYTHONUTF8": "1",
        **settings,
    }


def is_preparation(line: str) -> bool:
    """Whether a line of the shell installs something, which a test has already."""
    return line.startswith(("npm ", "pip ", "make "))


def pinned(lines: list[str]) -> set[str]:
    """The packages with a version, such as `mypy==2.0` or `typescript@5.9.3`, that lines of a document name."""
    return {word for line in lines for word in line.split() if re.search(r".@|==", word)}


def installed() -> set[str]:
    """The packages with their versions that are installed here, as such lines would name them."""
    package = json.loads((HOUSE / "tests" / "node" / "package.json").read_text("utf-8"))["devDependencies"]
    python = re.findall(r"^[a-z-]+==[\d.]+", (HOUSE / "lock" / "dev.txt").read_text("utf-8"), re.MULTILINE)
    return {*python, *(f"{name}@{version}" for name, version in package.items())}
