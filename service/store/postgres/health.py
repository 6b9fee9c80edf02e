"""The checks of `haricot doctor` on a store in PostgreSQL."""

import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import Final

import psycopg

from service.store.postgres.connection import Connection, Connector
from service.store.postgres.database import missing_parts
from service.store.postgres.migrations import VERSION
from service.store.postgres.roles import check_rights
from service.store.recorder import Check

CLOCK_SECONDS: Final = 5.0
"""How far the clocks of the database server and of this machine may differ."""

_EVERY_ROW: Final = (
    "SELECT count(*), sum(hashtextextended(originator_id, originator_version))"
    " FROM (SELECT originator_id, originator_version FROM events ORDER BY 1, 2) AS rows"
)


def checks(connector: Connector, *, version: int, writable: bool, full: bool) -> list[Check]:
    """Return the checks of the store in this database. If it does not answer, that is a failed check."""
    state = "can be written" if writable else "can be read but not written: check the rights of its user"
    checks: tuple[tuple[str, Callable[[Connection], tuple[bool, str]]], ...] = (
        ("postgresql", _version),
        ("durability", _durable),
        ("checksums", _checksums),
        ("clock", _clock),
        ("tables", partial(_complete, version=version)),
        ("roles", check_rights),
        ("indexes", _indexed),
        ("games", _counted),
    )
    results: list[Check] = [("database", writable, f"{connector.location} {state}")]
    try:
        with closing(connector.connect_without_deadlines()) as connection:
            results += ((name, *check(connection)) for name, check in checks if full or check is not _indexed)
    except psycopg.Error as error:
        results.append(("database", False, connector.message_of(error)))
    return results


def _version(connection: Connection) -> tuple[bool, str]:
    return True, f"PostgreSQL {_setting(connection, 'server_version')}"


def _durable(connection: Connection) -> tuple[bool, str]:
    # synchronous_commit is set for each connection. The other settings can only be set on the server.
    settings = {name: _setting(connection, name) for name in ("fsync", "full_page_writes", "synchronous_commit")}
    wrong = [name for name, value in settings.items() if value == "off"]
    values = ", ".join(f"{name} is {value}" for name, value in settings.items())
    return not wrong, f"{values}: a power cut may lose acknowledged writes: set {wrong[0]} to on" if wrong else values


def _checksums(connection: Connection) -> tuple[bool, str]:
    if _setting(connection, "data_checksums") == "on":
        return True, "data_checksums is on"
    return True, "data_checksums is off, so damaged pages are not noticed: `pg_checksums --enable` adds checksums"


def _clock(connection: Connection) -> tuple[bool, str]:
    before = time.time()
    row = connection.execute("SELECT extract(epoch FROM clock_timestamp())::float8").fetchone()
    seconds = abs((row[0] if row else 0.0) - (before + time.time()) / 2)
    difference = f"{seconds:.1f} s between the clocks of the server and of this machine"
    return (
        seconds <= CLOCK_SECONDS,
        difference if seconds <= CLOCK_SECONDS else f"{difference}: synchronize both with the same time server",
    )


def _complete(connection: Connection, version: int) -> tuple[bool, str]:
    missing = missing_parts(connection, version)
    advice = f": `haricot migrate`, as their owner, brings it to schema {VERSION}" if version < VERSION else ""
    state = f"schema {version}, every table and column is there{advice}"
    return not missing, f"{', '.join(missing)} missing: restore a backup" if missing else state


def _indexed(connection: Connection) -> tuple[bool, str]:
    """Return whether the log and its index have the same rows, by reading it with and without the index."""
    digests = []
    with connection.transaction():
        for by_index in (False, True):
            for setting in ("enable_indexscan", "enable_indexonlyscan", "enable_bitmapscan", "enable_seqscan"):
                on = by_index != (setting == "enable_seqscan")
                connection.execute("SELECT set_config(%s, %s, true)", [setting, "on" if on else "off"])
            digests.append(connection.execute(_EVERY_ROW).fetchone())
    agree = digests[0] == digests[1]
    return agree, "rows and index agree" if agree else "rows and index differ: REINDEX, or restore a backup"


def _counted(connection: Connection) -> tuple[bool, str]:
    row = connection.execute("SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM events)").fetchone()
    games, events = row or (0, 0)
    return True, f"{games} games, {events} events"


def _setting(connection: Connection, setting: str) -> str:
    row = connection.execute("SELECT current_setting(%s)", [setting]).fetchone()
    return str(row[0]) if row else "unknown"
