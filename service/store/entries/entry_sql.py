"""The SQL that writes, deletes and reads entries of the metadata store, for each database."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import astuple

from domain.refusals import HaricotError
from service.store.entries.metadata_store import Change, Deletion, Entry, EntryChanges, EntryT

ROWS_PER_STATEMENT: Final = 100
"""How many rows one execution of a statement writes at most."""
NEWEST_SCHEMA: Final = sys.maxsize
"""Stands for the newest schema in place of its number."""


class Dialect(NamedTuple):
    """The SQL of a database: its placeholder for a value, and the column that orders rows by insertion."""

    placeholder: str
    order_column: str


SQLITE: Final = Dialect("?", "rowid")
POSTGRES: Final = Dialect("%s", "line")


class Statement(NamedTuple):
    """A statement with a placeholder for each value of a row.

    An insertion also has the table, the columns, and its ON CONFLICT clause.
    """

    text: str
    table: str = ""
    columns: tuple[str, ...] = ()
    conflict: str = ""


class UnreadableEntry(HaricotError):
    """A row of the metadata store is not a valid entry."""


class TransactionMetadata:
    """The metadata store within one transaction.

    `query` returns the rows of a query. `execute` executes a statement for each row of values.
    """

    def __init__(
        self,
        query: Callable[[str, tuple[object, ...]], Iterable[Sequence[object]]],
        execute: Callable[[Statement, Sequence[tuple[Any, ...]]], object],
        dialect: Dialect,
    ) -> None:
        self._query = query
        self._execute = execute
        self._dialect = dialect
        self._statement = Statement("")
        self._rows = dict[tuple[Any, ...], tuple[Any, ...]]()
        self.must_notify = False
        """Whether an entry was written that other processes may have cached."""

    def find_entries(self, kind: type[EntryT], /, **where: object) -> list[EntryT]:
        """Return the entries of this kind whose fields have these values, oldest first."""
        self._write_rows()
        return [entry_from_row(kind, row) for row in self._query(*select_statement(kind, where, self._dialect))]

    def write(self, entries: EntryChanges) -> None:
        """Write and delete entries.

        Successive rows of the same statement are buffered and written together. A read writes them first.
        """
        for entry in entries(self) if callable(entries) else entries:
            self.must_notify = self.must_notify or not entry.keeps_caches
            statement, values = save_statement(entry, self._dialect)
            key = values if isinstance(entry, Deletion) else tuple(getattr(entry, name) for name in entry.key_fields)
            if statement != self._statement or key in self._rows or len(self._rows) == ROWS_PER_STATEMENT:
                self._write_rows()
                self._statement = statement
            self._rows[key] = values
        self._write_rows()

    def _write_rows(self) -> None:
        if self._rows:
            self._execute(self._statement, list(self._rows.values()))
            self._rows = {}


def save_statement(entry: Change, dialect: Dialect = SQLITE) -> tuple[Statement, tuple[Any, ...]]:
    """Return the statement that writes or deletes an entry, and its values."""
    if isinstance(entry, Deletion):
        return Statement(_delete_text(entry.kind, tuple(entry.where), dialect)), tuple(entry.where.values())
    return _insert_statement(type(entry), dialect), astuple(entry)


def _delete_text(kind: type[Entry], names: tuple[str, ...], dialect: Dialect) -> str:
    same = " AND ".join(f"{name} = {dialect.placeholder}" for name in names)
    return f"DELETE FROM {kind.sql_table}{' WHERE ' if same else ''}{same}"


@cache
def _insert_statement(kind: type[Entry], dialect: Dialect) -> Statement:
    names, changes = kind.__struct_fields__, ""
    if not kind.insert_only:
        changes = ", ".join(
            f"{name} = {f'{kind.sql_table}.{name} + ' if name in kind.summed_fields else ''}excluded.{name}"
            for name in names
            if name not in kind.key_fields
        )
        changes = f" ON CONFLICT ({', '.join(kind.key_fields)}) DO UPDATE SET {changes}"
    marks = ", ".join([dialect.placeholder] * len(names))
    text = f"INSERT INTO {kind.sql_table} ({', '.join(names)}) VALUES ({marks}){changes}"
    return Statement(text, kind.sql_table, names, changes)


def columns_of(kind: type[Entry], version: int) -> tuple[str, ...]:
    """Return the columns that the table of these entries has in this schema."""
    since = kind.columns_since
    return tuple(name for name in kind.__struct_fields__ if since.get(name, 0) <= version)


def select_statement(
    kind: type[Entry], where: Mapping[str, object], dialect: Dialect = SQLITE, *, version: int = NEWEST_SCHEMA
) -> tuple[str, tuple[object, ...]]:
    """Return the query for entries by the values of their fields, oldest first, and the values of its placeholders.

    `version` is the schema of the store.
    """
    conditions = [
        f"{name} IS NULL" if value is None else f"{name} = {dialect.placeholder}" for name, value in where.items()
    ]
    query = f"SELECT {', '.join(columns_of(kind, version))} FROM {kind.sql_table}"
    clause = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    return f"{query}{clause} ORDER BY {dialect.order_column}", tuple(v for v in where.values() if v is not None)


def entry_from_row(kind: type[EntryT], row: Sequence[object], *, version: int = NEWEST_SCHEMA) -> EntryT:
    """Return the entry in a row of `select_statement`. Raises UnreadableEntry for invalid values."""
    try:
        # Not strict, because SQLite stores true as 1.
        return msgspec.convert(dict(zip(columns_of(kind, version), row, strict=True)), kind, strict=False)
    except msgspec.ValidationError as error:
        raise UnreadableEntry(f"a row of {kind.sql_table} is damaged: {error}") from error
