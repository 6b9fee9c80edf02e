"""Checks batches of events and appends them to the log by group commit."""

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
from service.store.concurrency.group_commit import AfterCommit, Defer, Job
from service.store.entries.metadata_store import Entries
from service.store.envelope_mapper import EnvelopeMapper
from service.store.error_translator import ErrorTranslator
from service.store.errors import Conflict, ImportedGame, NoSuchGame, Unstorable, WritesSuspended
from service.store.exception_mapping import ExceptionMapping
from service.store.location import Location
from service.store.recorder import EventRow, GameOpening, GameRecorder, WriteBatch


def opening_of(
    recorder: GameRecorder, location: Location, first: Envelope, *, seed: bytes | None
) -> GameOpening | None:
    """Return the opening of the game that this envelope begins, or None if it begins no game.

    Raises NoSuchGame for a fork whose parent is not in the store. Raises Unstorable for a fork that does not continue
    its parent at that event, and for a seed of a wrong length or without the first event of a game.
    """
    event = first.event
    opens = isinstance(event, GameForked) or (isinstance(event, GameCreated) and first.n == 1)
    if seed is not None and not (opens and len(seed) == SEED_BYTES):
        raise Unstorable(f"a seed has {SEED_BYTES} bytes, and is stored with the first event of a game")
    if not opens:
        return None
    if not isinstance(event, GameForked):
        return GameOpening("played", seed)
    parent = recorder.game_row(event.parent)
    if parent is None:
        raise NoSuchGame(location, event.parent)
    if not 1 <= event.at <= parent.version or first.n != event.at + 1:
        has = f"{event.parent} has events 1 to {parent.version}"
        raise Unstorable(f"event {first.n} cannot fork it at {event.at}: {has}, and the fork continues with the next")
    return GameOpening("played", seed, event.parent, event.at)


GAMES_REMEMBERED_MAX: Final = 10_000
"""Of how many games the last event is remembered."""


class NewGameEvents(NamedTuple):
    """The first events of a new game, and the secret `seed` of its deal.

    Without an `opening`, the opening follows from these events and the seed.
    """

    game: str
    envelopes: Sequence[Envelope]
    opening: GameOpening | None = None
    seed: bytes | None = None


