"""The SQLite file of a store.

It is made whole or not at all, and never opened if it is another program's.
"""

import os
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import quote

from service.store.atomic_files import sync
from service.store.errors import NoStoreYet, StoreOutdated, StoreUnavailable
from service.store.location import nearest
from service.store.sqlite import first_schema, migrations
from service.store.sqlite.locks import OWNERS, exclusive
from service.store.sqlite.migration_runner import is_due, is_unreleased
from service.store.sqlite.migration_runner import migrate as bring_on
from service.store.sqlite.structure import lacking

if TYPE_CHECKING:
    import sqlite3
else:
    # One SQLite library for the whole process: two of them on one file would remove each other's locks.
    try:
        import pysqlite3 as sqlite3  # newer than this Python's own, if it is installed
    except ImportError:
        import sqlite3

__all__ = ["STORE", "clear_log", "open_file", "sqlite3"]

Tell = Callable[[str], None]
STORE: Final = "haricot.sqlite3"
_SETTINGS: Final = (
    "busy_timeout = 5000",
    "foreign_keys = ON",
    "synchronous = FULL",
    "cell_size_check = ON",
    "trusted_schema = OFF",
)

CLEARING_MS: Final = 10_000
"""How long to wait for a reader of an older state before the write-ahead log is emptied."""
_TEXT: Final = partial(str, encoding="utf-8", errors="backslashreplace")
"""Decodes a text. One with a damaged byte names no game any more, and must not block all the others."""


class StoreFile(NamedTuple):
    """A sound store. `connect` opens another connection to it, which any thread may use.

    `version` is that of its tables, which may be an older one if they are only read. Such a store is `migratable` if it
    could be written.
    """

    connect: Callable[[], "sqlite3.Connection"]
    writable: bool
    version: int
    migratable: bool = False


def open_file(folder: Path, *, create: bool, migrate: Tell | None) -> StoreFile:
    """Open the store in this folder, for reading if it cannot be written.

    Args:
        folder: where the store is.
        create: whether to make a store if there is none.
        migrate: is called with what was done to a store of an older schema. With None, such a store is opened for
        reading,
            as it is.

    Raises:
        StoreUnavailable: there is none available. Nothing there has been changed.
    """
    file = folder / STORE
    writable = True
    try:
        if folder.exists() and not folder.is_dir():
            raise StoreUnavailable(f"{folder} is a file, not a folder: name a folder for the store")
        if not file.exists():
            if not create:
                if not _makeable(folder):
                    raise StoreUnavailable(
                        f"there is no store in {folder}, and none can be made: check its permissions"
                    )
                raise NoStoreYet(folder)
            _make(folder)
        writable = os.access(folder, os.W_OK | os.X_OK) and os.access(file, os.W_OK)
        _require_our_header(file)
        return _opened(file, writable=writable, migrate=migrate)
    except OSError as error:
        raise StoreUnavailable(
            f"{folder} cannot hold a store: {error.strerror or error}. Name another folder"
        ) from error
    except sqlite3.OperationalError as error:
        advice = "make room, and close other programs that use it" if writable else "open it as a user who may write"
        raise StoreUnavailable(f"{file} cannot be opened: {error}. Try again after this: {advice}") from error
    except (sqlite3.Error, UnicodeDecodeError) as error:  # SQLite's message may quote the damaged bytes
        raise _damaged(file, str(error)) from error


def _opened(file: Path, *, writable: bool, migrate: Tell | None) -> StoreFile:
    # Readers write too, into the -shm beside a file that has a -wal. Without a -wal, the file alone is the whole truth,
    # and `immutable` reads it without writing.
    reading = "mode=ro" if _log(file).exists() else "mode=ro&immutable=1"
    how = "mode=rw" if writable else reading
    connection = _connected(file, how)
    try:
        # The header was read already, but the latest one may still be in the -wal.
        version = _pragma(connection, "user_version")
        _require_ours(file, _pragma(connection, "application_id"), version)
        lacks = lacking(connection, version)
        if lacks and not is_unreleased(version, lacks):
            raise _damaged(file, f"it lacks {', '.join(lacks)}")
        older = is_due(version, lacks)
        if older and (migrate is None or not writable):
            if lacks or version < migrations.READABLE:
                raise StoreOutdated(file.parent, version, migrations.VERSION, lacks)
            read_only = (*_SETTINGS, "query_only = ON")
            return StoreFile(lambda: _connected(file, how, read_only), False, version, migratable=writable)
        if writable and _pragma(connection, "journal_mode") != "wal":
            with exclusive(file.parent):
                connection.execute("PRAGMA journal_mode = WAL")
        if older and migrate is not None:
            bring_on(file, connection, lambda: _connected(file, "mode=rw"), migrate)
    finally:
        connection.close()
    return StoreFile(lambda: _connected(file, how), writable, migrations.VERSION)


