"""What others make of the description: linters have nothing to say, and clients made from it play with a server."""

import json
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from service.api.description import described
from service.api.interface import INTERFACE
from tests.node.programs import compiled, redocly, spectral
from tests.service.served.conftest import HOUSE, Serve, assert_sound, record_of

PYTHON_PLAYER = (HOUSE / "examples" / "player.py").read_text("utf-8")
PLAYER = (HOUSE / "examples" / "player.ts").read_text("utf-8")
MOVES = 40


@pytest.fixture(scope="module")
def description() -> Any:
    """The description as it is served."""
    return described(INTERFACE)


@pytest.mark.parametrize(("linter", "rule"), [(redocly, "operation-summary"), (spectral, "operation-description")])
def test_a_linter_has_nothing_to_say_but_notices_what_is_missing(description, tmp_path, linter, rule):
    poorer = deepcopy(description)
    del poorer["paths"]["/v1/games"]["get"][rule.partition("-")[2]]
    assert linter({"served": description, "poorer": poorer}, tmp_path) == {"served": [], "poorer": [rule]}


WRONG = {
    "status": ('"running"', '"runing"'),
    "query": ("seat: mine.seat", "set: mine.seat"),
    "command": ('"EndPlanting", ', '"EndPlantin", '),
    "event": ("event.field", "event.feld"),
    "view": ('as: "spectator"', "as: 1"),
}
"""Mistakes that a type catches, by what they are about."""


def test_a_client_in_typescript_is_made_from_the_description_and_plays(description, tmp_path, serve: Serve):
    server = serve().start()
    assert all(PLAYER.count(right) == 1 for right, _ in WRONG.values())
    wrong = {name: PLAYER.replace(*mistake) for name, mistake in WRONG.items()}
    faults = compiled(description, {"player": PLAYER, **wrong}, tmp_path)
    assert {name for name, found in faults.items() if not found} == {"player"}, faults
    command = ["node", str(tmp_path / "player.js"), f"http://127.0.0.1:{server.port}", str(MOVES)]
    said = subprocess.run(command, capture_output=True, text=True, timeout=200, check=False)
    assert (said.returncode, said.stderr) == (0, "")
    *planted, last = said.stdout.splitlines()
    ended = json.loads(last)
    assert ended["given"] == MOVES
    record = record_of(server.where, ended["game"])
    assert_sound(record)
    by_people = [one for one in record.envelopes if one.cause is not None and one.cause.by in ("seat:0", "seat:1")]
    assert len(by_people) >= MOVES
    assert planted


def generated(description: Any, folder: Path, *players: str) -> list[str]:
    """What mypy says against a client in Python made from a description, with these programs that use it."""
    (folder / "openapi.json").write_text(json.dumps(description))
    for index, player in enumerate(players):
        (folder / f"player_{index}.py").write_text(player)
    options = ["--path", "openapi.json", "--output-path", "haricot_client", "--meta", "none"]
    ran = {"cwd": folder, "capture_output": True, "text": True, "timeout": 250}
    made = subprocess.run([sys.executable, "-m", "openapi_python_client", "generate", *options], check=False, **ran)
    assert made.returncode == 0, made.stdout + made.stderr
    programs = [f"player_{index}.py" for index in range(len(players))]
    command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "haricot_client", *programs]
    said = subprocess.run(command, check=False, **ran)
    return [line for line in said.stdout.splitlines() if ": error:" in line]


def test_a_client_in_python_is_made_from_the_description_and_plays(description, tmp_path, serve: Serve):
    server = serve().start()
    wrong = PYTHON_PLAYER.replace("head.to_act[0]", "head.to_act").replace("Edition.CLASSIC", '"clasic"')
    faults = generated(description, tmp_path, PYTHON_PLAYER, wrong)
    assert {fault.partition(":")[0] for fault in faults} == {"player_1.py"}, faults
    command = [sys.executable, "player_0.py", f"http://127.0.0.1:{server.port}", str(MOVES)]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=200, check=False)
    assert said.returncode == 0, said.stderr
    *planted, last = said.stdout.splitlines()
    game, given = last.split()
    assert planted
    assert int(given) == MOVES
    assert_sound(record_of(server.where, game))
