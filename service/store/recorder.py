"""The recorder: the interface between the event store and its database."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final, Literal, NamedTuple

from eventsourcing.persistence import ApplicationRecorder, NotSupportedError, StoredEvent

from service.store.concurrency.group_commit import AfterCommit, Defer, Job
from service.store.entries.analytics_entries import ANALYTICS_KINDS
from service.store.entries.broadcast_entries import BROADCAST_KINDS
from service.store.entries.feed_entries import FEED_KINDS
from service.store.entries.metadata_store import FIRST_KINDS, Entries, Entry, EntryChanges, EntryT
from service.store.entries.proceedings_entries import DISPUTE_KINDS
from service.store.entries.signing_entries import SIGNING_KINDS
from service.store.entries.tenants import TENANT_KINDS
from service.store.entries.tournament_entries import TOURNAMENT_KINDS
from service.store.entries.webhook_entries import WEBHOOK_KINDS
from service.store.log_source import LogSource

GameOrigin = Literal["played", "imported"]
Check = tuple[str, bool, str]
"""The name of a check, whether it passes, and the findings."""
ENTRY_KINDS: Final[tuple[type[Entry], ...]] = (
    *FIRST_KINDS,
    *SIGNING_KINDS,
    *DISPUTE_KINDS,
    *FEED_KINDS,
    *TENANT_KINDS,
    *WEBHOOK_KINDS,
    *TOURNAMENT_KINDS,
    *ANALYTICS_KINDS,
    *BROADCAST_KINDS,
)
"""The kinds of entries that a backup contains, in its order."""


class GameOpening(NamedTuple):
    """What is written with the first event of a game.

    A fork shares the events 1 to `prefix_to` of `prefix_of`, its parent. `names` are for imported games: pairs
    (since, name). From event `since` on, the envelopes have this name instead of the id of the game.
    """

    origin: GameOrigin
    seed: bytes | None = None
    prefix_of: str | None = None
    prefix_to: int | None = None
    names: tuple[tuple[int, str], ...] = ()


class GameRow(NamedTuple):
    """The row of a game. `version` is the number of its last event; `number` is its place in the order of arrival."""

    game: str
    origin: GameOrigin
    prefix_of: str | None
    prefix_to: int | None
    version: int
    number: int = 0


EventColumns = tuple[Any, int, str, bytes]
"""An event's game, number, stable name and bytes. On a damaged page, the values may have other types."""


class StoreChanges(NamedTuple):
    """Whether there may be new events, and new metadata."""

    events: bool
    metadata: bool


class EventRow(NamedTuple):
    """A row of the log: event `n` of `game`, its stable name as `topic`, and its bytes as `state`.

    `request` identifies the request that caused the event. Only the first event of a request has it.
    """

    game: str
    n: int
    topic: str
    state: bytes
    request: str | None = None

    @property
    def stored(self) -> StoredEvent:
        """The row as a stored event of the event library."""
        return StoredEvent(*self.columns)

    @property
    def columns(self) -> EventColumns:
        """The columns of the row."""
        return self.game, self.n, self.topic, self.state


def event_rows(stored_events: Sequence[StoredEvent], request: str | None) -> list[EventRow]:
    """Return the rows of events that one request caused."""
    return [
        EventRow(str(one.originator_id), one.originator_version, one.topic, one.state, None if index else request)
        for index, one in enumerate(stored_events)
    ]


class WriteBatch(NamedTuple):
    """Rows and entries that are written together, all or none. `openings` are pairs (game, opening) of new games.

    The value of its job is the positions of its rows.
    """

    rows: Sequence[EventRow]
    openings: Sequence[tuple[str, GameOpening]] = ()
    entries: EntryChanges = ()


def positions_of(batches: Sequence[WriteBatch], positions: Sequence[int]) -> Iterator[Sequence[int]]:
    """Split the positions of all rows by batch."""
    start = 0
    for batch in batches:
        yield positions[start : start + len(batch.rows)]
        start += len(batch.rows)


class Snapshot(ABC):
    """The whole store as of one moment. One thread may read it. Each iterator must end before the next begins."""

    @abstractmethod
    def counts(self) -> dict[str, int]:
        """Return the number of rows by table: `games`, `events` and the tables of the metadata store."""

    @abstractmethod
    def games(self) -> Iterator[tuple[str, GameOpening]]:
        """Yield the id and the opening of every game, in the order of arrival."""

    @abstractmethod
    def events(self, game: str | None = None) -> Iterator[EventRow]:
        """Yield the log by position, or the events stored under one game by number, without holding them in memory."""

    @abstractmethod
    def entries(self, kind: type[EntryT]) -> Iterator[EntryT]:
        """Yield all entries of this kind in the order of writing, without holding them in memory."""


