"""The checks of `haricot doctor` on a store in PostgreSQL: durability and intact tables."""

import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import Final

import psycopg

from service.store.postgres.connection import Connection, Connector
from service.store.postgres.database import missing_from
from service.store.postgres.migrations import VERSION
from service.store.postgres.roles import rights
from service.store.recorder import Check

CLOCK_SECONDS: Final = 5.0
"""How far the clocks of server and service may differ. Events are dated by the one, backups by the other."""

_EVERY_ROW: Final = (
    "SELECT count(*), sum(hashtextextended(originator_id, originator_version))"
    " FROM (SELECT originator_id, originator_version FROM events ORDER BY 1, 2) AS rows"
)


def checks(connector: Connector, *, version: int, writable: bool, full: bool) -> list[Check]:
    """Return the checks of the store in this database. A database that does not answer is a finding, too."""
    says = "can be written" if writable else "can be read but not written: look at the rights of its user"
    asked: tuple[tuple[str, Callable[[Connection], tuple[bool, str]]], ...] = (
        ("postgresql", _version),
        ("durability", _durable),
        ("checksums", _checksums),
        ("clock", _clock),
        ("tables", partial(_whole, version=version)),
        ("roles", rights),
        ("indexes", _indexed),
        ("games", _counted),
    )
    found: list[Check] = [("database", writable, f"{connector.location} {says}")]
    try:
        with closing(connector.connect_for_long()) as connection:
            found += ((name, *ask(connection)) for name, ask in asked if full or ask is not _indexed)
    except psycopg.Error as error:
        found.append(("database", False, connector.message_of(error)))
    return found


def _version(connection: Connection) -> tuple[bool, str]:
    return True, f"PostgreSQL {_shown(connection, 'server_version')}"


def _durable(connection: Connection) -> tuple[bool, str]:
    # synchronous_commit is set for each connection; no client can set the server's own settings
    settings = {name: _shown(connection, name) for name in ("fsync", "full_page_writes", "synchronous_commit")}
    wrong = [name for name, value in settings.items() if value == "off"]
    says = ", ".join(f"{name} is {value}" for name, value in settings.items())
    return not wrong, f"{says}: a loss of power may take what was acknowledged, set {wrong[0]} to on" if wrong else says


def _checksums(connection: Connection) -> tuple[bool, str]:
    if _shown(connection, "data_checksums") == "on":
        return True, "data_checksums is on"
    return True, "data_checksums is off: with it a disk that spoils pages is noticed; `pg_checksums --enable` adds them"


def _clock(connection: Connection) -> tuple[bool, str]:
    before = time.time()
    found = connection.execute("SELECT extract(epoch FROM clock_timestamp())::float8").fetchone()
    apart = abs((found[0] if found else 0.0) - (before + time.time()) / 2)
    says = f"{apart:.1f} s between the clocks of the server and of this machine"
    return apart <= CLOCK_SECONDS, says if apart <= CLOCK_SECONDS else f"{says}: set both by the same time server"


def _whole(connection: Connection, version: int) -> tuple[bool, str]:
    missing = missing_from(connection, version)
    older = f": `haricot migrate`, as their owner, brings it to schema {VERSION}" if version < VERSION else ""
    says = f"schema {version}, every table and column is there{older}"
    return not missing, f"{', '.join(missing)} missing: restore a backup" if missing else says


def _indexed(connection: Connection) -> tuple[bool, str]:
    """Return whether the log's pages and its index agree. amcheck is used if it is installed, and checks more."""
    found = []
    with connection.transaction():
        for by_index in (False, True):
            for setting in ("enable_indexscan", "enable_indexonlyscan", "enable_bitmapscan", "enable_seqscan"):
                on = by_index != (setting == "enable_seqscan")
                connection.execute("SELECT set_config(%s, %s, true)", [setting, "on" if on else "off"])
            found.append(connection.execute(_EVERY_ROW).fetchone())
    agree = found[0] == found[1]
    return agree, "rows and index agree" if agree else "rows and index differ: REINDEX, or restore a backup"


def _counted(connection: Connection) -> tuple[bool, str]:
    found = connection.execute("SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM events)").fetchone()
    games, events = found or (0, 0)
    return True, f"{games} games, {events} events"


def _shown(connection: Connection, setting: str) -> str:
    found = connection.execute("SELECT current_setting(%s)", [setting]).fetchone()
    return str(found[0]) if found else "unknown"
