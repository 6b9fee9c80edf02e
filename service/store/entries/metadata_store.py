"""The metadata store: what the service keeps beside the logs, such as names or tokens.

It may change or be erased.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Final, NamedTuple, Protocol, TypeVar

from msgspec.structs import replace

from domain.values import Value

EntryT = TypeVar("EntryT", bound="Entry")


class Entry(Value, omit_defaults=False):
    """One row of the metadata store. `sql_table` is its table, `key_fields` the fields of its primary key.

    A row of the same key is replaced, unless the entry may exist only `once`: then writing it again fails. It never
    moves to another game.
    """

    sql_table: ClassVar[str]
    key_fields: ClassVar[tuple[str, ...]]
    insert_only: ClassVar[bool] = False
    keeps_caches: ClassVar[bool] = False
    """Whether caches of the metadata store stay valid when it is written."""
    since_schema: ClassVar[int] = 3
    """The first version of a store's tables that has this table. Older stores hold no such entry."""
    columns_since: ClassVar[Mapping[str, int]] = MappingProxyType({})
    """The columns that were added later, each with the version of a store's tables that added it."""
    summed_fields: ClassVar[tuple[str, ...]] = ()
    """The fields that are added to those of the row of its key, and do not replace them."""

    @classmethod
    def depends_only_on(cls, fields: Iterable[str]) -> bool:
        """Return whether a query by these fields depends only on entries that have, and always had, these values."""
        return bool(fields) and {*fields} <= {*cls.key_fields, "game"}


class Deletion(NamedTuple):
    """Deletes the entries of a kind whose fields have these values; without any, all of the kind."""

    kind: type[Entry]
    where: Mapping[str, object] = MappingProxyType({})

    @property
    def keeps_caches(self) -> bool:
        """Whether caches of the metadata store stay valid."""
        return self.kind.keeps_caches


def deletion_of(entry: Entry) -> Deletion:
    """Return the deletion of one entry, by its primary key."""
    return Deletion(type(entry), {name: getattr(entry, name) for name in entry.key_fields})


class Arrangement(Entry):
    """The settings of a game: who may know of it, the delay of spectators, the pace of bots, a pause.

    Bots act every `pace_ms`, and keep the trading open for `patience_ms` for people whom they made an offer.
    """

    sql_table = "arrangements"
    key_fields = ("game",)
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

    sql_table = "players"
    key_fields = ("game", "seat")

    game: str
    seat: int
    kind: str
    bot: str | None = None
    name: str | None = None


class FormerPlayer(Entry):
    """The player of a seat until event n, for delayed spectators. Times are in milliseconds since 1970."""

    sql_table = "former_players"
    key_fields = ("game", "seat", "n")

    game: str
    seat: int
    n: int
    at: int
    kind: str
    bot: str | None = None
    name: str | None = None


class TokenEntry(Entry):
    """A token, stored as the SHA-256 of its text. Times are in milliseconds since 1970."""

    sql_table = "tokens"
    key_fields = ("digest",)

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

    sql_table = "annotations"
    key_fields = ("id",)
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


class IdempotencyRecord(Entry):
    """A request that made something, at a time in milliseconds since 1970.

    It has the caller and address (`scope`), the SHA-256 of the key, the digest of the request, and what it made.
    """

    sql_table = "answers"
    key_fields = ("scope", "key")
    insert_only = True

    scope: str
    key: str
    digest: str
    made: str
    at: int = 0


class IdempotencyReplacement(IdempotencyRecord):
    """A retry of a request that made something else in place of what it had made."""

    insert_only = False


FIRST_KINDS: Final = (Arrangement, Player, FormerPlayer, TokenEntry, Annotation, IdempotencyRecord)
"""The entries that every store has had since the metadata store came."""


class MetadataStore(Protocol):
    """The metadata store as seen by a writer, with all other writers locked out."""

    def find_entries(self, kind: type[EntryT], /, **where: object) -> list[EntryT]:
        """Return the entries whose fields have these values, oldest first."""


Entries = Sequence[Entry] | Callable[[MetadataStore], Iterable[Entry]]
"""The entries to write, or a function that decides them while other writers are locked out.

The function may be called more than once, and only the last call counts. What it raises is raised, and nothing is
written.
"""
Change = Entry | Deletion
EntryChanges = Sequence[Change] | Callable[[MetadataStore], Iterable[Change]]
"""The same with entries that are deleted."""
