"""The metadata store: data of the service that is not an event, such as names and tokens.

Unlike events, entries may change and may be deleted.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Final, NamedTuple, Protocol, TypeVar

from msgspec.structs import replace

from domain.values import Value

EntryT = TypeVar("EntryT", bound="Entry")


class Entry(Value, omit_defaults=False):
    """One row of the metadata store. Its fields are the columns of its table.

    Writing an entry replaces the row with the same primary key. An entry never moves to another game.
    """

    sql_table: ClassVar[str]
    key_fields: ClassVar[tuple[str, ...]]
    """The fields of the primary key."""
    insert_only: ClassVar[bool] = False
    """Whether writing an entry fails if a row with its key exists."""
    keeps_caches: ClassVar[bool] = False
    """Whether caches of the metadata store stay valid when an entry is written."""
    since_schema: ClassVar[int] = 3
    """The first schema that has this table. Older stores have no such entry."""
    columns_since: ClassVar[Mapping[str, int]] = MappingProxyType({})
    """The columns that a later schema added, each with the version of that schema."""
    summed_fields: ClassVar[tuple[str, ...]] = ()
    """The fields whose values are added to those of the existing row instead of replacing them."""

    @classmethod
    def depends_only_on(cls, fields: Iterable[str]) -> bool:
        """Return whether only entries with these values can change the result of a query by these fields.

        This holds for fields that never change in a row: those of the key, and the game.
        """
        return bool(fields) and {*fields} <= {*cls.key_fields, "game"}


class Deletion(NamedTuple):
    """Deletes the entries of a kind whose fields have these values. Without values, it deletes all."""

    kind: type[Entry]
    where: Mapping[str, object] = MappingProxyType({})

    @property
    def keeps_caches(self) -> bool:
        """Whether caches of the metadata store stay valid when this is executed."""
        return self.kind.keeps_caches


def deletion_of(entry: Entry) -> Deletion:
    """Return the deletion of one entry, by its primary key."""
    return Deletion(type(entry), {name: getattr(entry, name) for name in entry.key_fields})


class Arrangement(Entry):
    """The settings of a game: its visibility, the delay of spectators, the pace of bots, and whether it is paused.

    Bots act every `pace_ms`. For `patience_ms`, they keep the trading open for people to whom they made an offer.
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
    """The player of a seat. `kind` is human or bot, `bot` is the name of the bot, `name` is the public name."""

    sql_table = "players"
    key_fields = ("game", "seat")

    game: str
    seat: int
    kind: str
    bot: str | None = None
    name: str | None = None


class FormerPlayer(Entry):
    """The player of a seat until event n, as delayed spectators see it. Times are in milliseconds since 1970."""

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
    """A token. Only the SHA-256 of its text is stored. Times are in milliseconds since 1970."""

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
        """Return the entry of this token after its revocation."""
        return replace(self, revoked=at)


class Annotation(Entry):
    """An annotation of event n: a comment, or the public record of an act of an organiser or arbiter.

    `by` is public. `author` is the principal, used to limit the number of comments. `marks` are marks on the table, as
    JSON.
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
    """A request that created something, by its idempotency key. `at` is in milliseconds since 1970.

    `scope` is the caller and the address, `key` the SHA-256 of the idempotency key, `digest` that of the request.
    `made` identifies what the request created.
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
    """The record of a retry that replaces the record of an earlier request."""

    insert_only = False


FIRST_KINDS: Final = (Arrangement, Player, FormerPlayer, TokenEntry, Annotation, IdempotencyRecord)
"""The kinds of the first metadata store."""


class MetadataStore(Protocol):
    """Read access to the metadata store. During a write, no other writer changes it."""

    def find_entries(self, kind: type[EntryT], /, **where: object) -> list[EntryT]:
        """Return the entries of this kind whose fields have these values, oldest first."""


Entries = Sequence[Entry] | Callable[[MetadataStore], Iterable[Entry]]
"""The entries to write, or a function that decides them within the transaction.

The function may be called more than once; only the result of the last call is written. If it raises, nothing is
written.
"""
Change = Entry | Deletion
EntryChanges = Sequence[Change] | Callable[[MetadataStore], Iterable[Change]]
"""As `Entries`, with deletions."""
