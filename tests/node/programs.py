"""Programs of Node that look at the description, as `make .venv/node.stamp` installs them."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
MODULES = ROOT / ".venv" / "node" / "node_modules"
QUIET = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true", "NO_COLOR": "1"}


def run(name: str, *arguments: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """What a program says to these arguments; AssertionError where the programs are not installed."""
    program = MODULES / ".bin" / name
    assert program.exists(), f"no {name}: `make .venv/node.stamp` installs it, and needs npm"
    command = [str(program), *map(str, arguments)]
    environment = {**os.environ, **QUIET}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=200, check=False
    )


def redocly(descriptions: dict[str, Any], folder: Path) -> dict[str, list[str]]:
    """The rules of redocly that each of these descriptions breaks, by its name."""
    files = written(descriptions, folder)
    said = run("redocly", "lint", *files, "--format=json", f"--config={HERE / 'redocly.yaml'}", folder=folder)
    found, rest = [], said.stdout.strip()
    while rest:  # an object for each description, one after the other
        answer, end = json.JSONDecoder().raw_decode(rest)
        found += [(one["location"][0]["source"]["ref"], one["ruleId"]) for one in answer["problems"]]
        rest = rest[end:].lstrip()
    return by_name(descriptions, found)


def spectral(descriptions: dict[str, Any], folder: Path) -> dict[str, list[str]]:
    """The rules of spectral that each of these descriptions breaks, by its name."""
    files = written(descriptions, folder)
    said = run("spectral", "lint", *files, "--format=json", "--quiet", "-r", HERE / "spectral.yaml", folder=folder)
    found: list[dict[str, Any]] = json.loads(said.stdout)
    return by_name(descriptions, [(one["source"], one["code"]) for one in found])


def written(descriptions: dict[str, Any], folder: Path) -> list[str]:
    """The names of the files that now hold these descriptions."""
    for name, description in descriptions.items():
        (folder / f"{name}.json").write_text(json.dumps(description))
    return [f"{name}.json" for name in descriptions]


def by_name(descriptions: dict[str, Any], found: list[tuple[str, str]]) -> dict[str, list[str]]:
    """What was found in the file of each description; nothing may be said of another file."""
    rules: dict[str, list[str]] = {name: [] for name in descriptions}
    for file, rule in found:
        rules[Path(file).stem].append(rule)
    return rules


def bundle(sources: Path, target: Path) -> None:
    """Bundle the scripts and styles of the pages from these sources; AssertionError with what was said if it fails."""
    assert (MODULES / "esbuild").exists(), "no esbuild: `make .venv/node.stamp` installs it, and needs npm"
    command = ["node", str(HERE / "bundle.mjs"), str(sources), str(target)]
    said = subprocess.run(command, capture_output=True, text=True, timeout=200, check=False)
    assert said.returncode == 0, said.stderr
