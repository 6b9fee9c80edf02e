"""Damaged files and stores: every command reports them in one line and writes nothing."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.service.command_line import GAME, chained, haricot, run_refused, shortened, unchained

FILES = {
    "not UTF-8": lambda data: data.replace(b"seat-1", b"seat\xff1", 1),
    "header only": lambda data: data[: data.index(b"\n") + 1],
    "cut in the middle": lambda data: data[: len(data) // 2],
    "one byte changed": lambda data: data.replace(b'"field":1', b'"field":0', 1),
    "no events": lambda data: chained(shortened(unchained(data), 0)),
    "another view": lambda data: chained([{**unchained(data)[0], "view": "seat:7"}, *unchained(data)[1:]]),
    "more events than lines": lambda data: chained([{**unchained(data)[0], "events": 9**9}, *unchained(data)[1:]]),
    "999,999,999 players": lambda data: data.replace(b'"players":4', b'"players":999999999'),
}
OTHERS = {
    "empty": (lambda data: b"", "it is empty"),
    "one line end": (lambda data: b"\n", "it is empty"),
    "binary": (lambda data: bytes(range(256)) * 10, "it has no header of one"),
    "a position": (lambda data: b'{"edition":"classic","seats":[]}\n', "use `haricot adjudicate`"),
    "5 MB": (lambda data: b"x" * 5_000_000, "it has no header of one"),
    "deep": (lambda data: b"[" * 100_000 + b"\n" + b"]" * 100_000 + b"\n", "it has no header of one"),
    "another format": (
        lambda data: chained([{**unchained(data)[0], "format": "haricot-game/2"}, *unchained(data)[1:]]),
        "the format of this game file is 'haricot-game/2', and this Haricot reads 'haricot-game/1'",
    ),
}
"""Files that are no game files or of another format, each with its message."""


@pytest.mark.parametrize(("made", "says"), OTHERS.values(), ids=OTHERS)
def test_a_file_of_another_kind_is_reported_as_such(made, says, game_file, tmp_path):
    path = tmp_path / "other.haricot.jsonl"
    path.write_bytes(made(game_file.read_bytes()))
    for command in (
        ["show"],
        ["events"],
        ["legal", "--seat", 0],
        ["fork", "--at", 3],
        ["export"],
        ["import"],
        ["audit"],
    ):
        said = run_refused(*command, path, "--data", tmp_path / "new")
        assert says in said
        assert "corrupt" not in said
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("spoil", FILES.values(), ids=FILES)
def test_a_changed_game_file_is_corrupt(spoil, game_file, tmp_path):
    path = tmp_path / "spoilt.haricot.jsonl"
    path.write_bytes(spoil(game_file.read_bytes()))
    for command in (["show"], ["events"], ["legal", "--seat", 0], ["fork", "--at", 3], ["export"], ["import"]):
        assert run_refused(*command, path, "--data", tmp_path / "new").startswith(f"{path} is corrupt: ")
    assert not (tmp_path / "new").exists()
    answer = haricot("audit", path, "--json")
    assert (answer.code, answer.err) == (1, "")
    (audit,) = answer.lines
    assert (audit["game"], audit["verdict"], audit["verdicts"]) == ("spoilt", "corrupt", [])
    assert audit["first"]["says"]
    reply = haricot("audit", path)
    assert (reply.code, reply.err, reply.out.count("\n")) == (1, "", 4)


def test_a_truncated_game_file_is_audited_up_to_its_last_line_but_not_imported(game_file, tmp_path):
    path = tmp_path / "cut.haricot.jsonl"
    path.write_bytes(b"".join(game_file.read_bytes().splitlines(keepends=True)[:301]))
    for command in (["show"], ["export"], ["import"]):
        assert run_refused(*command, path, "--data", tmp_path / "new").startswith(f"{path} is corrupt: ")
    answer = haricot("audit", path, "--json")
    (audit,) = answer.lines
    assert (answer.code, audit["verdict"], audit["events"]) == (1, "irregular", 300)
    assert audit["record"]["verdict"] == "cut"
    assert audit["first"]["n"] == 300
    assert "without its end line" in audit["first"]["says"]


def spoilt_store(kind: str, folder: Path) -> Path:
    """Make a place where no store can be read."""
    if kind == "device":
        return Path("/dev/null")
    if kind == "file":
        folder.write_text("no folder")
    elif kind == "below a file":
        folder.write_text("no folder")
        return folder / "below"
    elif kind == "no database":
        folder.mkdir()
        (folder / "haricot.sqlite3").write_bytes(b"no database" * 100)
    elif kind == "foreign":
        folder.mkdir()
        with closing(sqlite3.connect(folder / "haricot.sqlite3")) as connection:
            connection.execute("CREATE TABLE bookmarks (address)")
            connection.commit()
    elif kind == "a folder in its place":
        (folder / "haricot.sqlite3").mkdir(parents=True)
    return folder


@pytest.mark.parametrize("kind", ["device", "file", "below a file", "no database", "foreign", "a folder in its place"])
def test_commands_report_a_place_without_a_store_and_change_nothing(kind, tmp_path, game_file):
    folder = spoilt_store(kind, tmp_path / "data")
    before = {path: path.is_file() and path.read_bytes() for path in tmp_path.rglob("*")}
    for command in (
        ["simulate"],
        ["list"],
        ["show", GAME],
        ["events", GAME],
        ["legal", GAME, "--seat", 0],
        ["export", GAME],
        ["fork", GAME, "--at", 30],
        ["fork", game_file, "--at", 30],
        ["import", game_file],
        ["audit", "--all"],
        ["audit", GAME],
    ):
        assert str(folder) in run_refused(*command, "--data", folder)
    assert {path: path.is_file() and path.read_bytes() for path in tmp_path.rglob("*")} == before


def test_commands_report_a_damaged_store(own_store):
    file = own_store / "haricot.sqlite3"
    data = bytearray(file.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    file.write_bytes(data)
    for command in (["list"], ["show", GAME], ["audit", "--all"], ["simulate"]):
        run_refused(*command, "--data", own_store)
    assert haricot("doctor", "--data", own_store).code == 1


@pytest.mark.parametrize("command", [["export"], ["fork", "--at", 30]], ids=["export", "fork"])
def test_a_failed_write_leaves_no_file(command, unchanged_store, tmp_path, game_file):
    (tmp_path / "file").write_text("no folder")
    for place in (tmp_path, tmp_path / "missing" / "x", tmp_path / "file" / "x", "/", ".", "..", "/proc/x", "a" * 256):
        assert "cannot be written: " in run_refused(*command, GAME, "--data", unchanged_store, "--out", place)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "here"]
