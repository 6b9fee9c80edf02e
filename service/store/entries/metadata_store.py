"""The metadata store: what the service keeps beside the logs, such as names or tokens.

It may change or be erased.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final, NamedTuple, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from domain.refusals import HaricotError
from domain.values import Value

Kind = TypeVar("Kind", bound="Entry")
NEWEST: Final = sys.maxsize
"""Stands for the newest version of a store's tables."""


class Dialect(NamedTuple):
    """The SQL of a database: its placeholder for a value, and the column that grows from row to row."""

    mark: str
    order: str


SQLITE: Final = Dialect("?", "rowid")
POSTGRES: Final = Dialect("%s", "line")


class UnreadableEntry(HaricotError):
    """A row of the metadata store that is not a valid entry."""


class Entry(Value, omit_defaults=False):
    """One row of the metadata store. `kept_in` is its table, `named_by` the fields of its primary key.

    A row of the same key is replaced, unless the entry may exist only `once`: then writing it again fails. It never
    moves to another game.
    """

    kept_in: ClassVar[str]
    named_by: ClassVar[tuple[str, ...]]
    once: ClassVar[bool] = False
    quiet: ClassVar[bool] = False
    """Whether caches of the metadata store stay valid when it is written."""
    came_with: ClassVar[int] = 3
    """The first version of a store's tables that has this table. Older stores hold no such entry."""
    columns_since: ClassVar[Mapping[str, int]] = MappingProxyType({})
    """The columns that were added later, each with the version of a store's tables that added it."""
    gone: ClassVar[bool] = False
    """Whether writing it deletes the row of its key."""

    @classmethod
    def depends_only_on(cls, fields: Iterable[str]) -> bool:
        """Return whether a query by these fields depends only on entries that have, and always had, these values."""
        return bool(fields) and {*fields} <= {*cls.named_by, "game"}


class Arrangement(Entry):
    """The settings of a game: who may know of it, the delay of spectators, the pace of bots, a pause.

    Bots act every `pace_ms`, and keep the trading open for `patience_ms` for people whom they made an offer.
    """

    kept_in = "arrangements"
    named_by = ("game",)
    columns_since = MappingProxyType({"patience_ms": 7})

    game: str
    private: bool = False
    delay_events: int = 0
    delay_ms: int = 0
    pace_ms: int = 0
    paused: bool = False
    patience_ms: int = 30_000

    @property
    def late(self) -> bool:
        """Whether spectators have a delay."""
        return bool(self.delay_events or self.delay_ms)


class Player(Entry):
    """The player of a seat: `kind` is human or bot, `bot` its strength, `name` the public name."""

    kept_in = "players"
    named_by = ("game", "seat")

    game: str
    seat: int
    kind: str
    bot: str | None = None
    name: str | None = None


class FormerPlayer(Entry):
    """The player of a seat until event n, for delayed spectators. Times are in milliseconds since 1970."""

    kept_in = "former_players"
    named_by = ("game", "seat", "n")

    game: str
    seat: int
    n: int
    at: int
    kind: str
    bot: str | None = None
    name: str | None = None


class TokenEntry(Entry):
    """A token, stored as the SHA-256 of its text. Times are in milliseconds since 1970."""

    kept_in = "tokens"
    named_by = ("digest",)

    digest: str
    kind: str
    game: str | None
    seat: int | None
    made: int
    expires: int | None = None
    revoked: int | None = None
    reason: str | None = None

    def revoked_at(self, at: int) -> "TokenEntry":
        """Return the same token, revoked."""
        return replace(self, revoked=at)


class Annotation(Entry):
    """An annotation of event n: a comment, or the public trace of an organiser's or arbiter's act.

    `by` is public. `author` names the principal, for counting only. `marks` are what is marked on the table, as JSON.
    """

    kept_in = "annotations"
    named_by = ("id",)
    columns_since = MappingProxyType({"marks": 15})

    id: str
    game: str
    n: int
    at: int
    by: str
    kind: str
    text: str
    author: str | None = None
    marks: str | None = None


class Answered(Entry):
    """A request that made something, at a time in milliseconds since 1970.

    It has the caller and address (`scope`), the SHA-256 of the key, the digest of the request, and what it made.
    """

    kept_in = "answers"
    named_by = ("scope", "key")
    once = True

    scope: str
    key: str
    digest: str
    made: str
    at: int = 0


class AnsweredAnew(Answered):
    """A retry of a request that made something else in place of what it had made."""

    once = False


UNSIGNED: Final = (Arrangement, Player, FormerPlayer, TokenEntry, Annotation, Answered)
"""The entries that every store has had since the metadata store came."""


class MetadataStore(Protocol):
    """The metadata store as seen by a writer, with all other writers locked out."""

    def noted(self, kind: type[Kind], /, **where: object) -> list[Kind]:
        """Return the entries whose fields have these values, oldest first."""


Entries = Sequence[Entry] | Callable[[MetadataStore], Iterable[Entry]]
"""The entries to write, or a function that decides them from the metadata store while other writers are locked out.

The function may be called more than once, and only the last call counts. What it raises is raised, and nothing is
written.
"""


class OpenRegister:
    """The metadata store as one transaction sees it. `ask` returns the rows of a query."""

    def __init__(self, ask: Callable[[str, tuple[object, ...]], Iterable[Sequence[object]]], dialect: Dialect) -> None:
        self._ask = ask
        self._dialect = dialect
        self.heard = False
        """Whether an entry was written that other processes must notice."""

    def noted(self, kind: type[Kind], /, **where: object) -> list[Kind]:
        """Return the entries whose fields have these values, oldest first."""
        return [read(kind, row) for row in self._ask(*seek(kind, where, self._dialect))]

    def written(self, entries: Entries) -> Iterator[tuple[str, tuple[Any, ...]]]:
        """Yield the SQL that writes these entries, and its values."""
        for entry in entries(self) if callable(entries) else entries:
            self.heard = self.heard or not entry.quiet
            yield put(entry, self._dialect)


def put(entry: Entry, dialect: Dialect = SQLITE) -> tuple[str, tuple[Any, ...]]:
    """Return the SQL that writes or deletes an entry, and its values."""
    if entry.gone:
        same = " AND ".join(f"{name} = {dialect.mark}" for name in entry.named_by)
        return f"DELETE FROM {entry.kept_in} WHERE {same}", tuple(getattr(entry, name) for name in entry.named_by)
    names = entry.__struct_fields__
    marks = ", ".join([dialect.mark] * len(names))
    query = f"INSERT INTO {entry.kept_in} ({', '.join(names)}) VALUES ({marks})"
    if not entry.once:
        changes = ", ".join(f"{name} = excluded.{name}" for name in names if name not in entry.named_by)
        query += f" ON CONFLICT ({', '.join(entry.named_by)}) DO UPDATE SET {changes}"
    return query, tuple(getattr(entry, name) for name in names)


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
