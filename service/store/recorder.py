"""What a store of games asks of the tables below it, whichever database they are in."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final, Literal, NamedTuple, TypeVar

from eventsourcing.persistence import ApplicationRecorder, NotSupportedError, StoredEvent

from service.store.concurrency.group_commit import Job, Later
from service.store.entries.feed_entries import FED
from service.store.entries.metadata_store import UNSIGNED, Entries, Entry
from service.store.entries.proceedings_entries import FILED
from service.store.entries.signing_entries import SIGNED
from service.store.entries.tenants import TENANTS
from service.store.entries.webhook_entries import HOOKED
from service.store.log_source import DerivingTables

GameOrigin = Literal["played", "imported"]
Noted = TypeVar("Noted", bound=Entry)
Check = tuple[str, bool, str]
"""The name of a check, whether all is well, what was found."""
REGISTER: Final[tuple[type[Entry], ...]] = (*UNSIGNED, *SIGNED, *FILED, *FED, *TENANTS, *HOOKED)  # as written


class InitialEntries(NamedTuple):
    """What is written beside the first own event of a game.

    The events 1..prefix_to of a fork are those of `prefix_of`; `names` are pairs (since, name).
    """

    origin: GameOrigin
    seed: bytes | None = None
    prefix_of: str | None = None
    prefix_to: int | None = None
    names: tuple[tuple[int, str], ...] = ()


class GameRow(NamedTuple):
    """The row of one game: `version` is the number of its last event, `number` grows from game to game."""

    game: str
    origin: GameOrigin
    prefix_of: str | None
    prefix_to: int | None
    version: int
    number: int = 0


EventColumns = tuple[Any, int, str, bytes]
"""What is read of an event: its game, its number, its stable name, its bytes; a damaged page can hold others."""


class News(NamedTuple):
    """Whether something may be new: among the events, in the metadata store."""

    events: bool
    register: bool


class EventRow(NamedTuple):
    """A row of the log: event `n` of `game`, its stable name, its bytes, the request that it is the first of."""

    game: str
    n: int
    topic: str
    state: bytes
    request: str | None = None

    @property
    def stored(self) -> StoredEvent:
        """The same, as the event library has it."""
        return StoredEvent(*self.columns)

    @property
    def columns(self) -> EventColumns:
        """What is read of it."""
        return self.game, self.n, self.topic, self.state


def event_rows(stored_events: Sequence[StoredEvent], request: str | None) -> list[EventRow]:
    """Return the rows of events that are written together, the first of which `request` caused."""
    return [
        EventRow(str(one.originator_id), one.originator_version, one.topic, one.state, None if index else request)
        for index, one in enumerate(stored_events)
    ]


class Write(NamedTuple):
    """Rows and entries to be written, all or none; the result of the job is the positions of its events."""

    rows: Sequence[EventRow]
    opening: InitialEntries | None = None
    entries: Entries = ()


def positions_of(works: Sequence[Write], positions: Sequence[int]) -> Iterator[Sequence[int]]:
    """Of the positions of all rows of these those of each."""
    done = 0
    for work in works:
        yield positions[done : done + len(work.rows)]
        done += len(work.rows)


class Snapshot(ABC):
    """All that a store holds, as of one moment; for one thread, which reads one of these to its end at a time."""

    @abstractmethod
    def counts(self) -> dict[str, int]:
        """Return how many rows there are: `games`, `events`, and each table of the metadata store by its name."""

    @abstractmethod
    def games(self) -> Iterator[tuple[str, InitialEntries]]:
        """Return every game and what was written beside its first own event, in the order of their making."""

    @abstractmethod
    def events(self, game: str | None = None) -> Iterator[EventRow]:
        """The whole log in the order of the positions, not held in memory; or the own events of one game, by number."""

    @abstractmethod
    def entries(self, kind: type[Noted]) -> Iterator[Noted]:
        """Return all entries of this kind in the metadata store, as `noted` would give them, not held in memory."""


class GameRecorder(DerivingTables, ApplicationRecorder):
    """The recorder interface of the event library, and what games need besides; any thread may use it.

    What goes wrong is raised as the library's errors: IntegrityError when a row is there already, DataError for one
    that no table takes, OperationalError and its like for the rest. The positions of events grow in the order in which
    they can be seen: who has read up to one has missed none before it.
    """

    writable: bool
    """Whether anything can be written here."""
    poll_seconds: float
    """After how many seconds to ask again what is new."""
    wake: Callable[[], None] | None = None
    """What to call as soon as another process has written, where that can be heard."""

    @abstractmethod
    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        opening: InitialEntries | None = None,
        request: str | None = None,
        entries: Entries = (),
        **_: Any,
    ) -> Sequence[int]:
        """Write all, or none, with what opens a game and is noted; `request` names the command behind the first."""

    @abstractmethod
    def write(self, work: Write, *, after: Job[Any] | None = None) -> Sequence[int]:
        """Return the same with rows that are made already.

        `after` is a write under way without which there shall not be this one: IntegrityError when it fails.
        """

    @abstractmethod
    def write_soon(
        self,
        work: Write,
        listener: Callable[[Job[Any], Exception | None], None],
        *,
        after: Job[Any] | None = None,
        later: Later | None = None,
    ) -> Job[Any]:
        """Have rows written as `write` does, and return at once, whatever the disk does; `later` as for a group commit.

        `listener` is called in the thread that wrote them, or failed to, with the job that this returned and with what
        went wrong, None if nothing did; in the order in which this was called.
        """

    @abstractmethod
    def require_room(self) -> None:
        """An error like any other's when nothing can be written: tried out, unless something was a moment ago."""

    @abstractmethod
    def note(self, entries: Entries) -> None:
        """Write these into the metadata store, all or none."""

    @abstractmethod
    def noted(self, kind: type[Noted], /, **where: object) -> list[Noted]:
        """Return the entries of this kind in the metadata store whose fields have these values."""

    @abstractmethod
    def game(self, game: str) -> GameRow | None:
        """Return the row of this game, None when it is not there."""

    @abstractmethod
    def lineage(self, game: str) -> list[tuple[str, int]]:
        """Give (id, n) of each game that holds events of this one, the root first, n the last event that counts."""

    @abstractmethod
    def news(self) -> News:
        """Say where others may have written since this was asked last; for one thread to ask."""

    @abstractmethod
    def since(self, position: int, limit: int) -> list[tuple[int, str, int]]:
        """Give (position, game, n) of the events after this position, in order, `limit` at most."""

    @abstractmethod
    def games_after(self, number: int, limit: int) -> list[GameRow]:
        """Return the games that came into the store after the one of this number, in order, `limit` at most."""

    @abstractmethod
    def games(self, games: Sequence[str]) -> dict[str, GameRow]:
        """Return the rows of these games, of those that are there."""

    @abstractmethod
    def held(self, line: Sequence[tuple[str, int]], after: int) -> list[EventColumns]:
        """Return the events from `after` + 1 on that these games hold, each up to the n beside it, sorted by n."""

    @abstractmethod
    def names(self, games: Sequence[str]) -> dict[str, dict[int, str]]:
        """Give {game: {n: name}}: envelopes of that game carry the name instead of its id from event n on."""

    @abstractmethod
    def seed(self, game: str) -> bytes | None:
        """Return the secret seed of the deal of a game, None when it is not known."""

    @abstractmethod
    def holder(self, game: str, request: str) -> int | None:
        """Return the first event that this request caused, None when it caused none."""

    @abstractmethod
    def snapshot(self) -> AbstractContextManager[Snapshot]:
        """Open all that is kept here as of one moment."""

    @abstractmethod
    def load(
        self,
        games: Iterable[tuple[str, InitialEntries]],
        events: Iterable[EventRow],
        entries: Iterable[Entry],
        accept: Callable[[Snapshot], None],
    ) -> bool:
        """Write all of these in their order in one transaction; False, and nothing taken, when anything is here yet.

        They are taken one after the other, first all games, and never all in memory. Before the commit `accept` looks
        at what there is then. When that or one of the three raises, nothing has been written.
        """

    @abstractmethod
    def take_lease(self, name: str) -> bool:
        """Take the lease of this name until this is closed; False while another process has it."""

    def admit(self, role: str) -> None:
        """Let this role of the database serve from here; NotSupportedError where there are no roles."""
        raise NotSupportedError(f"there is no role {role}, since there are none at all")

    @abstractmethod
    def checks(self, *, full: bool = False) -> list[Check]:
        """Return the checks of `doctor`; with `full` also whether rows and indexes agree, which may take long."""

    @abstractmethod
    def close(self) -> None:
        """Close everything, once nobody is writing or reading."""
