"""Creates, checks and opens the SQLite file of a store."""

import os
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import quote

from service.store.atomic_files import fsync_path
from service.store.errors import NoStoreYet, StoreOutdated, StoreUnavailable
from service.store.location import nearest_existing
from service.store.sqlite import first_schema, migrations
from service.store.sqlite.locks import OWNER_ONLY_MODE, exclusive
from service.store.sqlite.migration_runner import is_due, is_unreleased
from service.store.sqlite.migration_runner import migrate as migrate_store
from service.store.sqlite.structure import missing_parts

if TYPE_CHECKING:
    import sqlite3
else:
    # One SQLite library for the whole process: two libraries on one file would release each other's locks.
    try:
        import pysqlite3 as sqlite3  # an optional package with a newer SQLite than Python's
    except ImportError:
        import sqlite3

__all__ = ["STORE", "clear_log", "open_file", "sqlite3"]

ReportMigration = Callable[[str], None]
STORE: Final = "haricot.sqlite3"
_SETTINGS: Final = (
    "busy_timeout = 5000",
    "foreign_keys = ON",
    "synchronous = FULL",
    "cell_size_check = ON",
    "trusted_schema = OFF",
)

CHECKPOINT_WAIT_MS: Final = 10_000
"""How long to wait for readers of an older state before the write-ahead log is emptied."""
_decode_text: Final = partial(str, encoding="utf-8", errors="backslashreplace")
"""Decodes a text. A damaged byte must not make the rest of the table unreadable."""


class StoreFile(NamedTuple):
    """The checked file of a store. `connect` opens another connection, which any thread may use.

    `version` is the schema. It may be an older one if the store is opened for reading. Then `migratable` is whether the
    file can be written.
    """

    connect: Callable[[], "sqlite3.Connection"]
    writable: bool
    version: int
    migratable: bool = False


def open_file(folder: Path, *, create: bool, migrate: ReportMigration | None) -> StoreFile:
    """Open the store in this folder, for reading only if it cannot be written.

    Args:
        folder: where the store is.
        create: whether to create a store if there is none.
        migrate: called with one line after the store was migrated. With None, a store of an older schema is opened for
            reading.

    Raises:
        StoreUnavailable: there is no store that can be opened. Nothing has been changed.
    """
    file = folder / STORE
    writable = True
    try:
        if folder.exists() and not folder.is_dir():
            raise StoreUnavailable(f"{folder} is a file, not a folder: name a folder for the store")
        if not file.exists():
            if not create:
                if not _can_create(folder):
                    raise StoreUnavailable(
                        f"there is no store in {folder}, and none can be made: check its permissions"
                    )
                raise NoStoreYet(folder)
            _create(folder)
        writable = os.access(folder, os.W_OK | os.X_OK) and os.access(file, os.W_OK)
        _check_header(file)
        return _open(file, writable=writable, migrate=migrate)
    except OSError as error:
        raise StoreUnavailable(
            f"{folder} cannot hold a store: {error.strerror or error}. Name another folder"
        ) from error
    except sqlite3.OperationalError as error:
        advice = "make room, and close other programs that use it" if writable else "open it as a user who may write"
        raise StoreUnavailable(f"{file} cannot be opened: {error}. Try again after this: {advice}") from error
    except (sqlite3.Error, UnicodeDecodeError) as error:  # SQLite's message may quote the damaged bytes
        raise _damaged(file, str(error)) from error


def _open(file: Path, *, writable: bool, migrate: ReportMigration | None) -> StoreFile:
    # If there is a -wal file, even readers write to the -shm file. Without a -wal file, `immutable` reads without
    # writing.
    read_mode = "mode=ro" if _write_ahead_log(file).exists() else "mode=ro&immutable=1"
    mode = "mode=rw" if writable else read_mode
    connection = _connect(file, mode)
    try:
        # The header was checked before, but a newer one may be in the -wal file.
        version = _pragma(connection, "user_version")
        _require_haricot_file(file, _pragma(connection, "application_id"), version)
        missing = missing_parts(connection, version)
        if missing and not is_unreleased(version, missing):
            raise _damaged(file, f"it lacks {', '.join(missing)}")
        is_older = is_due(version, missing)
        if is_older and (migrate is None or not writable):
            if missing or version < migrations.READABLE:
                raise StoreOutdated(file.parent, version, migrations.VERSION, missing)
            read_only = (*_SETTINGS, "query_only = ON")
            return StoreFile(lambda: _connect(file, mode, read_only), False, version, migratable=writable)
        if writable and _pragma(connection, "journal_mode") != "wal":
            with exclusive(file.parent):
                connection.execute("PRAGMA journal_mode = WAL")
        if is_older and migrate is not None:
            migrate_store(file, connection, lambda: _connect(file, "mode=rw"), migrate)
    finally:
        connection.close()
    return StoreFile(lambda: _connect(file, mode), writable, migrations.VERSION)


