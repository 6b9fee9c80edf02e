"""`haricot backup`, `restore`, `digest`: a whole store in one file."""

import shutil
import signal
from pathlib import Path

import pytest

from service.store.archive import archive_records, backup
from service.store.event_store import open_store
from tests.service.command_line import GAME, process, run_ok, run_refused
from tests.service.filled_stores import full_store, small_store
from tests.service.store.folders import contents

KILLED = """
import os, signal
from contextlib import contextmanager
from service.store.archive import archive_records
from service.cli import main
from service.cli.keep import backup
from service.cli.keep import restore

@contextmanager
def killing(steps, what):
    yield (lambda: os.kill(os.getpid(), signal.SIGKILL)) if what == {what!r} else (lambda: None)

archive_records.ROWS_PER_STEP = 10
backup.progress_bar = restore.progress_bar = killing
main(prog_name="haricot")
"""
"""The command line, killed at the first step of this progress."""


def test_backup_restore_and_digest_print_the_same_counts_and_digest(store, tmp_path):
    file, copy = tmp_path / "file", tmp_path / "copy"
    (line,) = run_ok("backup", file, "--data", store, "--json").lines
    assert line == {"file": str(file), "games": 2, "events": line["events"], "digest": line["digest"]}
    (again,) = run_ok("restore", file, "--data", copy, "--json").lines
    assert again == line
    (digest,) = run_ok("digest", "--data", copy, "--json").lines
    assert digest == {key: line[key] for key in ("games", "events", "digest")}
    counted = f"2 games, {line['events']} events, digest {line['digest']}"
    assert run_ok("backup", file, "--data", copy).out == f"{file}: {counted}\n"
    shutil.rmtree(copy)
    assert run_ok("restore", file, "--store", f"sqlite:///{copy}").out == f"{copy}: {counted}, as in the backup\n"
    assert run_ok("digest", "--data", copy).out == f"{counted}\n"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data[: len(data) // 2],
        lambda data: data[:-1],
        lambda data: data + b"\n",
        lambda data: data[:500] + bytes([data[500] ^ 1]) + data[501:],
    ],
    ids=["half", "all but the last byte", "one byte more", "one bit"],
)
def test_restore_of_a_changed_backup_reports_it_and_makes_no_store(spoil, tmp_path):
    file = tmp_path / "file"
    run_ok("backup", file, "--data", small_store(tmp_path / "store"))
    file.write_bytes(spoil(file.read_bytes()))
    assert run_refused("restore", file, "--data", tmp_path / "new").startswith(f"{file} is corrupt: line ")
    assert not (tmp_path / "new").exists()


def test_restore_reports_a_file_of_another_kind_or_version_as_such(tmp_path, monkeypatch):
    file, new = tmp_path / "file", tmp_path / "new"
    for data in (b"", b"x", b"no backup at all" * 100):
        file.write_bytes(data)
        assert run_refused("restore", file, "--data", new).startswith(f"{file} is not a backup of Haricot: ")
    file.unlink()
    store = small_store(tmp_path / "store")
    with monkeypatch.context() as other:
        other.setattr(archive_records, "FORMAT", "haricot-store/99")
        run_ok("backup", file, "--data", store)
    assert run_refused("restore", file, "--data", new).startswith(
        f"{file} was written by a newer Haricot (its format is 'haricot-store/99'): update Haricot"
    )
    with monkeypatch.context() as other:
        other.setattr(backup, "last_line", lambda counts, _: archive_records.last_line(counts, "sha256:another"))
        run_ok("backup", file, "--data", store)
    assert run_refused("restore", file, "--data", new).startswith(f"{file} is not damaged, but its games have the di")


MISUSES = [
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
]


def test_misuse_of_backup_export_and_import_changes_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HARICOT_DATA", str(small_store(tmp_path / "store")))
    monkeypatch.delenv("HARICOT_STORE", raising=False)
    run_ok("backup", "good")
    Path("letters").write_text("my letters")
    Path("empty").mkdir()
    before = contents(tmp_path)
    for arguments in MISUSES:
        assert run_refused(*arguments)
        assert contents(tmp_path) == before, arguments


def killed(what: str, *arguments: object) -> None:
    """Run a command that is killed in this step."""
    code = KILLED.format(what=what)
    assert process(*arguments, code=code).returncode == -signal.SIGKILL


@pytest.mark.long
def test_a_killed_restore_restores_nothing_and_can_be_repeated(tmp_path):
    full_store(tmp_path / "store")
    run_ok("backup", tmp_path / "file", "--data", tmp_path / "store")
    for what in ("restoring", "taking the digest"):
        killed(what, "restore", tmp_path / "file", "--data", tmp_path / "copy")
        with open_store(tmp_path / "copy", create=False) as store:
            assert (store.position(), store.heads()) == (0, [])
    run_ok("restore", tmp_path / "file", "--data", tmp_path / "copy")


@pytest.mark.long
def test_a_killed_backup_keeps_the_previous_backup(tmp_path):
    small_store(tmp_path / "store")
    run_ok("backup", tmp_path / "file", "--data", tmp_path / "store")
    before = (tmp_path / "file").read_bytes()
    run_ok("simulate", "--players", 3, "--data", tmp_path / "store")
    for what in ("writing", "taking the digest"):
        killed(what, "backup", tmp_path / "file", "--data", tmp_path / "store")
        assert (tmp_path / "file").read_bytes() == before
    run_ok("backup", tmp_path / "file", "--data", tmp_path / "store")
    assert (tmp_path / "file").read_bytes() != before