class Appender:
    """The part of a store that writes events, for any number of threads."""

    def __init__(self, location: Location, recorder: GameRecorder) -> None:
        self.errors = ErrorTranslator(location)
        self.writable = recorder.writable
        """Whether this store can be written."""
        self.suspended: str | None = None
        """Why this process may not write to the store now, or None. `suspend_writes` sets it."""
        self.schema = recorder.version
        """The version of the store's tables."""
        self._location = location
        self._recorder = recorder
        self._mapper = EnvelopeMapper()
        self._guard = Lock()  # never held during a read or write
        self._last_events: OrderedDict[str, tuple[int, Job[Any] | None]] = OrderedDict()
        """The number of the last event of each game that this process wrote, with the job if it is being written."""

    def suspend_writes(self, reason: str) -> None:
        """Refuse all writes from now on, as if the store were read-only."""
        self.suspended, self.writable = reason, False

    def resume_writes(self) -> None:
        """Allow writes again after `suspend_writes`."""
        self.suspended, self.writable = None, self._recorder.writable

    def require_not_suspended(self) -> None:
        """Raise WritesSuspended if writes are suspended."""
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
        """Append events after the last one of `game`, all or none. When this returns, they are on disk.

        A game_created or game_forked event begins the game. Only then, `seed` may be given: the secret of its deal.
        `request` identifies the request by principal and idempotency key. `entries` are written to the metadata store
        in the same transaction.

        Raises Conflict if another writer has appended events, begun a game with this id or executed this request.
        Raises NoSuchGame if there is no such game or parent, and ImportedGame for an imported game.
        """
        if not envelopes:
            return
        self.require_not_suspended()
        with self._append_errors(game, envelopes):
            openings, after = self._opening_or_predecessor(game, envelopes, seed=seed)
            self._recorder.write(
                WriteBatch(self._mapper.rows(game, envelopes, request), openings, entries), after=after
            )
        with self._guard:
            self._remember_last_event(game, envelopes[-1].n)

    def append_soon(
        self,
        game: str,
        envelopes: Sequence[Envelope],
        *,
        request: str | None,
        done: Callable[[Exception | None], AfterCommit | None],
        defer: Defer | None = None,
    ) -> None:
        """Append events as `append` does, but return without waiting for the disk.

        This raises the errors that `append` raises before it writes. Later, the writing thread calls `done` with None
        when the events are on disk, or with the error of the write. `done` must be quick, since the next group waits
        for it. It may return a function, which is called after the commit, once if several writes return the same.

        More events of the game may be appended immediately. They fail with Conflict if these fail. If this process has
        not written the event before, it reads the row of the game first. `defer` is as for `GroupCommit.send`.
        """
        if not envelopes:
            if (after_commit := done(None)) is not None:
                after_commit()
            return
        self.require_not_suspended()
        conflicts = self._append_errors(game, envelopes)
        with conflicts:
            openings, after = self._opening_or_predecessor(game, envelopes)
            write = WriteBatch(self._mapper.rows(game, envelopes, request), openings)
            with self._guard:
                listener = partial(self._finish_append, game, conflicts, done)
                job = self._recorder.write_soon(write, listener, after=after, defer=defer)
                self._remember_last_event(game, envelopes[-1].n, job)

    def _finish_append(
        self,
        game: str,
        conflicts: ExceptionMapping,
        done: Callable[[Exception | None], AfterCommit | None],
        job: Job[Any],
        error: Exception | None,
    ) -> AfterCommit | None:
        if error is not None:
            error = conflicts.translate(error)
            with self._guard:
                _, last = self._last_events.get(game, (0, None))
                if last is job:
                    del self._last_events[game]
        return done(error)

    def write_new_games(self, *games: NewGameEvents, entries: Entries = ()) -> None:
        """Write these new games and entries, all or none. When this returns, they are on disk.

        Raises Conflict if one of the events or games exists, and Unstorable for events that begin no game.
        """
        self.require_not_suspended()
        openings, rows = list[tuple[str, GameOpening]](), list[EventRow]()
        with self._append_errors(games[0].game, games[0].envelopes):
            for game, envelopes, opening, seed in games:
                made = [(game, opening)] if opening else self._opening_or_predecessor(game, envelopes, seed=seed)[0]
                if not made:
                    raise Unstorable(f"event {envelopes[0].n} of {game} begins no game")
                openings += made
                rows += self._mapper.rows(game, envelopes, None)
            self._recorder.write(WriteBatch(rows, openings, entries))
        with self._guard:
            for (game, opening), new in zip(openings, games, strict=True):
                if opening.origin == "played":  # an imported game takes no more events
                    self._remember_last_event(game, new.envelopes[-1].n)

    def _append_errors(self, game: str, envelopes: Sequence[Envelope]) -> ExceptionMapping:
        return _AppendErrors(self.errors, game, envelopes[0].n)

    def _opening_or_predecessor(
        self, game: str, envelopes: Sequence[Envelope], *, seed: bytes | None = None
    ) -> tuple[Sequence[tuple[str, GameOpening]], Job[Any] | None]:
        """Return the opening if these events begin a game, else the running write that they follow, or None."""
        first = envelopes[0].n
        for n, envelope in enumerate(envelopes, first):
            if envelope.game != game or envelope.n != n:
                raise Unstorable(f"these are not successive events of {game}")
        opening = opening_of(self._recorder, self._location, envelopes[0], seed=seed)
        return ((), self._require_next_event(game, first)) if opening is None else (((game, opening),), None)

    def _require_next_event(self, game: str, n: int) -> Job[Any] | None:
        # The finding stays true until the events are written, since games are never shortened or removed. Another event
        # that is written meanwhile has the same number, so one of the two writes fails.
        with self._guard:
            last, job = self._last_events.get(game, (None, None))
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

    def _remember_last_event(self, game: str, n: int, job: Job[Any] | None = None) -> None:
        self._last_events[game] = n, job
        self._last_events.move_to_end(game)
        if len(self._last_events) > GAMES_REMEMBERED_MAX:
            self._last_events.popitem(last=False)


class _AppendErrors(ExceptionMapping):
    """Translates the errors of appending events from the n-th on. A violated constraint becomes Conflict."""

    def __init__(self, errors: ErrorTranslator, game: str, n: int) -> None:
        self._errors = errors
        self._game = game
        self._n = n

    def replacement_for(self, error: BaseException) -> Exception | None:
        if not isinstance(error, IntegrityError):
            return self._errors.store_problem(error)
        event = f"event {self._n} of {self._game}"
        reason = f"{event} exists already, the same request was faster, or the write before it failed"
        return Conflict(f"{reason}: read the game again")
