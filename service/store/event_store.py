"""The event store: appends batches of events and reads games.

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
from service.store.backends import ReportMigration, ignore_message, open_recorder
from service.store.entries.metadata_store import Entry, EntryChanges, EntryT
from service.store.entries.proceedings_entries import DisputeEvent, dispute_events_since
from service.store.entries.signing_entries import OwnRow, entries_after, last_entry
from service.store.entries.tournament_entries import TournamentEventEntry, tournament_events_since
from service.store.envelope_mapper import LoggedEnvelope, first_missing
from service.store.errors import Conflict, NoSuchGame
from service.store.index.game_index import GameIndex
from service.store.location import Location
from service.store.queries import INT64_MAX
from service.store.recorder import Check, GameRecorder, GameRow, StoreChanges

Result = TypeVar("Result")
READ_LIMIT: Final = 500
"""How many rows one call reads by default."""


class GameStore(Appender):
    """The games at one location, for any number of threads. Close it when done, or use it as a context manager.

    Every method raises StoreUnavailable if the store itself fails, Unstorable for values that no store can hold, and
    the errors that its docstring names.
    """

    def __init__(self, location: Location, recorder: GameRecorder, *, persist: bool = True) -> None:
        """Make a store. With `persist`, reads may also write: they update the tables derived from the log."""
        super().__init__(location, recorder)
        self.poll_seconds = recorder.poll_seconds
        """How often to call `poll_changes`."""
        self.game_index = GameIndex(recorder, self.errors, persist=persist)

    def record(self, game: str) -> Record:
        """Return all envelopes of a game. Those of a fork begin with its parent's. Raises NoSuchGame."""
        return Record(game=game, envelopes=tuple(self.envelopes(game)))

    def envelopes(self, game: str, after: int = 0, *, upto: int = INT64_MAX) -> list[Envelope]:
        """Return the envelopes of a game from event `after` + 1 to event `upto`.

        Raises NoSuchGame if there is no such game, and DamagedGame if an event is missing or cannot be read.
        """
        with self.errors.translating(game):
            lineage = [(one, min(last, upto)) for one, last in self._recorder.lineage(game) if last > after]
            if not lineage:
                raise NoSuchGame(self._location, game)
            names = self._recorder.imported_names([one for one, _ in lineage])
            envelopes = self._mapper.envelopes(self._recorder.events_of_lineage(lineage, after), names)
        if (missing := first_missing(envelopes, after)) is not None:
            raise self.errors.report_damage(game, f"event {missing} is missing")
        return envelopes

    def visibility_of(self, game: str) -> Redactions:
        """Return which views show which events of a game. A fork that deals again limits views of the events before it.

        Raises DamagedGame if the event that creates or forks it cannot be read.
        """
        lineage = dict(self.lineage(game))
        milestones = self.milestones(list(lineage))
        return redactions_in(one.envelope for one in milestones if one.envelope.n <= lineage[one.originator_id])

    def event_of_request(self, game: str, request: str) -> int | None:
        """Return the number of the first event that this request caused in a game, or None."""
        with self.errors.translating():
            return self._recorder.event_of_request(game, request)

    def game_row(self, game: str) -> GameRow | None:
        """Return the origin and length of a game, or None."""
        with self.errors.translating():
            return self._recorder.game_row(game)

    def game_rows(self, games: Sequence[str]) -> dict[str, GameRow]:
        """Return the rows of these games by id. Games that do not exist are left out."""
        with self.errors.translating():
            return self._recorder.game_rows(games)

    def milestones(self, games: Sequence[str]) -> list[LoggedEnvelope]:
        """Return the milestones of these games, by event number: the events that create, start, fork or end a game.

        Shared events of a fork's parent are not included. Raises DamagedGame if a milestone cannot be read.
        """
        with self.errors.translating():
            rows = self._recorder.milestones(games)
        envelopes = []
        for row in rows:
            with self.errors.translating(str(row.originator_id)):
                envelopes.append(self._mapper.to_domain_event(row))
        return envelopes

    def last_own_event(self, row: GameRow) -> Envelope:
        """Return the newest event of this row's game, which may be newer than the row.

        In an imported game, the event may have another game's name. Raises DamagedGame if there is no readable event.
        """
        with self.errors.translating(row.game):
            rows = self._recorder.events_of_lineage([(row.game, INT64_MAX)], row.version - 1)
            envelopes = self._mapper.envelopes(rows, {})
        if not envelopes:
            raise self.errors.report_damage(row.game, "it has no events")
        return envelopes[-1]

    def lineage(self, game: str) -> list[tuple[str, int]]:
        """Return (id, n) of each game that stores events of this one, the root first: those up to n belong to it.

        Return [] if there is no such game.
        """
        with self.errors.translating():
            return self._recorder.lineage(game)

    def require_lineage(self, game: str) -> list[tuple[str, int]]:
        """Return the lineage of a game. Raises NoSuchGame."""
        lineage = self.lineage(game)
        if not lineage:
            raise NoSuchGame(self._location, game)
        return lineage

    def save_entries(self, *entries: Entry) -> None:
        """Write entries to the metadata store. Raises Conflict if an insert-only entry exists already."""
        self.change_entries(entries)

    def change_entries(self, entries: EntryChanges) -> None:
        """Write and delete entries. `entries` may be a function that reads the metadata store first.

        No other writer changes anything between that read and the write.
        Raises Conflict if an insert-only entry exists already.
        """
        self.require_not_suspended()
        with self.errors.translating():
            try:
                self._recorder.change_entries(entries)
            except IntegrityError as error:
                raise Conflict(f"this entry exists already: {error}") from error

    def find_entries(self, kind: type[EntryT], /, **where: object) -> list[EntryT]:
        """Return the entries of this kind whose fields have these values, oldest first."""
        with self.errors.translating():
            return self._recorder.find_entries(kind, **where)

    def entries_after(self, kind: type[EntryT], after: int, limit: int = READ_LIMIT) -> list[EntryT]:
        """Return at most `limit` entries of a numbered kind after this number, in order."""
        with self.errors.translating():
            return entries_after(self._recorder.rows, kind, after, limit) if self.schema >= kind.since_schema else []

    def last_entry(self, kind: type[EntryT]) -> EntryT | None:
        """Return the entry with the highest number of a numbered kind, or None."""
        with self.errors.translating():
            return last_entry(self._recorder.rows, kind) if self.schema >= kind.since_schema else None

    def dispute_events_since(self, line: int) -> list[tuple[int, str]]:
        """Return (line, game) of each event of proceedings that was written after this line, in order."""
        if self.schema < DisputeEvent.since_schema:
            return []
        with self.errors.translating():
            return dispute_events_since(self._recorder.rows, self._recorder.dialect.order_column, line)

    def tournament_events_since(self, line: int) -> list[tuple[int, str]]:
        """Return (line, tournament) of each event of a tournament that was written after this line, in order."""
        if self.schema < TournamentEventEntry.since_schema:
            return []
        with self.errors.translating():
            return tournament_events_since(self._recorder.rows, self._recorder.dialect.order_column, line)

    def query(self, query: Callable[..., list[Result]], *arguments: object) -> list[Result]:
        """Return the result of a query function, such as `signing_entries.own_rows`."""
        with self.errors.translating():
            return query(self._recorder.rows, *arguments)

    def envelopes_in_rows(self, game: str, rows: Iterable[OwnRow]) -> list[Envelope]:
        """Return the envelopes in rows of `signing_entries.own_rows`. Raises DamagedGame if a row cannot be read."""
        with self.errors.translating(game):
            return self._mapper.envelopes([(game, *row) for row in rows], self._recorder.imported_names([game]))

    def milestones_since(self, position: int, upto: int) -> list[tuple[int, str]]:
        """Return (position, game) of each milestone after a position, up to another."""
        with self.errors.translating():
            return self._recorder.milestones_since(position, upto, INT64_MAX)

    def poll_changes(self) -> StoreChanges:
        """Return whether events or metadata may have changed since the last call. Only one thread may call this."""
        with self.errors.translating():
            return self._recorder.poll_changes()

    def on_external_write(self, callback: Callable[[], None]) -> None:
        """Call `callback` when another process has written. SQLite does not notify, so there it is never called."""
        self._recorder.wake = callback

    def position(self) -> int:
        """Return the position of the last event in the log, or 0."""
        with self.errors.translating():
            return self._recorder.max_notification_id() or 0

    def event_numbers_since(self, position: int, limit: int = READ_LIMIT) -> list[tuple[int, str, int]]:
        """Return (position, game, n) of at most `limit` events after this position, in order."""
        with self.errors.translating():
            return self._recorder.event_numbers_since(position, limit)

    def envelopes_since(self, position: int, limit: int = READ_LIMIT) -> list[tuple[int, str, Envelope | None]]:
        """Return (position, game, envelope) of at most `limit` events after this position, in order.

        The envelope is None if it cannot be read.
        """
        with self.errors.translating():
            notifications = self._recorder.select_notifications(position, limit, inclusive_of_start=False)
        return [(one.id, str(one.originator_id), self._mapper.envelope_or_none(one)) for one in notifications]

    def take_lease(self, name: str) -> bool:
        """Take this lease, which one process holds at a time. Return False while another process holds it."""
        with self.errors.translating():
            return self._recorder.take_lease(name)

    def seed(self, game: str) -> bytes | None:
        """Return the secret seed of a game's deal, SEED_BYTES long, or None if the store does not have it."""
        with self.errors.translating():
            return self._recorder.seed(game)

    def exists(self, game: str) -> bool:
        """Return whether there is a game with this id."""
        return self.game_row(game) is not None

    def heads(self) -> list[Summary]:
        """Return the summary of every game that can be listed, oldest first."""
        return self.game_index.heads()

    def checks(self, *, full: bool = False) -> list[Check]:
        """Return the checks of `haricot doctor` on the database. With `full`, also the slow ones."""
        with self.errors.translating():
            return self._recorder.checks(full=full)

    def grant_role(self, role: str) -> None:
        """Grant a database role the rights to serve: to read and append. Raises Misuse if there is no such role."""
        with self.errors.translating():
            self._recorder.grant_role(role)

    def require_writable(self) -> None:
        """Raise StoreUnavailable if nothing can be written, as found by a trial write.

        Soon after a successful write, the trial is skipped.
        """
        self.require_not_suspended()
        with self.errors.translating():
            self._recorder.require_writable()

    def close(self) -> None:
        """Close the store after the reads and writes that have begun."""
        with self.errors.translating():
            self._recorder.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_store(
    location: Location, *, create: bool = True, migrate: ReportMigration | None = ignore_message
) -> GameStore:
    """Open the store at this location as `open_recorder` does. Without `create`, reads never write."""
    return GameStore(location, open_recorder(location, create=create, migrate=migrate), persist=create)
