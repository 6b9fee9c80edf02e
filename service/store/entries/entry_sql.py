"""The SQL that writes, deletes and finds entries of the metadata store, for each database."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import astuple

from domain.refusals import HaricotError
from service.store.entries.metadata_store import Change, Deletion, Entry, EntryChanges, Kind

ROWS_MAX: Final = 100
"""How many rows are written together."""
NEWEST: Final = sys.maxsize
"""Stands for the newest version of a store's tables."""


class Dialect(NamedTuple):
    """The SQL of a database: its placeholder for a value, and the column that grows from row to row."""

    mark: str
    order: str


SQLITE: Final = Dialect("?", "rowid")
POSTGRES: Final = Dialect("%s", "line")


class Statement(NamedTuple):
    """A statement with a mark for each value of a row.

    One that inserts entries has the table, the columns, and in `conflict` what to do with rows of the same keys.
    """

    text: str
    table: str = ""
    columns: tuple[str, ...] = ()
    conflict: str = ""


class UnreadableEntry(HaricotError):
    """A row of the metadata store that is not a valid entry."""


class OpenRegister:
    """The metadata store as one transaction sees it.

    `ask` returns the rows of a query, `execute` runs a statement for each of several rows of values.
    """

    def __init__(
        self,
        ask: Callable[[str, tuple[object, ...]], Iterable[Sequence[object]]],
        execute: Callable[[Statement, Sequence[tuple[Any, ...]]], object],
        dialect: Dialect,
    ) -> None:
        self._ask = ask
        self._execute = execute
        self._dialect = dialect
        self._statement = Statement("")
        self._rows = dict[tuple[Any, ...], tuple[Any, ...]]()
        self.heard = False
        """Whether an entry was written that other processes must notice."""

    def find_entries(self, kind: type[Kind], /, **where: object) -> list[Kind]:
        """Return the entries whose fields have these values, oldest first."""
        self._write_rows()
        return [read(kind, row) for row in self._ask(*seek(kind, where, self._dialect))]

    def write(self, entries: EntryChanges) -> None:
        """Write these entries.

        Rows of one statement and of different keys are written together, at the latest before something is read.
        """
        for entry in entries(self) if callable(entries) else entries:
            self.heard = self.heard or not entry.quiet
            statement, values = put(entry, self._dialect)
            key = values if isinstance(entry, Deletion) else tuple(getattr(entry, name) for name in entry.named_by)
            if statement != self._statement or key in self._rows or len(self._rows) == ROWS_MAX:
                self._write_rows()
                self._statement = statement
            self._rows[key] = values
        self._write_rows()

    def _write_rows(self) -> None:
        if self._rows:
            self._execute(self._statement, list(self._rows.values()))
            self._rows = {}


def put(entry: Change, dialect: Dialect = SQLITE) -> tuple[Statement, tuple[Any, ...]]:
    """Return the statement that writes or deletes an entry, and its values."""
    if isinstance(entry, Deletion):
        return Statement(_removal(entry.kind, tuple(entry.where), dialect)), tuple(entry.where.values())
    if entry.gone:
        values = tuple(getattr(entry, name) for name in entry.named_by)
        return Statement(_removal(type(entry), entry.named_by, dialect)), values
    return _insertion(type(entry), dialect), astuple(entry)


def _removal(kind: type[Entry], names: tuple[str, ...], dialect: Dialect) -> str:
    same = " AND ".join(f"{name} = {dialect.mark}" for name in names)
    return f"DELETE FROM {kind.kept_in}{' WHERE ' if same else ''}{same}"


@cache
def _insertion(kind: type[Entry], dialect: Dialect) -> Statement:
    names, changes = kind.__struct_fields__, ""
    if not kind.once:
        changes = ", ".join(
            f"{name} = {f'{kind.kept_in}.{name} + ' if name in kind.summed else ''}excluded.{name}"
            for name in names
            if name not in kind.named_by
        )
        changes = f" ON CONFLICT ({', '.join(kind.named_by)}) DO UPDATE SET {changes}"
    marks = ", ".join([dialect.mark] * len(names))
    text = f"INSERT INTO {kind.kept_in} ({', '.join(names)}) VALUES ({marks}){changes}"
    return Statement(text, kind.kept_in, names, changes)


def columns_of(kind: type[Entry], version: int) -> tuple[str, ...]:
    """Return the columns that the table of these entries has in a store of this version."""
    since = kind.columns_since
    return tuple(name for name in kind.__struct_fields__ if since.get(name, 0) <= version)


def seek(
    kind: type[Entry], where: Mapping[str, object], dialect: Dialect = SQLITE, *, version: int = NEWEST
) -> tuple[str, tuple[object, ...]]:
    """Return the SQL that finds entries by the values of their fields, in the order of writing, and its values.

    `version` is that of the store's tables.
    """
    same = [f"{name} IS NULL" if value is None else f"{name} = {dialect.mark}" for name, value in where.items()]
    query = f"SELECT {', '.join(columns_of(kind, version))} FROM {kind.kept_in}"
    conditions = f" WHERE {' AND '.join(same)}" if same else ""
    return f"{query}{conditions} ORDER BY {dialect.order}", tuple(v for v in where.values() if v is not None)


def read(kind: type[Kind], row: Sequence[object], *, version: int = NEWEST) -> Kind:
    """Return the entry in a row that `seek` found. Raises UnreadableEntry for invalid values."""
    try:
        # Not strict, because SQLite stores true as 1.
        return msgspec.convert(dict(zip(columns_of(kind, version), row, strict=True)), kind, strict=False)
    except msgspec.ValidationError as error:
        raise UnreadableEntry(f"a line of {kind.kept_in} is damaged: {error}") from error
