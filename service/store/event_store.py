"""The event store: whole batches in, records out; nothing that was stored ever changes."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Self, TypeVar

from eventsourcing.persistence import IntegrityError

from projections.summary import Summary
from replay.codec import Envelope
from replay.record import Record
from replay.rewind import Eyes, eyes_in
from service.store.appender import Appender
from service.store.backends import Tell, open_recorder, say_nothing
from service.store.entries.metadata_store import Entries, Entry
from service.store.entries.proceedings_entries import DisputeEvent, filed_since
from service.store.entries.signing_entries import OwnRow, last, onward
from service.store.envelope_mapper import LoggedEnvelope, first_missing
from service.store.errors import Conflict, NoSuchGame
from service.store.index.game_index import GameIndex
from service.store.location import Location
from service.store.queries import HIGHEST
from service.store.recorder import Check, GameRecorder, GameRow, News, Noted

Found = TypeVar("Found")
BATCH: Final = 500
"""How many events are given at once, unless another number is asked for."""


class GameStore(Appender):
    """The games at one location, for any number of threads; close it when done, or use it as a context manager.

    Every method raises StoreUnavailable when the store itself fails, Unstorable for what no store could keep, and
    what it names besides.
    """

    def __init__(self, location: Location, recorder: GameRecorder, *, keeps: bool = True) -> None:
        """Only where it `keeps` what it derives from the log does reading change anything there."""
        super().__init__(location, recorder)
        self.poll_seconds = recorder.poll_seconds
        """How often to ask for news."""
        self.game_index = GameIndex(recorder, self.errors, keeps=keeps)

    def record(self, game: str) -> Record:
        """Return all envelopes of a game, in a fork its parent's first. NoSuchGame when there is none."""
        return Record(game=game, envelopes=tuple(self.envelopes(game)))

    def envelopes(self, game: str, after: int = 0, *, upto: int = HIGHEST) -> list[Envelope]:
        """Return the envelopes of a game from event after + 1 on, `upto` an event if one is named.

        NoSuchGame when there is none; DamagedGame when one of them is missing or cannot be read.
        """
        with self.errors.translated(game):
            lineage = self._recorder.lineage(game)
            line = [(holder, min(last, upto)) for holder, last in lineage if last > after]
            if not line:
                raise NoSuchGame(self._location, game)
            names = self._recorder.names([holder for holder, _ in line])
            found = self._mapper.named(self._recorder.held(line, after), names)
        if (missing := first_missing(found, after)) is not None:
            raise self.errors.damaged(game, f"event {missing} is missing")
        return found

    def viewers_of(self, game: str) -> Eyes:
        """Give through whose eyes a game tells events: those that forks which dealt again have before them.

        DamagedGame when what begins or forks it cannot be read.
        """
        line = dict(self.lineage(game))
        return eyes_in(one.envelope for one in self.milestones(list(line)) if one.envelope.n <= line[one.originator_id])

    def asked(self, game: str, request: str) -> int | None:
        """Return the number of the first event that this request caused in a game, None when it caused none."""
        with self.errors.translated():
            return self._recorder.holder(game, request)

    def game_row(self, game: str) -> GameRow | None:
        """Return the origin and the length of a game, None when there is no such game."""
        with self.errors.translated():
            return self._recorder.game(game)

    def rows(self, games: Sequence[str]) -> dict[str, GameRow]:
        """Return the same of several games, of those that are there."""
        with self.errors.translated():
            return self._recorder.games(games)

    def milestones(self, games: Sequence[str]) -> list[LoggedEnvelope]:
        """Return what makes, start, forks or end these games of their own events, by their numbers.

        DamagedGame when one of them cannot be read.
        """
        with self.errors.translated():
            rows = self._recorder.milestones(games)
        found = []
        for row in rows:
            with self.errors.translated(str(row.originator_id)):
                found.append(self._mapper.to_domain_event(row))
        return found

    def last_own(self, row: GameRow) -> Envelope:
        """Return the last event of this row's game or one that has come since; DamagedGame when there is none to read.

        An imported game may call itself by another name in it.
        """
        with self.errors.translated(row.game):
            found = self._mapper.named(self._recorder.held([(row.game, HIGHEST)], row.version - 1), {})
        if not found:
            raise self.errors.damaged(row.game, "it has no events")
        return found[-1]

    def lineage(self, game: str) -> list[tuple[str, int]]:
        """Give (id, n) of each game that holds its events, the root first, n the last that counts; [] for no game."""
        with self.errors.translated():
            return self._recorder.lineage(game)

    def holders(self, game: str) -> list[tuple[str, int]]:
        """Return the lineage of a game; NoSuchGame when there is none."""
        with self.errors.translated():
            holders = self._recorder.lineage(game)
        if not holders:
            raise NoSuchGame(self._location, game)
        return holders

    def note(self, *entries: Entry) -> None:
        """Write into the metadata store. Conflict when an entry is there that may be there only once."""
        self.settle(entries)

    def settle(self, entries: Entries) -> None:
        """Write entries that may depend on the metadata store, while nobody else writes; Conflict as for `note`."""
        self.require_writing()
        with self.errors.translated():
            try:
                self._recorder.note(entries)
            except IntegrityError as error:
                raise Conflict(f"the register has it already: {error}") from error

    def noted(self, kind: type[Noted], /, **where: object) -> list[Noted]:
        """Return the entries of a kind whose fields have these values, oldest first."""
        with self.errors.translated():
            return self._recorder.noted(kind, **where)

    def onward(self, kind: type[Noted], after: int, limit: int = BATCH) -> list[Noted]:
        """Return the entries of a kind that is named by a number, those after this one, in order, `limit` at most."""
        with self.errors.translated():
            return onward(self._recorder.rows, kind, after, limit) if self.schema >= kind.came_with else []

    def last(self, kind: type[Noted]) -> Noted | None:
        """Return the entry with the highest number of such a kind, None when there is none."""
        with self.errors.translated():
            return last(self._recorder.rows, kind) if self.schema >= kind.came_with else None

    def filed_since(self, line: int) -> list[tuple[int, str]]:
        """Give (line, game) of each event that was filed in proceedings after this line, in order."""
        if self.schema < DisputeEvent.came_with:
            return []
        with self.errors.translated():
            return filed_since(self._recorder.rows, self._recorder.dialect.order, line)

    def ask(self, question: Callable[..., list[Found]], *of: object) -> list[Found]:
        """Return what a question that is put to the tables finds there at this moment, such as `signed.own_rows`."""
        with self.errors.translated():
            return question(self._recorder.rows, *of)

    def read_rows(self, game: str, rows: Iterable[OwnRow]) -> list[Envelope]:
        """Return the envelopes in such rows; DamagedGame when one of them cannot be read."""
        with self.errors.translated(game):
            return self._mapper.named([(game, *row) for row in rows], self._recorder.names([game]))

    def milestones_since(self, position: int, upto: int) -> list[tuple[int, str]]:
        """Give (position, game) of the events that make, start, fork or end a game, from after a position to one."""
        with self.errors.translated():
            return self._recorder.milestones_since(position, upto, HIGHEST)

    def news(self) -> News:
        """Say whether events or the metadata store may have changed since the last call; for one thread to call."""
        with self.errors.translated():
            return self._recorder.news()

    def on_news(self, callback: Callable[[], None]) -> None:
        """Call `callback` as soon as another process has written, where that can be heard."""
        self._recorder.wake = callback

    def position(self) -> int:
        """Return the position of the last event, 0 when there is none; it grows with every event."""
        with self.errors.translated():
            return self._recorder.max_notification_id() or 0

    def written_since(self, position: int, limit: int = BATCH) -> list[tuple[int, str, int]]:
        """Give (position, game, n) of the events after this position, in order, `limit` at most."""
        with self.errors.translated():
            return self._recorder.since(position, limit)

    def read_on(self, position: int, limit: int = BATCH) -> list[tuple[int, str, Envelope | None]]:
        """Give (position, game, envelope) of the events after this position, in order, `limit` at most.

        The envelope is None where it cannot be read.
        """
        with self.errors.translated():
            found = self._recorder.select_notifications(position, limit, inclusive_of_start=False)
        return [(one.id, str(one.originator_id), self._mapper.readable(one)) for one in found]

    def take_lease(self, name: str) -> bool:
        """Take the lease of this name, which one process at a time has; False while another process has it."""
        with self.errors.translated():
            return self._recorder.take_lease(name)

    def seed(self, game: str) -> bytes | None:
        """Return the secret seed of the deal of a game, SEED_BYTES long, None when it is not known here."""
        with self.errors.translated():
            return self._recorder.seed(game)

    def exists(self, game: str) -> bool:
        """Say whether there is a game of this id."""
        return self.game_row(game) is not None

    def heads(self) -> list[Summary]:
        """Return the summary of every game that can be listed, oldest first."""
        return self.game_index.heads()

    def checks(self, *, full: bool = False) -> list[Check]:
        """Give (name, whether all is well, what was found) of each check of `doctor`."""
        with self.errors.translated():
            return self._recorder.checks(full=full)

    def admit(self, role: str) -> None:
        """Let this role of the database serve: it may read and append. Misuse for a role that is none."""
        with self.errors.translated():
            self._recorder.admit(role)

    def require_room(self) -> None:
        """StoreUnavailable when nothing can be written now; not tried again within moments of a write."""
        self.require_writing()
        with self.errors.translated():
            self._recorder.require_room()

    def close(self) -> None:
        """Close the store; whoever is reading or writing may finish."""
        with self.errors.translated():
            self._recorder.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_store(location: Location, *, create: bool = True, migrate: Tell | None = say_nothing) -> GameStore:
    """Open the store at this location as `open_recorder` does. Without `create`, reading changes nothing there."""
    return GameStore(location, open_recorder(location, create=create, migrate=migrate), keeps=create)
