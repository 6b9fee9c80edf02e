"""The event store: appends whole batches and reads records.

A stored event never changes.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Self, TypeVar

from eventsourcing.persistence import IntegrityError

from projections.summary import Summary
from replay.codec import Envelope
from replay.record import Record
from replay.rewind import Redactions, redactions_in
from service.store.appender import Appender
from service.store.backends import Tell, open_recorder, say_nothing
from service.store.entries.metadata_store import Entry, EntryChanges, EntryT
from service.store.entries.proceedings_entries import DisputeEvent, dispute_events_since
from service.store.entries.signing_entries import OwnRow, last, onward
from service.store.entries.tournament_entries import TournamentEventEntry, tournament_events_since
from service.store.envelope_mapper import LoggedEnvelope, first_missing
from service.store.errors import Conflict, NoSuchGame
from service.store.index.game_index import GameIndex
from service.store.location import Location
from service.store.queries import INT64_MAX
from service.store.recorder import Check, GameRecorder, GameRow, StoreChanges

Result = TypeVar("Result")
BATCH: Final = 500
"""How many events are read at once by default."""


class GameStore(Appender):
    """The games at one location, for any number of threads. Close it when done, or use it as a context manager.

    Every method raises StoreUnavailable when the store itself fails, Unstorable for what no store can hold, and what
    its docstring names.
    """

    def __init__(self, location: Location, recorder: GameRecorder, *, keeps: bool = True) -> None:
        """Make a store. Only if it `keeps` what is derived from the log, a read may change something there."""
        super().__init__(location, recorder)
        self.poll_seconds = recorder.poll_seconds
        """How often to poll for news."""
        self.game_index = GameIndex(recorder, self.errors, keeps=keeps)

    def record(self, game: str) -> Record:
        """Return all envelopes of a game, for a fork its parent's first. Raises NoSuchGame if there is none."""
        return Record(game=game, envelopes=tuple(self.envelopes(game)))

    def envelopes(self, game: str, after: int = 0, *, upto: int = INT64_MAX) -> list[Envelope]:
        """Return the envelopes of a game from event after + 1 on, up to event `upto` if given.

        Raises NoSuchGame if there is none, and DamagedGame if one of them is missing or cannot be read.
        """
        with self.errors.translated(game):
            lineage = self._recorder.lineage(game)
            line = [(holder, min(last, upto)) for holder, last in lineage if last > after]
            if not line:
                raise NoSuchGame(self._location, game)
            names = self._recorder.imported_names([holder for holder, _ in line])
            found = self._mapper.named(self._recorder.events_of_lineage(line, after), names)
        if (missing := first_missing(found, after)) is not None:
            raise self.errors.damaged(game, f"event {missing} is missing")
        return found

    def visibility_of(self, game: str) -> Redactions:
        """Return in which views a game shows events: those that redealing forks have before them.

        Raises DamagedGame if the event that begins or forks it cannot be read.
        """
        line = dict(self.lineage(game))
        return redactions_in(
            one.envelope for one in self.milestones(list(line)) if one.envelope.n <= line[one.originator_id]
        )

    def event_of_request(self, game: str, request: str) -> int | None:
        """Return the number of the first event that this request caused in a game, or None if it caused none."""
        with self.errors.translated():
            return self._recorder.event_of_request(game, request)

    def game_row(self, game: str) -> GameRow | None:
        """Return the origin and length of a game, or None."""
        with self.errors.translated():
            return self._recorder.game_row(game)

    def game_rows(self, games: Sequence[str]) -> dict[str, GameRow]:
        """Return the rows of those of these games that exist."""
        with self.errors.translated():
            return self._recorder.game_rows(games)

    def milestones(self, games: Sequence[str]) -> list[LoggedEnvelope]:
        """Return the own events of these games that make, start, fork or end them, by their numbers.

        Raises DamagedGame if one of them cannot be read.
        """
        with self.errors.translated():
            rows = self._recorder.milestones(games)
        found = []
        for row in rows:
            with self.errors.translated(str(row.originator_id)):
                found.append(self._mapper.to_domain_event(row))
        return found

    def last_own_event(self, row: GameRow) -> Envelope:
        """Return the last event of this row's game or a later one. Raises DamagedGame if there is none to read.

        In an imported game the event may have another game's name.
        """
        with self.errors.translated(row.game):
            found = self._mapper.named(self._recorder.events_of_lineage([(row.game, INT64_MAX)], row.version - 1), {})
        if not found:
            raise self.errors.damaged(row.game, "it has no events")
        return found[-1]

    def lineage(self, game: str) -> list[tuple[str, int]]:
        """Return (id, n) of each game that holds its events, the root first.

        n is the last event that counts. [] for no game.
        """
        with self.errors.translated():
            return self._recorder.lineage(game)

    def require_lineage(self, game: str) -> list[tuple[str, int]]:
        """Return the lineage of a game. Raises NoSuchGame if there is none."""
        with self.errors.translated():
            holders = self._recorder.lineage(game)
        if not holders:
            raise NoSuchGame(self._location, game)
        return holders

    def save_entries(self, *entries: Entry) -> None:
        """Write entries to the metadata store. Raises Conflict for an entry that may exist only once and does."""
        self.change_entries(entries)

    def change_entries(self, entries: EntryChanges) -> None:
        """Write entries that depend on the metadata store, with other writers locked out.

        Raises Conflict as `save_entries` does.
        """
        self.require_not_suspended()
        with self.errors.translated():
            try:
                self._recorder.change_entries(entries)
            except IntegrityError as error:
                raise Conflict(f"this entry exists already: {error}") from error

    def find_entries(self, kind: type[EntryT], /, **where: object) -> list[EntryT]:
        """Return the entries of a kind whose fields have these values, oldest first."""
        with self.errors.translated():
            return self._recorder.find_entries(kind, **where)

    def entries_after(self, kind: type[EntryT], after: int, limit: int = BATCH) -> list[EntryT]:
        """Return the entries of a numbered kind after this number, in order, `limit` at most."""
        with self.errors.translated():
            return onward(self._recorder.rows, kind, after, limit) if self.schema >= kind.since_schema else []

    def last_entry(self, kind: type[EntryT]) -> EntryT | None:
        """Return the entry with the highest number of a numbered kind, or None."""
        with self.errors.translated():
            return last(self._recorder.rows, kind) if self.schema >= kind.since_schema else None

    def dispute_events_since(self, line: int) -> list[tuple[int, str]]:
        """Return (line, game) of each event that was filed in proceedings after this line, in order."""
        if self.schema < DisputeEvent.since_schema:
            return []
        with self.errors.translated():
            return dispute_events_since(self._recorder.rows, self._recorder.dialect.order_column, line)

    def tournament_events_since(self, line: int) -> list[tuple[int, str]]:
        """Return (line, tournament) of each event of a tournament that was written after this line, in order."""
        if self.schema < TournamentEventEntry.since_schema:
            return []
        with self.errors.translated():
            return tournament_events_since(self._recorder.rows, self._recorder.dialect.order_column, line)

    def query(self, query: Callable[..., list[Result]], *arguments: object) -> list[Result]:
        """Return the result of a query function, such as `signed.own_rows`, on the tables as of now."""
        with self.errors.translated():
            return query(self._recorder.rows, *arguments)

    def envelopes_in_rows(self, game: str, rows: Iterable[OwnRow]) -> list[Envelope]:
        """Return the envelopes in such rows. Raises DamagedGame if one of them cannot be read."""
        with self.errors.translated(game):
            return self._mapper.named([(game, *row) for row in rows], self._recorder.imported_names([game]))

    def milestones_since(self, position: int, upto: int) -> list[tuple[int, str]]:
        """Return (position, game) of events that make, start, fork or end a game, after a position up to another."""
        with self.errors.translated():
            return self._recorder.milestones_since(position, upto, INT64_MAX)

    def poll_changes(self) -> StoreChanges:
        """Return whether events or metadata may have changed since the last call. Only one thread may call this."""
        with self.errors.translated():
            return self._recorder.poll_changes()

    def on_external_write(self, callback: Callable[[], None]) -> None:
        """Call `callback` as soon as another process has written, if the database can notify this process."""
        self._recorder.wake = callback

    def position(self) -> int:
        """Return the position of the last event, or 0 if there is none. It grows with every event."""
        with self.errors.translated():
            return self._recorder.max_notification_id() or 0

    def event_numbers_since(self, position: int, limit: int = BATCH) -> list[tuple[int, str, int]]:
        """Return (position, game, n) of the events after this position, in order, `limit` at most."""
        with self.errors.translated():
            return self._recorder.event_numbers_since(position, limit)

    def envelopes_since(self, position: int, limit: int = BATCH) -> list[tuple[int, str, Envelope | None]]:
        """Return (position, game, envelope) of the events after this position, in order, `limit` at most.

        The envelope is None if it cannot be read.
        """
        with self.errors.translated():
            found = self._recorder.select_notifications(position, limit, inclusive_of_start=False)
        return [(one.id, str(one.originator_id), self._mapper.readable(one)) for one in found]

    def take_lease(self, name: str) -> bool:
        """Take the lease of this name, which one process at a time has. Return False while another process has it."""
        with self.errors.translated():
            return self._recorder.take_lease(name)

    def seed(self, game: str) -> bytes | None:
        """Return the secret seed of a game's deal, SEED_BYTES long, or None if it is not known here."""
        with self.errors.translated():
            return self._recorder.seed(game)

    def exists(self, game: str) -> bool:
        """Return whether there is a game of this id."""
        return self.game_row(game) is not None

    def heads(self) -> list[Summary]:
        """Return the summary of every game that can be listed, oldest first."""
        return self.game_index.heads()

    def checks(self, *, full: bool = False) -> list[Check]:
        """Return (name, whether it passes, findings) of each check of `doctor`."""
        with self.errors.translated():
            return self._recorder.checks(full=full)

    def grant_role(self, role: str) -> None:
        """Grant a database role the rights to serve: it may read and append. Raises Misuse if there is no such role."""
        with self.errors.translated():
            self._recorder.grant_role(role)

    def require_writable(self) -> None:
        """Raise StoreUnavailable if nothing can be written now.

        Soon after a successful write, this is not tried again.
        """
        self.require_not_suspended()
        with self.errors.translated():
            self._recorder.require_writable()

    def close(self) -> None:
        """Close the store. Reads and writes under way may finish."""
        with self.errors.translated():
            self._recorder.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_store(location: Location, *, create: bool = True, migrate: Tell | None = say_nothing) -> GameStore:
    """Open the store at this location as `open_recorder` does. Without `create`, reading changes nothing there."""
    return GameStore(location, open_recorder(location, create=create, migrate=migrate), keeps=create)
