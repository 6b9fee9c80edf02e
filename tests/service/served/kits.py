"""What the tests of the client kits share: a game of three, and the kit in TypeScript at work in Node."""

from pathlib import Path
from typing import Any

from tests.node.client_kit import in_node

GAME_SECONDS = 120
PROGRAM = Path(__file__).with_name("kit_program.mjs")
THREE: Any = {"edition": "classic", "seats": [{"name": name} for name in ("Ana", "Bo", "Cem")]}


def in_node_done(kit: Path, *task: str) -> list[str]:
    """What the program of the kit in TypeScript says when it has done this."""
    with in_node(PROGRAM, *task, kit=kit) as process:
        said, _ = process.communicate(timeout=GAME_SECONDS)
    assert process.returncode == 0, said
    return said.splitlines()
