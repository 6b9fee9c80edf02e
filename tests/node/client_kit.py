"""The client kit in TypeScript as it is installed: built in a folder of its own, since tests run side by side."""

import os
import shutil
import subprocess
from pathlib import Path

from tests.node.programs import ROOT, run

KIT = ROOT / "clients" / "typescript"


def build_kit(folder: Path, *options: str) -> Path:
    """The kit, built in this folder under its name; AssertionError with what the compiler has against it."""
    kit = folder / "haricot-client"
    shutil.copytree(KIT, kit, ignore=shutil.ignore_patterns("dist", "node_modules"))
    said = run("tsc", "--project", ".", *options, folder=kit)
    assert said.returncode == 0, said.stdout
    return kit


def transpile_kit(folder: Path) -> Path:
    """Return the kit in this folder, its types stripped by esbuild, in a tenth of the time of tsc."""
    kit = folder / "haricot-client"
    shutil.copytree(KIT, kit, ignore=shutil.ignore_patterns("dist", "node_modules"))
    sources = sorted((kit / "src").glob("*.ts"))
    said = run("esbuild", *sources, "--outdir=dist", "--format=esm", "--target=es2022", folder=kit)
    assert said.returncode == 0, said.stderr
    return kit


def in_node(program: Path, *arguments: str, kit: Path) -> subprocess.Popen[str]:
    """A program that has the kit at hand in `KIT`."""
    node = shutil.which("node")
    assert node, "there is no Node.js, 20 or newer: apt-get install nodejs npm, or https://nodejs.org"
    environment = {**os.environ, "KIT": (kit / "dist").as_uri()}
    command = [node, str(program), *arguments]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
