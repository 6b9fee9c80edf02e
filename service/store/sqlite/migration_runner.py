"""Migrates a store in a folder to the present schema."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from service.store.atomic_files import sync
from service.store.errors import StoreUnavailable
from service.store.sqlite import migrations
from service.store.sqlite.locks import OWNERS, exclusive
from service.store.sqlite.structure import complete, lacking, structure

SPARE_BYTES: Final = 16 * 1024 * 1024
"""How much disk space must remain after the copy is written."""


def is_due(version: int, lacks: list[str]) -> bool:
    """Return whether a store of this schema, which lacks these tables and columns, must be migrated."""
    return version < migrations.VERSION or bool(lacks)


def is_unreleased(version: int, lacks: list[str]) -> bool:
    """Return whether a store lacks what an unreleased commit had not made yet, under the same number.

    Up to schema 7 several commits shared a number. Additions of schema 5 or later may be missing, and are made now.
    """
    names = {name.partition(".")[0] for name in lacks}
    return version <= migrations.SHARED_NUMBERS_UP_TO and not names & structure(4).columns.keys()


def migrate(file: Path, connection: Any, reader: Callable[[], Any], tell: Callable[[str], None]) -> None:
    """Migrate a store to the present schema, unless another process was faster, and report it in one line.

    Args:
        file: the database of the store.
        connection: a connection that may write.
        reader: opens another connection, which reads what is copied.
        tell: is called with the line.

    Raises:
        StoreUnavailable: there is no room for the copy, or what the store lacks cannot be made. It is unchanged.
    """
    with exclusive(file.parent):
        connection.execute("BEGIN IMMEDIATE")
        try:
            before = connection.execute("PRAGMA user_version").fetchone()[0]
            lacks = lacking(connection, before)
            if not is_due(before, lacks):
                connection.execute("ROLLBACK")
                return
            copy = _keep_copy(file, before, reader)
            for following in range(before + 1, migrations.VERSION + 1):
                for statement in migrations.STEPS[following]:
                    _execute_step(connection, statement, completed=bool(lacks))
            if lacks:
                _require_complete(file, before, complete(connection, connection.execute))
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
    made = f", made {', '.join(lacks)}" if lacks else ""
    tell(f"brought the store in {file.parent} from schema {before} to {migrations.VERSION}{made}; {copy} is as it was")


def _require_complete(file: Path, version: int, lacks: list[str]) -> None:
    if lacks:
        raise StoreUnavailable(
            f"{file} was made by an unreleased Haricot of schema {version}, and its rows lack {', '.join(lacks)}:"
            " take the games out with that version, `haricot export --all`, and import them into a new store"
        )


def _execute_step(connection: Any, statement: str, *, completed: bool) -> None:
    """Execute a statement of a migration. A column that it adds may exist, if an older version reset the number.

    A table that it changes may be missing in a store that is `completed` afterwards.
    """
    try:
        connection.execute(statement)
    except Exception as error:
        missing = completed and "no such table" in str(error)
        if not missing and "duplicate column name" not in str(error):
            raise


def _keep_copy(file: Path, version: int, reader: Callable[[], Any]) -> Path:
    """Write the whole store, as it is before the migration, into a file beside it. Return its path."""
    copy = file.with_name(f"{file.name}.schema-{version}")
    draft = copy.with_name(f"{copy.name}.new")
    log = file.with_name(f"{file.name}-wal")
    bytes_needed = file.stat().st_size + (log.stat().st_size if log.exists() else 0)
    free = shutil.disk_usage(file.parent).free
    if free < bytes_needed + SPARE_BYTES:
        raise StoreUnavailable(
            f"{file} has schema {version}, and before it gets schema {migrations.VERSION} a copy is kept beside it:"
            f" make room for {bytes_needed / 1e6:.0f} MB, of which {free / 1e6:.0f} MB are free"
        )
    draft.unlink(missing_ok=True)
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNERS))
    source = reader()
    try:
        target = type(source)(str(draft), isolation_level=None)
        try:
            target.execute("PRAGMA synchronous = OFF")  # one sync at the end is enough
            source.backup(target)
        finally:
            target.close()
        sync(draft)
        draft.replace(copy)
    finally:
        source.close()
        draft.unlink(missing_ok=True)
    sync(file.parent)
    return copy
