"""Backups, restores, and folders of game files at the command line: what they say, and what they refuse."""

import shutil
import signal
from pathlib import Path

import pytest

from service.event_store import open_store
from tests.service.command_line import GAME, fine, haricot, misused, process
from tests.service.stored import digest_of_files, filled, sitting
from tests.service.test_event_store import contents

SUFFIX = ".haricot.jsonl"
KILLED = """
import os, signal
from contextlib import contextmanager
from service.archive import lines as archive_lines
from service.cli import backup, main

@contextmanager
def deadly(steps, what):
    yield (lambda: os.kill(os.getpid(), signal.SIGKILL)) if what == {what!r} else (lambda: None)

archive_lines.ROWS_A_STEP = 10
backup.progress = deadly
main(prog_name="haricot")
"""
"""The command line, killed at the first step of something that it does."""


def test_backup_restore_and_digest_tell_the_same(store, tmp_path):
    file, copy = tmp_path / "file", tmp_path / "copy"
    (told,) = fine("backup", file, "--data", store, "--json").lines
    assert told == {"file": str(file), "games": 2, "events": told["events"], "digest": told["digest"]}
    (again,) = fine("restore", file, "--data", copy, "--json").lines
    assert again == told
    (digest,) = fine("digest", "--data", copy, "--json").lines
    assert digest == {key: told[key] for key in ("games", "events", "digest")}
    counted = f"2 games, {told['events']} events, digest {told['digest']}"
    assert fine("backup", file, "--data", copy).out == f"{file}: {counted}\n"
    shutil.rmtree(copy)
    assert fine("restore", file, "--store", f"sqlite:///{copy}").out == f"{copy}: {counted}, as in the backup\n"
    assert fine("digest", "--data", copy).out == f"{counted}\n"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: b"",
        lambda data: b"x",
        lambda data: b"no backup at all" * 100,
        lambda data: data[: len(data) // 2],
        lambda data: data[:-1],
        lambda data: data + b"\n",
        lambda data: data[:500] + bytes([data[500] ^ 1]) + data[501:],
    ],
    ids=["empty", "one byte", "text", "half", "all but the last byte", "one byte more", "one bit"],
)
def test_a_file_that_is_not_as_it_was_written_is_corrupt_and_makes_no_store(spoil, tmp_path):
    file = tmp_path / "file"
    fine("backup", file, "--data", sitting(tmp_path / "store"))
    file.write_bytes(spoil(file.read_bytes()))
    assert misused("restore", file, "--data", tmp_path / "new").startswith(f"{file} is corrupt: line ")
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ["backup"],
        ["backup", ""],
        ["backup", "."],
        ["backup", "missing/file"],
        ["backup", "letters"],
        ["backup", "store/haricot.sqlite3"],
        ["backup", "a", "b"],
        ["backup", "file", "--store", "mysql://x/y"],
        ["backup", "file", "--data", "none"],
        ["backup", "file", "--data", "letters"],
        ["restore"],
        ["restore", ""],
        ["restore", "."],
        ["restore", "none", "--data", "new"],
        ["restore", "letters", "--data", "new"],
        ["restore", "/dev/null", "--data", "new"],
        ["restore", "-", "--data", "new"],
        ["restore", "good"],
        ["restore", "good", "--data", "letters"],
        ["digest", "--data", "none"],
        ["digest", "extra"],
        ["export"],
        ["export", "--all"],
        ["export", GAME, "--all", "--out", "files"],
        ["export", "--all", "--out", "files", "--as", "seat:0"],
        ["export", "--all", "--out", "letters"],
        ["export", "--all", "--out", "letters/below"],
        ["export", "--all", "--out", "files", "--data", "none"],
        ["import", "empty", "--data", "new"],
        ["import", "store", "--data", "new"],
        ["import", "letters", "--data", "new"],
    ],
    ids=" ".join,
)
def test_what_makes_no_sense_is_told_in_one_line_and_changes_nothing(arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HARICOT_DATA", str(sitting(tmp_path / "store")))
    monkeypatch.delenv("HARICOT_STORE", raising=False)
    fine("backup", "good")
    Path("letters").write_text("my letters")
    Path("empty").mkdir()
    before = contents(tmp_path)
    assert misused(*arguments)
    assert contents(tmp_path) == before


def killed(what: str, *arguments: object) -> None:
    """Runs a command that is killed while it does this."""
    code = KILLED.format(what=what)
    assert process(*arguments, code=code).returncode == -signal.SIGKILL


def test_who_is_killed_while_restoring_has_restored_nothing_and_can_begin_again(tmp_path):
    filled(tmp_path / "store")
    fine("backup", tmp_path / "file", "--data", tmp_path / "store")
    for what in ("restoring", "taking the digest"):
        killed(what, "restore", tmp_path / "file", "--data", tmp_path / "copy")
        with open_store(tmp_path / "copy", create=False) as store:
            assert (store.position(), store.heads()) == (0, [])
    fine("restore", tmp_path / "file", "--data", tmp_path / "copy")


def test_who_is_killed_while_making_a_backup_still_has_the_one_before(tmp_path):
    sitting(tmp_path / "store")
    fine("backup", tmp_path / "file", "--data", tmp_path / "store")
    before = (tmp_path / "file").read_bytes()
    fine("simulate", "--players", 3, "--data", tmp_path / "store")
    for what in ("writing", "taking the digest"):
        killed(what, "backup", tmp_path / "file", "--data", tmp_path / "store")
        assert (tmp_path / "file").read_bytes() == before
    fine("backup", tmp_path / "file", "--data", tmp_path / "store")
    assert (tmp_path / "file").read_bytes() != before


# Folders of game files


def test_all_games_go_out_into_files_and_come_back_with_the_same_digest(tmp_path):
    store, files, again = filled(tmp_path / "store"), tmp_path / "files", tmp_path / "again"
    assert fine("export", "--all", "--out", files, "--data", store).out == f"{files}: 7 games\n"
    (told,) = fine("digest", "--data", store, "--json").lines
    assert told["digest"] == digest_of_files(path.read_bytes() for path in files.iterdir())
    for path in files.iterdir():
        game = path.name.removesuffix(SUFFIX)
        assert path.read_bytes() == fine("export", game, "--data", store).raw
    answer = fine("import", files, "--data", tmp_path / "copy", "--json")
    assert {line["game"] for line in answer.lines} == {path.name.removesuffix(SUFFIX) for path in files.iterdir()}
    assert all(line["imported"] for line in answer.lines)
    fine("export", "--all", "--out", again, "--data", tmp_path / "copy")
    assert [path.read_bytes() for path in sorted(files.iterdir())] == [
        path.read_bytes() for path in sorted(again.iterdir())
    ]
    (copied,) = fine("digest", "--data", tmp_path / "copy", "--json").lines
    assert (copied["games"], copied["digest"]) == (told["games"], told["digest"])
    assert not any(line["imported"] for line in fine("import", files, "--data", tmp_path / "copy", "--json").lines)


def test_parents_come_before_their_forks_whatever_they_are_called(tmp_path):
    store, files = filled(tmp_path / "store"), tmp_path / "files"
    fine("export", "--all", "--out", files, "--data", store)
    named = ["fork.again", "fork", "running"]
    paths = [files / f"{game}{SUFFIX}" for game in named]
    told = fine("import", *paths, "--data", tmp_path / "copy", "--json").lines
    assert [line["game"] for line in told] == named[::-1]
    with open_store(tmp_path / "copy") as copy:
        assert [holder for holder, _ in copy.lineage("fork.again")] == named[::-1]


def test_files_that_were_exported_before_are_replaced_when_the_game_went_on(tmp_path):
    store, files = filled(tmp_path / "store"), tmp_path / "files"
    fine("export", "--all", "--out", files, "--data", store)
    before = {path: (path.read_bytes(), path.stat().st_ino) for path in files.iterdir()}
    running = files / f"running{SUFFIX}"
    running.write_bytes(b"an older one")
    fine("export", "--all", "--out", files, "--data", store)
    assert {path: path.read_bytes() for path in files.iterdir()} == {path: data for path, (data, _) in before.items()}
    left_alone = {path for path, (_, number) in before.items() if path.stat().st_ino == number}
    assert left_alone == set(before) - {running}


def test_one_bad_file_in_a_folder_keeps_all_of_them_out(tmp_path):
    store, files = filled(tmp_path / "store"), tmp_path / "files"
    fine("export", "--all", "--out", files, "--data", store)
    (files / f"zzz{SUFFIX}").write_bytes(b"no game")
    (files / "letters.txt").write_text("not looked at")
    assert misused("import", files, "--data", tmp_path / "new").startswith(f"{files / 'zzz'}{SUFFIX} is corrupt: ")
    assert not (tmp_path / "new").exists()
    (files / f"zzz{SUFFIX}").unlink()
    assert haricot("import", files, "--data", tmp_path / "new").code == 0