def _connect(file: Path, mode: str, settings: Sequence[str] = _SETTINGS) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"file:{quote(str(file.absolute()))}?{mode}", uri=True, isolation_level=None, check_same_thread=False
    )
    connection.text_factory = _decode_text
    try:
        for setting in settings:
            connection.execute(f"PRAGMA {setting}")
    except BaseException:
        connection.close()
        raise
    return connection


def clear_log(folder: Path) -> bool:
    """Empty the write-ahead log of the store in this folder, in which overwritten rows are still readable.

    Return whether that succeeded. It fails while another process reads an older state of the store.
    """
    with closing(
        _connect(folder / STORE, "mode=rw", (*_SETTINGS, f"busy_timeout = {CHECKPOINT_WAIT_MS}"))
    ) as connection:
        busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy


def _pragma(connection: sqlite3.Connection, name: str) -> Any:
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


def _write_ahead_log(file: Path) -> Path:
    return file.with_name(f"{file.name}-wal")


def _can_create(folder: Path) -> bool:
    parent = nearest_existing(folder)
    return parent.is_dir() and os.access(parent, os.W_OK | os.X_OK)


def _create(folder: Path) -> None:
    """Create the store under another name and then rename it, so that no process sees an incomplete store."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # it will contain the hands and seeds of all games
    for one in missing:
        fsync_path(one.parent)  # otherwise a power cut may remove the folder with acknowledged writes
    file, draft = folder / STORE, folder / f"{STORE}.new"
    with exclusive(folder):
        if file.exists():
            return
        for journal in (f"{STORE}-wal", f"{STORE}-journal"):
            if (folder / journal).exists():  # SQLite would apply it to the new file
                reason = f"{file} is missing, but its {journal} exists"
                raise StoreUnavailable(f"{reason}: restore the file or move the {journal} away")
        _remove_draft(draft)
        try:
            _write_schema(draft)
            draft.replace(file)
        finally:
            _remove_draft(draft)
        fsync_path(folder)


def _remove_draft(draft: Path) -> None:
    for leftover in (draft, *draft.parent.glob(f"{draft.name}-*")):
        leftover.unlink(missing_ok=True)


def _write_schema(draft: Path) -> None:
    # SQLite gives the -wal and -shm files the same mode.
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY_MODE))
    connection = _connect(draft, "mode=rwc")
    try:
        # A crash may damage a draft, but no store depends on it yet. So one transaction and one sync are enough.
        steps = [statement for step in migrations.STEPS.values() for statement in step]
        for statement in ("PRAGMA synchronous = OFF", "BEGIN", *steps, "COMMIT", "PRAGMA journal_mode = WAL"):
            connection.execute(statement)
    finally:
        connection.close()
    fsync_path(draft)


def _check_header(file: Path) -> None:
    """Check the header without writing, because opening the file normally might change another application's file.

    SQLite must open the file for this: if the process opened and closed it in another way, it would lose its locks.
    """
    if not file.is_file():
        raise StoreUnavailable(f"{file} is not a file: move it away")
    if file.stat().st_size == 0:
        raise _damaged(file, "it is empty")
    # During a write, the file may be shorter than its header says. This setting allows it to be opened.
    connection = _connect(file, "mode=ro&immutable=1", ("writable_schema = ON",))
    try:
        names = ("application_id", "user_version", "page_size")
        application, version, page_bytes = (_pragma(connection, name) for name in names)
    finally:
        connection.close()
    if file.stat().st_size % page_bytes and not _write_ahead_log(file).exists():
        raise _damaged(file, "its last page is cut off")
    _require_haricot_file(file, application, version)


def _require_haricot_file(file: Path, application: int, version: int) -> None:
    if application != first_schema.APPLICATION:
        raise StoreUnavailable(f"{file} is the database of another application: name another folder")
    if version > migrations.VERSION:
        raise StoreUnavailable(f"{file} was written by a newer Haricot (its schema is {version}): update Haricot")
    if version < 1:
        raise _damaged(file, f"schema {version} does not exist")


def _damaged(file: Path, reason: str) -> StoreUnavailable:
    return StoreUnavailable(
        f"{file} is damaged: {reason}. Restore it from a backup, or move it away and import the game files"
    )
