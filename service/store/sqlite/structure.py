"""The tables, columns and indexes of each schema, and a comparison of a store with them."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache
from typing import Any, Final, NamedTuple

from service.store.entries.analytics_entries import DERIVED_KINDS
from service.store.sqlite.migrations import STEPS, VERSION

_GAME_INDEX_TABLES: Final = frozenset({"roll", "roll_options", "best_results", "lobby_lines", "roll_reached"})
DERIVED_TABLES: Final = _GAME_INDEX_TABLES | {kind.sql_table for kind in DERIVED_KINDS}
"""The tables that are derived from the log. They are compared only in a store of the current schema."""
_COLUMNS: Final = (
    "SELECT t.name, c.name FROM sqlite_master AS t JOIN pragma_table_info(t.name) AS c"
    " WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'"
)


class Structure(NamedTuple):
    """The columns of each table, and the statements that create each table and index, by name."""

    columns: dict[str, frozenset[str]]
    tables: dict[str, str]
    indexes: dict[str, str]
    indexed: dict[str, str]
    """The table of each index."""


@cache
def structure(version: int) -> Structure:
    """Return the structure of a schema. Its tables are created in memory to find it."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for number in range(1, version + 1):
            for statement in STEPS[number]:
                connection.execute(statement)
        made = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql NOT NULL").fetchall()
        return Structure(
            columns_of(connection),
            {name: sql for kind, name, _, sql in made if kind == "table" and not name.startswith("sqlite_")},
            {name: sql for kind, name, _, sql in made if kind == "index"},
            {name: table for kind, name, table, _ in made if kind == "index"},
        )


def columns_of(connection: Any) -> dict[str, frozenset[str]]:
    """Return the columns of each table of a database."""
    tables: dict[str, set[str]] = {}
    for table, column in connection.execute(_COLUMNS):
        tables.setdefault(table, set()).add(column)
    return {table: frozenset(columns) for table, columns in tables.items()}


def missing_parts(connection: Any, version: int) -> list[str]:
    """Return the tables, and the columns as `table.column`, that a store of this schema should have but does not."""
    present, missing = columns_of(connection), list[str]()
    for table, columns in structure(version).columns.items():
        if table in DERIVED_TABLES and version < VERSION:
            continue
        if table not in present:
            missing.append(table)
        else:
            missing += (f"{table}.{column}" for column in columns - present[table])
    return sorted(missing)


def add_missing_parts(connection: Any, execute: Callable[[str], object]) -> list[str]:
    """Create the tables, columns and indexes of the current schema that are missing in a store.

    Return the columns that cannot be added, because their table has rows and their values are unknown.
    """
    wanted, not_added = structure(VERSION), list[str]()
    for table in {name.partition(".")[0] for name in missing_parts(connection, VERSION)}:
        if table in columns_of(connection):
            if connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone():
                not_added += [name for name in missing_parts(connection, VERSION) if name.startswith(f"{table}.")]
                continue
            execute(f"DROP TABLE {table}")
        execute(wanted.tables[table])
    present = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'index'")}
    if not not_added:
        for name in wanted.indexes.keys() - present:
            execute(wanted.indexes[name])
    return sorted(not_added)
