"""The command line as a process: exit codes, closed pipes, encodings, folders without write permission."""

import json
import lzma
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.cli.run.supervisor import _announce
from service.store.sqlite.file import STORE
from tests.drill.keep_schema import KEPT
from tests.long_tests import mostly_long
from tests.service.command_line import GAME, PROGRAM, CommandAnswer, one_line, process, run_ok

NOBODY = 65_534
# Reads calls, a JSON list of arguments a line, and answers each with [exit code, output, errors]. Modules that Python
# loads lazily must be imported before the process gives up its rights.
WITHOUT_RIGHTS = f"""
import _strptime, email.parser, json, os, sys
import service.cli.run.supervisor
from service.cli import COMMANDS, load_command
from tests.service.command_line import haricot
list(map(load_command, COMMANDS))
haricot("doctor")
if os.geteuid() == 0:
    os.setgroups([]), os.setgid({NOBODY}), os.setuid({NOBODY})
for line in sys.stdin.read().splitlines():
    print(json.dumps(haricot(*json.loads(line))[:3]))
"""


@pytest.mark.parametrize(
    ("arguments", "code"),
    mostly_long(
        [
            (["audit", "/dev/null"], 2),
            (["audit", GAME], 0),
            (["--help"], 0),
            (["show", GAME, "--at", "0"], 2),
            (["adjudicate", "-", "/dev/null"], 2),
        ]
    ),
)
def test_the_process_exits_with_the_documented_code_and_no_traceback(arguments, code, store):
    ended = process(*arguments, HARICOT_DATA=str(store))
    assert ended.returncode == code
    assert b"Traceback" not in ended.stdout + ended.stderr
    assert ended.stderr.count(b"\n") == (1 if code == 2 else 0)


@pytest.mark.long
def test_a_dash_reads_standard_input(store, tmp_path, game_file):
    ended = process("import", "-", "--json", "--data", tmp_path, stdin=game_file.read_bytes())
    assert json.loads(ended.stdout) == {"game": GAME, "file": "-", "imported": True}
    (tmp_path / "end").write_text('{"type": "DrawCards", "seat": 0}')
    position = process("show", GAME, "--json", "--data", store).stdout
    ended = process("adjudicate", "-", tmp_path / "end", stdin=position)
    assert (ended.returncode, ended.stdout[:8]) == (1, b"illegal,")


@pytest.mark.parametrize(
    "arguments",
    mostly_long(
        [
            ["events", GAME],
            ["events", GAME, "--lang", "de"],
            ["export", GAME],
            ["show", GAME],
        ]
    ),
    ids=" ".join,
)
def test_a_closed_pipe_causes_no_error_message(arguments, store):
    writer = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "HARICOT_DATA": str(store), "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert writer.stdout is not None
    if arguments[0] == "events":
        writer.stdout.readline()
    writer.stdout.close()
    assert writer.stderr is not None
    with writer.stderr:
        assert writer.stderr.read() == b""
    assert writer.wait(60) in (0, 1)


