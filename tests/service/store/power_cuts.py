"""Compute what a disk holds after a power cut: all synced writes, and any part of the others."""

import shutil
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from tests.service.store.recorded_disk import (
    FOLDER,
    MODES,
    SECTOR_BYTES,
    Change,
    Disk,
    FolderSynced,
    Moved,
    NameMade,
    Promised,
    Removed,
    Rename,
    Shortened,
    Step,
    Synced,
    Wrote,
    folder_of,
)


class Platter:
    """The synced content after some steps, the pending writes, and the acknowledgements."""

    def __init__(self) -> None:
        self.acknowledged: list[Any] = []
        self._sure: dict[int, bytearray] = {}
        self._changes: dict[int, list[Change]] = {}
        self._names: dict[str, int] = {}
        self._renames: dict[str, list[Rename]] = {}

    def take(self, step: Step) -> None:
        """Apply one step."""
        match step:
            case Wrote() | Shortened():
                self._changes.setdefault(step.content, []).append(step)
            case Synced():
                sure = self._sure.setdefault(step.content, bytearray())
                _write(sure, self._changes.pop(step.content, []))
            case NameMade() | Moved() | Removed():
                self._renames.setdefault(folder_of(step.name), []).append(step)
            case FolderSynced():
                _rename(self._names, self._renames.pop(step.folder, []))
            case Promised():
                self.acknowledged.append(step.what)

    def lay_out(self, folder: Path, mode: str, luck: Random) -> None:
        """WriteBatch into an empty folder what is found there after the power cut."""
        names = dict(self._names)
        for renames in self._renames.values():
            arrived = {"none": 0, "all": len(renames)}.get(mode, luck.randint(0, len(renames)))
            _rename(names, renames[:arrived])  # a file system keeps the order of names, but not of bytes
        for name in sorted(names):
            path = folder / name
            if not path.parent.is_dir():
                continue  # a file is lost with its folder
            if names[name] == FOLDER:
                path.mkdir()
                continue
            data = bytearray(self._sure.get(names[name], b""))
            _write(data, _arrived(self._changes.get(names[name], []), mode, luck))
            path.write_bytes(data)


def cuts(disk: Disk, count: int, seed: str) -> Iterator[tuple[Platter, int, str, Random]]:
    """Yield `count` cuts over all steps: the platter, the step, the mode of arrival, and random numbers."""
    luck = Random(seed)
    after = sorted(luck.randint(disk.begun, len(disk.steps)) for _ in range(count))
    platter, done = Platter(), 0
    for number, at in enumerate(after):
        for step in disk.steps[done:at]:
            platter.take(step)
        done = at
        yield platter, at, MODES[number % len(MODES)], Random(f"{seed} {number}")


def emptied(folder: Path) -> Path:
    """Empty the folder and return it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def _arrived(changes: Sequence[Change], mode: str, luck: Random) -> Iterator[Change]:
    share = {"none": 0.0, "all": 1.0}.get(mode, luck.choice((0.1, 0.5, 0.9)))
    for change in changes:
        if mode == "torn" and isinstance(change, Wrote) and luck.random() < 0.5:
            yield from (sector for sector in _sectors(change) if luck.random() < share)
        elif luck.random() < share:
            yield change


def _sectors(write: Wrote) -> Iterator[Wrote]:
    begin, end = write.offset, write.offset + len(write.data)
    while begin < end:
        until = min(end, (begin // SECTOR_BYTES + 1) * SECTOR_BYTES)
        yield Wrote(write.content, begin, write.data[begin - write.offset : until - write.offset])
        begin = until


def _write(data: bytearray, changes: Iterable[Change]) -> None:
    for change in changes:
        end = change.size if isinstance(change, Shortened) else change.offset + len(change.data)
        if end > len(data):
            data.extend(bytes(end - len(data)))
        if isinstance(change, Shortened):
            del data[end:]
        else:
            data[change.offset : end] = change.data


def _rename(names: dict[str, int], renames: Iterable[Rename]) -> None:
    for rename in renames:
        match rename:
            case NameMade():
                names[rename.name] = rename.content
            case Moved():
                names[rename.to] = names.pop(rename.name)
            case Removed():
                names.pop(rename.name, None)
