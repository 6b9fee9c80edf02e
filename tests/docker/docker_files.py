"""The Dockerfile and the compose file as data; the compose file is read by Docker Compose itself."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

ROOT: Final = Path(__file__).parent.parent.parent
DOCKERFILE: Final = ROOT / "docker" / "Dockerfile"
COMPOSE: Final = ROOT / "docker" / "compose.yaml"
VERSION: Final[str] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
PASSWORD: Final = "pass word$1:/@%"
"""With characters that are special in a shell, a URL or a compose file."""
KEEPER_PASSWORD: Final = "$another'pass\\word\""
REDIS_PASSWORD: Final = "0123456789abcdef0123456789abcdef"
PASSWORDS: Final = {
    "POSTGRES_PASSWORD": PASSWORD,
    "POSTGRES_KEEPER_PASSWORD": KEEPER_PASSWORD,
    "REDIS_PASSWORD": REDIS_PASSWORD,
}
"""The passwords by their variables in docker/.env."""


def tool(name: str) -> Path:
    """Return the path of a program of the development environment: beside its Python, else on the PATH."""
    beside = Path(sys.executable).with_name(name)
    found = beside if beside.exists() else shutil.which(name)
    if found is None:
        missing = f"{name} is not installed: `make check` installs it with lock/dev.txt"
        if sys.platform == "linux":
            pytest.fail(missing)
        pytest.skip(f"{missing}, on Linux")
    return Path(found)


# The Dockerfile


class Instruction(NamedTuple):
    """One instruction: its name in capitals, and what follows."""

    name: str
    text: str

    def words(self) -> list[str]:
        """Return the words of the text; those of the exec form if it is one."""
        listed = re.search(r"\[.*\]\s*$", self.text)
        return list(json.loads(listed[0])) if listed else shlex.split(self.text)


def stages(text: str) -> list[list[Instruction]]:
    """Return the instructions of each stage, with continued lines joined and without comments."""
    lines = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    found: list[list[Instruction]] = []
    for line in re.sub(r"\\\n", " ", lines).splitlines():
        if line.strip():
            name, _, rest = line.strip().partition(" ")
            if name.upper() == "FROM":
                found.append([])
            found[-1].append(Instruction(name.upper(), " ".join(rest.split()) if "[" not in rest else rest.strip()))
    return found


def last(stage: list[Instruction], name: str) -> Instruction | None:
    """Return the last instruction of this name, which is the one that counts, or None."""
    return next((instruction for instruction in reversed(stage) if instruction.name == name), None)


def variables(stage: list[Instruction]) -> dict[str, str]:
    """Return the variables that ENV sets in a stage."""
    pairs = (word.partition("=") for instruction in stage if instruction.name == "ENV" for word in instruction.words())
    return {name: value for name, _, value in pairs}


# The compose file


def run_compose_config(text: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `docker compose config` on this text as docker/compose.yaml of a copy of the project in `folder`."""
    docker = folder / "docker"
    docker.mkdir(parents=True, exist_ok=True)
    (docker / "compose.yaml").write_text(text, "utf-8")
    shutil.copy(ROOT / "docker" / "roles.sql", docker)
    return subprocess.run(
        [tool("docker-compose"), "--file", docker / "compose.yaml", "config", "--format", "json"],
        env={"PATH": os.environ["PATH"], "HOME": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def compose_model(text: str, folder: Path, **environment: str) -> dict[str, Any]:
    """Return the services, networks and volumes of this compose file, with variables filled in."""
    ran = run_compose_config(text, folder, **{**PASSWORDS, **environment})
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout.replace("$$", "$"))  # `config` escapes dollar signs
