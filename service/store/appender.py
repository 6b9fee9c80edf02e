"""Appends batches to the log: each is checked, then written with the next group commit."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from threading import Lock
from typing import Any, Final, NamedTuple

from eventsourcing.persistence import IntegrityError

from domain.events import GameCreated
from domain.forks import GameForked
from replay.codec import Envelope
from replay.proofs.shuffle import SEED_BYTES
from service.store.concurrency.group_commit import Act, Job, Later
from service.store.entries.metadata_store import Entries
from service.store.envelope_mapper import EnvelopeMapper
from service.store.error_translator import ErrorTranslator
from service.store.errors import Conflict, ImportedGame, NoSuchGame, Unstorable, WritesSuspended
from service.store.exception_mapping import Translation
from service.store.location import Location
from service.store.recorder import EventRow, GameOpening, GameRecorder, Write


def opening_of(
    recorder: GameRecorder, location: Location, first: Envelope, *, seed: bytes | None
) -> GameOpening | None:
    """Return the opening of the game that an envelope begins, or None if it begins none.

    Raises NoSuchGame for a fork without its parent. Raises Unstorable for a fork that does not follow its parent's
    event, and for a seed that is not SEED_BYTES long or does not come with the first event.
    """
    event = first.event
    opens = isinstance(event, GameForked) or (isinstance(event, GameCreated) and first.n == 1)
    if seed is not None and not (opens and len(seed) == SEED_BYTES):
        raise Unstorable(f"a seed is {SEED_BYTES} bytes, and kept with the first event of a game")
    if not opens:
        return None
    if not isinstance(event, GameForked):
        return GameOpening("played", seed)
    parent = recorder.game_row(event.parent)
    if parent is None:
        raise NoSuchGame(location, event.parent)
    if not 1 <= event.at <= parent.version or first.n != event.at + 1:
        has = f"{event.parent} has events 1 to {parent.version}"
        raise Unstorable(f"event {first.n} cannot fork it at {event.at}: {has}, and the fork goes on with the next")
    return GameOpening("played", seed, event.parent, event.at)


GAMES_REMEMBERED: Final = 10_000


Opening = tuple[str, GameOpening]
"""A game by its id, and the entries that it begins with."""


class NewGameEvents(NamedTuple):
    """The first own events of a game, and the secret `seed` of its deal.

    Without an `opening` these events and the seed say how the game begins.
    """

    game: str
    envelopes: Sequence[Envelope]
    opening: GameOpening | None = None
    seed: bytes | None = None


class Appender:
    """The half of a store that writes events, for any number of threads."""

    def __init__(self, location: Location, recorder: GameRecorder) -> None:
        self.errors = ErrorTranslator(location)
        self.writable = recorder.writable
        """Whether this store can be written."""
        self.suspended: str | None = None
        """Why this process may not write to the store, as `suspend_writes` was told."""
        self.schema = recorder.version
        """The schema of the store's tables."""
        self._location = location
        self._recorder = recorder
        self._mapper = EnvelopeMapper()
        self._guard = Lock()  # never held during a read or write
        self._last: OrderedDict[str, tuple[int, Job[Any] | None]] = OrderedDict()
        """The last event of each game that was written here, or is being written by this job.

        Later events may follow it.
        """

    def suspend_writes(self, says: str) -> None:
        """Refuse all writes from now on, as if the store were read-only. `says` is the reason."""
        self.suspended, self.writable = says, False

    def resume_writes(self) -> None:
        """Allow writes again after `suspend_writes`."""
        self.suspended, self.writable = None, self._recorder.writable

    def require_not_suspended(self) -> None:
        """Raise WritesSuspended if nothing may be written."""
        if self.suspended is not None:
            raise WritesSuspended(self.suspended)

    def append(
        self,
        game: str,
        envelopes: Sequence[Envelope],
        *,
        seed: bytes | None = None,
        request: str | None = None,
        entries: Entries = (),
    ) -> None:
        """Append events after the last one of `game`: all of them, on disk when this returns, or none.

        A first event that is game_created or game_forked opens the game, and only then has it a `seed`, the secret of
        its deal. `request` is the request's permanent idempotency key. `entries` are written to the metadata
        store in the same transaction.

        Raises Conflict if another writer has added events, opened a game of this id or made this request. Raises
        NoSuchGame if there is no such game or parent, and ImportedGame for an imported game.
        """
        if not envelopes:
            return
        self.require_not_suspended()
        with self._conflicts(game, envelopes):
            openings, after = self._place(game, envelopes, seed=seed)
            self._recorder.write(Write(self._mapper.rows(game, envelopes, request), openings, entries), after=after)
        with self._guard:
            self._remember(game, envelopes[-1].n)

    def append_soon(
        self,
        game: str,
        envelopes: Sequence[Envelope],
        *,
        request: str | None,
        done: Callable[[Exception | None], Act | None],
        later: Later | None = None,
    ) -> None:
        """Append events as `append` does, and return without waiting for the disk.

        What `append` raises before it writes is raised here. Later the writing thread calls `done`: with None once the
        events are on disk, else with the error that `append` would have raised. `done` must be quick, since the next
        group waits for it; what it returns is called once for a whole commit. More events may follow these at once;
        they fail with Conflict if these do. If it is not known here that these events come next, the row of the game is
        read first. A caller that may send more before anything is written gives `later`, which must call its argument
        after that.
        """
        if not envelopes:
            if (act := done(None)) is not None:
                act()
            return
        self.require_not_suspended()
        conflicts = self._conflicts(game, envelopes)
        with conflicts:
            openings, after = self._place(game, envelopes)
            write = Write(self._mapper.rows(game, envelopes, request), openings)
            with self._guard:
                listener = partial(self._written, game, conflicts, done)
                job = self._recorder.write_soon(write, listener, after=after, later=later)
                self._remember(game, envelopes[-1].n, job)

    def _written(
        self,
        game: str,
        conflicts: Translation,
        done: Callable[[Exception | None], Act | None],
        job: Job[Any],
        error: Exception | None,
    ) -> Act | None:
        if error is not None:
            error = conflicts.of(error)
            with self._guard:
                _, last = self._last.get(game, (0, None))
                if last is job:
                    del self._last[game]
        return done(error)

    def write_new_games(self, *games: NewGameEvents, entries: Entries = ()) -> None:
        """Write the first own events of these games with these entries: all, on disk when this returns, or none.

        Raises Conflict if one of the events or games is there, and Unstorable for events that begin no game.
        """
        self.require_not_suspended()
        openings, rows = list[Opening](), list[EventRow]()
        with self._conflicts(games[0].game, games[0].envelopes):
            for game, envelopes, opening, seed in games:
                begun = [(game, opening)] if opening else self._place(game, envelopes, seed=seed)[0]
                if not begun:
                    raise Unstorable(f"event {envelopes[0].n} of {game} begins no game")
                openings += begun
                rows += self._mapper.rows(game, envelopes, None)
            self._recorder.write(Write(rows, openings, entries))
        with self._guard:
            for (game, opening), new in zip(openings, games, strict=True):
                if opening.origin == "played":  # an imported game has no further events
                    self._remember(game, new.envelopes[-1].n)

    def _conflicts(self, game: str, envelopes: Sequence[Envelope]) -> Translation:
        return _Conflicts(self.errors, game, envelopes[0].n)

    def _place(
        self, game: str, envelopes: Sequence[Envelope], *, seed: bytes | None = None
    ) -> tuple[Sequence[Opening], Job[Any] | None]:
        """Return the opening if these events begin a game, or the running write that they follow, if there is one."""
        first = envelopes[0].n
        for n, envelope in enumerate(envelopes, first):
            if envelope.game != game or envelope.n != n:
                raise Unstorable(f"these are not successive events of {game}")
        opening = opening_of(self._recorder, self._location, envelopes[0], seed=seed)
        return ((), self._require_next(game, first)) if opening is None else (((game, opening),), None)

    def _require_next(self, game: str, n: int) -> Job[Any] | None:
        # What is found here stays true until the events are written: games are neither shortened nor removed. An event
        # that is written meanwhile conflicts with the one of the same number.
        with self._guard:
            last, job = self._last.get(game, (None, None))
        if last == n - 1 and (job is None or job.error is None):
            return job
        row = self._recorder.game_row(game)
        if row is None:
            raise NoSuchGame(self._location, game)
        if row.origin == "imported":
            raise ImportedGame(game)
        if row.version != n - 1:
            raise Conflict(f"{game} has {row.version} events, so {n} is not the next: read the game again")
        return None

    def _remember(self, game: str, n: int, job: Job[Any] | None = None) -> None:
        self._last[game] = n, job
        self._last.move_to_end(game)
        if len(self._last) > GAMES_REMEMBERED:
            self._last.popitem(last=False)


class _Conflicts(Translation):
    """Errors of writing events from the n-th on: a row may exist already, or the event before them may be missing."""

    def __init__(self, errors: ErrorTranslator, game: str, n: int) -> None:
        self._errors = errors
        self._game = game
        self._n = n

    def instead_of(self, error: BaseException) -> Exception | None:
        if not isinstance(error, IntegrityError):
            return self._errors.problem(error)
        what = f"event {self._n} of {self._game}"
        says = f"{what} is there already, the same request was faster, or what it follows on failed"
        return Conflict(f"{says}: read it again")
