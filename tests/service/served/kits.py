"""Helpers for tests of the client kits: a game of three, and the TypeScript kit run in Node."""

from pathlib import Path
from typing import Any

from tests.node.client_kit import in_node

GAME_SECONDS = 120
PROGRAM = Path(__file__).with_name("kit_program.mjs")
THREE: Any = {"edition": "classic", "seats": [{"name": name} for name in ("Ana", "Bo", "Cem")]}


def in_node_done(kit: Path, *task: str) -> list[str]:
    """Run a task of the TypeScript kit program, and return its output."""
    with in_node(PROGRAM, *task, kit=kit) as process:
        said, _ = process.communicate(timeout=GAME_SECONDS)
    assert process.returncode == 0, said
    return said.splitlines()
