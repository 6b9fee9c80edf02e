"""The checks of `haricot doctor` on a store in a folder: writable, durable and intact."""

from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

from service.store.recorder import Check
from service.store.sqlite.file import StoreFile, sqlite3
from service.store.sqlite.migrations import VERSION

_FULL: Final = 2
_WITHOUT_RESET_RACE: Final = (3, 51, 3)


def checks(folder: Path, file: StoreFile, *, full: bool) -> list[Check]:
    """Return the checks of the store in this folder. A new connection has the settings of all of them."""
    checks: tuple[tuple[str, Callable[[sqlite3.Connection], tuple[bool, str]]], ...] = (
        ("durability", _durable),
        ("integrity", partial(_whole, "integrity_check" if full else "quick_check")),
        ("games", _counted),
    )
    found = [_library(), _folder(folder, writable=file.writable or file.migratable), _schema(file.version)]
    for name, ask in checks:
        try:
            with closing(file.connect()) as connection:
                found.append((name, *ask(connection)))
        except (sqlite3.Error, UnicodeDecodeError) as error:  # SQLite's message may quote the bytes of a damaged page
            found.append((name, False, f"{error}: restore {folder} from a backup"))
    return found


def _library() -> Check:
    says = f"SQLite {sqlite3.sqlite_version}"
    if sqlite3.sqlite_version_info < _WITHOUT_RESET_RACE:
        safe = ".".join(map(str, _WITHOUT_RESET_RACE))
        risk = "may, very rarely, lose a write while it resets its write-ahead log"
        says += f": before {safe} it {risk}; `pip install 'pysqlite3>=0.6.1'` brings a newer one"
    return "sqlite", True, says


def _folder(folder: Path, *, writable: bool) -> Check:
    says = "can be written" if writable else "can be read but not written: look at its permissions"
    return "folder", writable, f"{folder} {says}"


def _schema(version: int) -> Check:
    """Report the schema. A store that lacks a table or a column was not opened at all."""
    older = f": `haricot migrate` brings it to schema {VERSION}, and so does `haricot serve`"
    return "schema", True, f"schema {version}, every table and column is there{older if version < VERSION else ''}"


def _durable(connection: sqlite3.Connection) -> tuple[bool, str]:
    level = connection.execute("PRAGMA synchronous").fetchone()[0]
    return level == _FULL, f"synchronous is {'FULL' if level == _FULL else level}"


def _whole(check: str, connection: sqlite3.Connection) -> tuple[bool, str]:
    """Check the pages of the store, and with `integrity_check` also whether rows and indexes agree."""
    says = ", ".join(str(line) for (line,) in connection.execute(f"PRAGMA {check}(5)"))
    return says == "ok", f"{check} finds nothing" if says == "ok" else f"{says}: restore a backup"


def _counted(connection: sqlite3.Connection) -> tuple[bool, str]:
    games, events = connection.execute("SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM events)").fetchone()
    return True, f"{games} games, {events} events"
