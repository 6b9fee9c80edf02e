"""Check that a changed backup is refused, wherever it was changed, and restores nothing."""

import json
import os
from base64 import b64decode, b64encode
from pathlib import Path

import pytest

from service.store.archive.archive_records import FIRST_FORMAT, FORMAT, KINDS
from service.store.archive.backup import verify_archive
from service.store.archive.file import ArchiveWriter, CorruptArchive, UnsupportedArchive, read_lines
from service.store.errors import StoreProblem
from service.store.recorder import ENTRY_KINDS
from tests.service.filled_stores import make_backup, no_progress, restore_backup, table_contents

NOT_OURS = (CorruptArchive, UnsupportedArchive)


@pytest.mark.long
def test_a_backup_with_any_flipped_bit_is_refused(small: bytes, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(small)
    verify_archive(file, no_progress)
    with file.open("r+b", buffering=0) as changed:
        for at, byte in enumerate(small):
            for bit in range(8):
                changed.seek(at)
                changed.write(bytes([byte ^ 1 << bit]))
                with pytest.raises(NOT_OURS):
                    verify_archive(file, no_progress)
            changed.seek(at)
            changed.write(bytes([byte]))
    verify_archive(file, no_progress)


def test_a_truncated_or_extended_backup_is_refused(small: bytes, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(small)
    for length in reversed(range(len(small))):
        os.truncate(file, length)
        with pytest.raises(NOT_OURS):
            verify_archive(file, no_progress)
    for more in (b"\0", b"\n", small):
        file.write_bytes(small + more)
        with pytest.raises(NOT_OURS):
            verify_archive(file, no_progress)


def rewritten(small: bytes, folder: Path, change: object) -> Path:
    """Write the backup with changed lines and right checksums."""
    (folder / "small").write_bytes(small)
    with (folder / "small").open("rb") as file, (folder / "changed").open("wb") as changed:
        writer = ArchiveWriter(changed)
        for line in change(list(read_lines(file))):  # type: ignore[operator]  # it is a function
            writer.write(line)
        writer.finish()
    return folder / "changed"


def other_name(line: bytes) -> bytes:
    """Return the line of an event with another name in its bytes."""
    kind, *event = json.loads(line)
    if kind == "event":
        event[3] = b64encode(b64decode(event[3]).replace(b"seat-1", b"seat-7")).decode()
    return json.dumps([kind, *event], separators=(",", ":")).encode()


CHANGES = {
    "another card in an event": (lambda lines: list(map(other_name, lines)), "its games have the digest"),
    "a newer format": (
        lambda lines: [lines[0].replace(FORMAT.encode(), b"haricot-store/99"), *lines[1:]],
        "update Haricot",
    ),
    "another format": (lambda lines: [b'["haricot-game/1",{}]', *lines[1:]], "line 1: the format is 'haricot-game/1'"),
    "no format": (lambda lines: [b"[]", *lines[1:]], "line 1: the format is ''"),
    "no counts": (lambda lines: [b'["haricot-store/3",{"games":"x"}]', *lines[1:]], "line 1: it cannot be read"),
    "other counts": (lambda lines: [b'["haricot-store/3",{"games":1}]', *lines[1:]], "line 1: it does not count"),
    "a line lost": (lambda lines: [*lines[:3], *lines[4:]], "line 13: it cannot be read"),
    "a line twice": (lambda lines: [*lines[:3], *lines[2:]], "line 14: it cannot be read"),
    "two lines swapped": (lambda lines: [lines[0], lines[2], lines[1], *lines[3:]], "line 2: it cannot be read"),
    "no end": (lambda lines: lines[:-1], "the file ends too early"),
    "two ends": (lambda lines: [*lines, lines[-1]], "continues after its last line"),
    "nothing": (lambda lines: [], "line 1: the file ends too early"),
    "no JSON": (lambda lines: [*lines[:2], b"[\xff]", *lines[3:]], "line 3: it cannot be read"),
}


@pytest.mark.parametrize(("change", "says"), CHANGES.values(), ids=CHANGES)
def test_a_forged_backup_is_refused_and_restores_nothing(
    change: object, says: str, small: bytes, tmp_path: Path
) -> None:
    file = rewritten(small, tmp_path, change)
    with pytest.raises((*NOT_OURS, StoreProblem), match=says):
        restore_backup(tmp_path / "copy", file)
    if (tmp_path / "copy").exists():
        assert not any(table_contents(tmp_path / "copy").values())


def test_control_the_same_lines_written_again_are_the_same_backup(small: bytes, tmp_path: Path) -> None:
    assert rewritten(small, tmp_path, lambda lines: lines).read_bytes() == small


SINCE = {kind.sql_table for kind in ENTRY_KINDS if kind not in KINDS[FIRST_FORMAT]}


def as_first_written(lines: list[bytes]) -> list[bytes]:
    """Return the lines as of the first format, with a shared idempotency key."""
    _, counts = json.loads(lines[0])
    kept = {name: count for name, count in counts.items() if name not in SINCE} | {"answers": 1}
    answer = ["answers", {"scope": "organiser create_game -", "key": "tuesday-1", "digest": "e", "made": "small"}]
    _, _, digest = json.loads(lines[-1])
    reply = [[FIRST_FORMAT, kept], *map(json.loads, lines[1:-1]), answer, ["end", kept, digest]]
    return [json.dumps(line, separators=(",", ":")).encode() for line in reply]


def test_a_backup_of_the_first_format_is_restored_without_shared_keys(small: bytes, tmp_path: Path) -> None:
    restore_backup(tmp_path / "copy", rewritten(small, tmp_path, as_first_written))
    contents = table_contents(tmp_path / "copy")
    assert [("small",), []] == [tuple(row[1] for row in contents["games"]), contents["answers"]]
    make_backup(tmp_path / "copy", tmp_path / "again")
    assert small == (tmp_path / "again").read_bytes()
