"""The checks of `haricot doctor` on a store in a folder."""

from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

from service.store.recorder import Check
from service.store.sqlite.file import StoreFile, sqlite3
from service.store.sqlite.migrations import VERSION

_FULL: Final = 2
"""The value of the pragma `synchronous` for FULL."""
_WITHOUT_RESET_RACE: Final = (3, 51, 3)
"""The first SQLite that cannot lose a write while it resets the write-ahead log."""


def checks(folder: Path, file: StoreFile, *, full: bool) -> list[Check]:
    """Return the checks of the store in this folder. They use new connections, which have the same settings."""
    checks: tuple[tuple[str, Callable[[sqlite3.Connection], tuple[bool, str]]], ...] = (
        ("durability", _durable),
        ("integrity", partial(_intact, "integrity_check" if full else "quick_check")),
        ("games", _counted),
    )
    results = [_library(), _folder(folder, writable=file.writable or file.migratable), _schema(file.version)]
    for name, check in checks:
        try:
            with closing(file.connect()) as connection:
                results.append((name, *check(connection)))
        except (sqlite3.Error, UnicodeDecodeError) as error:  # SQLite's message may quote the bytes of a damaged page
            results.append((name, False, f"{error}: restore {folder} from a backup"))
    return results


def _library() -> Check:
    finding = f"SQLite {sqlite3.sqlite_version}"
    if sqlite3.sqlite_version_info < _WITHOUT_RESET_RACE:
        safe = ".".join(map(str, _WITHOUT_RESET_RACE))
        risk = "may, very rarely, lose a write while it resets its write-ahead log"
        finding += f": before {safe} it {risk}; `pip install 'pysqlite3>=0.6.1'` installs a newer one"
    return "sqlite", True, finding


def _folder(folder: Path, *, writable: bool) -> Check:
    finding = "can be written" if writable else "can be read but not written: check its permissions"
    return "folder", writable, f"{folder} {finding}"


def _schema(version: int) -> Check:
    """Report the schema. A store without one of its tables or columns cannot be opened."""
    advice = f": `haricot migrate` and `haricot serve` bring it to schema {VERSION}" if version < VERSION else ""
    return "schema", True, f"schema {version}, every table and column is there{advice}"


def _durable(connection: sqlite3.Connection) -> tuple[bool, str]:
    level = connection.execute("PRAGMA synchronous").fetchone()[0]
    return level == _FULL, f"synchronous is {'FULL' if level == _FULL else level}"


def _intact(pragma: str, connection: sqlite3.Connection) -> tuple[bool, str]:
    """Check the pages of the store. The pragma `integrity_check` also checks that rows and indexes agree."""
    finding = ", ".join(str(line) for (line,) in connection.execute(f"PRAGMA {pragma}(5)"))
    return finding == "ok", f"{pragma} finds nothing" if finding == "ok" else f"{finding}: restore a backup"


def _counted(connection: sqlite3.Connection) -> tuple[bool, str]:
    games, events = connection.execute("SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM events)").fetchone()
    return True, f"{games} games, {events} events"
