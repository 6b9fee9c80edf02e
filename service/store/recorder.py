"""The interface between a store of games and its tables, the same for each database."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final, Literal, NamedTuple

from eventsourcing.persistence import ApplicationRecorder, NotSupportedError, StoredEvent

from service.store.concurrency.group_commit import Act, Job, Later
from service.store.entries.analytics_entries import ANALYTICS_KINDS
from service.store.entries.broadcast_entries import BROADCAST_KINDS
from service.store.entries.feed_entries import FEED_KINDS
from service.store.entries.metadata_store import FIRST_KINDS, Entries, Entry, EntryChanges, EntryT
from service.store.entries.proceedings_entries import DISPUTE_KINDS
from service.store.entries.signing_entries import SIGNING_KINDS
from service.store.entries.tenants import TENANT_KINDS
from service.store.entries.tournament_entries import TOURNAMENT_KINDS
from service.store.entries.webhook_entries import WEBHOOK_KINDS
from service.store.log_source import DerivingTables

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
)  # as written


class GameOpening(NamedTuple):
    """What is written with the first own event of a game.

    The events 1..prefix_to of a fork are those of `prefix_of`. `names` are pairs (since, name).
    """

    origin: GameOrigin
    seed: bytes | None = None
    prefix_of: str | None = None
    prefix_to: int | None = None
    names: tuple[tuple[int, str], ...] = ()


class GameRow(NamedTuple):
    """The row of one game. `version` is the number of its last event; `number` grows from game to game."""

    game: str
    origin: GameOrigin
    prefix_of: str | None
    prefix_to: int | None
    version: int
    number: int = 0


EventColumns = tuple[Any, int, str, bytes]
"""The columns of an event: its game, number, stable name and bytes. A damaged page can hold others."""


class StoreChanges(NamedTuple):
    """Whether there may be new events or new metadata."""

    events: bool
    metadata: bool


class EventRow(NamedTuple):
    """A row of the log: event `n` of `game`, its stable name, its bytes, and the request that caused it.

    Only the first event of a request has the request.
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
    """Return the rows of events that are written together. `request` caused the first."""
    return [
        EventRow(str(one.originator_id), one.originator_version, one.topic, one.state, None if index else request)
        for index, one in enumerate(stored_events)
    ]


class Write(NamedTuple):
    """Rows and entries to be written, all or none. The result of the job is the positions of its events.

    `openings` are those of the games that begin with these rows, by their ids.
    """

    rows: Sequence[EventRow]
    openings: Sequence[tuple[str, GameOpening]] = ()
    entries: EntryChanges = ()


