"""How batches come into the log: each is checked, then written with the next group."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from threading import Lock
from typing import Any, Final

from eventsourcing.persistence import IntegrityError

from domain.events import GameCreated
from domain.forks import GameForked
from replay.codec import Envelope
from replay.proofs.shuffle import SEED_BYTES
from service.store.concurrency.group_commit import Job, Later
from service.store.entries.metadata_store import Entries
from service.store.envelope_mapper import EnvelopeMapper
from service.store.error_translator import ErrorTranslator
from service.store.errors import Conflict, ImportedGame, NoSuchGame, StoreHeld, Unstorable
from service.store.exception_mapping import Translation
from service.store.location import Location
from service.store.recorder import GameOrigin, GameRecorder, InitialEntries, Write


def opening_of(
    recorder: GameRecorder, location: Location, first: Envelope, *, seed: bytes | None, origin: GameOrigin
) -> InitialEntries | None:
    """Return the opening of the game that an envelope begins, None when it begins none.

    NoSuchGame for a fork without its parent; Unstorable for one that leaves its parent elsewhere than it says, and for
    a seed that is not SEED_BYTES long or comes with a later event.
    """
    event = first.event
    opens = isinstance(event, GameForked) or (isinstance(event, GameCreated) and first.n == 1)
    if seed is not None and not (opens and len(seed) == SEED_BYTES):
        raise Unstorable(f"a seed is {SEED_BYTES} bytes, and kept with the first event of a game")
    if not opens:
        return None
    if not isinstance(event, GameForked):
        return InitialEntries(origin, seed)
    parent = recorder.game(event.parent)
    if parent is None:
        raise NoSuchGame(location, event.parent)
    if not 1 <= event.at <= parent.version or first.n != event.at + 1:
        has = f"{event.parent} has events 1 to {parent.version}"
        raise Unstorable(f"event {first.n} cannot fork it at {event.at}: {has}, and the fork goes on with the next")
    return InitialEntries(origin, seed, event.parent, event.at)


GAMES_REMEMBERED: Final = 10_000


class Appender:
    """The half of a store that writes events, for any number of threads."""

    def __init__(self, location: Location, recorder: GameRecorder) -> None:
        self.errors = ErrorTranslator(location)
        self.writable = recorder.writable
        """Whether this store can be written."""
        self.held: str | None = None
        """Why nothing may be written from here, as `hold` was told."""
        self.schema = recorder.version
        """The schema of the store's tables."""
        self._location = location
        self._recorder = recorder
        self._mapper = EnvelopeMapper()
        self._guard = Lock()  # never held while anything is read or written
        self._last: OrderedDict[str, tuple[int, Job[Any] | None]] = OrderedDict()
        """The last event of each game that was written here, or is being written by this job: the next may follow."""

    def hold(self, says: str) -> None:
        """Let nothing be written from here any more, as if it could only be read; `says` why."""
        self.held, self.writable = says, False

    def release(self) -> None:
        """Let what may be written be written again, after `hold`."""
        self.held, self.writable = None, self._recorder.writable

    def require_writing(self) -> None:
        """StoreHeld where nothing may be written."""
        if self.held is not None:
            raise StoreHeld(self.held)

    def append(
        self,
        game: str,
        envelopes: Sequence[Envelope],
        *,
        seed: bytes | None = None,
        origin: GameOrigin = "played",
        request: str | None = None,
        entries: Entries = (),
    ) -> None:
        """Add events that follow on the last one of `game`: all of them, on disk when this returns, or none.

        A first event that is game_created or game_forked opens the game; only then `seed`, the secret of its deal, and
        `origin` count. `request` names what was asked for, once for ever; `entries` go into the metadata store with the
        events. Conflict when somebody else has added events meanwhile, opened a game of this id or made this request;
        NoSuchGame when there is no such game or parent; ImportedGame for one that was imported.
        """
        if not envelopes:
            return
        self.require_writing()
        with self._conflicts(game, envelopes):
            opening, after = self._place(game, envelopes, seed=seed, origin=origin)
            self._recorder.write(Write(self._mapper.rows(game, envelopes, request), opening, entries), after=after)
        with self._guard:
            self._remember(game, envelopes[-1].n)

    def append_soon(
        self,
        game: str,
        envelopes: Sequence[Envelope],
        *,
        request: str | None,
        done: Callable[[Exception | None], None],
        later: Later | None = None,
    ) -> None:
        """Add events as `append` does, and return without waiting for the disk or for anybody who does.

        What `append` raises before it writes is raised here. Later `done` is called, in the thread that wrote: with
        None once they are on disk, else with the error that `append` would have raised. It should be quick, since the
        next group waits for it. More events may follow on these at once: they fail with Conflict if these do. Only
        where it is not known here that these come next, the row of the game is read first. Whoever may send more before
        anything is written gives `later`, which has to call what it is given after that.
        """
        if not envelopes:
            done(None)
            return
        self.require_writing()
        conflicts = self._conflicts(game, envelopes)
        with conflicts:
            opening, after = self._place(game, envelopes)
            write = Write(self._mapper.rows(game, envelopes, request), opening)
            with self._guard:
                listener = partial(self._written, game, conflicts, done)
                job = self._recorder.write_soon(write, listener, after=after, later=later)
                self._remember(game, envelopes[-1].n, job)

    def _written(
        self,
        game: str,
        conflicts: Translation,
        done: Callable[[Exception | None], None],
        job: Job[Any],
        error: Exception | None,
    ) -> None:
        if error is not None:
            error = conflicts.of(error)
            with self._guard:
                _, last = self._last.get(game, (0, None))
                if last is job:
                    del self._last[game]
        done(error)

    def put(
        self,
        game: str,
        envelopes: Sequence[Envelope],
        opening: InitialEntries | None,
        *,
        request: str | None = None,
        entries: Entries = (),
    ) -> None:
        """Write events whose place was found already; with an `opening` they are the first own ones of their game.

        Conflict when one of the events, the game or the request is there.
        """
        self.require_writing()
        with self._conflicts(game, envelopes):
            self._recorder.write(Write(self._mapper.rows(game, envelopes, request), opening, entries))

    def _conflicts(self, game: str, envelopes: Sequence[Envelope]) -> Translation:
        return _Conflicts(self.errors, game, envelopes[0].n)

    def _place(
        self, game: str, envelopes: Sequence[Envelope], *, seed: bytes | None = None, origin: GameOrigin = "played"
    ) -> tuple[InitialEntries | None, Job[Any] | None]:
        """Return the opening, if these begin a game, or the write under way that they follow on, if there is one."""
        first = envelopes[0].n
        for n, envelope in enumerate(envelopes, first):
            if envelope.game != game or envelope.n != n:
                raise Unstorable(f"these are not successive events of {game}")
        opening = opening_of(self._recorder, self._location, envelopes[0], seed=seed, origin=origin)
        return opening, self._require_next(game, first) if opening is None else None

    def _require_next(self, game: str, n: int) -> Job[Any] | None:
        # What is found here stays true until the events are written: games are neither shortened nor removed. An
        # event that is written meanwhile meets the one of the same number in `put`.
        with self._guard:
            last, job = self._last.get(game, (None, None))
        if last == n - 1 and (job is None or job.error is None):
            return job
        row = self._recorder.game(game)
        if row is None:
            raise NoSuchGame(self._location, game)
        if row.origin == "imported":
            raise ImportedGame(game)
        if row.version != n - 1:
            raise Conflict(f"{game} has {row.version} events, so {n} is not the next: read it again")
        return None

    def _remember(self, game: str, n: int, job: Job[Any] | None = None) -> None:
        self._last[game] = n, job
        self._last.move_to_end(game)
        if len(self._last) > GAMES_REMEMBERED:
            self._last.popitem(last=False)


class _Conflicts(Translation):
    """What goes wrong where events are written from the n-th on: that row may be there, or what it follows on not."""

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
