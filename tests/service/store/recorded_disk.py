"""Record every write, sync and rename of a disk, so that power cuts can be simulated afterwards.

SQLite writes through a virtual file system of ours; the store itself runs unchanged, on connections that look like
those of `sqlite3`. At a power cut any part of the writes that were not synced may have arrived.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import apsw
import pytest

from service.store.sqlite.file import sqlite3

SECTOR_BYTES: Final = 512
MODES: Final = ("none", "all", "some", "torn")
"""What arrives of writes that were not synced: of torn ones only some sectors."""
FOLDER: Final = 0
"""The content number of a folder."""
_PAGES_BEFORE_CHECKPOINT: Final = 60
_KINDS: Final = (
    (apsw.ConstraintError, sqlite3.IntegrityError),
    ((apsw.CorruptError, apsw.NotADBError), sqlite3.DatabaseError),
    (apsw.Error, sqlite3.OperationalError),
)


class NameMade(NamedTuple):
    """A name was made, for the content of this number."""

    name: str
    content: int


class Moved(NamedTuple):
    """A file got another name in the same folder."""

    name: str
    to: str


class Removed(NamedTuple):
    """A name was removed."""

    name: str


class Wrote(NamedTuple):
    """Bytes were written into a content."""

    content: int
    offset: int
    data: bytes


class Shortened(NamedTuple):
    """A content got this length."""

    content: int
    size: int


class Synced(NamedTuple):
    """All writes to a content are on the disk."""

    content: int


class FolderSynced(NamedTuple):
    """All names in a folder are on the disk."""

    folder: str


class Promised(NamedTuple):
    """An acknowledgement of the store."""

    what: Any


Rename = NameMade | Moved | Removed
Change = Wrote | Shortened
Step = Rename | Change | Synced | FolderSynced | Promised


def folder_of(name: str) -> str:
    """The name of the folder that this name is in."""
    return Path(name).parent.as_posix()


class Disk:
    """All steps below a folder, in order, since `recording` began."""

    def __init__(self, root: Path) -> None:
        root.mkdir(parents=True, exist_ok=True)
        self.root = root
        self.steps: list[Step] = []
        self.begun = 0
        """The number of steps that describe the initial content."""
        self._contents: dict[str, int] = {}
        self._count = 0

    def name_of(self, path: str | Path) -> str | None:
        """Return a path relative to the root, or None if it is elsewhere."""
        absolute = Path(path).absolute()
        return absolute.relative_to(self.root).as_posix() if absolute.is_relative_to(self.root) else None

    def content(self, name: str) -> tuple[int, bool]:
        """Return the number of the content of a name, and whether it is new."""
        if name in self._contents:
            return self._contents[name], False
        self._count += 1
        self._contents[name] = self._count
        self.steps.append(NameMade(name, self._count))
        return self._count, True

    def tell(self, what: object) -> None:
        """Record an acknowledgement."""
        self.steps.append(Promised(what))

    def remove(self, name: str) -> None:
        """Record the removal of a name."""
        if self._contents.pop(name, None) is not None:
            self.steps.append(Removed(name))

    @contextmanager
    def recording(self, patch: pytest.MonkeyPatch, said_instead: Mapping[str, str] | None = None) -> Iterator[None]:
        """Record stores that are opened meanwhile. `said_instead` replaces their statements."""
        self._take_in()
        system = _System(f"recorded-{id(self)}", self)

        def connect(address: str, **_: object) -> "_Connection":
            return _Connection(address, system.name, said_instead or {})

        with patch.context() as patched:
            patched.setattr(sqlite3, "connect", connect)
            for name in ("fsync", "replace", "unlink", "mkdir"):
                patched.setattr(os, name, getattr(self, f"_{name}")(getattr(os, name)))
            try:
                yield
            finally:
                system.unregister()

    def _take_in(self) -> None:
        """Record the initial content as synced."""
        for path in sorted(self.root.rglob("*")):
            if path.is_dir():
                self.steps.append(NameMade(str(path.relative_to(self.root)), FOLDER))
            elif not path.name.endswith(("-shm", ".lock")):
                content, _ = self.content(str(path.relative_to(self.root)))
                self.steps += [Wrote(content, 0, path.read_bytes()), Synced(content)]
        folders = {".", *(step.name for step in self.steps if isinstance(step, NameMade) and step.content == FOLDER)}
        self.steps += map(FolderSynced, sorted(folders))
        self.begun = len(self.steps)

    def _fsync(self, done: Callable[[int], None]) -> Callable[[int], None]:
        def fsync(handle: int) -> None:
            name = self.name_of(Path(f"/proc/self/fd/{handle}").readlink())
            done(handle)
            if name is not None:
                folder = (self.root / name).is_dir()
                self.steps.append(FolderSynced(name) if folder else Synced(self.content(name)[0]))

        return fsync

    def _replace(self, done: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
        def replace(old: Any, new: Any) -> None:
            done(old, new)
            name, to = self.name_of(old), self.name_of(new)
            if name in self._contents and to is not None:
                self._contents[to] = self._contents.pop(name)
                self.steps.append(Moved(name, to))

        return replace

    def _unlink(self, done: Callable[..., None]) -> Callable[..., None]:
        def unlink(path: Any, **more: Any) -> None:
            done(path, **more)
            self.remove(self.name_of(path) or "")

        return unlink

    def _mkdir(self, done: Callable[..., None]) -> Callable[..., None]:
        def mkdir(path: Any, *more: Any, **named: Any) -> None:
            done(path, *more, **named)
            if (name := self.name_of(path)) is not None:
                self.steps.append(NameMade(name, FOLDER))

        return mkdir


class _File(apsw.VFSFile):
    """A file of SQLite; each operation is recorded first."""

    def __init__(self, base: str, path: Any, flags: list[int], disk: Disk) -> None:
        super().__init__(base, path, flags)
        self._disk = disk
        name = None if path is None else disk.name_of(path.filename() if isinstance(path, apsw.URIFilename) else path)
        self._folder = "." if name is None else folder_of(name)
        self._content, made = (None, False) if name is None else disk.content(name)
        # On Unix, SQLite syncs the folder with the first sync of a log or journal that it has made.
        self._syncs_folder = made and bool(flags[0] & (apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL))

    def xWrite(self, data: Any, offset: int) -> None:
        if self._content is not None:
            self._disk.steps.append(Wrote(self._content, offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, size: int) -> None:
        if self._content is not None:
            self._disk.steps.append(Shortened(self._content, size))
        super().xTruncate(size)

    def xSync(self, flags: int) -> None:
        super().xSync(flags)
        if self._content is not None:
            self._disk.steps.append(Synced(self._content))
        if self._syncs_folder:
            self._syncs_folder = False
            self._disk.steps.append(FolderSynced(self._folder))


class _System(apsw.VFS):
    """The default file system of SQLite, with recorded files."""

    def __init__(self, name: str, disk: Disk) -> None:
        super().__init__(name, "")
        self.name = name
        self._disk = disk

    def xOpen(self, name: Any, flags: list[int]) -> _File:
        return _File("", name, flags, self._disk)

    def xDelete(self, path: str, sync_folder: bool) -> None:
        super().xDelete(path, sync_folder)
        if (name := self._disk.name_of(path)) is not None:
            self._disk.remove(name)
            if sync_folder:
                self._disk.steps.append(FolderSynced(folder_of(name)))


class _Found(NamedTuple):
    """What a cursor of `sqlite3` returns."""

    rows: list[Any]
    lastrowid: int

    def __iter__(self) -> Iterator[Any]:  # type: ignore[override]  # as that of `sqlite3`
        return iter(self.rows)

    def fetchone(self) -> Any:
        return self.rows[0] if self.rows else None

    def fetchall(self) -> list[Any]:
        return self.rows


@contextmanager
def _as_sqlite3_says() -> Iterator[None]:
    try:
        yield
    except apsw.Error as error:
        raise next(theirs for ours, theirs in _KINDS if isinstance(error, ours))(str(error)) from error


class _Connection:
    """As much of a connection of `sqlite3` as the store uses; a checkpoint comes sooner than usual."""

    def __init__(self, address: str, system: str, said_instead: Mapping[str, str]) -> None:
        self._said_instead = said_instead
        with _as_sqlite3_says():
            flags = apsw.SQLITE_OPEN_URI | apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
            self._connection = apsw.Connection(address, flags=flags, vfs=system)
            self._connection.wal_autocheckpoint(_PAGES_BEFORE_CHECKPOINT)

    @property
    def in_transaction(self) -> bool:
        return self._connection.in_transaction

    def execute(self, query: str, values: Sequence[Any] = ()) -> _Found:
        with _as_sqlite3_says():
            rows = list(self._connection.execute(self._said_instead.get(query, query), values))
            return _Found(rows, self._connection.last_insert_rowid())

    def executemany(self, query: str, rows: Sequence[Sequence[Any]]) -> None:
        with _as_sqlite3_says():
            self._connection.executemany(query, rows)

    def close(self) -> None:
        with _as_sqlite3_says():
            self._connection.close()