def positions_of(works: Sequence[Write], positions: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield the positions of each of these works, out of all positions."""
    done = 0
    for work in works:
        yield positions[done : done + len(work.rows)]
        done += len(work.rows)


class Snapshot(ABC):
    """Everything in a store as of one moment. One thread may read it, one iterator at a time to its end."""

    @abstractmethod
    def counts(self) -> dict[str, int]:
        """Return how many rows there are: `games`, `events`, and each table of the metadata store by its name."""

    @abstractmethod
    def games(self) -> Iterator[tuple[str, GameOpening]]:
        """Yield every game and what was written beside its first own event, in the order of their creation."""

    @abstractmethod
    def events(self, game: str | None = None) -> Iterator[EventRow]:
        """Yield the log in the order of positions, or the own events of one game by number, not held in memory."""

    @abstractmethod
    def entries(self, kind: type[EntryT]) -> Iterator[EntryT]:
        """Yield all entries of this kind in the order of writing, without holding them in memory."""


class GameRecorder(DerivingTables, ApplicationRecorder):
    """The recorder interface of the event library, with what games need besides. Any thread may use it.

    Errors are those of the library: IntegrityError for a row that exists, DataError for one that no table takes, and
    OperationalError and the like for the rest. The positions of events grow in the order in which they become visible.
    So a reader that has read up to one has missed none before it.
    """

    writable: bool
    """Whether the store can be written."""
    poll_seconds: float
    """After how many seconds to poll for news."""
    wake: Callable[[], None] | None = None
    """Called as soon as another process has written, if the database can notify this process."""

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
        """Write everything or nothing, with a game's opening and metadata.

        `request` names the command of the first event.
        """

    @abstractmethod
    def write(self, work: Write, *, after: Job[Any] | None = None) -> Sequence[int]:
        """Write rows that are made already. Return their positions.

        If `after`, a running write, fails, this fails with IntegrityError.
        """

    @abstractmethod
    def write_soon(
        self,
        work: Write,
        listener: Callable[[Job[Any], Exception | None], Act | None],
        *,
        after: Job[Any] | None = None,
        later: Later | None = None,
    ) -> Job[Any]:
        """Have rows written as `write` does, and return at once; `later` is as for a group commit.

        The writing thread calls `listener` with the job that this returned, and with the error or None, in the order of
        the calls of this method. What it returns is called once for a commit.
        """

    @abstractmethod
    def require_writable(self) -> None:
        """Raise an error if nothing can be written. This is tried, unless a write succeeded a moment ago."""

    @abstractmethod
    def change_entries(self, entries: EntryChanges) -> None:
        """Write these entries to the metadata store, all or none."""

    @abstractmethod
    def find_entries(self, kind: type[EntryT], /, **where: object) -> list[EntryT]:
        """Return the entries of this kind in the metadata store whose fields have these values."""

    @abstractmethod
    def game_row(self, game: str) -> GameRow | None:
        """Return the row of this game, or None."""

    @abstractmethod
    def lineage(self, game: str) -> list[tuple[str, int]]:
        """Return (id, n) of each game that holds events of this one, the root first.

        n is the last event that counts.
        """

    @abstractmethod
    def poll_changes(self) -> StoreChanges:
        """Return where other processes may have written since the last call. Only one thread may call this."""

    @abstractmethod
    def event_numbers_since(self, position: int, limit: int) -> list[tuple[int, str, int]]:
        """Return (position, game, n) of the events after this position, in order, `limit` at most."""

    @abstractmethod
    def game_rows_after(self, number: int, limit: int) -> list[GameRow]:
        """Return the games that came into the store after the one of this number, in order, `limit` at most."""

    @abstractmethod
    def game_rows(self, games: Sequence[str]) -> dict[str, GameRow]:
        """Return the rows of those of these games that exist."""

    @abstractmethod
    def events_of_lineage(self, line: Sequence[tuple[str, int]], after: int) -> list[EventColumns]:
        """Return the events from `after` + 1 on that these games hold, each up to the n beside it, sorted by n."""

    @abstractmethod
    def imported_names(self, games: Sequence[str]) -> dict[str, dict[int, str]]:
        """Return {game: {n: name}}: envelopes of that game have the name instead of its id from event n on."""

    @abstractmethod
    def seed(self, game: str) -> bytes | None:
        """Return the secret seed of a game's deal, or None if it is not known."""

    @abstractmethod
    def event_of_request(self, game: str, request: str) -> int | None:
        """Return the first event that this request caused, or None."""

    @abstractmethod
    def snapshot(self) -> AbstractContextManager[Snapshot]:
        """Open everything in the store as of one moment."""

    @abstractmethod
    def load(
        self,
        games: Iterable[tuple[str, GameOpening]],
        events: Iterable[EventRow],
        entries: Iterable[Entry],
        accept: Callable[[Snapshot], None],
    ) -> bool:
        """Write all of these in their order in one transaction.

        Return False, without any change, if the store is not empty.

        First come all games. Nothing is held in memory as a whole. Before the commit, `accept` checks the result. If it
        or one of the three raises, nothing has been written.
        """

    @abstractmethod
    def take_lease(self, name: str) -> bool:
        """Take the lease of this name until this is closed. Return False while another process has it."""

    def grant_role(self, role: str) -> None:
        """Grant this database role the rights to serve. Raises NotSupportedError if there are no roles."""
        raise NotSupportedError(f"there is no role {role}, since there are none at all")

    @abstractmethod
    def checks(self, *, full: bool = False) -> list[Check]:
        """Return the checks of `doctor`. With `full`, also check that rows and indexes agree, which may take long."""

    @abstractmethod
    def close(self) -> None:
        """Close everything once all writes and reads have ended."""