class GameRecorder(LogSource, ApplicationRecorder):
    """The recorder interface of the event library, extended for games. Any thread may use it.

    It raises the library's errors: IntegrityError for a row that exists, DataError for a row that no table can hold,
    and OperationalError or others if the database fails. Events become visible in the order of their positions. So a
    reader that has read up to a position has not missed an earlier event.
    """

    writable: bool
    """Whether the store can be written."""
    poll_seconds: float
    """How often to call `poll_changes`."""
    wake: Callable[[], None] | None = None
    """Called when another process has written. SQLite does not notify, so there it is never called."""

    @abstractmethod
    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        opening: GameOpening | None = None,
        request: str | None = None,
        entries: Entries = (),
        **_: Any,
    ) -> Sequence[int]:
        """Write events, all or none, with the opening of a new game and with entries of the metadata store.

        `request` identifies the request that caused the events.
        """

    @abstractmethod
    def write(self, batch: WriteBatch, *, after: Job[Any] | None = None) -> Sequence[int]:
        """Write a batch and return the positions of its rows.

        `after` is an earlier write that is not done yet. If it fails, this fails with IntegrityError.
        """

    @abstractmethod
    def write_soon(
        self,
        batch: WriteBatch,
        listener: Callable[[Job[Any], Exception | None], AfterCommit | None],
        *,
        after: Job[Any] | None = None,
        defer: Defer | None = None,
    ) -> Job[Any]:
        """Write a batch as `write` does, but return immediately. `defer` is as for `GroupCommit.send`.

        The writing thread calls `listener` with the returned job and the error or None, in the order of these calls.
        The listener may return a function, which is called after the commit.
        """

    @abstractmethod
    def require_writable(self) -> None:
        """Raise the error of a trial write. The trial is skipped soon after a successful write."""

    @abstractmethod
    def change_entries(self, entries: EntryChanges) -> None:
        """Write and delete entries of the metadata store, all or none."""

    @abstractmethod
    def find_entries(self, kind: type[EntryT], /, **where: object) -> list[EntryT]:
        """Return the entries of this kind whose fields have these values, oldest first."""

    @abstractmethod
    def game_row(self, game: str) -> GameRow | None:
        """Return the row of this game, or None."""

    @abstractmethod
    def lineage(self, game: str) -> list[tuple[str, int]]:
        """Return (id, n) of each game that stores events of this one, the root first: those up to n belong to it."""

    @abstractmethod
    def poll_changes(self) -> StoreChanges:
        """Return what may have changed since the last call. Only one thread may call this."""

    @abstractmethod
    def event_numbers_since(self, position: int, limit: int) -> list[tuple[int, str, int]]:
        """Return (position, game, n) of at most `limit` events after this position, in order."""

    @abstractmethod
    def game_rows_after(self, number: int, limit: int) -> list[GameRow]:
        """Return at most `limit` games that arrived after the game with this number, in order."""

    @abstractmethod
    def game_rows(self, games: Sequence[str]) -> dict[str, GameRow]:
        """Return the rows of these games by id. Games that do not exist are left out."""

    @abstractmethod
    def events_of_lineage(self, lineage: Sequence[tuple[str, int]], after: int) -> list[EventColumns]:
        """Return the events after number `after` that are stored under these games, each up to its n, by number."""

    @abstractmethod
    def imported_names(self, games: Sequence[str]) -> dict[str, dict[int, str]]:
        """Return {game: {n: name}}: from event n on, envelopes of that imported game have this name, not its id."""

    @abstractmethod
    def seed(self, game: str) -> bytes | None:
        """Return the secret seed of a game's deal, or None if the store does not have it."""

    @abstractmethod
    def event_of_request(self, game: str, request: str) -> int | None:
        """Return the number of the first event that this request caused in a game, or None."""

    @abstractmethod
    def snapshot(self) -> AbstractContextManager[Snapshot]:
        """Open a snapshot of the whole store."""

    @abstractmethod
    def load(
        self,
        games: Iterable[tuple[str, GameOpening]],
        events: Iterable[EventRow],
        entries: Iterable[Entry],
        verify: Callable[[Snapshot], None],
    ) -> bool:
        """Fill an empty store in one transaction: first the games, then events and entries. Return False if not empty.

        The iterables are not held in memory. `verify` checks the result before the commit. If it or an iterable raises,
        nothing is written.
        """

    @abstractmethod
    def take_lease(self, name: str) -> bool:
        """Take this lease until the recorder is closed. Return False while another process holds it."""

    def grant_role(self, role: str) -> None:
        """Grant this database role the rights to serve. Raises NotSupportedError if the database has no roles."""
        raise NotSupportedError(f"there is no role {role}: this database has no roles")

    @abstractmethod
    def checks(self, *, full: bool = False) -> list[Check]:
        """Return the checks of `haricot doctor`. With `full`, also check that rows and indexes agree, which is slow."""

    @abstractmethod
    def close(self) -> None:
        """Close all connections after the reads and writes that have begun."""
