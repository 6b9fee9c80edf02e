"""The structure of each schema as its migration steps make it, and what a store lacks of it."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache
from typing import Any, Final, NamedTuple

from service.store.entries.analytics_entries import DERIVED_KINDS
from service.store.sqlite.migrations import STEPS, VERSION

_GAME_INDEX_TABLES: Final = frozenset({"roll", "roll_options", "best_results", "lobby_lines", "roll_reached"})
DERIVED_TABLES: Final = _GAME_INDEX_TABLES | {kind.sql_table for kind in DERIVED_KINDS}
"""The tables that are made again from the log. They matter only in a store of the present schema."""
_COLUMNS: Final = (
    "SELECT t.name, c.name FROM sqlite_master AS t JOIN pragma_table_info(t.name) AS c"
    " WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'"
)


class Structure(NamedTuple):
    """The columns of each table, and the statements that make each table and index, by name."""

    columns: dict[str, frozenset[str]]
    tables: dict[str, str]
    indexes: dict[str, str]
    indexed: dict[str, str]
    """The table of each index."""


@cache
def structure(version: int) -> Structure:
    """Return the structure of a schema, found by making its tables in memory."""
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
    """Return the columns of each table that this connection sees."""
    found: dict[str, set[str]] = {}
    for table, column in connection.execute(_COLUMNS):
        found.setdefault(table, set()).add(column)
    return {table: frozenset(columns) for table, columns in found.items()}


def lacking(connection: Any, version: int) -> list[str]:
    """Return the tables, and the columns as `table.column`, that a store of this schema should have and lacks."""
    found, lacks = columns_of(connection), list[str]()
    for table, columns in structure(version).columns.items():
        if table in DERIVED_TABLES and version < VERSION:
            continue
        if table not in found:
            lacks.append(table)
        else:
            lacks += (f"{table}.{column}" for column in columns - found[table])
    return sorted(lacks)


def complete(connection: Any, execute: Callable[[str], object]) -> list[str]:
    """Make every table, column and index of the present schema that a store lacks.

    Returns:
        What it still lacks: columns of tables with rows, whose values are unknown.
    """
    wanted, kept = structure(VERSION), list[str]()
    for table in {name.partition(".")[0] for name in lacking(connection, VERSION)}:
        if table in columns_of(connection):
            if connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone():
                kept += [name for name in lacking(connection, VERSION) if name.startswith(f"{table}.")]
                continue
            execute(f"DROP TABLE {table}")
        execute(wanted.tables[table])
    there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'index'")}
    if not kept:
        for name in wanted.indexes.keys() - there:
            execute(wanted.indexes[name])
    return sorted(kept)
