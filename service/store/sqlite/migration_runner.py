"""Migrates a store in a folder to the current schema."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from service.store.atomic_files import fsync_path
from service.store.errors import StoreUnavailable
from service.store.sqlite import migrations
from service.store.sqlite.locks import OWNER_ONLY_MODE, exclusive
from service.store.sqlite.structure import add_missing_parts, missing_parts, structure

SPARE_BYTES: Final = 16 * 1024 * 1024
"""How much disk space must be left after the copy of the store is written."""


def is_due(version: int, missing: list[str]) -> bool:
    """Return whether a store of this schema must be migrated, given its missing tables and columns."""
    return version < migrations.VERSION or bool(missing)


def is_unreleased(version: int, missing: list[str]) -> bool:
    """Return whether an unreleased version made this store, given its missing tables and columns.

    Up to schema 7, several unreleased versions shared a number. What schema 5 or later adds may be missing in them.
    """
    names = {name.partition(".")[0] for name in missing}
    return version <= migrations.SHARED_NUMBERS_UP_TO and not names & structure(4).columns.keys()


def migrate(file: Path, connection: Any, reader: Callable[[], Any], report: Callable[[str], None]) -> None:
    """Migrate a store to the current schema, unless another process was faster.

    Args:
        file: the database of the store.
        connection: a connection that may write.
        reader: opens another connection, from which the store is copied.
        report: called with one line about the migration.

    Raises:
        StoreUnavailable: there is no room for the copy, or missing columns cannot be added. Nothing has been changed.
    """
    with exclusive(file.parent):
        connection.execute("BEGIN IMMEDIATE")
        try:
            before = connection.execute("PRAGMA user_version").fetchone()[0]
            missing = missing_parts(connection, before)
            if not is_due(before, missing):
                connection.execute("ROLLBACK")
                return
            copy = _copy_store(file, before, reader)
            for following in range(before + 1, migrations.VERSION + 1):
                for statement in migrations.STEPS[following]:
                    _execute_step(connection, statement, completed=bool(missing))
            if missing:
                _require_complete(file, before, add_missing_parts(connection, connection.execute))
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
    added = f", added {', '.join(missing)}" if missing else ""
    change = f"from schema {before} to {migrations.VERSION}{added}"
    report(f"migrated the store in {file.parent} {change}; {copy} is a copy from before")


def _require_complete(file: Path, version: int, missing: list[str]) -> None:
    if missing:
        raise StoreUnavailable(
            f"{file} was made by an unreleased Haricot of schema {version}, and its rows lack {', '.join(missing)}:"
            " export the games with that version by `haricot export --all`, and import them into a new store"
        )


def _execute_step(connection: Any, statement: str, *, completed: bool) -> None:
    """Execute a statement of a migration step.

    A column that it adds may exist already, because older versions may reset the number of the schema. A table that it
    changes may be missing if missing tables are added afterwards, which is `completed`.
    """
    try:
        connection.execute(statement)
    except Exception as error:
        is_added_later = completed and "no such table" in str(error)
        if not is_added_later and "duplicate column name" not in str(error):
            raise


def _copy_store(file: Path, version: int, reader: Callable[[], Any]) -> Path:
    """Copy the whole store into a file beside it before a migration. Return the path of the copy."""
    copy = file.with_name(f"{file.name}.schema-{version}")
    draft = copy.with_name(f"{copy.name}.new")
    log = file.with_name(f"{file.name}-wal")
    bytes_needed = file.stat().st_size + (log.stat().st_size if log.exists() else 0)
    free = shutil.disk_usage(file.parent).free
    if free < bytes_needed + SPARE_BYTES:
        raise StoreUnavailable(
            f"{file} has schema {version}, and is copied before the migration to schema {migrations.VERSION}:"
            f" make room for {bytes_needed / 1e6:.0f} MB, {free / 1e6:.0f} MB are free"
        )
    draft.unlink(missing_ok=True)
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY_MODE))
    source = reader()
    try:
        target = type(source)(str(draft), isolation_level=None)
        try:
            target.execute("PRAGMA synchronous = OFF")  # one sync at the end is enough
            source.backup(target)
        finally:
            target.close()
        fsync_path(draft)
        draft.replace(copy)
    finally:
        source.close()
        draft.unlink(missing_ok=True)
    fsync_path(file.parent)
    return copy
