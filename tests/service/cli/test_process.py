"""The command line as a process of its own: exit codes, closed pipes, odd terminals, folders of somebody else."""

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
from tests.service.command_line import GAME, PROGRAM, CommandAnswer, fine, one_line, process

NOBODY = 65_534
# Reads calls, a JSON list of arguments a line, and answers each with [exit code, output, complaints]. What Python would
# load only when it is needed must be there before the rights to read it are given up.
AS_NOBODY = f"""
import _strptime, email.parser, json, os, sys
import service.cli.run.supervisor
from service.cli import COMMANDS, command_named
from tests.service.command_line import haricot
list(map(command_named, COMMANDS))
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
            (["audit", GAME], 0),
            (["audit", "/dev/null"], 2),
            (["--help"], 0),
            (["show", GAME, "--at", "0"], 2),
            (["adjudicate", "-", "/dev/null"], 2),
        ],
        2,
    ),
)
def test_the_process_ends_with_the_documented_code_and_without_a_traceback(arguments, code, store):
    ended = process(*arguments, HARICOT_DATA=str(store))
    assert ended.returncode == code
    assert b"Traceback" not in ended.stdout + ended.stderr
    assert ended.stderr.count(b"\n") == (1 if code == 2 else 0)


@pytest.mark.long
def test_standard_input_is_read_for_a_dash(store, tmp_path, game_file):
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
def test_a_reader_that_goes_away_is_no_mishap(arguments, store):
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
    """What a shell makes of `haricot` and the rest of this line; complaints go to `stderr`."""
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
def test_a_full_disk_is_told_in_one_line(arguments, store):
    ended = shell(f"{arguments} > /dev/full", store)
    assert ended.returncode == 2
    assert one_line(ended.stderr) == "No space left on device"


@pytest.mark.parametrize(
    ("redirected", "code"),
    mostly_long(
        [
            ("show {} --at 0 2>&-", 2),
            ("export {} >&-", 0),
            ("show {} >&-", 0),
            ("simulate --out {out} >&-", 0),
        ],
        2,
    ),
)
def test_closed_streams_are_no_mishap(redirected, code, store, tmp_path):
    ended = shell(redirected.format(GAME, out=tmp_path), store)
    assert (ended.returncode, ended.stderr) == (code, "")


def test_a_service_whose_output_is_closed_announces_itself_to_nobody(monkeypatch):
    monkeypatch.setattr("service.cli.run.supervisor._alive", lambda _: True)
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
def test_a_closed_standard_input_is_told(store):
    ended = shell("adjudicate - /dev/null --json <&-", store)
    assert (ended.returncode, ended.stderr) == (2, "")
    assert json.loads(ended.stdout)["says"] == "there is no standard input"


@pytest.mark.long
@pytest.mark.parametrize("coding", mostly_long(["ascii", "latin-1"]))
def test_a_terminal_that_speaks_another_coding_gets_json_in_utf_8_and_prose_as_well_as_may_be(coding, store):
    environment = {"PYTHONIOENCODING": coding, "HARICOT_DATA": str(store)}
    shown = process("show", GAME, **environment)
    assert (shown.returncode, shown.stderr) == (0, b"")
    answer = process("rules", "classic", "--json", **environment)
    assert answer.stdout == fine("rules", "classic", "--json").raw


# A folder that somebody else may read but not write.


@pytest.fixture
def foreign(store: Path, game_file: Path) -> Iterator[Path]:
    """A folder in which nobody may write: with a store, a game file, an empty folder and a closed one."""
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


def as_nobody(*calls: list[object]) -> list[CommandAnswer]:
    """The answers to these calls of somebody who owns nothing."""
    lines = "\n".join(json.dumps(list(map(str, call))) for call in calls)
    ended = process(code=AS_NOBODY, stdin=lines.encode())
    assert (ended.returncode, ended.stderr) == (0, b"")
    return [CommandAnswer(*json.loads(line), b"") for line in ended.stdout.splitlines()]


@pytest.mark.long
def test_a_store_that_cannot_be_written_can_be_read(foreign):
    calls = [["list"], ["show", GAME], ["events", GAME], ["audit", "--all"], ["export", GAME]]
    *answers, checked = as_nobody(*([*call, "--data", foreign / "store"] for call in [*calls, ["doctor", "--json"]]))
    assert [(answer.code, answer.err) for answer in answers] == [(0, "")] * len(calls)
    assert checked.code == 1
    assert [check["check"] for check in checked.lines if not check["ok"]][-2:] == ["folder", "key"]


@pytest.mark.long
def test_an_older_store_that_cannot_be_written_is_read_and_not_called_migrated(foreign):
    older = foreign / "older"
    older.mkdir()
    (older / STORE).write_bytes(lzma.decompress((KEPT / "7.sqlite3.xz").read_bytes()))
    (older / STORE).chmod(0o444)
    older.chmod(0o555)
    listed, migrated = as_nobody(["list", "--data", older], ["migrate", "--data", older])
    assert (listed.code, listed.err) == (0, "")
    assert (migrated.code, migrated.out) == (2, "")
    assert "has schema 7 and cannot be written: run this as a user who may" in one_line(migrated.err)


@pytest.mark.long
def test_what_may_not_be_written_or_read_is_told_in_one_line_and_left_alone(foreign):
    store, empty, closed = foreign / "store", foreign / "empty", foreign / "closed"
    game = foreign / "game.haricot.jsonl"
    before = {path: path.stat().st_mtime_ns for path in foreign.rglob("*")}
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
    for call, answer in zip(calls, as_nobody(*calls), strict=True):
        assert (answer.code, answer.out) == (2, ""), call
        assert str(foreign) in one_line(answer.err), call
    assert {path: path.stat().st_mtime_ns for path in foreign.rglob("*")} == before