def _connected(file: Path, how: str, settings: Sequence[str] = _SETTINGS) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"file:{quote(str(file.absolute()))}?{how}", uri=True, isolation_level=None, check_same_thread=False
    )
    connection.text_factory = _TEXT
    try:
        for setting in settings:
            connection.execute(f"PRAGMA {setting}")
    except BaseException:
        connection.close()
        raise
    return connection


def clear_log(folder: Path) -> bool:
    """Empty the write-ahead log of a store, where overwritten rows stay readable.

    Args:
        folder: where the store is. Other processes may be using it.

    Returns:
        Whether it is empty. It is not while another process reads an older state of the store.
    """
    with closing(_connected(folder / STORE, "mode=rw", (*_SETTINGS, f"busy_timeout = {CLEARING_MS}"))) as connection:
        busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy


def _pragma(connection: sqlite3.Connection, name: str) -> Any:
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


def _log(file: Path) -> Path:
    return file.with_name(f"{file.name}-wal")


def _makeable(folder: Path) -> bool:
    there = nearest(folder)
    return there.is_dir() and os.access(there, os.W_OK | os.X_OK)


def _make(folder: Path) -> None:
    """Make the store under another name and then rename it, so that no process ever sees half a store."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # the folder will hold the hands and seeds of all games
    for one in missing:
        sync(one.parent)  # or a loss of power may remove the folder with what was acknowledged
    file, draft = folder / STORE, folder / f"{STORE}.new"
    with exclusive(folder):
        if file.exists():
            return
        for journal in (f"{STORE}-wal", f"{STORE}-journal"):
            if (folder / journal).exists():  # SQLite would replay it into the new file
                says = f"{file} is gone but its {journal} is still there"
                raise StoreUnavailable(f"{says}: restore the one or move away the other")
        _clear(draft)
        try:
            _write_schema(draft)
            draft.replace(file)
        finally:
            _clear(draft)
        sync(folder)


def _clear(draft: Path) -> None:
    for leftover in (draft, *draft.parent.glob(f"{draft.name}-*")):
        leftover.unlink(missing_ok=True)


def _write_schema(draft: Path) -> None:
    # SQLite gives its files beside it the same mode.
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNERS))
    connection = _connected(draft, "mode=rwc")
    try:
        # A crash may spoil a draft, which no store depends on yet. So one transaction and one sync of the file suffice.
        steps = [statement for step in migrations.STEPS.values() for statement in step]
        for statement in ("PRAGMA synchronous = OFF", "BEGIN", *steps, "COMMIT", "PRAGMA journal_mode = WAL"):
            connection.execute(statement)
    finally:
        connection.close()
    sync(draft)


def _require_our_header(file: Path) -> None:
    """Check the header read-only: a normal opening by SQLite might change another application's file.

    SQLite opens the file even for this. Any other close of it would drop every lock that this process has on it.
    """
    if not file.is_file():
        raise StoreUnavailable(f"{file} is not a file: move it away")
    if file.stat().st_size == 0:
        raise _damaged(file, "it is empty")
    # During a write, a file may be shorter than its header says. This setting allows that.
    connection = _connected(file, "mode=ro&immutable=1", ("writable_schema = ON",))
    try:
        names = ("application_id", "user_version", "page_size")
        application, version, page_bytes = (_pragma(connection, name) for name in names)
    finally:
        connection.close()
    if file.stat().st_size % page_bytes and not _log(file).exists():
        raise _damaged(file, "its last page is cut off")
    _require_ours(file, application, version)


def _require_ours(file: Path, application: int, version: int) -> None:
    if application != first_schema.APPLICATION:
        raise StoreUnavailable(f"{file} is the database of another application: name another folder")
    if version > migrations.VERSION:
        raise StoreUnavailable(f"{file} was written by a newer Haricot (its schema is {version}): update Haricot")
    if version < 1:
        raise _damaged(file, f"there never was a schema {version}")


def _damaged(file: Path, says: str) -> StoreUnavailable:
    return StoreUnavailable(
        f"{file} is damaged: {says}. Restore it from a backup, or move it away and import the game files"
    )
