"""The metadata store: what the service keeps beside the logs, such as names or tokens; it may change or be erased."""

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
    """How a database is spoken to: what stands for a value, and the column that grows from row to row."""

    mark: str
    order: str


SQLITE: Final = Dialect("?", "rowid")
POSTGRES: Final = Dialect("%s", "line")


class UnreadableEntry(HaricotError):
    """A row of the metadata store holds what no entry can."""


class Entry(Value, omit_defaults=False):
    """One line of the metadata store. `kept_in` is its table, `named_by` the fields that name it.

    A line of the same name is replaced, unless the entry is to be there `once`: then writing it again fails. It never
    comes to be another game's.
    """

    kept_in: ClassVar[str]
    named_by: ClassVar[tuple[str, ...]]
    once: ClassVar[bool] = False
    quiet: ClassVar[bool] = False
    """Whether nobody has to forget what the metadata store said before."""
    came_with: ClassVar[int] = 3
    """The version of a store's tables from which on there is its own; older stores hold no such entry."""
    columns_since: ClassVar[Mapping[str, int]] = MappingProxyType({})
    """The columns that its table had not from the first, each with the version of a store's tables that added it."""
    gone: ClassVar[bool] = False
    """Whether writing it takes the line of its name away."""

    @classmethod
    def hangs_on(cls, fields: Iterable[str]) -> bool:
        """Whether what these fields are asked for depends on entries alone that have these values, and ever had."""
        return bool(fields) and {*fields} <= {*cls.named_by, "game"}


class Arrangement(Entry):
    """What was arranged for a game: who may know of it, how late spectators see it, how bots act, a pause.

    Bots act every `pace_ms`, and leave the trading open for `patience_ms` for people whom they made an offer.
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
        """Whether spectators lag behind."""
        return bool(self.delay_events or self.delay_ms)


class Player(Entry):
    """Who sits there: `kind` is human or bot, `bot` its strength, `name` what people call them."""

    kept_in = "players"
    named_by = ("game", "seat")

    game: str
    seat: int
    kind: str
    bot: str | None = None
    name: str | None = None


class FormerPlayer(Entry):
    """Who sat there until event n, for spectators who lag behind; times in milliseconds since 1970."""

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
    """A token, known by the SHA-256 of its text; times in milliseconds since 1970."""

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
        """Return the same, valid no more."""
        return replace(self, revoked=at)


class Annotation(Entry):
    """A remark on event n: a comment, or the public trace of what an organiser or arbiter did.

    `by` is whom everybody may know of; `author` names the principal, for counting alone.
    """

    kept_in = "annotations"
    named_by = ("id",)

    id: str
    game: str
    n: int
    at: int
    by: str
    kind: str
    text: str
    author: str | None = None


class Answered(Entry):
    """A request that made something, at a time in milliseconds since 1970.

    Who asked where (`scope`), the SHA-256 of the key, the digest of what exactly was asked, and what it made.
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
    """The same request again, which made something else in place of what it had made."""

    once = False


UNSIGNED: Final = (Arrangement, Player, FormerPlayer, TokenEntry, Annotation, Answered)
"""What every store has kept since its register came."""


class MetadataStore(Protocol):
    """What the metadata store says at this moment, to somebody who is about to change it while nobody else can."""

    def noted(self, kind: type[Kind], /, **where: object) -> list[Kind]:
        """Return the entries whose fields have these values, oldest first."""


Entries = Sequence[Entry] | Callable[[MetadataStore], Iterable[Entry]]
"""What to write into the metadata store; or what decides that by what it says, while nobody else can write.

What decides may be asked more than once, and only the last time counts; what it raises is raised, and nothing written.
"""


class OpenRegister:
    """The metadata store as one transaction sees it; `ask` gives the rows that a query finds."""

    def __init__(self, ask: Callable[[str, tuple[object, ...]], Iterable[Sequence[object]]], dialect: Dialect) -> None:
        self._ask = ask
        self._dialect = dialect
        self.heard = False
        """Whether something was written of which others have to hear."""

    def noted(self, kind: type[Kind], /, **where: object) -> list[Kind]:
        """Return the entries whose fields have these values, oldest first."""
        return [read(kind, row) for row in self._ask(*seek(kind, where, self._dialect))]

    def written(self, entries: Entries) -> Iterator[tuple[str, tuple[Any, ...]]]:
        """Yield the SQL that writes these, and its values."""
        for entry in entries(self) if callable(entries) else entries:
            self.heard = self.heard or not entry.quiet
            yield put(entry, self._dialect)


def put(entry: Entry, dialect: Dialect = SQLITE) -> tuple[str, tuple[Any, ...]]:
    """Return the SQL that writes an entry, or takes it away, and its values."""
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
    """Return the SQL that finds entries by the values of their fields, in the order of their writing, and its values.

    `version` is that of the store's tables.
    """
    same = [f"{name} IS NULL" if value is None else f"{name} = {dialect.mark}" for name, value in where.items()]
    query = f"SELECT {', '.join(columns_of(kind, version))} FROM {kind.kept_in}"
    conditions = f" WHERE {' AND '.join(same)}" if same else ""
    return f"{query}{conditions} ORDER BY {dialect.order}", tuple(v for v in where.values() if v is not None)


def read(kind: type[Kind], row: Sequence[object], *, version: int = NEWEST) -> Kind:
    """Return the entry in a row that `seek` found; UnreadableEntry for values that it cannot have."""
    try:
        # Not strict, since SQLite's truth is a 1.
        return msgspec.convert(dict(zip(columns_of(kind, version), row, strict=True)), kind, strict=False)
    except msgspec.ValidationError as error:
        raise UnreadableEntry(f"a line of {kind.kept_in} is damaged: {error}") from error