def shell(line: str, data: Path, *, stderr: int = subprocess.PIPE) -> subprocess.CompletedProcess[str]:
    """Run `haricot` with the rest of this line in a shell."""
    return subprocess.run(
        ["/bin/sh", "-c", f'"$0" -c "$1" {line}', sys.executable, PROGRAM],
        stdout=subprocess.PIPE,
        stderr=stderr,
        env={**os.environ, "TERM": "xterm", "HARICOT_DATA": str(data), "PYTHONPATH": str(Path(__file__).parents[2])},
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.long
@pytest.mark.parametrize("arguments", mostly_long([f"export {GAME}", f"show {GAME}", "rules classic"]))
def test_a_full_disk_is_reported_in_one_line(arguments, store):
    ended = shell(f"{arguments} > /dev/full", store)
    assert ended.returncode == 2
    assert one_line(ended.stderr) == "No space left on device"


@pytest.mark.parametrize(
    ("redirected", "code"),
    mostly_long(
        [
            ("export {} >&-", 0),
            ("show {} --at 0 2>&-", 2),
            ("show {} >&-", 0),
            ("simulate --out {out} >&-", 0),
        ]
    ),
)
def test_closed_output_streams_cause_no_error(redirected, code, store, tmp_path):
    ended = shell(redirected.format(GAME, out=tmp_path), store)
    assert (ended.returncode, ended.stderr) == (code, "")


def test_a_service_starts_with_a_closed_standard_output(monkeypatch):
    monkeypatch.setattr("service.cli.run.supervisor._is_alive", lambda _: True)
    monkeypatch.setattr(sys, "stdout", None)
    _announce("http://127.0.0.1:8000", [])


@pytest.mark.long
def test_progress_on_a_terminal_needs_no_standard_output(store):
    ours, theirs = os.openpty()
    ended = shell("audit --all >&-", store, stderr=theirs)
    os.close(theirs)
    said = os.read(ours, 100_000)
    os.close(ours)
    assert (ended.returncode, b"Traceback" in said, b"auditing" in said) == (0, False, True)


@pytest.mark.long
def test_a_closed_standard_input_is_reported(store):
    ended = shell("adjudicate - /dev/null --json <&-", store)
    assert (ended.returncode, ended.stderr) == (2, "")
    assert json.loads(ended.stdout)["says"] == "there is no standard input"


@pytest.mark.long
@pytest.mark.parametrize("coding", mostly_long(["ascii", "latin-1"]))
def test_json_is_in_utf_8_for_a_terminal_of_another_encoding(coding, store):
    environment = {"PYTHONIOENCODING": coding, "HARICOT_DATA": str(store)}
    shown = process("show", GAME, **environment)
    assert (shown.returncode, shown.stderr) == (0, b"")
    answer = process("rules", "classic", "--json", **environment)
    assert answer.stdout == run_ok("rules", "classic", "--json").raw


# A folder that another user may read but not write.


@pytest.fixture
def read_only_folder(store: Path, game_file: Path) -> Iterator[Path]:
    """A folder without write permission: with a store, a game file, an empty folder and an unreadable one."""
    folder = Path(tempfile.mkdtemp())
    shutil.copytree(store, folder / "store")
    shutil.copy(game_file, folder / "game.haricot.jsonl")
    for name in ("empty", "closed"):
        (folder / name).mkdir()
    shutil.copy(game_file, folder / "closed")
    for path in folder.rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    (folder / "closed").chmod(0)
    folder.chmod(0o555)
    yield folder
    for path in (folder, *folder.iterdir()):
        path.chmod(0o755)
    shutil.rmtree(folder)


def without_rights(*calls: list[object]) -> list[CommandAnswer]:
    """Return the answers to these calls of a user without rights."""
    lines = "\n".join(json.dumps(list(map(str, call))) for call in calls)
    ended = process(code=WITHOUT_RIGHTS, stdin=lines.encode())
    assert (ended.returncode, ended.stderr) == (0, b"")
    return [CommandAnswer(*json.loads(line), b"") for line in ended.stdout.splitlines()]


@pytest.mark.long
def test_a_store_without_write_permission_can_be_read(read_only_folder):
    calls = [["list"], ["show", GAME], ["events", GAME], ["audit", "--all"], ["export", GAME]]
    *answers, checked = without_rights(
        *([*call, "--data", read_only_folder / "store"] for call in [*calls, ["doctor", "--json"]])
    )
    assert [(answer.code, answer.err) for answer in answers] == [(0, "")] * len(calls)
    assert checked.code == 1
    assert [check["check"] for check in checked.lines if not check["ok"]][-2:] == ["folder", "key"]


@pytest.mark.long
def test_an_older_store_without_write_permission_is_read_and_not_migrated(read_only_folder):
    older = read_only_folder / "older"
    older.mkdir()
    (older / STORE).write_bytes(lzma.decompress((KEPT / "7.sqlite3.xz").read_bytes()))
    (older / STORE).chmod(0o444)
    older.chmod(0o555)
    listed, migrated = without_rights(["list", "--data", older], ["migrate", "--data", older])
    assert (listed.code, listed.err) == (0, "")
    assert (migrated.code, migrated.out) == (2, "")
    assert "has schema 7 and cannot be written: run this as a user who may" in one_line(migrated.err)


@pytest.mark.long
def test_missing_permissions_are_reported_in_one_line_and_nothing_changes(read_only_folder):
    store, empty, closed = read_only_folder / "store", read_only_folder / "empty", read_only_folder / "closed"
    game = read_only_folder / "game.haricot.jsonl"
    before = {path: path.stat().st_mtime_ns for path in read_only_folder.rglob("*")}
    calls: list[list[object]] = [
        ["simulate", "--data", store],
        ["simulate", "--data", empty],
        ["simulate", "--data", empty / "below"],
        ["simulate", "--out", empty],
        ["simulate", "--out", empty / "below"],
        ["fork", GAME, "--at", "30", "--data", store],
        ["fork", game, "--at", "30", "--data", empty],
        ["import", game, "--data", empty],
        ["export", GAME, "--data", store, "--out", empty / "game"],
        ["export", GAME, "--data", store, "--out", game],
        ["list", "--data", closed],
        ["list", "--data", closed / "below"],
        ["show", closed / game.name, "--data", store],
        ["audit", closed / game.name, "--data", store],
        ["import", closed / game.name, "--data", store],
    ]
    for call, answer in zip(calls, without_rights(*calls), strict=True):
        assert (answer.code, answer.out) == (2, ""), call
        assert str(read_only_folder) in one_line(answer.err), call
    assert {path: path.stat().st_mtime_ns for path in read_only_folder.rglob("*")} == before
