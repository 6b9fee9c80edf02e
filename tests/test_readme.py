"""Run the commands of the guides to the command line, HTTP and operations, and compare their output."""

import re
import socket
import subprocess
import sys

import pytest

from service.lifecycle.bots.simulate import simulate
from service.lifecycle.demo import SEED, STRENGTHS
from service.store.event_store import open_store
from service.store.record_import import import_record
from tests.document_shell import ROOT, shell_environment
from tests.documents import blocks_of
from tests.servers.postgres import database, postgres, postgres_template, shared_database
from tests.servers.redis_server import redis_url, shared_redis
from tests.service.command_line import PROGRAM

__all__ = ["database", "postgres", "postgres_template", "redis_url", "shared_database", "shared_redis"]

BLOCKS = [one.text for one in blocks_of((ROOT / "docs" / "cli.md").read_text("utf-8")) if "$ " in one.text]
HTTP = blocks_of((ROOT / "docs" / "http.md").read_text("utf-8"))
OPERATIONS = blocks_of((ROOT / "docs" / "operations.md").read_text("utf-8"))


@pytest.fixture(scope="module")
def shell(tmp_path_factory):
    """Return a function that runs a command in a folder with its own store and returns the lines it prints."""
    folder = tmp_path_factory.mktemp("reader")
    environment = shell_environment(folder, HARICOT_DATA=str(folder / "store"), COLUMNS="104")

    def reply(command: str) -> list[str]:
        answer = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        return [line.rstrip() for line in answer.stdout.splitlines()]

    return reply


def steps(block: str) -> list[tuple[str, list[str]]]:
    """Return the commands of a block, here-documents included, each with the lines it prints."""
    found: list[tuple[str, list[str]]] = []
    here = None
    for line in block.splitlines():
        if here is not None:
            command, _ = found.pop()
            found.append((f"{command}\n{line}", []))
            here = None if line == here else here
        elif line.startswith("$ "):
            found.append((line[2:], []))
            if marker := re.search(r"<<'(\w+)'", line):
                here = marker[1]
        else:
            found[-1][1].append(line)
    return found


@pytest.mark.long
def test_every_command_of_the_tour_prints_what_the_guide_shows(shell):
    for block in BLOCKS:
        for command, printed in steps(block):
            assert shell(command) == printed, command


def test_control_a_wrong_line_of_the_tour_is_detected(shell):
    commands = [command for block in BLOCKS for command, _ in steps(block)]
    assert len(commands) > 10
    assert shell("haricot rules") != ["classic: Draughts, 3 to 5 players"]


def test_the_curl_tour_works(shell, tmp_path):
    """Run it against a real service that has the demo game of the tour."""
    folder = tmp_path / "store"
    with open_store(folder) as store:
        import_record(store, simulate("classic", 4, SEED, 1, {}, STRENGTHS)[0].record())
    tour = next(one.text for one in HTTP if one.language == "sh")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-c", PROGRAM, "serve", "--port", str(port), "--data", str(folder)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        assert server.stdout is not None
        assert "Haricot serves at" in server.stdout.readline()
        answer = shell(f"set -eu; {tour.replace('8000', str(port))}\ncat audit.json fork.json")
    finally:
        server.terminate()
        server.communicate(timeout=20)
    answers = "\n".join(answer)
    for expected in (
        '"status":"running"',
        '"legal":[',
        '"verdict":"clean"',
        '"forked_from":{"game":"classic-4-demo-0001"',
    ):
        assert expected in answers
    assert '"type":"bean_planted.1"' in answers or '"clause":{"id":"CL-' in answers  # by start player


@pytest.mark.long
def test_the_commands_for_several_processes_work(shell, postgres, database, redis_url):
    """Replace the servers of the guide by those of the tests."""
    block = next(one.text for one in OPERATIONS if "haricot serve --workers 2" in one.text)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    for written, here in (
        ("postgresql://haricot:secret@localhost/haricot", postgres.url(database)),
        ("redis://localhost:6379/0", redis_url),
        ("haricot serve", f"exec haricot serve --no-demo --port {port}"),
        ("haricot worker", "exec haricot worker"),
    ):
        assert written in block
        block = block.replace(written, here)
    export, doctor, serve, worker = block.splitlines()
    assert not [line for line in shell(f"{export}; {doctor}") if line.startswith("BAD")]
    ready = f"until curl -sf 127.0.0.1:{port}/readyz | grep '\"index\":null'; do sleep 0.1; done"
    answer = shell(
        f"{export}; ({serve}) >/dev/null 2>&1 & web=$!; ({export}; {worker}) >/dev/null 2>&1 & worker=$!\n"
        f"{ready}\nkill $web $worker; wait $web $worker; echo stopped"
    )
    assert '"status":"ready"' in answer[0]
    assert '"redis":"up"' in answer[0]
    assert answer[-1] == "stopped"
